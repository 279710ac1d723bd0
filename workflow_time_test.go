package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

type visit struct {
	At    time.Time
	Empty []int
	None  []int
	Any   any
}

// Values look the same to the workflow whether they are fresh, cached, or from the
// history.
func TestValuesAreTheSameLiveAndReplayed(t *testing.T) {
	ctx := bounded(t)
	declined := failure.New("declined", "declined")
	look := activity.New("look", func(context.Context, int) (visit, error) {
		return visit{At: time.Now().In(time.FixedZone("there", 3600)), Empty: []int{}, Any: 7}, nil
	})
	fail := activity.New("fail", func(context.Context, int) (int, error) {
		return 0, failure.Wrap("", fmt.Errorf("bank: %w", declined), failure.Permanent())
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

// off is a store whose workers believe that its clock is ahead or behind.
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

// The worker believes that it is a minute earlier than it is. A timer that has fired
// is over all the same: the workflow must not wake before the time until which it
// slept.
func TestNowIsNeverBeforeTheTimerThatFired(t *testing.T) {
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
	if out, err := st.Apply(ctx, []store.Op{&store.Fire{Namespace: "default", Max: 1}}); err != nil || len(out[0].Fired) != 1 {
		t.Fatalf("Fire = %+v, %v; want one timer", out, err)
	}
	if slept, err := run.Result(ctx); err != nil || slept < 10*time.Second {
		t.Fatalf("slept %v, %v; want at least 10s", slept, err)
	}
}

// The clock jumps an hour ahead and back. The time of a run that saw that hour does
// not go back; the timers of other runs are not an hour late.
func TestAJumpOfTheClockStaysWithTheRunsThatSawIt(t *testing.T) {
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
