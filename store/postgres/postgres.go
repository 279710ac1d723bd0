package postgres

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"
	"unicode"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/store"
)

// Options configures a Store. The zero value is ready to use.
type Options struct {
	// Schema is the Postgres schema that holds the tables: letters, digits, _ and -, at
	// most 63 bytes, not beginning with pg_. Zero: "reprise".
	Schema string
	// Logger receives the store's log. Zero: slog.Default().
	Logger *slog.Logger

	// NoNotify disables LISTEN and NOTIFY: other workers then find their work by their next
	// tick, up to a second later. Set it if you do not want notifications; if they do not work,
	// the store detects that. Zero: they are used.
	NoNotify bool

	// NoSessionLock disables the locks by which workers see at once that one of them has died;
	// they then see it when its lease ends. A store disables them by itself where they cannot
	// work, as behind a pooler in transaction mode.
	NoSessionLock bool

	clock string // an expression used instead of now(), for tests that move time
}

const (
	defaultSchema = "reprise"
	maxSchema     = 63
)

// limits are how long a Store waits. Only tests change them.
type limits struct {
	patience   time.Duration // for a transaction, including the network
	lockWait   time.Duration // for a lock that another transaction holds
	single     time.Duration // for such a lock if everything waiting is about one run or id
	brief      time.Duration // for such a lock while others wait too
	longer     time.Duration // likewise, when a batch is tried once more
	halving    time.Duration // for the search for what is locked in a batch
	standing   time.Duration // for a client that is idle in a transaction, enforced by the server
	standstill time.Duration // likewise, while the function of an activity has the transaction
}

var usualLimits = limits{
	// Only this notices a peer that has vanished silently.
	patience: 15 * time.Second,
	lockWait: 5 * time.Second,
	single:   100 * time.Millisecond,
	brief:    20 * time.Millisecond, // longer than most commits take
	longer:   100 * time.Millisecond,
	halving:  500 * time.Millisecond, // members undecided by then are sent again, as if they were locked
	standing: 10 * time.Second,
	// A suspended process must not keep the user's locks for ever.
	standstill: time.Minute,
}

// Store is a [store.Store] in a Postgres database.
type Store struct {
	pool  *pgxpool.Pool
	mine  bool // the pool is the store's own
	log   *slog.Logger
	where string // for errors: host, database and schema
	texts texts

	cached int // statements that a connection keeps prepared

	limits

	lastWords lastWords // of those who have wake-ups to send

	noNotify bool
	proof    time.Duration // average time between two proofs that wake-ups arrive
	closed   atomic.Bool
	sent     sent          // inside users' transactions
	guests   chan struct{} // one token for each transaction of an activity's function
	keeper   keeper
	writer   *writer
	visits   visits
	passed   passed
}

var _ store.Store = (*Store)(nil)

// New returns the store in the schema that Options names, on connections of pool. The pool
// stays the caller's: Close does not close it. The tables must already exist, see [Migrate]; if
// the schema is missing or this version cannot use it, the error is a *[store.SchemaError]. At
// most one Options may be given.
//
// The pool must have at least two connections. Each concurrent read uses one, lock conflicts
// use up to four more, and a Runtime that is no worker uses up to two to write. A worker that
// joins makes up to three connections outside the pool, in the same way, so that it never waits
// for a busy pool: one for starts, steps and other batched writes, another one for these under
// load, and one that renews its lease and holds its session lock. A started Runtime has one
// more, on which it listens for wake-ups.
func New(pool *pgxpool.Pool, opts ...Options) (*Store, error) {
	o, err := one("New", opts)
	if err != nil {
		return nil, err
	}
	return open(context.Background(), pool, o)
}

// one returns the Options of a call that takes at most one, ready for use.
func one(call string, opts []Options) (o Options, err error) {
	switch len(opts) {
	case 0:
	case 1:
		o = opts[0]
	default:
		return o, fmt.Errorf("postgres: %s takes one Options, not %d", call, len(opts))
	}
	return o, o.normalise()
}

func open(ctx context.Context, pool *pgxpool.Pool, o Options) (*Store, error) {
	if err := suits(pool); err != nil {
		return nil, err
	}
	s := newStore(pool, o)
	if err := s.check(ctx); err != nil {
		return nil, s.explainOpen(ctx, err)
	}
	if err := s.identify(ctx); err != nil {
		return nil, s.explainOpen(ctx, err)
	}
	return s, nil
}

func newStore(pool *pgxpool.Pool, o Options) *Store {
	c := pool.Config().ConnConfig
	return &Store{
		pool: pool, log: o.Logger, limits: usualLimits,
		guests:   make(chan struct{}, max(1, pool.Config().MaxConns-2)),
		where:    fmt.Sprintf("%s:%d/%s schema %s", c.Host, c.Port, c.Database, o.Schema),
		noNotify: o.NoNotify,
		proof:    defaultProof,
		cached:   cached(c),
		keeper:   keeper{noLock: o.NoSessionLock},
		writer:   newWriter(),
		texts:    texts{schema: pgx.Identifier{o.Schema}.Sanitize() + ".", clock: o.clock},
	}
}

// Open is [New] with a pool of the store's own, made from a URL like
// postgres://user@host:5432/database, or from a connection string of key=value pairs, as
// pgxpool.ParseConfig accepts them. The schema is set in Options. The tables must already exist:
// "reprise db migrate up --db URL" creates them. A program that creates them itself has a pool for
// [Migrate], and passes that pool to [New] instead of calling Open. ctx bounds only the opening.
func Open(ctx context.Context, url string, opts ...Options) (*Store, error) {
	if ctx == nil {
		return nil, errNoContext
	}
	o, err := one("Open", opts)
	if err != nil {
		return nil, err
	}
	pool, err := dial(ctx, url)
	if err != nil {
		return nil, err
	}
	s, err := open(ctx, pool, o)
	if err != nil {
		pool.Close()
		return nil, err
	}
	s.mine = true
	return s, nil
}

func dial(ctx context.Context, url string) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("postgres: the URL cannot be used; it must be like postgres://user@host:5432/database or host=... dbname=...: %w", err)
	}
	if cfg.ConnConfig.ConnectTimeout == 0 {
		cfg.ConnConfig.ConnectTimeout = 5 * time.Second
	}
	if cfg.PingTimeout == 0 {
		cfg.PingTimeout = 2 * time.Second // a connection that has died unnoticed is found by then
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("postgres: %w", err)
	}
	return pool, nil
}

func (o *Options) normalise() error {
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.Schema == "" {
		o.Schema = defaultSchema
	}
	bad := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '-' }
	if len(o.Schema) > maxSchema || strings.ContainsFunc(o.Schema, bad) || strings.HasPrefix(o.Schema, "pg_") {
		return fmt.Errorf("postgres: Options.Schema %q: use at most %d bytes of letters, digits, _ and -, not beginning with pg_", o.Schema, maxSchema)
	}
	return nil
}

// Now implements [store.Store]. It returns the database's time.
func (s *Store) Now(ctx context.Context) (now time.Time, err error) {
	err = s.transact(ctx, func(x *tx) error {
		x.reads = true
		x.begin()
		err := x.send(true)
		now = x.now
		return err
	})
	return now, err
}

// Close implements [store.Store]. It first sends the wake-ups that are waiting. It closes the pool only if Open made it, and then
// waits for calls in progress.
func (s *Store) Close() error {
	s.lastWords.say()
	if s.closed.Swap(true) {
		return nil
	}
	s.keeper.close()
	s.writer.close()
	s.visits.close()
	if s.mine {
		s.pool.Close()
	}
	return nil
}
