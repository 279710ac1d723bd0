package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite/internal/lib"
	"github.com/reprise-run/reprise/timer"
)

// Options configure a Store. The zero value is ready.
type Options struct {
	// Clock is the store's clock. Zero: timer.System().
	Clock timer.Clock
	// Prefix begins the name of every table: lower case letters, digits and
	// underscores, at most 32. Zero: "reprise_".
	Prefix string
	// MaxPages limits the file, in pages of 4 KiB unless the file was made with others. Beyond it
	// writes return store.ErrFull. Zero: only the disk limits it.
	MaxPages int
	// BusyTimeout is how long to wait for a lock that another process holds. Zero: 5 s.
	BusyTimeout time.Duration
	// Existing is for a program that visits another program's store: the file must exist and
	// contain the tables, of this version or of a newer, compatible one. Open then creates
	// nothing and changes no table. A file that it refuses stays unchanged to the byte.
	Existing bool
	// Adopt creates the tables even in a file with the application id of another program. Set it
	// if that program is yours.
	Adopt bool
	// Logger receives the store's log lines. Zero: slog.Default().
	Logger *slog.Logger
}

const (
	defaultPrefix = "reprise_"
	defaultBusy   = 5 * time.Second
	maxPrefix     = 32
	readers       = 4

	// minVersion is SQLite 3.51.3: before it a reset of the WAL could corrupt the file.
	minVersion = 3_051_003
)

// Store is a [store.Store] in a SQLite file.
type Store struct {
	path   string // with symbolic links resolved
	prefix string
	clock  timer.Clock
	busy   time.Duration
	log    *slog.Logger

	maxPages int
	secret   []byte // of the database

	write  chan struct{} // capacity 1: full while somebody writes
	read   chan struct{} // capacity readers: one for each reader
	long   chan struct{} // capacity 1: full while somebody reads for long
	closed chan struct{}
	ending sync.Once

	mu   sync.Mutex
	idle []*conn // read connections; the one used last is taken first

	writing
}

// writing is the state of the current holder of [Store.write].
type writing struct {
	w         *conn   // nil: to be dialled again
	user      *sql.DB // has the one connection for the users' transactions; nil before the first
	changes   int64   // transactions of this Store that changed something
	next      int     // pages in the WAL at which the next checkpoint is due
	pageBytes int
	guard     *guard
	joined    map[store.WorkerID]bool // through this Store
	lockTaken func()                  // for tests: called when Join has found the lock taken and will look again
	last      lastTick
	epochs    map[store.WorkerID]int64 // the database's, when each worker joined
}

var _ store.Store = (*Store)(nil)

