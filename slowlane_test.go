package reprise

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// lockable is a store in which somebody else keeps what a test says.
type lockable struct {
	store.Store
	mu      sync.Mutex
	kept    map[store.Subject]bool
	batches [][]store.Op
	once    error // of the next batch
	full    atomic.Bool
}

func newLockable() *lockable {
	return &lockable{Store: memory.New(memory.Options{}), kept: map[store.Subject]bool{}}
}

func (s *lockable) lock(subject store.Subject, on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept[subject] = on
}

func (s *lockable) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.batches = append(s.batches, ops)
	if err := s.once; err != nil && len(ops) > 1 {
		s.once = nil
		return nil, err
	}
	outs := make([]store.Outcome, len(ops))
	for i, op := range ops {
		if s.kept[store.SubjectOf(op)] {
			outs[i].Code = store.Locked
			continue
		}
		if s.full.Load() {
			return nil, store.ErrFull
		}
		one, err := s.Store.Apply(ctx, ops[i:i+1])
		if err != nil {
			return nil, err
		}
		outs[i] = one[0]
	}
	return outs, nil
}

// lines is a committer on a store with some runs, and the world around it.
type lines struct {
	t    *testing.T
	st   *lockable
	c    *committer
	runs []store.RunID
}

func newLines(t *testing.T, runs int) *lines {
	cfg, err := Config{Logger: slog.New(slog.DiscardHandler), Build: "test"}.normalised()
	if err != nil {
		t.Fatal(err)
	}
	l := &lines{t: t, st: newLockable()}
	l.c = newCommitter(l.st, cfg)
	for i := range runs {
		id := uuid.New()
		s := &store.Start{Run: id, Chain: id, WorkflowID: fmt.Sprint(i), Workflow: "w", Queue: "q", Level: 1,
			Row: store.Row{Seq: 1, N: 1, Token: id, Data: []byte{1}}}
		if out, err := l.c.do(s); err != nil || out.Code != store.Done {
			t.Fatal(out, err)
		}
		l.runs = append(l.runs, id)
	}
	return l
}

func (l *lines) signal(run int, id string) *request {
	return l.c.submit(&store.Deliver{Ref: store.Ref{Run: l.runs[run]}, Entry: store.Entry{ID: id, Kind: store.EntrySignal}}, false)
}

func (l *lines) lock(run int, on bool) { l.st.lock(store.Subject{Run: l.runs[run]}, on) }

// inbox is the ids of a run's entries, in order.
func (l *lines) inbox(run int) (all []string) {
	p, err := l.st.Pending(context.Background(), l.runs[run])
	if err != nil {
		l.t.Fatal(err)
	}
	for _, e := range p.Entries {
		all = append(all, e.ID)
	}
	return all
}

func answered(r *request) bool { return len(r.done) > 0 }

func answerTo(r *request) answer {
	<-r.done
	return r.answer
}

// What somebody has locked waits by itself, and what follows for the same run waits
// behind it; all others are answered meanwhile.
func TestRedteam7b_WhatIsLockedWaitsAloneAndInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLines(t, 3)
		l.lock(0, true)
		a := l.signal(0, "a")
		synctest.Wait()
		b, neighbour, c := l.signal(0, "b"), l.signal(1, "n"), l.signal(0, "c")
		synctest.Wait()
		if !answered(neighbour) || answered(a) || answered(b) || answered(c) {
			t.Fatalf("answered: the neighbour %v, of the locked run %v %v %v", answered(neighbour), answered(a), answered(b), answered(c))
		}
		l.lock(0, false)
		for _, r := range []*request{a, b, c} {
			if got := answerTo(r); got.err != nil || got.outcome.Code != store.Done {
				t.Errorf("answered %v, %v", got.outcome.Code, got.err)
			}
		}
		if got := l.inbox(0); !slices.Equal(got, []string{"a", "b", "c"}) {
			t.Errorf("the inbox holds %v", got)
		}
		synctest.Wait()
		if len(l.c.lanes) != 0 {
			t.Error("the slow lane outlives its work")
		}
	})
}

// A batch that is halved must not carry out what follows a locked op of the same run, be
// it in the line or in the slow lane.
func TestWhatFollowsALockedOpDoesNotOvertakeItInAHalvedBatch(t *testing.T) {
	for _, where := range []string{"in the line", "in the slow lane"} {
		t.Run(where, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := newLines(t, 2)
				l.lock(0, true)
				if where == "in the slow lane" {
					l.signal(0, "0")
					synctest.Wait()
				}
				batch := []*request{l.request(0, "1"), l.request(1, "x"), l.request(0, "2"), l.request(1, "y")}
				l.st.mu.Lock()
				l.st.once = errors.New("it cannot be written")
				l.st.mu.Unlock()
				l.c.write(batch, nil, nil)
				l.lock(0, false)
				for _, r := range batch {
					<-r.done
				}
				got := l.inbox(0)
				if i := slices.Index(got, "1"); i < 0 || i+1 >= len(got) || got[i+1] != "2" {
					t.Errorf("the inbox holds %v", got)
				}
			})
		})
	}
}

