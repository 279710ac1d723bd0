package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/codec"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// onlyOnce pays once for each order, whichever runs ask.
type onlyOnce struct {
	calls atomic.Int32
	keys  chan string
	runs  chan string
	enter func(call int32) error // nil: payments never fail or wait
	pay   activity.Binding
	def   activity.Def[string, string]
	flow  workflow.Bound[string, string]
}

func newOnlyOnce(keepFor time.Duration, policy ...activity.Policy) *onlyOnce {
	p := &onlyOnce{keys: make(chan string, 100), runs: make(chan string, 100), def: activity.Define[string, string]("pay", policy...)}
	p.pay = p.def.Bind(func(ctx context.Context, order string) (string, error) { return p.call(ctx, order) })
	p.flow = workflow.New("payment", func(ctx workflow.Context, order string) (string, error) {
		return workflow.Execute(ctx, p.def, order, workflow.ReuseResult("pay/"+order, keepFor)).Get(ctx)
	})
	return p
}

func (p *onlyOnce) call(ctx context.Context, order string) (string, error) {
	n := p.calls.Add(1)
	p.keys <- activity.GetInfo(ctx).IdempotencyKey
	p.runs <- activity.GetInfo(ctx).RunID.String()
	if p.enter != nil {
		if err := p.enter(n); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("receipt %d of %s %s", n, order, noise(300)), nil
}

// ends runs the workflow to its end and returns its only completed event.
func (p *onlyOnce) ends(t *testing.T, rt *reprise.Runtime, order string) (h reprise.Handle[string], result string, end *history.ActivityCompleted) {
	t.Helper()
	ctx := bounded(t)
	h, err := reprise.Start(ctx, rt, p.flow, order)
	if err != nil {
		t.Fatal(err)
	}
	if result, err = h.Result(ctx); err != nil {
		t.Fatal(err)
	}
	events, err := rt.Inside().History(ctx, h.RunID())
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if b, ok := e.Body.(*history.ActivityCompleted); ok {
			end = b
		}
	}
	return h, result, end
}

// The second run ends with the result of the first and says so; nothing is called, and no attempt begins.
func TestAKeptResultIsReusedByAnotherRun(t *testing.T) {
	for name, cfg := range map[string]reprise.Config{"plain": quiet(), "sealed": sealedConfig(codec.AESGCM(ringOf("k1")), codec.Offload(codec.InMemory(), 100))} {
		t.Run(name, func(t *testing.T) {
			st, p := newMemory(), newOnlyOnce(time.Hour)
			var begun atomic.Int32
			cfg.Observer = &reprise.Observer{ActivityStarted: func(reprise.ActivityStarted) { begun.Add(1) }}
			rt := startRuntime(t, st, cfg, p.flow, p.pay)
			first, want, own := p.ends(t, rt, "42")
			second, got, end := p.ends(t, rt, "42")
			if want != got || p.calls.Load() != 1 || begun.Load() != 1 {
				t.Errorf("results %.20q and %.20q after %d calls, %d attempts", want, got, p.calls.Load(), begun.Load())
			}
			if own.Reused != (history.RunID{}) || own.Attempt != 1 || end.Reused != first.RunID() || end.Attempt != 0 {
				t.Errorf("the ends are %v and %v", own, end)
			}
			if key := <-p.keys; key != "pay/42" {
				t.Errorf("the idempotency key is %q", key)
			}
			if run := <-p.runs; run != first.RunID().String() {
				t.Errorf("the attempt is of run %q", run)
			}
			if _, other, _ := p.ends(t, rt, "43"); other == want || p.calls.Load() != 2 {
				t.Errorf("another key has %.20q after %d calls", other, p.calls.Load())
			}
			lint(t, st, first.RunID())
			lint(t, st, second.RunID())
		})
	}
}

