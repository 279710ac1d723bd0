package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/workflow"
)

// ledger counts what an Observer receives.
type ledger struct {
	mu     sync.Mutex
	begun  map[string]int // "act 1": attempt 1 at act
	ended  map[string]int
	ends   []string             // "act 1 done"
	next   map[string]time.Time // when the next attempt was said to begin, by the attempt before
	closed []string             // "w completed"
	tasks  int
	fenced int
	wrong  []string
	change chan struct{} // holds one entry while something is new
}

func newLedger() *ledger {
	return &ledger{begun: map[string]int{}, ended: map[string]int{}, next: map[string]time.Time{}, change: make(chan struct{}, 1)}
}

func (l *ledger) note(f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f()
	select {
	case l.change <- struct{}{}:
	default:
	}
}

func (l *ledger) observer() *reprise.Observer {
	return &reprise.Observer{
		ActivityStarted: func(e reprise.ActivityStarted) {
			l.note(func() {
				l.begun[fmt.Sprint(e.Activity, " ", e.Attempt)]++
				if e.Workflow == "" || e.WorkflowID == "" || e.RunID == (reprise.RunID{}) || e.Number == 0 || e.Queue == "" {
					l.wrong = append(l.wrong, fmt.Sprintf("incomplete: %+v", e))
				}
			})
		},
		ActivityEnded: func(e reprise.ActivityEnded) {
			l.note(func() {
				key := fmt.Sprint(e.Activity, " ", e.Attempt)
				if l.begun[key] == 0 {
					l.wrong = append(l.wrong, key+" has ended before it began")
				}
				l.ended[key]++
				l.ends = append(l.ends, key+" "+string(e.End))
				l.next[key] = e.Next
				if e.Workflow == "" || e.WorkflowID == "" || e.RunID == (reprise.RunID{}) || e.Number == 0 || e.Queue == "" {
					l.wrong = append(l.wrong, fmt.Sprintf("incomplete: %+v", e))
				}
			})
		},
		RunClosed: func(e reprise.RunClosed) {
			l.note(func() {
				l.closed = append(l.closed, e.WorkflowID+" "+e.Status.String())
				if e.Started.IsZero() || e.Closed.Before(e.Started) || (e.Failure == nil) != (e.Status == reprise.Completed) {
					l.wrong = append(l.wrong, fmt.Sprintf("incomplete: %+v", e))
				}
			})
		},
		TaskDone:  func(reprise.TaskDone) { l.note(func() { l.tasks++ }) },
		RunFenced: func(reprise.RunFenced) { l.note(func() { l.fenced++ }) },
	}
}

// until waits until the ledger satisfies ok.
func (l *ledger) until(t *testing.T, ok func() bool) {
	t.Helper()
	for ctx := bounded(t); ; {
		l.mu.Lock()
		done := ok()
		l.mu.Unlock()
		if done {
			return
		}
		select {
		case <-l.change:
		case <-ctx.Done():
			t.Fatalf("ends %q, runs %q", l.ends, l.closed)
		}
	}
}

// check compares what was received with what was expected. Each attempt that has begun has one
// end.
func (l *ledger) check(t *testing.T, ends, closed []string, fenced int) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, w := range l.wrong {
		t.Error(w)
	}
	for key, n := range l.begun {
		if n != 1 || l.ended[key] != 1 {
			t.Errorf("of %s %d beginnings and %d ends are told", key, n, l.ended[key])
		}
	}
	slices.Sort(l.ends)
	slices.Sort(l.closed)
	if !slices.Equal(l.ends, ends) {
		t.Errorf("the ends of attempts are %q; want %q", l.ends, ends)
	}
	if !slices.Equal(l.closed, closed) {
		t.Errorf("the ends of runs are %q; want %q", l.closed, closed)
	}
	if l.fenced != fenced {
		t.Errorf("%d runs are told to be fenced; want %d", l.fenced, fenced)
	}
}