func (l *lines) request(run int, id string) *request {
	return &request{op: &store.Deliver{Ref: store.Ref{Run: l.runs[run]}, Entry: store.Entry{ID: id, Kind: store.EntrySignal}}, done: make(chan struct{}, 1)}
}

// The store is asked with nothing but the ops of one run, ever more rarely, and of
// however many locked runs by few at a time.
func TestTheStoreIsAskedAboutLockedRunsOneByOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLines(t, 40)
		for i := range l.runs {
			l.lock(i, true)
			l.signal(i, "a")
		}
		synctest.Wait()
		l.st.mu.Lock()
		l.st.batches = nil
		l.st.mu.Unlock()
		<-time.After(10 * time.Second)
		l.st.mu.Lock()
		for _, ops := range l.st.batches {
			if len(ops) != 1 {
				t.Errorf("a batch has %d members", len(ops))
			}
		}
		if n := len(l.st.batches); n > 40*20 {
			t.Errorf("the store was asked %d times in 10 s about 40 runs", n)
		}
		l.st.mu.Unlock()
		l.c.abandon()
	})
}

// Who calls from outside is told after a while, what to do included; the engine waits.
func TestACallerIsToldOfALockThatIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := t.Context()
		st := newLockable()
		rt, err := New(st, Config{Logger: slog.New(slog.DiscardHandler), Build: "test"})
		if err != nil {
			t.Fatal(err)
		}
		run, err := Start(ctx, rt, workflow.Define[int, int]("w"), 0, ID("w"))
		if err != nil {
			t.Fatal(err)
		}
		byID, byName := store.Subject{Run: run.RunID()}, store.Subject{Namespace: "default", WorkflowID: "w"}
		st.lock(byID, true)
		st.lock(byName, true)
		r := rt.writes.submit(&store.Release{Run: run.RunID(), Worker: run.RunID(), Epoch: 1}, false)
		before := time.Now()
		err = Signal(ctx, rt, "w", poke, 1)
		if !errors.Is(err, store.ErrTransient) || errors.Is(err, store.ErrUnknownOutcome) {
			t.Errorf("Signal: %v", err)
		}
		if took := time.Since(before); took < maxLocked || took > 3*maxLocked {
			t.Errorf("the caller was told after %v", took)
		}
		if answered(r) {
			t.Error("the engine's write was given up")
		}
		st.lock(byID, false)
		if got := answerTo(r); got.err != nil || got.outcome.Code != store.Fenced {
			t.Errorf("the engine's write: %v, %v", got.outcome.Code, got.err)
		}
		st.lock(byName, false)
		if err := Signal(ctx, rt, "w", poke, 1); err != nil {
			t.Errorf("Signal once the lock is free: %v", err)
		}
	})
}

// Stop does not wait for a lock: what is left is answered.
func TestStopDoesNotWaitForALock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLines(t, 1)
		l.lock(0, true)
		a, b := l.signal(0, "a"), l.signal(0, "b")
		synctest.Wait()
		l.c.abandon()
		for _, r := range []*request{a, b} {
			if got := answerTo(r); !errors.Is(got.err, ErrStopped) {
				t.Errorf("answered %v, %v", got.outcome.Code, got.err)
			}
		}
	})
}

// Nor does the Stop of a whole Runtime: a run that somebody has locked keeps nobody from
// giving back the others.
func TestStopGivesUpWhatIsLockedForLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := newLockable()
		inside := make(chan struct{})
		once := activity.New("once", func(ctx context.Context, _ int) (int, error) {
			close(inside)
			<-ctx.Done()
			return 0, context.Cause(ctx)
		})
		w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) { return workflow.Execute(ctx, once, n).Get(ctx) })
		rt := begun(t, st, Config{}, w, once)
		run, err := Start(t.Context(), rt, w, 21)
		if err != nil {
			t.Fatal(err)
		}
		<-inside
		st.lock(store.Subject{Run: run.RunID()}, true)
		began := time.Now()
		if err := rt.Stop(context.Background()); err != nil {
			t.Log(err)
		}
		if took := time.Since(began); took > 2*maxLocked {
			t.Errorf("Stop waited for %v", took)
		}
	})
}

// What comes out of a slow lane to a store without space is tried again, also when nobody
// writes anything else.
func TestWhatWasLockedIsTriedAgainWhenTheStoreIsFull(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLines(t, 1)
		l.lock(0, true)
		r := l.c.submit(l.request(0, "a").op, false)
		<-time.After(time.Second)
		l.st.full.Store(true)
		l.lock(0, false)
		<-time.After(time.Minute)
		if answered(r) {
			t.Fatal("a full store has taken it")
		}
		l.st.full.Store(false)
		<-time.After(time.Minute)
		if !answered(r) {
			t.Error("it was not tried again")
		}
	})
}

