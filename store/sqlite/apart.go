package sqlite

import (
	"context"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite/internal/lib"
)

// apart runs f on a read connection of its own, for statements that take long. They end
// when ctx ends or the Store is closed. What they sort goes to a temporary file: however
// large the database, they need a few MiB of memory. One such f runs at a time, and
// takes no connection from other readers.
func (s *Store) apart(ctx context.Context, f func(*conn) error) error {
	if err := s.enterReading(ctx, s.long); err != nil {
		return err
	}
	defer func() { <-s.long }()
	c, err := s.dial(false)
	if err != nil {
		return s.explain(err, false)
	}
	defer c.Close()
	c.Script("PRAGMA query_only = ON; PRAGMA temp_store = FILE; PRAGMA cache_size = -4000")
	c.StopWhen(func() bool { return ctx.Err() != nil || s.isClosed() })
	err = f(c)
	switch failed := c.Clear(); {
	case failed == nil:
		return err
	case lib.CodeOf(failed) != lib.Interrupt:
		return s.explain(failed, false)
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return store.ErrStoreClosed
}