// stage is the place where a test ends an attempt.
type stage struct {
	t      *testing.T
	ctx    context.Context
	shared *memory.Store
	ledger *ledger
	rt     *reprise.Runtime
	inside chan struct{} // the function is running
	leave  chan struct{} // it may return
	deaf   func()        // the worker no longer learns of its lease, and claims nothing
}

func (s *stage) begin(def workflow.Definition[int, int]) reprise.Handle[int] {
	return begin(s.t, s.rt, def, 1, "w")
}

// stop stops the worker, and fails the test if something is left behind.
func (s *stage) stop() {
	s.t.Helper()
	if err := s.rt.Stop(s.ctx); err != nil {
		s.t.Errorf("Stop: %v", err)
	}
}

// An Observer is told once of each attempt that begins, and once of its end, however it ends; and
// once of each run that ends here.
func TestEveryAttemptAndRunHasOneEndInTheObserver(t *testing.T) {
	obeys := func(s *stage) func(context.Context, int) (int, error) {
		return func(ctx context.Context, _ int) (int, error) {
			s.inside <- struct{}{}
			<-ctx.Done()
			return 0, context.Cause(ctx)
		}
	}
	ignores := func(s *stage) func(context.Context, int) (int, error) {
		return func(context.Context, int) (int, error) {
			s.inside <- struct{}{}
			<-s.leave
			return 1, nil
		}
	}
	returns := func(fn func(n int) (int, error)) func(*stage) func(context.Context, int) (int, error) {
		return func(*stage) func(context.Context, int) (int, error) {
			return func(ctx context.Context, _ int) (int, error) { return fn(activity.GetInfo(ctx).Attempt) }
		}
	}
	await := func(s *stage) { _, _ = s.begin(theWork).Result(s.ctx) }
	none := []string(nil)
	for _, c := range []struct {
		name   string
		policy activity.Policy
		act    func(*stage) func(context.Context, int) (int, error)
		wf     func(ctx workflow.Context, act activity.Def[int, int]) (int, error) // nil: returns its result
		play   func(*stage)
		eager  []string // the ends of attempts, if the first one is eager
		row    []string // the same, if it is a row
		closed []string
		fenced [2]int // fenced runs, for an eager attempt and for a row
	}{
		{
			name: "a result", act: returns(func(int) (int, error) { return 1, nil }), play: await,
			eager: []string{"act 1 done"}, row: []string{"act 1 done"}, closed: []string{"w completed"},
		},
		{
			name: "a failure", act: returns(func(int) (int, error) { return 0, failure.New("", "no", failure.Permanent()) }), play: await,
			eager: []string{"act 1 done"}, row: []string{"act 1 done"}, closed: []string{"w failed"},
		},
		{
			name: "a panic", act: returns(func(int) (int, error) { panic("no") }), play: await,
			policy: activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: 1}},
			eager:  []string{"act 1 done"}, row: []string{"act 1 done"}, closed: []string{"w failed"},
		},
		{
			name: "Goexit", act: returns(func(int) (int, error) { runtime.Goexit(); return 0, nil }), play: await,
			policy: activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: 1}},
			eager:  []string{"act 1 done"}, row: []string{"act 1 done"}, closed: []string{"w failed"},
		},
		{
			name: "another attempt",
			act: returns(func(n int) (int, error) {
				if n < 3 {
					return 0, errors.New("not yet")
				}
				return n, nil
			}),
			play: func(s *stage) {
				before := time.Now()
				await(s)
				s.ledger.until(s.t, func() bool { return len(s.ledger.next) == 3 })
				// The end of an attempt is reported once it is written, and the next one may have ended by
				// then.
				if next := s.ledger.next; next["act 1"].Before(before) || next["act 2"].Before(before) || !next["act 3"].IsZero() {
					s.t.Errorf("the next attempts are told to be at %v", next)
				}
			},
			policy: activity.Policy{Retry: activity.RetryPolicy{InitialInterval: time.Millisecond}},
			eager:  []string{"act 1 retried", "act 2 retried", "act 3 done"}, row: []string{"act 1 retried", "act 2 retried", "act 3 done"},
			closed: []string{"w completed"},
		},
		{
			name: "out of time", act: obeys, play: await,
			policy: activity.Policy{StartToClose: time.Millisecond, Retry: activity.RetryPolicy{MaxAttempts: 1}},
			eager:  []string{"act 1 done"}, row: []string{"act 1 done"}, closed: []string{"w failed"},
		},
		{
			name: "its run returns before it", act: obeys,
			wf: func(ctx workflow.Context, act activity.Def[int, int]) (int, error) {
				workflow.Execute(ctx, act, 1)
				_, err := workflow.Receive(ctx, approve)
				return 1, err
			},
			play: func(s *stage) {
				h := s.begin(theWork)
				<-s.inside
				if err := reprise.Signal(s.ctx, s.rt, "w", approve, approval{}); err != nil {
					s.t.Error(err)
				}
				_, _ = h.Result(s.ctx)
			},
			eager: []string{"act 1 cancelled"}, row: []string{"act 1 cancelled"}, closed: []string{"w completed"},
		},
		{
			name: "its run is terminated", act: obeys,
			play: func(s *stage) {
				h := s.begin(theWork)
				<-s.inside
				if err := reprise.Terminate(s.ctx, s.rt, "w", "enough"); err != nil {
					s.t.Error(err)
				}
				_, _ = h.Result(s.ctx)
			},
			eager: []string{"act 1 cancelled"}, row: []string{"act 1 cancelled"}, closed: []string{"w terminated"},
		},
		{
			name: "its worker stops, and it makes way", act: obeys,
			// A claim in progress would find the row that the attempt gives back.
			play:  func(s *stage) { s.begin(theWork); <-s.inside; s.deaf(); s.stop() },
			eager: []string{"act 1 handed over"}, row: []string{"act 1 handed over"}, closed: none,
		},
		{
			name: "its worker stops without it", act: ignores,
			play: func(s *stage) {
				s.begin(theWork)
				<-s.inside
				if err := s.rt.StopNow(); err == nil {
					s.t.Error("StopNow has waited for an activity")
				}
				close(s.leave)
			},
			eager: []string{"act 1 lost"}, row: []string{"act 1 lost"}, closed: none,
		},
		{
			name: "its worker loses its lease", act: obeys,
			policy: activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: 1}}, // the worker joins again and fails the run
			play: func(s *stage) {
				h := s.begin(theWork)
				<-s.inside
				condemnAlive(s.t, s.shared, s.rt.WorkerID())
				_, _ = h.Result(s.ctx)
			},
			eager: []string{"act 1 lost"}, row: []string{"act 1 lost"}, closed: []string{"w failed"},
		},
		{
			name: "others have its work", act: ignores,
			play: func(s *stage) {
				s.begin(theWork)
				<-s.inside
				s.deaf()
				if err := s.shared.Leave(s.ctx, s.rt.WorkerID()); err != nil {
					s.t.Error(err)
				}
				close(s.leave)
				s.ledger.until(s.t, func() bool { return len(s.ledger.ends) > 0 })
			},
			// The end of an eager attempt belongs to its run, whose commit is fenced; the end of a row is
			// separate.
			eager: []string{"act 1 done"}, row: []string{"act 1 fenced"}, closed: none, fenced: [2]int{1, 0},
		},
	} {
		for i, kind := range []string{"eager", "row"} {
			t.Run(c.name+"/"+kind, func(t *testing.T) {
				s := &stage{t: t, ctx: bounded(t), shared: newMemory(), ledger: newLedger(), inside: make(chan struct{}, 9), leave: make(chan struct{})}
				cut := &cutting{Store: s.shared}
				s.deaf = cut.cut
				policy, ends := c.policy, c.eager
				if kind == "row" {
					policy.Queue, ends = "rows", c.row
				}
				act := activity.Define[int, int]("act", policy)
				wf := c.wf
				if wf == nil {
					wf = func(ctx workflow.Context, act activity.Def[int, int]) (int, error) {
						return workflow.Execute(ctx, act, 1).Get(ctx)
					}
				}
				cfg := hurried()
				cfg.Queues, cfg.Observer = []reprise.Queue{{Name: "default"}, {Name: "rows"}}, s.ledger.observer()
				rt, err := reprise.New(cut, cfg, act.Bind(c.act(s)), theWork.Bind(func(ctx workflow.Context, _ int) (int, error) { return wf(ctx, act) }))
				if err != nil {
					t.Fatal(err)
				}
				s.rt = rt
				if err := rt.Start(s.ctx); err != nil {
					t.Fatal(err)
				}
				c.play(s)
				// Stop would be one more way to end what has not ended.
				s.ledger.until(t, func() bool {
					return len(s.ledger.ends) >= len(ends) && len(s.ledger.closed) >= len(c.closed) && s.ledger.fenced >= c.fenced[i]
				})
				_ = rt.Stop(s.ctx) // the play has checked what it leaves behind
				s.ledger.check(t, ends, c.closed, c.fenced[i])
			})
		}
	}
}

