package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/timer"
	"github.com/reprise-run/reprise/workflow"
)

// The ways this engine could be wrong that are not in the other two files.

// One member of a batch will never be taken, and the store does not say which. The
// others are committed; its run is parked with the reason, and goes on when the store
// takes it.
func TestRedteam7_TheCulpritOfABatchIsFoundAndItsNeighboursGoOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := bounded(t)
		shared := newMemory()
		const runs = 40
		var refused atomic.Int32 // batches with the culprit and others
		var healthy atomic.Bool
		var culprit atomic.Pointer[store.RunID]
		var first sync.Once
		st := storetest.Faulty(shared, func(c storetest.Call) storetest.Fault {
			var ends []store.RunID
			bad := false
			for _, op := range c.Ops {
				if commit, ok := op.(*store.Commit); ok && commit.Then == store.Close {
					ends = append(ends, commit.Run)
					bad = bad || culprit.Load() != nil && *culprit.Load() == commit.Run
				}
			}
			if len(ends) == 0 || healthy.Load() {
				return storetest.Fault{}
			}
			first.Do(synctest.Wait) // while it is under way the others come together
			if culprit.Load() == nil && len(ends) > 1 {
				culprit.Store(&ends[len(ends)/2])
				bad = true
			}
			if !bad {
				return storetest.Fault{}
			}
			if len(ends) > 1 {
				refused.Add(1)
			}
			return storetest.Fault{Kind: storetest.FailBefore, Err: errors.New("disk: this row is too wide")}
		})
		cfg := quiet()
		blocked := make(chan struct{}, runs)
		cfg.Observer = &reprise.Observer{Blocked: func(id store.RunID, reason, text string) {
			if c := culprit.Load(); c == nil || id != *c {
				t.Errorf("a neighbour was parked: %s: %s", reason, text)
			}
			blocked <- struct{}{}
		}}
		w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) {
			_, err := workflow.Receive(ctx, approve)
			return n, err
		})
		client, err := reprise.New(shared, quiet())
		if err != nil {
			t.Fatal(err)
		}
		for i := range runs {
			id := fmt.Sprint("r", i)
			begin(t, client, w, i, id)
			if err := reprise.Signal(ctx, client, id, approve, approval{}); err != nil {
				t.Fatal(err)
			}
		}
		rt := startRuntime(t, st, cfg, w) // claims them all at once
		select {
		case <-blocked:
		case <-ctx.Done():
			t.Fatal("no run is parked")
		}
		for i := range runs {
			id := fmt.Sprint("r", i)
			h, err := reprise.Get(ctx, rt, w, id)
			if err != nil {
				t.Fatal(err)
			}
			if c := culprit.Load(); c != nil && h.RunID() == *c {
				d, err := reprise.Describe(ctx, rt, id)
				if err != nil || d.Blocked == nil || d.Blocked.Reason != "store" || !strings.Contains(d.Blocked.Text, "too wide") {
					t.Errorf("the culprit is %+v, %v; want it parked with what the store said", d, err)
				}
				healthy.Store(true)
				if err := reprise.Resume(ctx, rt, id); err != nil {
					t.Fatal(err)
				}
			}
			if got, err := h.Result(ctx); err != nil || got != i {
				t.Errorf("%s = %d, %v; want %d", id, got, err, i)
			}
		}
		if refused.Load() == 0 {
			t.Error("the culprit was never in a batch with others: nothing was shown")
		}
	})
}

