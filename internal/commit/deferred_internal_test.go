package commit

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/timer"
)

// group is a Group on a store with some runs, some of which somebody else keeps locked.
type group struct {
	t    *testing.T
	st   *storetest.Lockable
	g    *Group
	runs []store.RunID
}

func newGroup(t *testing.T, runs int) *group {
	l := &group{t: t, st: storetest.NewLockable(memory.New())}
	l.g = New(Config{Store: l.st, Clock: timer.System(), Logger: slog.New(slog.DiscardHandler)})
	for i := range runs {
		id := uuid.New()
		s := &store.Start{Run: id, Chain: id, WorkflowID: fmt.Sprint(i), Workflow: "w", Queue: "q", Level: 1,
			Row: store.Row{Seq: 1, N: 1, Token: id, Data: []byte{1}}}
		if out, err := l.g.Do(s); err != nil || out.Code != store.Done {
			t.Fatal(out, err)
		}
		l.runs = append(l.runs, id)
	}
	return l
}

func (l *group) signal(run int, id string) *Request {
	return l.g.Submit(l.request(run, id).op, false)
}

func (l *group) request(run int, id string) *Request {
	return &Request{op: &store.Deliver{Ref: store.Ref{Run: l.runs[run]}, Entry: store.Entry{ID: id, Kind: store.EntrySignal}}, done: make(chan struct{}, 1)}
}

func (l *group) lock(run int, on bool) { l.st.Lock(store.Subject{Run: l.runs[run]}, on) }

// inbox is the ids of a run's entries, in order.
func (l *group) inbox(run int) (all []string) {
	p, err := l.st.Pending(context.Background(), l.runs[run])
	if err != nil {
		l.t.Fatal(err)
	}
	for _, e := range p.Entries {
		all = append(all, e.ID)
	}
	return all
}

func answered(r *Request) bool { return len(r.done) > 0 }

func answerTo(r *Request) Answer {
	<-r.done
	return r.answer
}

// What somebody has locked waits by itself, and what follows for the same run waits
// behind it; all others are answered meanwhile.
func TestWhatIsLockedWaitsAloneAndInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newGroup(t, 3)
		l.lock(0, true)
		a := l.signal(0, "a")
		synctest.Wait()
		b, neighbour, c := l.signal(0, "b"), l.signal(1, "n"), l.signal(0, "c")
		synctest.Wait()
		if !answered(neighbour) || answered(a) || answered(b) || answered(c) {
			t.Fatalf("answered: the neighbour %v, of the locked run %v %v %v", answered(neighbour), answered(a), answered(b), answered(c))
		}
		l.lock(0, false)
		for _, r := range []*Request{a, b, c} {
			if got := answerTo(r); got.Err != nil || got.Outcome.Code != store.Done {
				t.Errorf("answered %v, %v", got.Outcome.Code, got.Err)
			}
		}
		if got := l.inbox(0); !slices.Equal(got, []string{"a", "b", "c"}) {
			t.Errorf("the inbox holds %v", got)
		}
		synctest.Wait()
		if len(l.g.mu.deferred) != 0 {
			t.Error("the deferred list outlives its work")
		}
	})
}

// A batch that is halved must not carry out what follows a locked op of the same run, be
// it in the line or in its deferred list.
func TestWhatFollowsALockedOpDoesNotOvertakeItInAHalvedBatch(t *testing.T) {
	for _, where := range []string{"in the line", "in its deferred list"} {
		t.Run(where, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := newGroup(t, 2)
				l.lock(0, true)
				if where == "in its deferred list" {
					l.signal(0, "0")
					synctest.Wait()
				}
				batch := []*Request{l.request(0, "1"), l.request(1, "x"), l.request(0, "2"), l.request(1, "y")}
				l.st.FailOnce(errors.New("it cannot be written"))
				l.g.write(batch, nil, nil)
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

// The store is asked with nothing but the ops of one run, ever more rarely, and of
// however many locked runs by few at a time.
func TestTheStoreIsAskedAboutLockedRunsOneByOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newGroup(t, 40)
		for i := range l.runs {
			l.lock(i, true)
			l.signal(i, "a")
		}
		synctest.Wait()
		l.st.Batches()
		<-time.After(10 * time.Second)
		batches := l.st.Batches()
		for _, ops := range batches {
			if len(ops) != 1 {
				t.Errorf("a batch has %d members", len(ops))
			}
		}
		if n := len(batches); n > 40*20 {
			t.Errorf("the store was asked %d times in 10 s about 40 runs", n)
		}
		l.g.Close()
	})
}

// slow is a store that waits for a lock before it says so, and can tell who has it.
type slow struct{ *storetest.Lockable }

func (s slow) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	<-time.After(120 * time.Millisecond)
	return s.Lockable.Apply(ctx, ops)
}

func (slow) Holders(context.Context) string { return "session 7: end that session" }

