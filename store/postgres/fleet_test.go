package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/postgres"
	"github.com/reprise-run/reprise/store/postgres/internal/sessionlock"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/workflow"
)

// fleet is three healthy workers with the default lease on one database, each in the middle of
// activities. The test controls their time and the database's: it moves from one timer to the next
// when all workers rest. So an hour takes a moment, and no worker is late on a slow machine.
type fleet struct {
	t      *testing.T
	ctx    context.Context
	url    string
	conn   *pgx.Conn // the test's own
	clocks []*faketime.Clock
	rts    []*reprise.Runtime
	ids    []store.WorkerID
	runs   []reprise.Handle[int]
	stores []*ticked
	under  []*postgres.Store
	mu     sync.Mutex
	begun  map[int]int // how often each activity began, by its input
	gate   chan struct{}
	away   bool // the server is down
	noLock bool // nobody holds a session lock
	dead   [3]bool
}

const runsEach = 4

// A run of the fleet executes one activity, which lasts as long as the test wants.
var (
	hold = activity.Define[int, int]("hold")
	held = workflow.Define[int, int]("held")
)

func heldFunc(ctx workflow.Context, n int) (int, error) {
	return workflow.Execute(ctx, hold, n).Get(ctx)
}

func newFleet(t *testing.T, url string, o postgres.Options) *fleet {
	t.Helper()
	f := &fleet{t: t, ctx: bounded(t), url: url, gate: make(chan struct{}), begun: map[int]int{}, noLock: o.NoSessionLock}
	f.dial()
	t.Cleanup(func() { _ = f.conn.Close(context.Background()) })
	f.exec("CREATE TABLE test_clock AS SELECT timestamptz '2026-03-01 12:00:00Z' AS now")
	inside := make(chan struct{}, 100)
	hold := hold.Bind(func(ctx context.Context, n int) (int, error) {
		f.mu.Lock()
		f.begun[n]++
		f.mu.Unlock()
		inside <- struct{}{}
		select {
		case <-f.gate:
			return n, nil
		case <-ctx.Done():
			return 0, context.Cause(ctx)
		}
	})
	for i := range 3 {
		clock := faketime.New(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
		under := openWith(t, url, postgres.WithClock(o, "SELECT c.now FROM test_clock c"))
		st := &ticked{FaultyStore: storetest.Faulty(under, nil), clock: clock}
		rt, err := reprise.New(st, reprise.Config{Logger: quiet(), Build: "v1", Clock: clock}, held.Bind(heldFunc), hold)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			ctx, stop := context.WithTimeout(context.Background(), 5*time.Minute)
			defer stop()
			if err := rt.Stop(ctx); err != nil && !f.dead[i] {
				t.Error(err)
			}
		})
		f.clocks, f.rts = append(f.clocks, clock), append(f.rts, rt)
		f.stores, f.under = append(f.stores, st), append(f.under, under)
		f.during(func() error { return rt.Start(f.ctx) })
		f.ids = append(f.ids, rt.WorkerID())
		f.during(func() error {
			for range runsEach {
				h, err := reprise.Start(f.ctx, rt, held, len(f.runs), reprise.ID(fmt.Sprint("held-", len(f.runs))))
				if err != nil {
					return err
				}
				f.runs = append(f.runs, h)
			}
			return nil
		})
	}
	f.during(func() error {
		for range 3 * runsEach {
			select {
			case <-inside:
			case <-f.ctx.Done():
				return errors.New("an activity does not begin")
			}
		}
		return nil
	})
	f.passLocked(8 * time.Second) // long enough for each worker to judge the others
	return f
}

// kill makes a worker die as a process does: its connections end, and it sends nothing more.
func (f *fleet) kill(i int) {
	f.t.Helper()
	f.dead[i] = true
	f.stores[i].Crash()
	if err := f.under[i].Close(); err != nil {
		f.t.Fatal(err)
	}
	if pid := f.holder(f.ids[i]); pid != 0 { // the server takes a moment to notice
		f.exec("SELECT pg_terminate_backend($1, 60000)", int32(pid))
	}
}

