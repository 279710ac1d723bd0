package sessionlock

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"

	"github.com/reprise-run/reprise/internal/pgtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// caller records what a Guard makes it write.
type caller struct {
	mu      sync.Mutex
	log     bytes.Buffer
	retaken []Worker
	forgone []Worker
	fail    error // the error of Acquire
}

func (c *caller) Acquire(ctx context.Context, pool *pgxpool.Pool) (*pgxpool.Conn, error) {
	c.mu.Lock()
	err := c.fail
	c.mu.Unlock()
	if err != nil {
		return nil, err
	}
	return pool.Acquire(ctx)
}

func (c *caller) Retake(ctx context.Context, conn *pgxpool.Conn, workers []Worker, keys []int64) ([]Worker, error) {
	all, err := conn.Query(ctx, "SELECT t.worker_id FROM ("+Take+") t WHERE t.got", workers, keys)
	if err != nil {
		return nil, err
	}
	got, err := pgx.CollectRows(all, pgx.RowTo[[16]byte])
	c.mu.Lock()
	defer c.mu.Unlock()
	c.retaken = append(c.retaken, got...)
	return got, err
}

func (c *caller) Forgo(_ context.Context, workers []Worker) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.forgone = append(c.forgone, workers...)
	return nil
}

func (c *caller) Passes(string) bool { return false }

func (c *caller) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.log.Write(p)
}

func (c *caller) said(what string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return strings.Count(c.log.String(), what)
}

// place is a server, and a process with a Guard on it.
type place struct {
	*caller
	t     *testing.T
	guard *Guard
	pool  *pgxpool.Pool // of the Guard's connection
	other *pgxpool.Pool
}

func newPlace(t *testing.T, url string) *place {
	t.Helper()
	p := &place{caller: &caller{}, t: t}
	for _, pool := range []**pgxpool.Pool{&p.pool, &p.other} {
		cfg, err := pgxpool.ParseConfig(url)
		if err != nil {
			t.Fatal(err)
		}
		if pool == &p.pool {
			cfg.MaxConns = 1
			cfg.ConnConfig.BuildContextWatcherHandler = func(c *pgconn.PgConn) ctxwatch.Handler {
				return &pgconn.DeadlineContextWatcherHandler{Conn: c.Conn()}
			}
		}
		if *pool, err = pgxpool.NewWithConfig(t.Context(), cfg); err != nil {
			t.Fatal(err)
		}
		t.Cleanup((*pool).Close)
	}
	p.guard = New(Config{Pool: p.pool, Other: p.other, Caller: p, Wait: 5 * time.Minute, Log: slog.New(slog.NewTextHandler(p, nil))})
	t.Cleanup(p.guard.Close)
	return p
}

func (p *place) take(w Worker) int64 {
	p.t.Helper()
	key, err := p.guard.Take(p.t.Context(), w)
	if err != nil {
		p.t.Fatal(err)
	}
	return key
}

// holder returns the backend that holds a worker's lock; 0 if none does.
func (p *place) holder(w Worker) (pid uint32) {
	p.t.Helper()
	if err := p.other.QueryRow(p.t.Context(), Holders, Key(w)).Scan(&pid); err != nil && !errors.Is(err, pgx.ErrNoRows) {
		p.t.Fatal(err)
	}
	return pid
}

func (p *place) cut(w Worker) {
	p.t.Helper()
	if _, err := p.other.Exec(p.t.Context(), "SELECT pg_terminate_backend($1)", int32(p.holder(w))); err != nil {
		p.t.Fatal(err)
	}
}

// until waits for what the server or the Guard does asynchronously.
func (p *place) until(what string, is func() bool) {
	p.t.Helper()
	late := time.After(5 * time.Minute)
	for !is() {
		select {
		case <-late:
			p.t.Fatalf("never: %s", what)
		case <-time.After(time.Millisecond):
		}
	}
}

func TestLocksAreHeldOnOneConnectionUntilTheyAreDropped(t *testing.T) {
	p := newPlace(t, pgtest.Database(t))
	a, b := Worker{1}, Worker{2}
	if p.take(a) != Key(a) || p.take(b) != Key(b) || p.take(a) != Key(a) {
		t.Error("Take does not return the key of the lock")
	}
	if p.holder(a) == 0 || p.holder(a) != p.holder(b) {
		t.Errorf("held by %d and %d", p.holder(a), p.holder(b))
	}
	p.guard.Drop(t.Context(), a)
	p.guard.Drop(t.Context(), a)
	if p.holder(a) != 0 || p.holder(b) == 0 {
		t.Errorf("after one is dropped: held by %d and %d", p.holder(a), p.holder(b))
	}
}

