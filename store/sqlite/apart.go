package sqlite

import (
	"context"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"

	"github.com/reprise-run/reprise/store"
)

// apart runs f on a reading connection of its own, for statements that take long. They
// end when ctx does or the Store is closed, and what they sort goes to a temporary file:
// however large the database, they need a few MiB of memory. One such f runs at a time,
// and takes no place of those who look.
func (s *Store) apart(ctx context.Context, f func(*conn) error) error {
	if err := s.enterReading(ctx, s.long); err != nil {
		return err
	}
	defer func() { <-s.long }()
	c, err := dial(s.path, s.prefix, false, s.busy)
	if err != nil {
		return s.explain(err, false)
	}
	defer c.close()
	c.script("PRAGMA query_only = ON; PRAGMA temp_store = FILE; PRAGMA cache_size = -4000")
	c.stopWhen(func() bool { return ctx.Err() != nil || s.isClosed() })
	err = f(c)
	switch failed := c.clear(); {
	case failed == nil:
		return err
	case primary(failed) != lib.SQLITE_INTERRUPT:
		return s.explain(failed, false)
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return store.ErrStoreClosed
}

// stopWhen has the statements of c fail with SQLITE_INTERRUPT once over says so.
func (c *conn) stopWhen(over func() bool) {
	c.over = func(*libc.TLS, uintptr) int32 {
		if over() {
			return 1
		}
		return 0
	}
	const each = 10_000 // steps of SQLite's machine, well below a millisecond
	lib.Xsqlite3_progress_handler(c.tls, c.db, each, function(c.over), 0)
}