// holds returns how many runs and activity rows a worker has: those that it started, unless a slow
// machine left one to another worker.
func (f *fleet) holds(i int) (n int) {
	f.t.Helper()
	if err := f.conn.QueryRow(f.ctx, "SELECT (SELECT count(*) FROM reprise.dispatch WHERE owner = $1) + (SELECT count(*) FROM reprise.activity WHERE owner = $1)", f.ids[i]).Scan(&n); err != nil {
		f.t.Fatal(err)
	}
	return n
}

func (f *fleet) recovered() (n int) {
	for _, rt := range f.rts {
		n += rt.Stats().Recovered
	}
	return n
}

// lives reports whether a worker has not been declared dead.
func (f *fleet) lives(i int) (alive bool) {
	f.t.Helper()
	if err := f.conn.QueryRow(f.ctx, "SELECT EXISTS (SELECT 1 FROM reprise.worker WHERE worker_id = $1 AND NOT dead)", f.ids[i]).Scan(&alive); err != nil {
		f.t.Fatal(err)
	}
	return alive
}

func (f *fleet) dial() {
	f.t.Helper()
	conn, err := pgx.Connect(f.ctx, f.url)
	if err != nil {
		f.t.Fatal(err)
	}
	f.conn = conn
}

func (f *fleet) exec(sql string, args ...any) {
	f.t.Helper()
	if _, err := f.conn.Exec(f.ctx, sql, args...); err != nil {
		f.t.Fatal(err)
	}
}

// during calls do and lets time pass until do returns, because a worker that passed over a locked
// row, or let others look first, looks again later. It uses passLocked: if do takes long, the
// workers have watched long enough to judge one another.
func (f *fleet) during(do func() error) {
	f.t.Helper()
	done := make(chan error, 1)
	go func() { done <- do() }()
	look := time.NewTicker(100 * time.Millisecond)
	defer look.Stop()
	for {
		select {
		case err := <-done:
			if err != nil {
				f.t.Fatal(err)
			}
			return
		case <-look.C:
			f.passLocked(100 * time.Millisecond)
		}
	}
}

// jump sets the database's clock forward or backward.
func (f *fleet) jump(d time.Duration) {
	f.t.Helper()
	f.exec("UPDATE test_clock SET now = now + $1::interval", d)
}

// pass lets time pass for everybody, including the server unless it is down.
func (f *fleet) pass(d time.Duration) {
	f.t.Helper()
	for d > 0 {
		step := f.rest(d)
		if !f.away {
			f.jump(step)
		}
		for _, c := range f.clocks {
			c.Advance(step)
		}
		d -= step
	}
	f.rest(0)
}

// passLocked is pass while every live worker holds its lock. A worker whose tick took too long
// gets its lock back after a moment of real time, which may be seconds of the fleet's time.
func (f *fleet) passLocked(d time.Duration) {
	f.t.Helper()
	for ; d > 0; d -= time.Second {
		f.locked(nil)
		f.pass(min(d, time.Second))
	}
}

// ticked is the store of a worker, and records when its last tick ended.
type ticked struct {
	*storetest.FaultyStore
	clock *faketime.Clock
	mu    sync.Mutex
	under int // ticks and joins in progress
	last  time.Time
	well  bool // the last tick or join succeeded
}

func (s *ticked) Tick(ctx context.Context, q store.Tick) (t store.Ticked, err error) {
	defer s.begin()(&err)
	return s.FaultyStore.Tick(ctx, q)
}

func (s *ticked) Join(ctx context.Context, w store.Worker) (err error) {
	defer s.begin()(&err)
	return s.FaultyStore.Join(ctx, w)
}

func (s *ticked) begin() (end func(*error)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.under++
	return func(err *error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.under--
		s.last, s.well = s.clock.Now(), *err == nil
	}
}

