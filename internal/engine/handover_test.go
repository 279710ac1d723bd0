package engine_test

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/engine"
	"github.com/reprise-run/reprise/internal/hooks"
	"github.com/reprise-run/reprise/signal"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/workflow"
)

var poke = signal.Define[int]("poke")

// begun starts a Runtime and stops it with the test.
func begun(t *testing.T, st store.Store, cfg reprise.Config, bindings ...reprise.Binding) *reprise.Runtime {
	t.Helper()
	cfg.Logger, cfg.Build, cfg.LeaseTTL = slog.New(slog.DiscardHandler), "test", 3*time.Second
	rt, err := reprise.New(st, cfg, bindings...)
	if err != nil {
		t.Fatal(err)
	}
	if err := rt.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
		defer cancel()
		if err := rt.Stop(ctx); err != nil {
			t.Errorf("Stop: %v", err)
		}
	})
	return rt
}

func limited(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// until polls until ok returns true.
func until(t *testing.T, ctx context.Context, what string, ok func() bool) {
	t.Helper()
	for !ok() {
		if ctx.Err() != nil {
			t.Fatalf("waiting until %s", what)
		}
		runtime.Gosched()
	}
}

// onCommit returns a plan that calls before and after, if set, around each commit.
func onCommit(before, after func(*store.Commit)) storetest.Plan {
	return func(c storetest.Call) (f storetest.Fault) {
		for _, op := range c.Ops {
			if commit := store.CommitOf(op); commit != nil {
				if before != nil {
					f.Before = func() { before(commit) }
				}
				if after != nil {
					f.After = func() { after(commit) }
				}
			}
		}
		return f
	}
}

// An eager activity fails while the task that cancels it is being committed, and the
// next task parks the run: the activity becomes a row, and no attempt at it begins.
func TestACancelledActivityThatIsHandedOverIsNotTriedAgain(t *testing.T) {
	ctx := limited(t)
	inner := memory.New()
	fail := make(chan struct{})
	var calls atomic.Int32
	act := activity.New("act", func(context.Context, int) (int, error) {
		if calls.Add(1) == 1 {
			<-fail
		}
		return 0, errors.New("not today")
	})
	var fixed atomic.Bool
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		inside, cancel := workflow.WithCancel(ctx)
		workflow.Execute(inside, act, 0)
		if _, err := workflow.Receive(ctx, poke); err != nil {
			return 0, err
		}
		cancel()
		if _, err := workflow.Receive(ctx, poke); err != nil {
			return 0, err
		}
		if !fixed.Load() {
			panic("a bug in the workflow")
		}
		return 1, nil
	})
	var rt *reprise.Runtime
	var once sync.Once
	st := storetest.Faulty(inner, onCommit(func(c *store.Commit) {
		if len(c.Take) == 0 {
			return // not the commit that cancels
		}
		once.Do(func() {
			close(fail)
			until(t, ctx, "the end waits", func() bool { return inside(rt).Pending(c.Run) > 0 })
			data, err := history.EncodeEvent(history.Event{Body: &history.SignalReceived{Name: "poke", ID: "second", Payload: history.Payload{}}})
			if err != nil {
				t.Error(err)
			}
			if _, err := inner.Apply(ctx, []store.Op{&store.Deliver{Ref: store.Ref{Run: c.Run}, Entry: store.Entry{ID: "second", Kind: store.EntrySignal, Data: data}}}); err != nil {
				t.Error(err)
			}
		})
	}, nil))
	blocked := make(chan string, 10)
	rt = begun(t, st, reprise.Config{Observer: &reprise.Observer{RunBlocked: func(e reprise.RunBlocked) { blocked <- e.Reason }}}, w, act)
	run, err := reprise.Start(ctx, rt, w, 0, reprise.ID("w"))
	if err != nil {
		t.Fatal(err)
	}
	until(t, ctx, "the activity runs", func() bool { return calls.Load() == 1 })
	if err := reprise.Signal(ctx, rt, "w", poke, 1); err != nil {
		t.Fatal(err)
	}
	if reason := <-blocked; reason != engine.ReasonPanic {
		t.Fatalf("parked as %q", reason)
	}
	fixed.Store(true)
	if err := reprise.Resume(ctx, rt, "w", reprise.By{Who: "ben", Why: "it is corrected"}); err != nil {
		t.Fatal(err)
	}
	if got, err := run.Result(ctx); err != nil || got != 1 || calls.Load() != 1 {
		t.Fatalf("Result = %d, %v after %d calls", got, err, calls.Load())
	}
}

// The lease is lost while the attempts of a run that is being parked become rows: they
// were told to end, and no result is recorded for them.
func TestAnAttemptEndedFromOutsideHasNoResult(t *testing.T) {
	ctx := limited(t)
	inner := memory.New()
	began := make(chan struct{})
	act := activity.New("act", func(ctx context.Context, _ int) (int, error) {
		close(began)
		<-ctx.Done()
		return 0, ctx.Err()
	})
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		workflow.Execute(ctx, act, 0)
		if _, err := workflow.Receive(ctx, poke); err != nil {
			return 0, err
		}
		panic("a bug in the workflow")
	})
	var rt *reprise.Runtime
	st := storetest.Faulty(inner, onCommit(nil, func(c *store.Commit) {
		if len(c.Schedule) > 0 {
			inside(rt).DropAll(activity.ErrLeaseLost)
		}
	}))
	blocked := make(chan string, 10)
	rt = begun(t, st, reprise.Config{Observer: &reprise.Observer{RunBlocked: func(e reprise.RunBlocked) { blocked <- e.Reason }}}, w, act)
	run, err := reprise.Start(ctx, rt, w, 0, reprise.ID("w"))
	if err != nil {
		t.Fatal(err)
	}
	<-began
	if err := reprise.Signal(ctx, rt, "w", poke, 1); err != nil {
		t.Fatal(err)
	}
	<-blocked
	pending, err := inner.Pending(ctx, run.RunID())
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range pending.Entries {
		if e.Kind == store.EntryActivity {
			t.Errorf("the run is told %v of an attempt that had no end", engine.BodyOf(e))
		}
	}
}