// Many callers, one line to the store: a batch has its bounds, in members and in
// bytes, and no caller's context goes along with the others' writes.
func TestRedteam7d_22c_ABatchIsBoundedAndNobodysContextIsIn(t *testing.T) {
	type key struct{}
	ctx := context.WithValue(bounded(t), key{}, "of a caller")
	st := &watched{Store: newMemory(), first: make(chan struct{}), goOn: make(chan struct{})}
	client, err := reprise.New(st, quiet())
	if err != nil {
		t.Fatal(err)
	}
	st.look = func(ctx context.Context, _ []store.Op) {
		if ctx.Value(key{}) != nil || ctx.Done() != nil {
			t.Error("a batch was sent under the context of one of its members")
		}
	}
	large := strings.Repeat("x", 100<<10)
	var starters sync.WaitGroup
	begin := func(input string) {
		starters.Go(func() {
			if _, err := reprise.Start(ctx, client, waitSign, input); err != nil {
				t.Error(err)
			}
		})
	}
	begin("first")
	<-st.first // its batch is under way; what comes now gathers
	for range 1100 {
		begin("small")
	}
	for range 30 {
		begin(large)
	}
	queued := make(chan struct{})
	go func() {
		defer close(queued)
		for ctx.Err() == nil && runtime.NumGoroutine() < 1100 {
			runtime.Gosched()
		}
	}()
	<-queued
	close(st.goOn)
	starters.Wait()
	if st.members > 500 || st.members < 2 {
		t.Errorf("the largest batch had %d members; want 500 at most, and more than one", st.members)
	}
	if st.bytes > 1<<20+200<<10 {
		t.Errorf("the largest batch had %d bytes; want about 1 MiB at most", st.bytes)
	}
}

// watched is a store that measures its batches and holds the first one up.
type watched struct {
	store.Store
	look        func(context.Context, []store.Op)
	once        sync.Once
	first, goOn chan struct{}

	members, bytes int // of the largest batches
}

func (w *watched) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	w.look(ctx, ops)
	w.once.Do(func() { close(w.first); <-w.goOn })
	n := 0
	for _, op := range ops {
		n += len(op.(*store.Start).Row.Data)
	}
	w.members, w.bytes = max(w.members, len(ops)), max(w.bytes, n)
	return w.Store.Apply(ctx, ops)
}

// A machine that has stepped is provisional: what it asked for begins when the commit
// is acknowledged, not when it is sent, and not when nobody knows.
func TestRedteam8_NothingBeginsBeforeItsCommitIsAcknowledged(t *testing.T) {
	shared := newMemory()
	var begun, checked atomic.Int32
	st := storetest.Faulty(shared, func(c storetest.Call) storetest.Fault {
		for _, op := range c.Ops {
			if commit, ok := op.(*store.Commit); ok && commit.Seq == 2 {
				f := storetest.Fault{After: func() {
					for range 1000 { // let whoever could begin do so
						runtime.Gosched()
					}
					if begun.Load() > 0 {
						t.Error("the activity began before its commit was acknowledged")
					}
				}}
				if checked.Add(1) == 1 {
					f.Kind = storetest.LoseAnswer
				}
				return f
			}
		}
		return storetest.Fault{}
	})
	act := activity.New("act", func(context.Context, int) (int, error) { return int(begun.Add(1)), nil })
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		return workflow.Execute(ctx, act, 0).Get(ctx)
	})
	rt := startRuntime(t, st, hurried(), w, act)
	run := begin(t, rt, w, 0, "w")
	if got, err := run.Result(bounded(t)); err != nil || got != 1 || checked.Load() != 2 {
		t.Fatalf("Result = %d, %v after %d sendings of the commit; want 1 after 2", got, err, checked.Load())
	}
}

// A worker has a machine of a run that went on elsewhere meanwhile. It is thrown away.
func TestRedteam8_AMachineOfAnOldOwnershipIsNotUsed(t *testing.T) {
	ctx := bounded(t)
	shared := newMemory()
	var deaf atomic.Bool // the first worker's claims do not come through
	st := storetest.Faulty(shared, func(c storetest.Call) storetest.Fault {
		for _, op := range c.Ops {
			if _, ok := op.(*store.Claim); ok && deaf.Load() {
				return storetest.Fault{Kind: storetest.FailBefore}
			}
		}
		return storetest.Fault{}
	})
	w := workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
		all := ""
		for range 2 {
			a, err := workflow.Receive(ctx, approve)
			if err != nil {
				return "", err
			}
			all += a.By
		}
		return all, nil
	})
	claims := make(chan bool, 10)
	cfg := hurried()
	cfg.Observer = &reprise.Observer{Claimed: func(_ store.Run, cached bool) { claims <- cached }}
	first := startRuntime(t, st, cfg, w)
	run := begin(t, first, w, 0, "w")
	<-claims
	awaitRun(t, first, "w", func(d reprise.Description) bool { return d.Waiting != "" })
	deaf.Store(true)
	second, err := reprise.New(shared, quiet(), w)
	if err != nil {
		t.Fatal(err)
	}
	if err := second.Start(ctx); err != nil {
		t.Fatal(err)
	}
	if err := reprise.Signal(ctx, second, "w", approve, approval{By: "a"}); err != nil {
		t.Fatal(err)
	}
	awaitRun(t, second, "w", func(d reprise.Description) bool { return d.Unread == 0 && d.Waiting != "" })
	if err := second.Stop(ctx); err != nil {
		t.Fatal(err)
	}
	deaf.Store(false)
	if err := reprise.Signal(ctx, first, "w", approve, approval{By: "b"}); err != nil {
		t.Fatal(err)
	}
	if got, err := run.Result(ctx); err != nil || got != "ab" {
		t.Fatalf("Result = %q, %v; want ab", got, err)
	}
	if cached := <-claims; cached {
		t.Error("the first worker went on with the machine it had; want the run rebuilt")
	}
	lint(t, shared, run.RunID())
}