// Borrow uses the connection that holds the locks.
func TestTheConnectionCanBeBorrowed(t *testing.T) {
	p := newPlace(t, pgtest.Database(t))
	a := Worker{1}
	p.take(a)
	for range 3 {
		giveBack := p.guard.Borrow()
		conn, err := p.pool.Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if pid := conn.Conn().PgConn().PID(); pid != p.holder(a) {
			t.Errorf("backend %d is borrowed, %d has the lock", pid, p.holder(a))
		}
		p.guard.Seen(a, conn.Conn(), true)
		conn.Release()
		giveBack()
	}
}

// The connection is cut, and the process lives: its locks are acquired again, and its
// caller has updated the rows.
func TestLocksAreTakenAgain(t *testing.T) {
	p := newPlace(t, pgtest.Database(t))
	a, b := Worker{1}, Worker{2}
	p.take(a)
	p.take(b)
	for range 3 {
		before := p.holder(a)
		p.cut(a)
		p.until("another connection has both locks", func() bool {
			now := p.holder(a)
			return now != 0 && now != before && p.holder(b) == now
		})
	}
	p.until("each was written down each time", func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		count := func(w Worker) (n int) {
			for _, r := range p.retaken {
				if r == w {
					n++
				}
			}
			return n
		}
		return count(a) == 3 && count(b) == 3
	})
}

// A process ends without unlocking: its locks end with its connection.
func TestLocksEndWithTheProcess(t *testing.T) {
	url := pgtest.Database(t)
	dead, p := newPlace(t, url), newPlace(t, url)
	a := Worker{1}
	dead.take(a)
	if p.take(a) != 0 || p.said("another session holds the lock") != 1 {
		t.Error("a lock that somebody else holds is taken")
	}
	dead.guard.Close()
	dead.pool.Close()
	p.until("the lock is free", func() bool { return p.holder(a) == 0 })
}

// If a lock is gone although its connection is not, all locks are given up, and that is
// reported once.
func TestWhatDoesNotStayIsGivenUp(t *testing.T) {
	p := newPlace(t, pgtest.Database(t))
	a, b := Worker{1}, Worker{2}
	p.take(a)
	p.take(b)
	giveBack := p.guard.Borrow()
	defer giveBack()
	conn, err := p.pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p.guard.Seen(a, conn.Conn(), false)
	p.guard.Seen(b, conn.Conn(), false)
	conn.Release()
	if p.take(Worker{3}) != 0 {
		t.Error("another lock is taken all the same")
	}
	slices.SortFunc(p.forgone, func(a, b Worker) int { return bytes.Compare(a[:], b[:]) })
	if !slices.Equal(p.forgone, []Worker{a, b}) || p.said("no session locks") != 1 {
		t.Errorf("given up: %v; said %d times", p.forgone, p.said("no session locks"))
	}
}

func TestAPoolerHasNoLocks(t *testing.T) {
	cfg, err := pgxpool.ParseConfig(pgtest.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	through := pgtest.Bounced(t, pgtest.Shared(t), 5)(cfg.ConnConfig.Database)
	p := newPlace(t, through+"&default_query_exec_mode=exec")
	if p.take(Worker{1}) != 0 || p.take(Worker{2}) != 0 || p.said("the connection goes through a pooler") != 1 {
		t.Errorf("said:\n%s", p.log.String())
	}
}

// Errors keep their origin: the caller's own, or the server's.
func TestErrorsOfTake(t *testing.T) {
	p := newPlace(t, pgtest.Database(t))
	p.fail = errors.New("no connection")
	if _, err := p.guard.Take(t.Context(), Worker{1}); err != p.fail {
		t.Errorf("%v, want the caller's error", err)
	}
	p.fail = nil
	p.other.Close() // nobody can say who holds the lock
	_, err := p.guard.Take(t.Context(), Worker{1})
	if asked := (*ServerError)(nil); !errors.As(err, &asked) {
		t.Errorf("%v, want a *ServerError", err)
	}
}