var theWork = workflow.Define[int, int]("the work")

// cutting is a store that can be cut off from a worker, which then learns nothing of its lease
// and whose claims find nothing. Other members of a batch with a claim are applied.
type cutting struct {
	store.Store
	calls sync.RWMutex // held by each call in progress
	off   bool
}

// cut waits for the calls in progress: a claim among them would find what is given back later.
func (c *cutting) cut() {
	c.calls.Lock()
	defer c.calls.Unlock()
	c.off = true
}

var errCut = fmt.Errorf("%w: cut off", store.ErrTransient)

func (c *cutting) Tick(ctx context.Context, q store.Tick) (store.Ticked, error) {
	c.calls.RLock()
	defer c.calls.RUnlock()
	if c.off {
		return store.Ticked{}, errCut
	}
	return c.Store.Tick(ctx, q)
}

func (c *cutting) Owned(ctx context.Context, worker store.WorkerID) (store.Owned, error) {
	c.calls.RLock()
	defer c.calls.RUnlock()
	if c.off {
		return store.Owned{}, errCut
	}
	return c.Store.Owned(ctx, worker)
}

func (c *cutting) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	c.calls.RLock()
	defer c.calls.RUnlock()
	if c.off {
		ops = slices.Clone(ops)
		for i, op := range ops {
			switch op := op.(type) {
			case *store.Claim:
				none := *op
				none.Filter = store.Filter{Namespace: op.Filter.Namespace}
				ops[i] = &none
			case *store.ClaimActivities:
				none := *op
				none.Filter = store.Filter{Namespace: op.Filter.Namespace}
				ops[i] = &none
			}
		}
	}
	return c.Store.Apply(ctx, ops)
}