type visit struct {
	At    time.Time
	Empty []int
	None  []int
	Any   any
}

// Values look the same to the workflow whether they are fresh, from the cache or from
// the history.
func TestRedteam9_ValuesAreTheSameLiveAndReplayed(t *testing.T) {
	ctx := bounded(t)
	declined := activity.WithCode("declined", errors.New("declined"))
	look := activity.New("look", func(context.Context, int) (visit, error) {
		return visit{At: time.Now().In(time.FixedZone("there", 3600)), Empty: []int{}, Any: 7}, nil
	})
	fail := activity.New("fail", func(context.Context, int) (int, error) {
		return 0, activity.Permanent(fmt.Errorf("bank: %w", declined))
	})
	seen := make(chan string, 10)
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		v, err := workflow.Execute(ctx, look, 0).Get(ctx)
		if err != nil {
			return 0, err
		}
		_, err = workflow.Execute(ctx, fail, 0).Get(ctx)
		seen <- fmt.Sprintf("%v %v %v %T %v %v", v.At.Location(), v.Empty == nil, v.None == nil, v.Any, errors.Is(err, declined), err)
		_, err = workflow.Receive(ctx, approve)
		return 0, err
	})
	for _, cache := range []int{0, -1} {
		cfg := quiet()
		cfg.CacheBytes = cache
		rt := startRuntime(t, newMemory(), cfg, w, look, fail)
		run := begin(t, rt, w, 0, "w")
		awaitRun(t, rt, "w", func(d reprise.Description) bool { return strings.Contains(d.Waiting, "signal approve") })
		if err := reprise.Signal(ctx, rt, "w", approve, approval{}); err != nil {
			t.Fatal(err)
		}
		if _, err := run.Result(ctx); err != nil {
			t.Fatal(err)
		}
	}
	close(seen)
	live, n := <-seen, 1
	for other := range seen {
		if n++; other != live {
			t.Errorf("the workflow saw\n%s\nand later\n%s", live, other)
		}
	}
	if n < 3 {
		t.Errorf("the workflow's code ran %d times; want live, live and replayed", n)
	}
}

// off is a store whose workers take its clock for slower or faster than it is.
type off struct {
	store.Store
	by    atomic.Int64
	ticks chan struct{}
}

func (o *off) Now(ctx context.Context) (time.Time, error) {
	now, err := o.Store.Now(ctx)
	return now.Add(time.Duration(o.by.Load())), err
}

func (o *off) Tick(ctx context.Context, q store.Tick) (store.Ticked, error) {
	by := time.Duration(o.by.Load())
	t, err := o.Store.Tick(ctx, q)
	t.Now = t.Now.Add(by)
	select {
	case o.ticks <- struct{}{}:
	default:
	}
	return t, err
}