// A worker without the key cannot read the kept result. It does not pay again, but waits for a worker that can.
func TestAKeptResultThatCannotBeReadIsNotExecuted(t *testing.T) {
	st, p := newMemory(), newOnlyOnce(time.Hour)
	rt := startRuntime(t, st, sealedConfig(codec.AESGCM(ringOf("k1"))), p.flow, p.pay)
	_, want, _ := p.ends(t, rt, "42")
	if err := rt.Stop(bounded(t)); err != nil {
		t.Fatal(err)
	}
	cfg := sealedConfig(codec.AESGCM(ringOf("k2")))
	waits := make(chan struct{}, 1)
	cfg.Logger = slog.New(slog.NewTextHandler(writer(func(line []byte) (int, error) {
		if strings.Contains(string(line), "cannot read an activity here") {
			select {
			case waits <- struct{}{}:
			default:
			}
		}
		return len(line), nil
	}), nil))
	other := startRuntime(t, st, cfg, p.flow, p.pay)
	h, err := reprise.Start(bounded(t), other, p.flow, "42")
	if err != nil {
		t.Fatal(err)
	}
	<-waits
	if err := other.Stop(bounded(t)); err != nil {
		t.Fatal(err)
	}
	able := startRuntime(t, st, sealedConfig(codec.AESGCM(ringOf("k1", "k2"))), p.flow, p.pay)
	again, err := reprise.Get(bounded(t), able, p.flow, h.WorkflowID())
	if err != nil {
		t.Fatal(err)
	}
	if got, err := again.Result(bounded(t)); err != nil || got != want || p.calls.Load() != 1 {
		t.Errorf("Result = %.20q, %v after %d calls", got, err, p.calls.Load())
	}
}

// A failure is not kept: the next run tries again.
func TestAFailureIsNotKept(t *testing.T) {
	st, p := newMemory(), newOnlyOnce(time.Hour)
	p.enter = func(n int32) error {
		if n == 1 {
			return failure.New("declined", "the bank has declined the card", failure.Permanent())
		}
		return nil
	}
	rt := startRuntime(t, st, quiet(), p.flow, p.pay)
	h, err := reprise.Start(bounded(t), rt, p.flow, "42")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Result(bounded(t)); failure.CodeOf(err) != "declined" {
		t.Errorf("the first run ends with %v", err)
	}
	if _, _, end := p.ends(t, rt, "42"); end.Reused != (history.RunID{}) || p.calls.Load() != 2 {
		t.Errorf("the second run ends with %v after %d calls", end, p.calls.Load())
	}
}

// Two simultaneous runs both make an attempt under one idempotency key, and have results of their own; a third
// run gets the result that ended first.
func TestOfTwoRunsAtOnceTheFirstEndIsKept(t *testing.T) {
	ctx := bounded(t)
	st, p := newMemory(), newOnlyOnce(time.Hour)
	inside, leave := make(chan struct{}, 2), make(chan struct{})
	p.enter = func(n int32) error {
		inside <- struct{}{}
		if n == 1 {
			<-leave
		}
		return nil
	}
	rt := startRuntime(t, st, quiet(), p.flow, p.pay)
	slow, err := reprise.Start(ctx, rt, p.flow, "42")
	if err != nil {
		t.Fatal(err)
	}
	<-inside
	quick, fast, _ := p.ends(t, rt, "42")
	close(leave)
	late, err := slow.Result(ctx)
	if err != nil || late == fast {
		t.Errorf("the slow run has %.20q, %v; the quick one %.20q", late, err, fast)
	}
	if a, b := <-p.keys, <-p.keys; a != b {
		t.Errorf("the keys are %q and %q", a, b)
	}
	if _, third, end := p.ends(t, rt, "42"); third != fast || end.Reused != quick.RunID() {
		t.Errorf("the third run has %.20q of %v", third, end.Reused)
	}
}

// The end of a transactional activity keeps its result in the same transaction.
func TestATransactionalActivityKeepsItsResult(t *testing.T) {
	st := newMemory()
	debit := activity.Define[int, int]("debit", activity.Policy{Transactional: true})
	debits := 0
	w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) {
		return workflow.Execute(ctx, debit, n, workflow.ReuseResult("debit/1", time.Hour)).Get(ctx)
	})
	rt := startRuntime(t, st, quiet(), w, debit.BindTx(memory.Transactional(func(_ context.Context, tx *memory.ActivityTx, n int) (int, error) {
		return n, tx.Do(func() { debits += n })
	})))
	for range 2 {
		h, err := reprise.Start(bounded(t), rt, w, 7)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := h.Result(bounded(t)); err != nil || n != 7 {
			t.Errorf("Result = %d, %v", n, err)
		}
	}
	if debits != 7 {
		t.Errorf("%d were debited, want 7", debits)
	}
}