// Where a table is locked there are more runs than can ask the store in the time that a
// caller waits. Each caller is told in that time, and by whom the table is kept.
func TestCallersAreToldInTimeHoweverMuchIsLocked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const n = 2000
		l := newGroup(t, n)
		l.g.cfg.Store = slow{l.st}
		var all []*Request
		begun := time.Now()
		for i := range n {
			l.lock(i, true)
			all = append(all, l.g.Submit(l.request(i, "a").op, true))
		}
		for i, r := range all {
			got := answerTo(r)
			if took := time.Since(begun); took > maxDeferred+2*mostRetry {
				t.Fatalf("caller %d is told after %v", i, took)
			}
			if !errors.Is(got.Err, store.ErrTransient) || !strings.Contains(got.Err.Error(), "end that session") {
				t.Fatalf("caller %d is told %v", i, got.Err)
			}
		}
		l.g.Close()
	})
}

// Stop does not wait for a lock: what is left is answered.
// A write that is about no run can wait for a table, or for the row of a queue. It says which write that is.
func TestWhatIsAboutNoRunIsNamed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newGroup(t, 0)
		l.st.Lock(store.Subject{}, true)
		a := l.g.DoCaller(t.Context(), &store.ChangeQueue{Queue: "q"}, nil)
		if a.Err == nil || !strings.Contains(a.Err.Error(), "has kept what ChangeQueue needs locked for") {
			t.Errorf("the caller gets %v", a.Err)
		}
	})
}

func TestStopDoesNotWaitForALock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newGroup(t, 1)
		l.lock(0, true)
		a, b := l.signal(0, "a"), l.signal(0, "b")
		synctest.Wait()
		l.g.Close()
		for _, r := range []*Request{a, b} {
			if got := answerTo(r); !errors.Is(got.Err, ErrStopped) {
				t.Errorf("answered %v, %v", got.Outcome.Code, got.Err)
			}
		}
	})
}

// What comes out of a deferred list to a store without space is tried again, also when nobody
// writes anything else.
func TestWhatWasLockedIsTriedAgainWhenTheStoreIsFull(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newGroup(t, 1)
		l.lock(0, true)
		r := l.g.Submit(l.request(0, "a").op, false)
		<-time.After(time.Second)
		l.st.Fill(true)
		l.lock(0, false)
		<-time.After(time.Minute)
		if answered(r) {
			t.Fatal("a full store has taken it")
		}
		l.st.Fill(false)
		<-time.After(time.Minute)
		if !answered(r) {
			t.Error("it was not tried again")
		}
	})
}

// Once a lock is free, its list is emptied without any pause.
func TestADeferredListIsEmptiedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newGroup(t, 1)
		l.lock(0, true)
		var all []*Request
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
			t.Errorf("the rest of the list waited for %v", took)
		}
	})
}

// A caller whose context never ends is answered when nobody waits for the store any more.
func TestACallerIsAnsweredWhenTheStoreIsAbandoned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newField(false)
		defer f.landAll()
		answered := make(chan error, 1)
		go func() {
			_, err := f.g.DoCaller(context.Background(), &store.Deliver{Ref: store.Ref{WorkflowID: "w"}}, nil).Result()
			answered <- err
		}()
		synctest.Wait()
		f.g.Abandon()
		if err := <-answered; !errors.Is(err, ErrStopped) || !errors.Is(err, store.ErrUnknownOutcome) {
			t.Errorf("the caller is told %v", err)
		}
	})
}

// What a relay finds locked is answered soon, and does not keep the others waiting; where the batch
// beside had the lock, it goes.
func TestWhatARelayFindsLockedIsAnsweredSoon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newGroup(t, 3)
		l.lock(0, true)
		l.lock(1, true)
		go func() {
			<-time.After(20 * time.Millisecond)
			l.lock(1, false)
		}()
		began := time.Now()
		var ops []store.Op
		for run := range 3 {
			ops = append(ops, l.request(run, "a").op)
		}
		answers := DoAll(l.g, ops)
		for i, want := range []store.Code{store.Locked, store.Done, store.Done} {
			if a := answers[i]; a.Err != nil || a.Outcome.Code != want {
				t.Errorf("what is for run %d is answered %v, %v; want %v", i, a.Outcome.Code, a.Err, want)
			}
		}
		if took := time.Since(began); took > 2*briefly {
			t.Errorf("it took %v", took)
		}
		again := l.signal(0, "b") // the engine's own, which waits
		<-time.After(time.Second)
		began = time.Now()
		if a := DoAll(l.g, ops[:1])[0]; a.Outcome.Code != store.Locked || time.Since(began) > briefly {
			t.Errorf("behind what is locked for long it is answered %v after %v", a.Outcome.Code, time.Since(began))
		}
		l.lock(0, false)
		if a := answerTo(again); a.Err != nil || a.Outcome.Code != store.Done {
			t.Errorf("the engine's own is answered %v, %v", a.Outcome.Code, a.Err)
		}
	})
}

// What a relay delivers goes before what parks its run, as any delivery does.
func TestARelayIsOrderedByWhatItCarriesOut(t *testing.T) {
	of := func(ops ...store.Op) (all []*Request) {
		for _, op := range ops {
			all = append(all, new(Request).ask(op, false))
		}
		return all
	}
	batch := of(&store.Commit{}, &store.Relay{Start: &store.Start{}}, &store.Relay{Deliver: &store.Deliver{}})
	deliver := batch[2]
	if order(batch); batch[0] != deliver {
		t.Errorf("a batch begins with %T", batch[0].op)
	}
}