// The worker thinks it is a minute earlier than it is. A timer that has fired is over
// all the same: the workflow must not wake before the time it slept until.
func TestRedteam12_NowIsNeverBeforeTheTimerThatFired(t *testing.T) {
	ctx := bounded(t)
	st := &off{Store: newMemory()}
	st.by.Store(int64(-time.Minute))
	nap := workflow.New("nap", func(ctx workflow.Context, d time.Duration) (time.Duration, error) {
		begun := workflow.Now(ctx)
		err := workflow.Sleep(ctx, d)
		return workflow.Now(ctx).Sub(begun), err
	})
	rt := startRuntime(t, st, hurried(), nap)
	run := begin(t, rt, nap, 10*time.Second, "n")
	awaitRun(t, rt, "n", func(d reprise.Description) bool { return d.Waiting != "" })
	// By the store's clock the ten seconds are over: the worker has begun in the past.
	if out, err := st.Apply(ctx, []store.Op{&store.Fire{Max: 1}}); err != nil || len(out[0].Fired) != 1 {
		t.Fatalf("Fire = %+v, %v; want one timer", out, err)
	}
	if slept, err := run.Result(ctx); err != nil || slept < 10*time.Second {
		t.Fatalf("slept %v, %v; want at least 10s", slept, err)
	}
}

// The clock jumps an hour ahead and back. The time of a run that was told of that hour
// does not go back; the timers of others are not an hour late.
func TestRedteam12_AJumpOfTheClockStaysWithTheRunsThatSawIt(t *testing.T) {
	ctx := bounded(t)
	st := &off{Store: newMemory(), ticks: make(chan struct{})}
	st.by.Store(int64(time.Hour))
	twice := workflow.New("twice", func(ctx workflow.Context, _ int) (time.Duration, error) {
		first := workflow.Now(ctx)
		_, err := workflow.Receive(ctx, approve)
		return workflow.Now(ctx).Sub(first), err
	})
	nap := workflow.New("nap", func(ctx workflow.Context, d time.Duration) (int, error) { return 0, workflow.Sleep(ctx, d) })
	rt := startRuntime(t, st, hurried(), twice, nap)
	run := begin(t, rt, twice, 0, "w")
	awaitRun(t, rt, "w", func(d reprise.Description) bool { return d.Waiting != "" })
	st.by.Store(0)
	for range 3 { // the last of them at least was asked after the clock was set back
		<-st.ticks
	}
	if err := reprise.Signal(ctx, rt, "w", approve, approval{}); err != nil {
		t.Fatal(err)
	}
	if passed, err := run.Result(ctx); err != nil || passed < 0 {
		t.Errorf("%v passed in the run, %v; want no step back", passed, err)
	}
	other := begin(t, rt, nap, 10*time.Millisecond, "n")
	if _, err := other.Result(ctx); err != nil {
		t.Errorf("a timer of another run: %v", err)
	}
}

// A coroutine's goroutine may not be stepped or closed from a thread-locked one: the
// process would end. Callers may be locked, as main is in programs with a window.
func TestRedteam16a_ACallerMayBeLockedToItsThread(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	ctx := bounded(t)
	rt, err := reprise.New(newMemory(), quiet(), waitSign.Bind(signed), sum.Bind(sumOf), double.Bind(doubled))
	if err != nil {
		t.Fatal(err)
	}
	if err := rt.Start(ctx); err != nil {
		t.Fatal(err)
	}
	run := begin(t, rt, sum, 2, "s")
	if got, err := run.Result(ctx); err != nil || got != 12 {
		t.Errorf("Result = %d, %v; want 12", got, err)
	}
	for _, id := range []string{"terminated", "parked"} {
		begin(t, rt, waitSign, "x", id)
		awaitRun(t, rt, id, func(d reprise.Description) bool { return d.Waiting != "" })
	}
	if err := reprise.Terminate(ctx, rt, "terminated", "test"); err != nil {
		t.Error(err)
	}
	if err := rt.Stop(ctx); err != nil { // closes the machine of the parked one
		t.Error(err)
	}
}

// Goexit in workflow code, which t.FailNow is, ends neither the worker's goroutine nor
// the run: it is parked, and its neighbours go on.
func TestRedteam16b_GoexitInAWorkflowParksItsRunOnly(t *testing.T) {
	ctx := bounded(t)
	var fixed atomic.Bool
	w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) {
		if !fixed.Load() {
			runtime.Goexit()
		}
		return n, nil
	})
	rt := startRuntime(t, newMemory(), quiet(), w, sum.Bind(sumOf), double.Bind(doubled))
	run := begin(t, rt, w, 3, "w")
	awaitRun(t, rt, "w", func(d reprise.Description) bool {
		return d.Blocked != nil && strings.Contains(d.Blocked.Text, "Goexit")
	})
	if got, err := begin(t, rt, sum, 2, "s").Result(ctx); err != nil || got != 12 {
		t.Errorf("a neighbour = %d, %v; want 12", got, err)
	}
	fixed.Store(true)
	if err := reprise.Resume(ctx, rt, "w"); err != nil {
		t.Fatal(err)
	}
	if got, err := run.Result(ctx); err != nil || got != 3 {
		t.Errorf("Result = %d, %v; want 3", got, err)
	}
}

