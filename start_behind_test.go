package reprise_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
	"github.com/reprise-run/reprise/workflow"
)

var (
	goOn = workflow.DefineSignal[string]("go on")
	// indexing waits for a signal that says how to end: with its input, as a new run, or with an error.
	indexing = workflow.New("indexing", func(ctx workflow.Context, in string) (string, error) {
		how, err := workflow.Receive(ctx, goOn)
		switch {
		case err != nil:
			return "", err
		case how == "again":
			return workflow.ContinueAsNew(ctx, workflow.Define[string, string]("indexing"), in+"+")
		case how == "fail":
			return "", errors.New("it was told to")
		}
		return in, nil
	})
)

func behind(t *testing.T, rt *reprise.Runtime, in string, opts ...reprise.StartOption) reprise.Handle[string] {
	t.Helper()
	h, err := reprise.Start(bounded(t), rt, indexing, in, append(opts, reprise.ID("index"), reprise.OnConflict(reprise.QueueBehind))...)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// over waits for the end of a chain.
func over(t *testing.T, h reprise.Handle[string]) {
	t.Helper()
	if _, err := h.Result(bounded(t)); err != nil {
		t.Fatal(err)
	}
}

func startedOf(t *testing.T, rt *reprise.Runtime, run reprise.RunID) *history.Started {
	t.Helper()
	events, err := rt.Inside().History(t.Context(), run)
	if err != nil {
		t.Fatal(err)
	}
	return events[0].Body.(*history.Started)
}

func tell(t *testing.T, rt *reprise.Runtime, how string) {
	t.Helper()
	if err := reprise.Signal(bounded(t), rt, "index", goOn, how); err != nil {
		t.Fatal(err)
	}
}

func TestAStartWaitsBehindAnOpenRun(t *testing.T) {
	for _, how := range []string{"end", "fail", "cancel", "terminate"} {
		t.Run(how, func(t *testing.T) {
			rt := startRuntime(t, newMemory(), hurried(), indexing)
			first := behind(t, rt, "one")
			if first.Queued() || first.Existed() {
				t.Errorf("the first start waits: %v; its run existed: %v", first.Queued(), first.Existed())
			}
			second := behind(t, rt, "two")
			if !second.Queued() || second.Existed() || second.RunID() == first.RunID() {
				t.Errorf("the second start waits: %v; its run existed: %v", second.Queued(), second.Existed())
			}
			d, err := reprise.Describe(bounded(t), rt, "index")
			if err != nil || d.RunID != first.RunID() || d.Behind == nil || d.Behind.RunID != second.RunID() || d.Behind.Since.IsZero() {
				t.Errorf("the open run is described as %v, %+v, %v", d.RunID, d.Behind, err)
			}
			if _, err := reprise.Describe(bounded(t), rt, second.RunID()); !errors.Is(err, reprise.ErrNotFound) {
				t.Errorf("a run that has not begun is described: %v", err)
			}
			switch how {
			case "cancel":
				err = reprise.Cancel(bounded(t), rt, first.RunID(), "for a test")
			case "terminate":
				err = reprise.Terminate(bounded(t), rt, first.RunID(), "for a test")
			default:
				tell(t, rt, how)
			}
			if err != nil {
				t.Fatal(err)
			}
			if out, err := first.Result(bounded(t)); (err == nil) != (how == "end") || errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("the first run gives %q, %v", out, err)
			}
			tell(t, rt, "end")
			if out, err := second.Result(bounded(t)); out != "two" || err != nil {
				t.Errorf("the second run gives %q, %v", out, err)
			}
			if d, err := reprise.Describe(bounded(t), rt, first.RunID()); err != nil || d.Behind != nil {
				t.Errorf("behind the run that has ended waits %+v, %v", d.Behind, err)
			}
		})
	}
}

