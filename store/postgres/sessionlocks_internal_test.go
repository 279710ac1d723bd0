package postgres

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/postgres/internal/sessionlock"
)

// site is one database with the tables, and workers on their own stores.
type site struct {
	t    *testing.T
	url  string
	pool *pgxpool.Pool
}

func newSite(t *testing.T) *site {
	t.Helper()
	s := &site{t: t, url: pgtest.Database(t)}
	pool, err := pgxpool.New(t.Context(), s.url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	s.pool = pool
	if err := Migrate(t.Context(), pool, Options{Logger: quiet()}); err != nil {
		t.Fatal(err)
	}
	return s
}

// open opens a store as a separate process would.
func (s *site) open(o Options) *Store {
	s.t.Helper()
	if o.Logger == nil {
		o.Logger = quiet()
	}
	st, err := Open(s.t.Context(), s.url, o)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() {
		if err := st.Close(); err != nil {
			s.t.Error(err)
		}
	})
	return st
}

func (s *site) join(st *Store) store.WorkerID {
	s.t.Helper()
	w := store.Worker{ID: uuid.New(), TTL: time.Hour}
	var err error
	s.until("the server answers", func() bool {
		err = st.Join(s.t.Context(), w)
		return !errors.Is(err, store.ErrTransient)
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return w.ID
}

func (s *site) exec(sql string, args ...any) {
	s.t.Helper()
	if _, err := s.pool.Exec(s.t.Context(), sql, args...); err != nil {
		s.t.Fatal(err)
	}
}

// holder returns the backend that holds a worker's lock; 0 if none does.
func (s *site) holder(worker store.WorkerID) (pid uint32) {
	s.t.Helper()
	err := s.pool.QueryRow(s.t.Context(), sessionlock.Holders, sessionlock.Key(worker)).Scan(&pid)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		s.t.Fatal(err)
	}
	return pid
}

// row returns what others see of a worker.
func (s *site) row(worker store.WorkerID) (lease time.Time, locked bool) {
	s.t.Helper()
	if err := s.pool.QueryRow(s.t.Context(), "SELECT lease_until, session_lock IS NOT NULL FROM reprise.worker WHERE worker_id = $1", worker).Scan(&lease, &locked); err != nil {
		s.t.Fatal(err)
	}
	return lease, locked
}

// cut ends the connection that holds a worker's lock.
func (s *site) cut(worker store.WorkerID) {
	s.t.Helper()
	s.exec("SELECT pg_terminate_backend($1)", int32(s.holder(worker)))
}

func (s *site) tick(st *Store, worker store.WorkerID) store.Ticked {
	s.t.Helper()
	t, err := st.Tick(s.t.Context(), store.Tick{Worker: worker})
	if err != nil {
		s.t.Fatal(err)
	}
	return t
}

// until waits for what another process does asynchronously.
func (s *site) until(what string, is func() bool) {
	s.t.Helper()
	ctx, stop := context.WithTimeout(s.t.Context(), 5*time.Minute)
	defer stop()
	look := time.NewTicker(time.Millisecond)
	defer look.Stop()
	for !is() {
		select {
		case <-look.C:
		case <-ctx.Done():
			s.t.Fatalf("never: %s", what)
		}
	}
}

func TestAWorkerHoldsItsLockFromJoinToLeave(t *testing.T) {
	s := newSite(t)
	first, second := s.open(Options{}), s.open(Options{})
	a, b, c := s.join(first), s.join(first), s.join(second)
	if s.holder(a) == 0 || s.holder(a) != s.holder(b) || s.holder(a) == s.holder(c) {
		t.Errorf("held by %d, %d and %d; the first two are of one process", s.holder(a), s.holder(b), s.holder(c))
	}
	for range 3 { // each tick borrows the connection
		if got := s.tick(first, a); !got.Alive || len(got.Expired) > 0 {
			t.Errorf("%+v", got)
		}
	}
	if err := first.Leave(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	if s.holder(a) != 0 || s.holder(b) == 0 {
		t.Errorf("after the first has left its lock is held by %d, the second's by %d", s.holder(a), s.holder(b))
	}
	if err := first.Leave(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	if s.holder(b) != 0 {
		t.Error("the last one's lock is held on")
	}
}

// A process is gone: others may doubt it before its lease ends.
func TestTheLockOfADeadProcessIsFreeLongBeforeItsLeaseIsOver(t *testing.T) {
	s := newSite(t)
	dead, st := s.open(Options{}), s.open(Options{})
	a, b := s.join(dead), s.join(st)
	if err := dead.Close(); err != nil { // without Leave
		t.Fatal(err)
	}
	var got []store.Expired
	s.until("the lock is seen free", func() bool {
		got = s.tick(st, b).Expired
		return len(got) > 0
	})
	lease, _ := s.row(a)
	if got[0].ID != a || !got[0].LockFree || !got[0].LeaseUntil.Equal(lease) {
		t.Errorf("%+v, want worker %v with its lease until %v", got, a, lease)
	}
	if !lease.After(s.tick(st, b).Now) {
		t.Error("its lease is over, and shows nothing")
	}
	without := s.open(Options{NoSessionLock: true})
	if got := s.tick(without, s.join(without)).Expired; len(got) > 0 {
		t.Errorf("a store that does without locks asks after those of others: %+v", got)
	}
	// After a fail-over no earlier lock exists, and that proves nothing.
	s.exec("UPDATE reprise.worker SET lock_server = lock_server - interval '1 hour' WHERE worker_id = $1", a)
	if got := s.tick(st, b).Expired; len(got) > 0 {
		t.Errorf("a lock of another server's life is missed: %+v", got)
	}
}

// The connection is cut again and again, and the process lives: it acquires its lock
// again, and updates its row, without any tick.
func TestALivingWorkerTakesItsLockAgainByItself(t *testing.T) {
	s := newSite(t)
	st := s.open(Options{})
	a, b := s.join(st), s.join(st)
	for range 5 {
		lease, _ := s.row(a)
		before := s.holder(a)
		s.cut(a)
		s.until("both are locked by another connection", func() bool {
			now := s.holder(a)
			return now != 0 && now != before && s.holder(b) == now
		})
		s.until("the lease has moved", func() bool {
			after, locked := s.row(a)
			return locked && after.After(lease) && after.Before(lease.Add(time.Second))
		})
	}
	if got := s.tick(st, a); !got.Alive {
		t.Errorf("%+v", got)
	}
	other := s.open(Options{})
	if got := s.tick(other, s.join(other)).Expired; len(got) > 0 {
		t.Errorf("the other one doubts %+v", got)
	}
}

// Acquiring a lost lock again renews no lease: an expired lease stays expired.
func TestTakingALockAgainRenewsNothing(t *testing.T) {
	s := newSite(t)
	st := s.open(Options{})
	a := s.join(st)
	s.exec("UPDATE reprise.worker SET lease_until = now() - interval '1 hour' WHERE worker_id = $1", a)
	over, _ := s.row(a)
	s.cut(a)
	s.until("the lock is taken again", func() bool {
		after, _ := s.row(a)
		return after.After(over)
	})
	other := s.open(Options{})
	if got := s.tick(other, s.join(other)).Expired; len(got) != 1 || got[0].LockFree {
		t.Errorf("%+v, want a lease that is over and a lock that is held", got)
	}
}

// Something resets the session whenever the connection is given back. The worker's row
// then shows no lock, so it is never suspected; the log says so once.
func TestALockThatDoesNotStayIsGivenUp(t *testing.T) {
	s := newSite(t)
	cfg, err := pgxpool.ParseConfig(s.url)
	if err != nil {
		t.Fatal(err)
	}
	cfg.AfterRelease = func(c *pgx.Conn) bool {
		_, err := c.Exec(context.Background(), "SELECT pg_advisory_unlock_all()")
		return err == nil
	}
	pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	var said lines
	st, err := New(pool, Options{Logger: slog.New(slog.NewTextHandler(&said, nil))})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	}()
	a := s.join(st)
	s.until("the lock is given up", func() bool {
		s.tick(st, a)
		_, locked := s.row(a)
		return !locked
	})
	b := s.join(st)
	if _, locked := s.row(b); locked {
		t.Error("the next worker trusts in a lock again")
	}
	other := s.open(Options{})
	if got := s.tick(other, s.join(other)).Expired; len(got) > 0 {
		t.Errorf("%+v are suspected", got)
	}
	if n := strings.Count(said.String(), "no session locks"); n != 1 {
		t.Errorf("it is said %d times:\n%s", n, said.String())
	}
}

// lines is a log that is read while it is written.
type lines struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.String()
}