// Sixteen goroutines are stuck outside the engine. The worker takes nothing more on,
// until one comes back.
func TestRedteam16_AWorkerWithTooManyStuckGoroutinesClaimsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStill(t)
		ctx := bounded(t)
		release := make(chan struct{})
		deaf := activity.New("deaf", func(context.Context, int) (int, error) {
			<-release
			return 0, nil
		}, activity.Policy{StartToClose: time.Second, Retry: activity.RetryPolicy{MaxAttempts: 1}})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			return workflow.Execute(ctx, deaf, 0).Get(ctx)
		})
		s.cfg.Grace = time.Second
		rt := startRuntime(t, s.store, s.cfg, w, deaf, sum.Bind(sumOf), double.Bind(doubled))
		const stuck = 16
		for i := range stuck {
			begin(t, rt, w, 0, fmt.Sprint("w", i))
		}
		s.pass(2 * time.Second) // once all are inside: what is over before that is not stuck
		for i := range stuck {
			if _, err := result(t, rt, w, fmt.Sprint("w", i)); !errors.Is(err, activity.ErrTimeout) {
				t.Fatalf("Result: %v; want ErrTimeout", err)
			}
		}
		if n := rt.Stats().Abandoned; n != stuck {
			t.Fatalf("%d goroutines are given up on; want %d", n, stuck)
		}
		run := begin(t, rt, sum, 2, "s")
		s.pass(5 * time.Second) // each tick says that there is a run to claim
		d, err := reprise.Describe(ctx, rt, "s")
		if err != nil || d.Epoch != 0 {
			t.Errorf("the run is at epoch %d, %v; want it left alone", d.Epoch, err)
		}
		release <- struct{}{}
		if got, err := run.Result(ctx); err != nil || got != 12 {
			t.Errorf("Result = %d, %v; want 12", got, err)
		}
		close(release)
	})
}

// A run's inbox is bounded for senders. What was accepted is received in the order of
// acceptance.
func TestRedteam20_AFullInboxRefusesSendersAndKeepsTheOrder(t *testing.T) {
	ctx := bounded(t)
	st := newMemory()
	client, err := reprise.New(st, quiet())
	if err != nil {
		t.Fatal(err)
	}
	w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) {
		for i := range n {
			a, err := workflow.Receive(ctx, approve)
			if err != nil {
				return 0, err
			}
			if want := fmt.Sprint(i); a.By != want {
				return 0, fmt.Errorf("received %s, want %s", a.By, want)
			}
		}
		return n, nil
	})
	run := begin(t, client, w, store.MaxUnread, "w")
	for i := range store.MaxUnread {
		if err := reprise.Signal(ctx, client, "w", approve, approval{By: fmt.Sprint(i)}); err != nil {
			t.Fatalf("signal %d: %v", i+1, err)
		}
	}
	if err := reprise.Signal(ctx, client, "w", approve, approval{}); !errors.Is(err, reprise.ErrInboxFull) {
		t.Errorf("one more: %v; want ErrInboxFull", err)
	}
	rt := startRuntime(t, st, quiet(), w)
	if got, err := result(t, rt, w, "w"); err != nil || got != store.MaxUnread {
		t.Fatalf("Result = %d, %v", got, err)
	}
	lint(t, st, run.RunID())
}