// Open opens the database at path, creates it if there is none, and brings its tables to this
// version. It takes at most one Options. For an unusable file it returns a *[FileError] or a
// *[store.SchemaError].
func Open(ctx context.Context, path string, opts ...Options) (*Store, error) {
	if ctx == nil {
		return nil, errNoContext
	}
	var o Options
	switch len(opts) {
	case 0:
	case 1:
		o = opts[0]
	default:
		return nil, fmt.Errorf("sqlite: Open takes one Options, not %d", len(opts))
	}
	if err := o.normalise(); err != nil {
		return nil, err
	}
	if path == "" || path == ":memory:" || strings.HasPrefix(path, "file:") {
		return nil, fmt.Errorf("sqlite: %q is not the path of a file: use a plain path, or package memory for a store that need not last", path)
	}
	if strings.IndexByte(path, 0) >= 0 {
		return nil, fmt.Errorf("sqlite: the path %q holds a NUL byte", path)
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	s := &Store{
		path: abs, prefix: o.Prefix, clock: o.Clock, busy: o.BusyTimeout, log: o.Logger, maxPages: o.MaxPages,
		write: make(chan struct{}, 1), read: make(chan struct{}, readers), long: make(chan struct{}, 1), closed: make(chan struct{}),
		writing: writing{joined: make(map[store.WorkerID]bool)},
	}
	if err := s.open(ctx, o); err != nil {
		s.dropWriter()
		return nil, err
	}
	return s, nil
}

var errNoContext = errors.New("sqlite: the context is nil: pass context.Background() if there is no other")

func (o *Options) normalise() error {
	if o.Clock == nil {
		o.Clock = timer.System()
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.BusyTimeout == 0 {
		o.BusyTimeout = defaultBusy
	}
	if o.Prefix == "" {
		o.Prefix = defaultPrefix
	}
	if o.BusyTimeout < 0 || o.MaxPages < 0 {
		return errors.New("sqlite: Options.BusyTimeout and MaxPages must not be negative: use zero for the default")
	}
	bad := func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '_' }
	if len(o.Prefix) > maxPrefix || strings.ContainsFunc(o.Prefix, bad) || o.Prefix[0] >= '0' && o.Prefix[0] <= '9' ||
		strings.HasPrefix(o.Prefix, "sqlite_") {
		return fmt.Errorf("sqlite: Options.Prefix %q: use at most %d lower case letters, digits and underscores, beginning with a letter and not with sqlite_", o.Prefix, maxPrefix)
	}
	return nil
}

// open dials the writer and prepares the schema.
func (s *Store) open(ctx context.Context, o Options) error {
	if o.Existing {
		if _, err := os.Stat(s.path); errors.Is(err, fs.ErrNotExist) {
			return s.fileError(ErrCannotOpen, fs.ErrNotExist, "check the path; the program that owns the store creates it when it is started")
		}
	}
	beside := s.path
	if resolved, err := filepath.EvalSymlinks(s.path); err == nil {
		beside = resolved // where SQLite puts it
	}
	wal, err := sizes(beside + "-wal")
	if err != nil {
		return s.fileError(ErrCannotOpen, err, "let this process read the directory")
	}
	c, err := s.dial(!o.Existing)
	if err != nil {
		return s.explainOpen(err)
	}
	s.w = c
	if v := c.Version(); v < minVersion {
		return fmt.Errorf("sqlite: the linked SQLite library is %d, older than %d: build with the version that go.mod requires", v, minVersion)
	}
	c.KeepWAL(wal > 0)
	if err := s.patiently(ctx, func() error { return s.inspect(c, o) }); err != nil {
		return err
	}
	c.KeepWAL(false)
	// From here on the file exists and is ours to use, whatever its path looked like.
	if resolved, err := filepath.EvalSymlinks(s.path); err == nil {
		s.path = resolved
	}
	if err := s.patiently(ctx, func() error { return s.configure(c) }); err != nil {
		return err
	}
	if !o.Existing {
		if err := s.migrate(ctx, c); err != nil {
			return err
		}
	}
	return s.patiently(ctx, func() error { return s.readSecret(c) })
}

// patiently repeats do while another process holds a lock that SQLite itself does not wait
// for. That happens if two processes switch the same file to WAL mode.
func (s *Store) patiently(ctx context.Context, do func() error) error {
	for until := time.Now().Add(s.busy); ; {
		if err := ctx.Err(); err != nil {
			return err
		}
		err := do()
		if !lib.IsBusy(err) || !time.Now().Before(until) {
			return s.explainOpen(err)
		}
	}
}

// cacheKiB is the page cache of the write connection. At a time it writes the ends of a few
// trees and what it removes: some hundred pages. The cache is no larger for this reason: when
// removed pages are reused, SQLite renumbers pages by way of the page at 1 GiB, and then a
// commit searches the table of all cached pages for pages beyond the end of the file. With
// twice the cache that takes twice as long.
const cacheKiB = 6400

// configure makes the settings that a write connection needs. Each setting except the journal
// mode is the connection's own.
func (s *Store) configure(c *conn) error {
	q := c.Query("PRAGMA journal_mode = WAL")
	mode := ""
	if q.Next() {
		mode = q.Text(0)
		q.End()
	}
	c.Script(fmt.Sprintf(`
		PRAGMA synchronous = FULL;
		PRAGMA fullfsync = ON;
		PRAGMA checkpoint_fullfsync = ON;
		PRAGMA temp_store = MEMORY;
		PRAGMA foreign_keys = OFF;
		PRAGMA cache_size = -%d;
		PRAGMA journal_size_limit = 67108864;`, cacheKiB))
	if s.maxPages > 0 {
		c.Script(fmt.Sprintf("PRAGMA max_page_count = %d", s.maxPages))
	}
	s.pageBytes = int(c.Number("PRAGMA page_size"))
	if err := c.Clear(); err != nil {
		return err
	}
	if mode != "wal" {
		return &FileError{Path: s.path, Err: ErrCannotOpen,
			Do: fmt.Sprintf("its journal mode stays %q instead of WAL: put it on a local file system, and use no ATTACHed or in-memory database", mode)}
	}
	c.CountFrames()
	s.next = s.checkpointPages()
	return nil
}

// Now implements [store.Store]. The store's clock is this process's.
func (s *Store) Now(ctx context.Context) (time.Time, error) {
	if err := ctx.Err(); err != nil {
		return time.Time{}, err
	}
	if s.isClosed() {
		return time.Time{}, store.ErrStoreClosed
	}
	return s.now(), nil
}

func (s *Store) now() time.Time { return s.clock.Now().UTC().Truncate(time.Microsecond) }

// Close implements [store.Store]. It waits for calls in progress. An engine that did not leave
// loses its guard, and counts as dead for the next one that joins.
func (s *Store) Close() error {
	var err error
	s.ending.Do(func() {
		close(s.closed)
		s.long <- struct{}{}
		for range readers {
			s.read <- struct{}{}
		}
		for _, c := range s.idle {
			c.Close()
		}
		s.write <- struct{}{}
		if s.user != nil {
			err = s.user.Close()
		}
		s.dropWriter() // the last connection to close moves the WAL into the database
		err = errors.Join(err, s.unguard())
		<-s.write
	})
	return err
}

func (s *Store) isClosed() bool {
	select {
	case <-s.closed:
		return true
	default:
		return false
	}
}

func (s *Store) dropWriter() {
	if s.w != nil {
		s.w.Close()
		s.w = nil
	}
}