// Each way in which a transactional attempt ends is reported once, too.
func TestEveryTransactionalAttemptHasOneEndInTheObserver(t *testing.T) {
	down := fmt.Errorf("%w: the server takes no writes", store.ErrTransient)
	for _, c := range []struct {
		name  string
		first storetest.Fault // of the first COMMIT
		fails int             // attempts of the function
		ends  []string
	}{
		{name: "a result", ends: []string{"debit 1 done"}},
		{name: "a failure", fails: 1, ends: []string{"debit 1 retried", "debit 2 done"}},
		{name: "the store does not take it", first: storetest.Fault{Kind: storetest.FailBefore, Err: down}, ends: []string{"debit 1 done", "debit 1 handed over"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx := bounded(t)
			l := newLedger()
			var mu sync.Mutex
			calls, commits := 0, 0
			st := storetest.Faulty(newMemory(), func(call storetest.Call) storetest.Fault {
				mu.Lock()
				defer mu.Unlock()
				if call.Method != "End" {
					return storetest.Fault{}
				}
				if commits++; commits == 1 {
					return c.first
				}
				return storetest.Fault{}
			})
			var a account
			cfg := hurried()
			cfg.Observer = l.observer()
			rt := startRuntime(t, st, cfg, pay(debitTwice, func(ctx context.Context, tx *memory.ActivityTx, line string) (int, error) {
				mu.Lock()
				defer mu.Unlock()
				if calls++; calls <= c.fails {
					return 0, errors.New("card declined")
				}
				return a.debit(ctx, tx, line)
			})...)
			if _, err := begin(t, rt, payment, "10", "p").Result(ctx); err != nil {
				t.Fatal(err)
			}
			if err := rt.Stop(ctx); err != nil {
				t.Fatal(err)
			}
			l.mu.Lock()
			defer l.mu.Unlock()
			slices.Sort(l.ends)
			if !slices.Equal(l.ends, c.ends) || l.begun["debit 1"]+l.begun["debit 2"] != len(c.ends) {
				t.Errorf("told are %q of %v", l.ends, l.begun)
			}
		})
	}
}