// Once a lock is free, its lane is emptied without any pause.
func TestASlowLaneIsEmptiedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLines(t, 1)
		l.lock(0, true)
		var all []*request
		for i := range 2 * maxBatch {
			all = append(all, l.signal(0, fmt.Sprint(i)))
		}
		<-time.After(3 * time.Second)
		l.lock(0, false)
		<-all[0].done
		began := time.Now()
		for _, r := range all[1:] {
			<-r.done
		}
		if took := time.Since(began); took != 0 {
			t.Errorf("the rest of the lane waited for %v", took)
		}
	})
}

// A due timer whose run somebody has locked is not fired, and stays the next one. The
// store is asked for it now and then, not all the time.
func TestATimerOfALockedRunIsNotAskedForAllTheTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := t.Context()
		var asked atomic.Int32
		var locked atomic.Bool
		st := &firing{Store: memory.New(memory.Options{}), pass: func() bool {
			if locked.Load() {
				asked.Add(1)
			}
			return !locked.Load()
		}}
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) { return 1, workflow.Sleep(ctx, time.Minute) })
		rt := begun(t, st, Config{}, w)
		run, err := Start(ctx, rt, w, 0)
		if err != nil {
			t.Fatal(err)
		}
		locked.Store(true)
		<-time.After(90 * time.Second)
		if n := asked.Load(); n < 10 || n > 500 {
			t.Errorf("the store was asked %d times in half a minute", n)
		}
		locked.Store(false)
		if _, err := run.Result(ctx); err != nil {
			t.Error(err)
		}
	})
}

// firing is a store that fires nothing unless it may.
type firing struct {
	store.Store
	pass func() bool
}

func (s *firing) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	for i, op := range ops {
		f, ok := op.(*store.Fire)
		if !ok || s.pass() {
			continue
		}
		now, err := s.Now(ctx)
		if err != nil {
			return nil, err
		}
		outs, err := s.Store.Apply(ctx, slices.Concat(ops[:i], []store.Op{&store.Fire{From: f.From}}, ops[i+1:]))
		if err == nil && outs[i].Next.IsZero() {
			outs[i].Next = now
		}
		return outs, err
	}
	return s.Store.Apply(ctx, ops)
}

// The end of an activity whose run somebody has locked keeps the worker neither from other
// activities nor from its lease.
func TestRedteam6bAnActivityThatCannotBeEndedHoldsUpNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
		defer cancel()
		st := newLockable()
		absent := activity.Define[int, int]("absent", activity.Policy{ScheduleToClose: time.Minute})
		late := workflow.New("late", func(ctx workflow.Context, _ int) (int, error) { return workflow.Execute(ctx, absent, 0).Get(ctx) })
		double := activity.New("double", func(_ context.Context, n int) (int, error) { return 2 * n, nil })
		w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) { return workflow.Execute(ctx, double, n).Get(ctx) })
		rt := begun(t, st, Config{}, late, w, double)
		worker := rt.current()
		run, err := Start(ctx, rt, late, 0)
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		lock := store.Subject{Run: run.RunID()}
		st.lock(lock, true)
		<-time.After(2 * time.Minute) // the row is overdue, and its end waits
		if !worker.keeper.Valid() {
			t.Error("the worker lets its lease run out")
		}
		other, err := Start(ctx, rt, w, 21)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := other.Result(ctx); err != nil || got != 42 {
			t.Errorf("another run beside it: %d, %v", got, err)
		}
		st.lock(lock, false)
		if _, err := run.Result(ctx); !errors.Is(err, activity.ErrTimeout) {
			t.Errorf("the run whose activity is overdue: %v", err)
		}
	})
}

// An activity that has been done is not done again because somebody has its run locked for
// longer than the worker needs to compare what it owns with what it holds.
func TestRedteam6bAnActivityWhoseEndWaitsIsNotGivenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
		defer cancel()
		st := newLockable()
		inside, leave := make(chan int, 10), make(chan struct{})
		once := activity.New("once", func(_ context.Context, n int) (int, error) {
			inside <- n
			<-leave
			return 2 * n, nil
		}, activity.Policy{Heartbeat: time.Hour, Retry: activity.RetryPolicy{MaxAttempts: 1}}) // with a heartbeat it is a row
		w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) { return workflow.Execute(ctx, once, n).Get(ctx) })
		rt := begun(t, st, Config{}, w, once)
		run, err := Start(ctx, rt, w, 21)
		if err != nil {
			t.Fatal(err)
		}
		<-inside
		lock := store.Subject{Run: run.RunID()}
		st.lock(lock, true)
		close(leave)
		<-time.After(time.Minute)
		st.lock(lock, false)
		if got, err := run.Result(ctx); err != nil || got != 42 {
			t.Errorf("the result is %d, %v", got, err)
		}
		if n := len(inside); n != 0 {
			t.Errorf("the activity was begun %d times more", n)
		}
	})
}