func TestTheNewestStartCounts(t *testing.T) {
	rt := startRuntime(t, newMemory(), hurried(), indexing)
	first := behind(t, rt, "one")
	second := behind(t, rt, "two")
	gone := make(chan error, 1)
	go func() {
		_, err := second.Result(bounded(t))
		gone <- err
	}()
	third := behind(t, rt, "three")
	if err := <-gone; !errors.Is(err, reprise.ErrReplaced) {
		t.Errorf("the start that was replaced gives %v, want ErrReplaced", err)
	}
	tell(t, rt, "again")
	tell(t, rt, "end")
	over(t, first)
	tell(t, rt, "end")
	if out, err := third.Result(bounded(t)); out != "three" || err != nil {
		t.Errorf("the newest start gives %q, %v", out, err)
	}
	if _, err := second.Result(bounded(t)); !errors.Is(err, reprise.ErrReplaced) {
		t.Errorf("the start that was replaced gives %v, want ErrReplaced", err)
	}
}

func TestAStartWaitsForTheWholeChain(t *testing.T) {
	rt := startRuntime(t, newMemory(), hurried(), indexing)
	first := behind(t, rt, "one")
	second := behind(t, rt, "two")
	tell(t, rt, "again")
	if _, err := rt.Store().Run(t.Context(), store.Ref{Run: second.RunID()}); err == nil {
		t.Error("the start was carried out before the chain has ended")
	}
	tell(t, rt, "end")
	if out, err := first.Result(bounded(t)); out != "one+" || err != nil {
		t.Errorf("the chain gives %q, %v", out, err)
	}
	tell(t, rt, "end")
	if out, err := second.Result(bounded(t)); out != "two" || err != nil {
		t.Errorf("what waited gives %q, %v", out, err)
	}
}

func TestWhatWaitsCanBeTakenBack(t *testing.T) {
	rt := startRuntime(t, newMemory(), hurried(), indexing)
	first := behind(t, rt, "one")
	second := behind(t, rt, "two")
	if err := reprise.Unqueue(bounded(t), rt, "index"); err != nil {
		t.Fatal(err)
	}
	if _, err := second.Result(bounded(t)); !errors.Is(err, reprise.ErrReplaced) {
		t.Errorf("what was taken back gives %v", err)
	}
	if err := reprise.Unqueue(bounded(t), rt, first.RunID()); !errors.Is(err, reprise.ErrNotQueued) {
		t.Errorf("where nothing waits, taking it back gives %v", err)
	}
	third := behind(t, rt, "three")
	tell(t, rt, "end")
	over(t, first)
	tell(t, rt, "end")
	if out, err := third.Result(bounded(t)); out != "three" || err != nil {
		t.Errorf("the start after it gives %q, %v", out, err)
	}
	if err := reprise.Unqueue(bounded(t), rt, "index"); !errors.Is(err, reprise.ErrClosed) {
		t.Errorf("of a run that has ended nothing is taken back: %v", err)
	}
	if err := reprise.Unqueue(bounded(t), rt, "other"); !errors.Is(err, reprise.ErrNotFound) {
		t.Errorf("of no run nothing is taken back: %v", err)
	}
}

func TestOnlyAStartOfTheSameWorkflowWaits(t *testing.T) {
	rt := startRuntime(t, newMemory(), hurried(), indexing, held)
	behind(t, rt, "one")
	if _, err := reprise.Start(bounded(t), rt, held, 1, reprise.ID("index"), reprise.OnConflict(reprise.QueueBehind)); !errors.Is(err, reprise.ErrWrongWorkflow) {
		t.Errorf("a start of another workflow gives %v", err)
	}
}