// A sweep spares the blob of a kept result after the run that made it is gone.
func TestTheBlobOfAKeptResultIsNotSwept(t *testing.T) {
	ctx := bounded(t)
	st, p := openFile(t, filepath.Join(t.TempDir(), "test.db")), newOnlyOnce(time.Hour)
	rt := startRuntime(t, st, sealedConfig(codec.AESGCM(ringOf("k1")), codec.Offload(aged{codec.InMemory()}, 100)), p.flow, p.pay)
	first, want, _ := p.ends(t, rt, "42")
	if _, err := st.Apply(ctx, []store.Op{&store.Retain{Namespace: "default", Age: 0, Max: 1000}}); err != nil {
		t.Fatal(err)
	}
	if _, err := reprise.Describe(ctx, rt, first.RunID()); !errors.Is(err, reprise.ErrRemoved) {
		t.Fatalf("the first run is there: %v", err)
	}
	if swept, err := reprise.SweepBlobs(ctx, rt, reprise.SweepOptions{Age: 24 * time.Hour}); err != nil || swept.Kept == 0 {
		t.Errorf("swept %+v, %v", swept, err)
	}
	if _, got, end := p.ends(t, rt, "42"); got != want || end.Reused != first.RunID() {
		t.Errorf("the second run has %.20q of %v", got, end.Reused)
	}
}

// A reset needs no permission for an activity with a kept result: the result is reused.
func TestAResetReusesKeptResults(t *testing.T) {
	ctx := bounded(t)
	st, p := newMemory(), newOnlyOnce(time.Hour)
	rt := startRuntime(t, st, quiet(), p.flow, p.pay)
	first, want, _ := p.ends(t, rt, "42")
	plan, err := reprise.PlanReset(ctx, rt, first.RunID(), reprise.ToEvent(1))
	if err != nil || len(plan.Again) != 1 || !plan.Again[0].Reuses || !plan.Again[0].Completed {
		t.Fatalf("the plan is %+v, %v", plan, err)
	}
	if _, err := reprise.Reset(ctx, rt, first.RunID(), reprise.ToEvent(1), reprise.By{Who: "anna", Why: "the wrong address"}); err != nil {
		t.Fatal(err)
	}
	h, err := reprise.Get(ctx, rt, p.flow, first.WorkflowID())
	if err != nil {
		t.Fatal(err)
	}
	if got, err := h.Result(ctx); err != nil || got != want || p.calls.Load() != 1 {
		t.Errorf("Result = %.20q, %v after %d calls", got, err, p.calls.Load())
	}
}

func TestWhatCannotBeReusedSaysSo(t *testing.T) {
	charge := activity.Define[int, int]("charge")
	for want, opt := range map[string]workflow.ExecuteOption{
		"option 1 is nil":                             nil,
		"the key of ReuseResult is empty":             workflow.ReuseResult("", time.Hour),
		"has 501 bytes; at most 500":                  workflow.ReuseResult(strings.Repeat("k", 501), time.Hour),
		"or holds a NUL byte":                         workflow.ReuseResult("a\x00", time.Hour),
		"keeps the result for 0s: use more than zero": workflow.ReuseResult("k", 0),
		"keeps the result for 2562047h47m16.8":        workflow.ReuseResult("k", 1<<63-1),
	} {
		w := workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
			_, err := workflow.Execute(ctx, charge, 1, opt).Get(ctx)
			return fmt.Sprint(err), nil
		})
		rt := startRuntime(t, newMemory(), quiet(), w)
		h, err := reprise.Start(bounded(t), rt, w, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := h.Result(bounded(t)); err != nil || !strings.Contains(got, want) {
			t.Errorf("%q, %v; want %q", got, err, want)
		}
	}
}