// A blocked run can be ended: a request to cancel waits until its code is right, and
// Terminate needs no code.
func TestRedteam24_CancelWaitsForABlockedRunAndTerminateDoesNot(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		var fixed atomic.Bool
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			if !fixed.Load() {
				panic("a bug")
			}
			_, err := workflow.Receive(ctx, approve)
			return 0, err
		})
		rt := startRuntime(t, st, quiet(), w)
		runs := map[string]reprise.Handle[int]{}
		for _, id := range []string{"cancelled", "terminated"} {
			runs[id] = begin(t, rt, w, 0, id)
			awaitRun(t, rt, id, func(d reprise.Description) bool { return d.Blocked != nil && d.Owner == store.WorkerID{} })
		}
		if err := reprise.Cancel(ctx, rt, "cancelled", "not wanted"); err != nil {
			t.Fatal(err)
		}
		if d, err := reprise.Describe(ctx, rt, "cancelled"); err != nil || d.Status != store.Open || d.Unread != 1 {
			t.Errorf("after Cancel the run is %v with %d unread, %v; want it open, the request waiting", d.Status, d.Unread, err)
		}
		if err := reprise.Terminate(ctx, rt, "terminated", "not wanted"); err != nil {
			t.Fatal(err)
		}
		if _, err := runs["terminated"].Result(ctx); !errors.Is(err, reprise.ErrTerminated) {
			t.Errorf("Result: %v; want ErrTerminated", err)
		}
		fixed.Store(true)
		if err := reprise.Resume(ctx, rt, "cancelled"); err != nil {
			t.Fatal(err)
		}
		if _, err := runs["cancelled"].Result(ctx); !errors.Is(err, workflow.ErrCancelled) {
			t.Errorf("Result: %v; want ErrCancelled", err)
		}
		for _, run := range runs {
			lint(t, st, run.RunID())
		}
	})
}

// Nothing is found by polling: an idle worker sends one statement a tick, however many
// runs are parked and however many callers wait for their ends.
func TestRedteam32_AnIdleWorkerSendsOneStatementATick(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStill(t)
		var mu sync.Mutex
		calls := map[string]int{}
		st := storetest.Faulty(s.store, func(c storetest.Call) storetest.Fault {
			mu.Lock()
			defer mu.Unlock()
			calls[c.Method]++
			return storetest.Fault{}
		})
		asked := &awaiting{Store: st}
		rt := startRuntime(t, asked, s.cfg, waitSign.Bind(signed))
		const runs = 100
		ctx, cancel := context.WithCancel(bounded(t))
		defer cancel()
		var waiting sync.WaitGroup
		for i := range runs {
			run := begin(t, rt, waitSign, "x", fmt.Sprint("r", i))
			waiting.Go(func() {
				if _, err := run.Result(ctx); !errors.Is(err, context.Canceled) {
					t.Errorf("Result: %v; want it to wait", err)
				}
			})
			s.until(rt, run.ID(), func(d reprise.Description) bool { return d.Waiting != "" && d.Owner == store.WorkerID{} })
		}
		s.pass(2 * time.Second)
		if n := asked.n.Load(); n != runs {
			t.Fatalf("the tick asks for the end of %d runs; want %d", n, runs)
		}
		mu.Lock()
		clear(calls)
		mu.Unlock()
		s.pass(20 * time.Second)
		mu.Lock()
		// A tick each three quarters of a second to a second; ownership is compared each
		// 5 s, lost dispatch rows are looked for each 30 s.
		if n := calls["Tick"]; n < 15 || n > 28 {
			t.Errorf("%d ticks in 20 s", n)
		}
		if calls["Owned"] > 5 || calls["Apply"] > 1 || calls["Run"]+calls["History"]+calls["Now"]+calls["Pending"] > 0 {
			t.Errorf("an idle worker called the store %v in 20 s", calls)
		}
		mu.Unlock()
		cancel()
		waiting.Wait()
	})
}

// awaiting is a store that keeps the number of runs whose end was last asked for.
type awaiting struct {
	store.Store
	n atomic.Int64
}

func (a *awaiting) Tick(ctx context.Context, q store.Tick) (store.Ticked, error) {
	a.n.Store(int64(len(q.Awaited)))
	return a.Store.Tick(ctx, q)
}

