package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/codec"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

var (
	addMore = workflow.DefineSignal[int]("add")
	stepOne = activity.New("step-one", func(_ context.Context, n int) (int, error) { return n + 1, nil })
	// adder adds up the numbers it receives, and continues as new after each.
	adder = workflow.Define[sums, int]("adder")
)

type sums struct{ Sum, Left int }

func addUp(ctx workflow.Context, s sums) (int, error) {
	if s.Left == 0 {
		return s.Sum, nil
	}
	n, err := workflow.Receive(ctx, addMore)
	if err != nil {
		return 0, err
	}
	if _, err := workflow.Execute(ctx, stepOne, n).Get(ctx); err != nil {
		return 0, err
	}
	return workflow.ContinueAsNew(ctx, adder, sums{s.Sum + n, s.Left - 1})
}

// chainOf returns the runs with a workflow id, oldest first.
func chainOf(t *testing.T, st store.Store, id string) (all []store.Run) {
	t.Helper()
	page, err := st.Runs(t.Context(), store.Query{Namespace: "default", WorkflowID: id, Limit: store.MaxPage})
	if err != nil {
		t.Fatal(err)
	}
	for i := range page.Runs {
		all = append(all, page.Runs[len(page.Runs)-1-i])
	}
	return all
}

func TestAChainTakesEverySignalOnce(t *testing.T) {
	const links = 20
	st := newMemory()
	rt := startRuntime(t, st, hurried(), adder.Bind(addUp), stepOne)
	h := begin(t, rt, adder, sums{Left: links}, "sum")
	want := 0
	for n := 1; n <= links; n++ {
		want += n
		for range 2 { // a repetition changes nothing, whichever run it reaches
			err := reprise.Signal(bounded(t), rt, "sum", addMore, n, reprise.SignalID(fmt.Sprint("add-", n)))
			if err != nil && !errors.Is(err, reprise.ErrClosed) {
				t.Fatal(err)
			}
		}
	}
	if got, err := h.Result(bounded(t)); err != nil || got != want {
		t.Errorf("the sum is %d, %v, want %d", got, err, want)
	}
	runs := chainOf(t, st, "sum")
	if len(runs) != links+1 {
		t.Errorf("%d runs, want %d", len(runs), links+1)
	}
	for i, r := range runs {
		lint(t, st, r.ID)
		if r.Chain != h.RunID() || (r.Status == store.Continued) != (i < len(runs)-1) {
			t.Errorf("run %d is %v of chain %v", i, r.Status, r.Chain)
		}
	}
}

// The first event of a run tells which signals the chain has received. A signal that is repeated
// before the run's first task is not received again.
func TestASignalSentAgainBeforeTheFirstTaskOfARunIsDropped(t *testing.T) {
	st := newMemory()
	last := workflow.Define[int, int]("last")
	first := workflow.New("first", func(ctx workflow.Context, _ int) (int, error) {
		n, err := workflow.Receive(ctx, addMore)
		if err != nil {
			return 0, err
		}
		return workflow.ContinueAsNew(ctx, last, n)
	})
	client, err := reprise.New(st, quiet())
	if err != nil {
		t.Fatal(err)
	}
	send := func(id string, n int) {
		t.Helper()
		if err := reprise.Signal(bounded(t), client, "sum", addMore, n, reprise.SignalID(id)); err != nil {
			t.Fatal(err)
		}
	}
	h := begin(t, client, first, 0, "sum")
	send("received", 1)
	send("handed", 10)
	rt := startRuntime(t, st, hurried(), first)
	if end, err := reprise.WaitRun(bounded(t), rt, h.RunID()); err != nil || end.Status != reprise.Continued {
		t.Fatalf("the first run ended with %+v, %v", end, err)
	}
	send("received", 1) // no worker runs the next run yet
	send("handed", 10)
	send("new", 100)
	startRuntime(t, st, hurried(), last.Bind(func(ctx workflow.Context, sum int) (int, error) {
		for range 2 {
			n, err := workflow.Receive(ctx, addMore)
			if err != nil {
				return 0, err
			}
			sum += n
		}
		return sum, nil
	}))
	if got, err := h.Result(bounded(t)); err != nil || got != 111 {
		t.Errorf("the sum is %d, %v, want 111", got, err)
	}
	for _, r := range chainOf(t, st, "sum") {
		lint(t, st, r.ID)
		if r.Undelivered > 0 {
			t.Errorf("run %s has %d signals undelivered", r.ID, r.Undelivered)
		}
	}
}