// TaskDone is reported once for each task in a history.
func TestTaskDoneIsToldOnceForEachTask(t *testing.T) {
	ctx := bounded(t)
	l := newLedger()
	cfg := quiet()
	cfg.Observer = l.observer()
	w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) {
		for range 5 {
			if _, err := workflow.Execute(ctx, double, n).Get(ctx); err != nil {
				return 0, err
			}
		}
		_, err := workflow.Receive(ctx, approve)
		return n, err
	})
	rt := startRuntime(t, newMemory(), cfg, w, double.Bind(doubled))
	run := begin(t, rt, w, 2, "w")
	awaitRun(t, rt, "w", func(d reprise.Description) bool { return strings.Contains(d.Waiting, "signal approve") })
	if err := reprise.Signal(ctx, rt, "w", approve, approval{}); err != nil {
		t.Fatal(err)
	}
	if _, err := run.Result(ctx); err != nil {
		t.Fatal(err)
	}
	if err := rt.Stop(ctx); err != nil {
		t.Fatal(err)
	}
	tasks := 0
	err := rt.Inside().Rows(ctx, run.RunID(), func(h history.Header, _ []history.Event) error {
		if !h.Open {
			tasks++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.tasks != tasks || tasks < 7 {
		t.Errorf("%d tasks are told, the history has %d", l.tasks, tasks)
	}
}

// Whoever terminates a run is told of its end, even as a client, and nobody else is.
func TestTheEndOfATerminatedRunIsToldOnceWhereItWasTerminated(t *testing.T) {
	ctx := bounded(t)
	st := newMemory()
	mine, others := newLedger(), newLedger()
	cfg := quiet()
	cfg.Observer = others.observer()
	worker := startRuntime(t, st, cfg, waitSign.Bind(signed))
	cfg.Observer = mine.observer()
	client, err := reprise.New(st, cfg)
	if err != nil {
		t.Fatal(err)
	}
	begin(t, worker, waitSign, "x", "p")
	awaitRun(t, worker, "p", func(d reprise.Description) bool { return d.Owner == store.WorkerID{} })
	if err := reprise.Terminate(ctx, client, "p", "enough"); err != nil {
		t.Fatal(err)
	}
	if err := reprise.Terminate(ctx, client, "p", "once more"); !errors.Is(err, reprise.ErrClosed) {
		t.Errorf("the second time: %v", err)
	}
	if err := errors.Join(client.Stop(ctx), worker.Stop(ctx)); err != nil {
		t.Fatal(err)
	}
	mine.check(t, nil, []string{"p terminated"}, 0)
	others.check(t, nil, nil, 0)
}