// The timeout of a run that waited counts from its beginning.
func TestTheTimeoutOfWhatWaitedCountsFromItsBeginning(t *testing.T) {
	rt := startRuntime(t, newMemory(), hurried(), indexing)
	first := behind(t, rt, "one")
	second := behind(t, rt, "two", reprise.Timeout(time.Hour), reprise.TimeoutGrace(-1))
	tell(t, rt, "end")
	over(t, first)
	before := time.Now()
	tell(t, rt, "again")
	tell(t, rt, "end")
	if out, err := second.Result(bounded(t)); out != "two+" || err != nil {
		t.Fatalf("what waited gives %q, %v", out, err)
	}
	d, err := reprise.Describe(bounded(t), rt, "index")
	if err != nil {
		t.Fatal(err)
	}
	started := startedOf(t, rt, d.RunID)
	if first := startedOf(t, rt, second.RunID()); first.Within != time.Hour || !first.Deadline.IsZero() || first.Grace != -1 {
		t.Errorf("the run that waited is to take %v, until %v, with a grace of %v", first.Within, first.Deadline, first.Grace)
	}
	if left := started.Deadline.Sub(before); left < 59*time.Minute || left > 61*time.Minute || started.Within != 0 || started.Grace != -1 {
		t.Errorf("the run that goes on has %v, and a grace of %v", left, started.Grace)
	}
}

// A reset run that waited has its whole timeout again, counted from when its code begins.
func TestWhatWaitedIsResetAfterItsTime(t *testing.T) {
	rt := startRuntime(t, newMemory(), hurried(), indexing)
	first := behind(t, rt, "one")
	second := behind(t, rt, "two", reprise.Timeout(50*time.Millisecond), reprise.TimeoutGrace(0))
	tell(t, rt, "end")
	over(t, first)
	if _, err := second.Result(bounded(t)); !errors.Is(err, workflow.ErrTimeout) {
		t.Fatalf("it ended with %v", err)
	}
	if plan, err := reprise.PlanReset(bounded(t), rt, "index", reprise.ToEvent(1)); err != nil || len(plan.Refused) > 0 {
		t.Errorf("a reset to its start: %v, %v", plan.Refused, err)
	}
	if plan, err := reprise.PlanReset(bounded(t), rt, "index", reprise.BeforeFailure()); err != nil || plan.Seq > 1 && len(plan.Refused) != 1 {
		t.Errorf("a reset to event %d: %v, %v", plan.Seq, plan.Refused, err)
	}
}

// ringing makes each timer fire at once while it is on.
type ringing struct {
	timer.Clock
	on *atomic.Bool
}

func (o ringing) NewTimer(d time.Duration) timer.Alarm {
	if !o.on.Load() {
		return o.Clock.NewTimer(d)
	}
	c := make(rung, 1)
	c <- time.Now()
	return c
}

type rung chan time.Time

func (r rung) C() <-chan time.Time { return r }
func (r rung) Stop() bool          { return false }

// departing ends a caller's context, and fails, from the third look at a run on.
type departing struct {
	store.Store
	looks atomic.Int32
	end   context.CancelFunc
}

func (l *departing) Run(ctx context.Context, ref store.Ref) (store.Run, error) {
	if l.end != nil && l.looks.Add(1) > 2 {
		l.end()
		return store.Run{}, store.ErrTransient
	}
	return l.Store.Run(ctx, ref)
}

// A caller that stops waiting for a run to begin is told so, whatever else happens at that moment.
func TestWhoStopsWaitingForABeginningIsToldSo(t *testing.T) {
	var on atomic.Bool
	cfg := quiet()
	cfg.Clock = ringing{timer.System(), &on}
	st := &departing{Store: newMemory()}
	rt := client(t, st, cfg, indexing)
	behind(t, rt, "one")
	second := behind(t, rt, "two")
	on.Store(true)
	for range 20 {
		ctx, cancel := context.WithCancel(t.Context())
		st.looks.Store(0)
		st.end = cancel
		if _, err := second.Result(ctx); !errors.Is(err, context.Canceled) || errors.Is(err, reprise.ErrUnavailable) {
			t.Fatalf("it gives %v", err)
		}
	}
}