func TestARunIDThatHasContinuedNamesTheNext(t *testing.T) {
	st := newMemory()
	rt := startRuntime(t, st, hurried(), adder.Bind(addUp), stepOne)
	h := begin(t, rt, adder, sums{Left: 2}, "sum")
	if err := reprise.Signal(bounded(t), rt, "sum", addMore, 1); err != nil {
		t.Fatal(err)
	}
	gone, err := reprise.WaitRun(bounded(t), rt, h.RunID())
	if err != nil || gone.Status != reprise.Continued {
		t.Fatalf("the first run ended with %+v, %v", gone, err)
	}
	for name, call := range map[string]func() error{
		"signal":    func() error { return reprise.Signal(bounded(t), rt, h.RunID(), addMore, 1) },
		"cancel":    func() error { return reprise.Cancel(bounded(t), rt, h.RunID(), "") },
		"terminate": func() error { return reprise.Terminate(bounded(t), rt, h.RunID(), "") },
		"resume":    func() error { return reprise.Resume(bounded(t), rt, h.RunID(), ben) },
	} {
		var to *reprise.ContinuedError
		if err := call(); !errors.As(err, &to) || to.Next != gone.Next || !errors.Is(err, reprise.ErrClosed) {
			t.Errorf("%s gives %v, want the next run", name, err)
		}
	}
	if err := reprise.Cancel(bounded(t), rt, "sum", "enough"); err != nil {
		t.Fatal(err)
	}
	var end *reprise.RunError
	if _, err := h.Result(bounded(t)); !errors.As(err, &end) || end.Status != reprise.Cancelled || end.RunID != gone.Next {
		t.Errorf("the chain ended with %v", err)
	}
}

func TestAnotherWorkerGoesOnWithAChain(t *testing.T) {
	st := newMemory()
	slow := workflow.Define[int, int]("slow")
	run := func(ctx workflow.Context, n int) (int, error) {
		if n == 0 {
			return 7, nil
		}
		if err := workflow.Sleep(ctx, 10*time.Millisecond); err != nil {
			return 0, err
		}
		return workflow.ContinueAsNew(ctx, slow, n-1)
	}
	first := startRuntime(t, st, hurried(), slow.Bind(run))
	startRuntime(t, st, hurried(), slow.Bind(run))
	h := begin(t, first, slow, 30, "slow")
	if err := first.Stop(bounded(t)); err != nil {
		t.Fatal(err)
	}
	client, err := reprise.New(st, quiet())
	if err != nil {
		t.Fatal(err)
	}
	got, err := reprise.Get(bounded(t), client, slow, h.RunID())
	if err != nil {
		t.Fatal(err)
	}
	if n, err := got.Result(bounded(t)); err != nil || n != 7 {
		t.Errorf("%d, %v", n, err)
	}
}

// A chain starts and continues under transforms: values passed on are also sealed in the store and
// plain for the workflow.
func TestAChainGoesOnUnderTransforms(t *testing.T) {
	const links = 5
	st := newMemory()
	cfg := hurried()
	cfg.Payloads = []codec.Transform{codec.AESGCM(codec.Ring{Current: "k", Keys: map[string][]byte{"k": make([]byte, 32)}})}
	rt := startRuntime(t, st, cfg, adder.Bind(addUp), stepOne)
	h := begin(t, rt, adder, sums{Left: links}, "sum")
	want := 0
	for n := 1; n <= links; n++ {
		want += n
		if err := reprise.Signal(bounded(t), rt, "sum", addMore, n); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := h.Result(bounded(t)); err != nil || got != want {
		t.Errorf("the sum is %d, %v, want %d", got, err, want)
	}
	for _, r := range chainOf(t, st, "sum") {
		lint(t, st, r.ID)
	}
}