// An inbox that turns out to hold nothing new does not keep a run from being parked.
func TestARunWithNoNewsAfterAllIsParked(t *testing.T) {
	ctx := limited(t)
	var rt *reprise.Runtime
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		for _, id := range inside(rt).Runs() {
			inside(rt).News(id) // as a tick does
		}
		return workflow.Receive(ctx, poke)
	})
	st := memory.New()
	rt = begun(t, st, reprise.Config{}, w)
	run, err := reprise.Start(ctx, rt, w, 0, reprise.ID("w"))
	if err != nil {
		t.Fatal(err)
	}
	until(t, ctx, "the run is parked", func() bool {
		r, err := st.Run(ctx, store.Ref{Run: run.RunID()})
		return err == nil && r.Owner == store.WorkerID{}
	})
	until(t, ctx, "it is held no more", func() bool { return len(inside(rt).Runs()) == 0 })
}

// A close is refused three times; from then on senders are held back.
func TestTheThirdRefusalHoldsSendersBack(t *testing.T) {
	ctx := limited(t)
	inner := memory.New()
	data, err := history.EncodeEvent(history.Event{Body: &history.SignalReceived{Name: "other", ID: "x"}})
	if err != nil {
		t.Fatal(err)
	}
	var codes []store.Code
	st := storetest.Faulty(inner, onCommit(func(c *store.Commit) {
		if c.Then != store.Close {
			return
		}
		id := string(rune('a' + len(codes)))
		out, err := inner.Apply(ctx, []store.Op{&store.Deliver{Ref: store.Ref{Run: c.Run}, Entry: store.Entry{ID: id, Kind: store.EntrySignal, Data: data}}})
		if err != nil {
			t.Error(err)
			return
		}
		codes = append(codes, out[0].Code)
	}, nil))
	w := workflow.New("w", func(workflow.Context, int) (int, error) { return 1, nil })
	cfg := reprise.Config{Clock: hooks.On(nil, hooks.Hooks{Serial: true})} // otherwise the run begins with its close
	rt := begun(t, st, cfg, w)
	run, err := reprise.Start(ctx, rt, w, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run.Result(ctx); err != nil {
		t.Fatal(err)
	}
	if len(codes) != engine.MaxRefusals+1 || codes[engine.MaxRefusals] != store.HeldBack {
		t.Fatalf("the senders were answered %v; want Done three times, then HeldBack", codes)
	}
}

// A workflow returns in the same task in which it executes activities: they do not
// begin, because nobody could read their results. Running attempts are told to end.
func TestActivitiesOfTheLastTaskAreNotBegun(t *testing.T) {
	ctx := limited(t)
	var started atomic.Int32
	began, ended := make(chan struct{}, 1), make(chan error, 1)
	early := activity.New("early", func(ctx context.Context, _ int) (int, error) {
		began <- struct{}{} // inside the function: an attempt cancelled earlier does not get here
		<-ctx.Done()
		ended <- context.Cause(ctx)
		return 0, ctx.Err()
	}, activity.Policy{StartToClose: activity.NoLimit, HeartbeatTimeout: time.Hour})
	quick := activity.New("quick", func(context.Context, int) (int, error) { return 1, nil })
	beats := activity.New("beats", func(context.Context, int) (int, error) { return 1, nil }, activity.Policy{StartToClose: activity.NoLimit, HeartbeatTimeout: time.Hour})
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		workflow.Execute(ctx, early, 0)
		if _, err := workflow.Receive(ctx, poke); err != nil {
			return 0, err
		}
		workflow.Execute(ctx, quick, 0)
		workflow.Execute(ctx, beats, 0)
		return 1, nil
	})
	const slots = 10
	rt := begun(t, memory.New(), reprise.Config{Activities: slots, Observer: &reprise.Observer{ActivityStarted: func(e reprise.ActivityStarted) {
		if e.Activity != "early" {
			started.Add(1)
		}
	}}}, w, early, quick, beats)
	run, err := reprise.Start(ctx, rt, w, 0, reprise.ID("w"))
	if err != nil {
		t.Fatal(err)
	}
	<-began
	if err := reprise.Signal(ctx, rt, "w", poke, 1); err != nil {
		t.Fatal(err)
	}
	if _, err := run.Result(ctx); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; !errors.Is(err, activity.ErrCancelled) {
		t.Errorf("the activity that ran was told %v; want ErrCancelled", err)
	}
	if n := started.Load(); n != 0 {
		t.Errorf("%d activities began after their run had closed", n)
	}
	until(t, ctx, "all slots are free", func() bool { return inside(rt).FreeSlots() == slots })
}