// What one task asks for must fit into one transaction. A task that is larger parks
// its run with a reason and stops nobody else.
func TestRedteam38_ATaskThatIsTooLargeParksItsRunOnly(t *testing.T) {
	ctx := bounded(t)
	length := activity.New("length", func(_ context.Context, s string) (int, error) { return len(s), nil })
	var fixed atomic.Bool
	w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) {
		if !fixed.Load() {
			n = 9 // of 1.9 MiB are more than 16 MiB
		}
		var all []workflow.Future[int]
		for range n {
			all = append(all, workflow.Execute(ctx, length, strings.Repeat("x", history.MaxPayload-100<<10)))
		}
		total := 0
		for _, f := range all {
			v, err := f.Get(ctx)
			if err != nil {
				return 0, err
			}
			total += v
		}
		return total, nil
	})
	rt := startRuntime(t, newMemory(), quiet(), w, length, sum.Bind(sumOf), double.Bind(doubled))
	run := begin(t, rt, w, 1, "w")
	awaitRun(t, rt, "w", func(d reprise.Description) bool { return d.Blocked != nil && d.Blocked.Reason == "too large" })
	if got, err := begin(t, rt, sum, 2, "s").Result(ctx); err != nil || got != 12 {
		t.Errorf("a neighbour = %d, %v; want 12", got, err)
	}
	fixed.Store(true)
	if err := reprise.Resume(ctx, rt, "w"); err != nil {
		t.Fatal(err)
	}
	if got, err := run.Result(ctx); err != nil || got != history.MaxPayload-100<<10 {
		t.Errorf("Result = %d, %v", got, err)
	}
}

// Metrics and traces are written against the Observer: it hears of everything that
// happens to a run.
func TestRedteam40_TheObserverHearsEverything(t *testing.T) {
	ctx := bounded(t)
	var mu sync.Mutex
	heard := map[string]int{}
	hear := func(what string) {
		mu.Lock()
		defer mu.Unlock()
		heard[what]++
	}
	cfg := hurried()
	cfg.CacheBytes = -1
	cfg.Clock = swift{timer.System()}
	cfg.Observer = &reprise.Observer{
		Committed:       func(int, time.Duration) { hear("committed") },
		Claimed:         func(store.Run, bool) { hear("claimed") },
		Replayed:        func(store.RunID, int, time.Duration, string) { hear("replayed") },
		TaskDone:        func(store.RunID, int, int, time.Duration) { hear("task done") },
		ActivityStarted: func(store.RunID, string, int) { hear("activity started") },
		ActivityEnded:   func(store.RunID, string, int, time.Duration, error) { hear("activity ended") },
		RunClosed:       func(store.Run) { hear("run closed") },
		Blocked:         func(store.RunID, string, string) { hear("blocked") },
		Evicted:         func(store.RunID) { hear("evicted") },
		Recovered:       func(int) { hear("recovered") },
	}
	var fixed atomic.Bool
	w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) {
		n, err := workflow.Execute(ctx, double, n).Get(ctx)
		if err != nil {
			return 0, err
		}
		if _, err := workflow.Receive(ctx, approve); err != nil {
			return 0, err
		}
		if !fixed.Load() {
			panic("a bug")
		}
		return n, nil
	})
	st := newMemory()
	dead, life := process(t, st, quiet(), w, double.Bind(func(ctx context.Context, _ int) (int, error) {
		<-ctx.Done()
		return 0, ctx.Err()
	}))
	begin(t, dead, w, 2, "w")
	awaitRun(t, dead, "w", func(d reprise.Description) bool { return d.Events > 1 })
	life.kill()
	condemn(t, st, dead)
	rt := startRuntime(t, st, cfg, w, double.Bind(doubled))
	awaitRun(t, rt, "w", func(d reprise.Description) bool { return strings.Contains(d.Waiting, "signal approve") })
	if err := reprise.Signal(ctx, rt, "w", approve, approval{}); err != nil {
		t.Fatal(err)
	}
	awaitRun(t, rt, "w", func(d reprise.Description) bool { return d.Blocked != nil })
	fixed.Store(true)
	if err := reprise.Resume(ctx, rt, "w"); err != nil {
		t.Fatal(err)
	}
	if got, err := result(t, rt, w, "w"); err != nil || got != 4 {
		t.Fatalf("Result = %d, %v; want 4", got, err)
	}
	if err := rt.Stop(ctx); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	for _, what := range []string{
		"committed", "claimed", "replayed", "task done", "activity started", "activity ended", "run closed", "blocked", "evicted", "recovered",
	} {
		if heard[what] == 0 {
			t.Errorf("the Observer did not hear that something was %s", what)
		}
	}
}