// resting reports whether no tick is in progress or overdue: ticks come every second, or every
// five while a worker cannot join.
func (s *ticked) resting() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	most := 6 * time.Second
	if s.well {
		most = 2 * time.Second
	}
	return s.under == 0 && s.clock.Now().Sub(s.last) <= most
}

// rest waits until every worker has nothing to do but wait for its next tick, which is at most a
// second away, or five if it cannot join. It returns how long the first of them waits, at most d.
// The time of a worker that is kept from ticking stands still.
func (f *fleet) rest(d time.Duration) time.Duration {
	f.t.Helper()
	look := time.NewTicker(time.Millisecond)
	defer look.Stop()
	for i, c := range f.clocks {
		for !f.dead[i] {
			next, ok := c.Next()
			if wait := next.Sub(c.Now()); ok && wait <= 5*time.Second && f.stores[i].resting() {
				d = min(d, wait)
				break
			}
			select {
			case <-look.C:
			case <-f.ctx.Done():
				f.t.Fatal("a worker ticks no more")
			}
		}
	}
	return d
}

// locked waits until every worker's lock is held again, by a connection that is not in not.
func (f *fleet) locked(not map[uint32]bool) {
	f.t.Helper()
	look := time.NewTicker(time.Millisecond)
	defer look.Stop()
	for i, id := range f.ids {
		if f.noLock || f.dead[i] {
			continue
		}
		for pid := f.holder(id); pid == 0 || not[pid]; pid = f.holder(id) {
			select {
			case <-look.C:
			case <-f.ctx.Done():
				f.t.Fatal("a lock is not taken again")
			}
		}
	}
}

func (f *fleet) holder(id store.WorkerID) (pid uint32) {
	f.t.Helper()
	err := f.conn.QueryRow(f.ctx, sessionlock.Holders, sessionlock.Key(id)).Scan(&pid)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		f.t.Fatal(err)
	}
	return pid
}

// nothingLost checks that no worker was declared dead: the same workers still have what they had,
// and every activity began once and counts.
func (f *fleet) nothingLost() {
	f.t.Helper()
	for i, rt := range f.rts {
		if rt.WorkerID() != f.ids[i] {
			f.t.Errorf("worker %d has lost its lease", i)
		}
		if n := rt.Stats().Recovered; n > 0 {
			f.t.Errorf("worker %d took over %d", i, n)
		}
	}
	f.finish()
	for i, h := range f.runs {
		events, err := f.rts[0].Inside().History(f.ctx, h.RunID())
		if err != nil {
			f.t.Fatal(err)
		}
		for _, e := range events {
			if _, lost := e.Body.(*history.AttemptEnded); lost {
				f.t.Errorf("run %d lost an attempt: %v", i, e)
			}
		}
		if f.begun[i] != 1 {
			f.t.Errorf("the activity of run %d began %d times", i, f.begun[i])
		}
	}
}

// finish lets all activities return and checks the results of the runs.
func (f *fleet) finish() {
	f.t.Helper()
	close(f.gate)
	pass := f.passLocked
	if f.t.Failed() { // a worker that was declared dead has another lock
		pass = f.pass
	}
	f.await(pass)
}

// await waits for all runs to end, as the second worker sees it, and calls pass meanwhile.
func (f *fleet) await(pass func(time.Duration)) {
	f.t.Helper()
	results := make(chan error, len(f.runs))
	for i, h := range f.runs {
		go func() {
			h, err := reprise.Get(f.ctx, f.rts[1], held, h.WorkflowID())
			if err == nil {
				var n int
				if n, err = h.Result(f.ctx); err == nil && n != i {
					err = fmt.Errorf("run %d ends with %d", i, n)
				}
			}
			results <- err
		}()
	}
	for range f.runs {
		for ended := false; !ended; {
			select {
			case err := <-results:
				ended = true
				if err != nil {
					f.t.Error(err)
				}
			case <-f.ctx.Done():
				f.t.Fatal("a run does not end")
			default:
				pass(time.Second) // a tick reports the end of a run elsewhere
			}
		}
	}
}
