package reprise_test

import (
	"errors"
	"testing"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

// A call to one run does not reach a later run with the same workflow id.
func TestACallAboutARunIsAboutNoOtherRun(t *testing.T) {
	ctx := bounded(t)
	rt := startRuntime(t, newMemory(), quiet(), waitSign.Bind(signed))
	first := begin(t, rt, waitSign, "in", "x")
	if err := reprise.Terminate(ctx, rt, first.RunID(), "enough"); err != nil {
		t.Fatal(err)
	}
	second := begin(t, rt, waitSign, "in", "x")
	calls := map[string]func(store.RunID) error{
		"signal":    func(id store.RunID) error { return reprise.SignalJSON(ctx, rt, id, "other", nil) },
		"resume":    func(id store.RunID) error { return reprise.Resume(ctx, rt, id, ben) },
		"cancel":    func(id store.RunID) error { return reprise.Cancel(ctx, rt, id, "") },
		"terminate": func(id store.RunID) error { return reprise.Terminate(ctx, rt, id, "") },
	}
	for name, call := range calls {
		if err := call(first.RunID()); !errors.Is(err, reprise.ErrClosed) {
			t.Errorf("%s of the run that has ended: %v; want ErrClosed", name, err)
		}
		if err := call(uuid.New()); !errors.Is(err, reprise.ErrNotFound) {
			t.Errorf("%s of no run: %v; want ErrNotFound", name, err)
		}
	}
	if d, err := reprise.Describe(ctx, rt, "x"); err != nil || d.Status != reprise.Open || d.RunID != second.RunID() {
		t.Fatalf("the later run is %+v, %v; want it open", d, err)
	}
	for _, name := range []string{"signal", "resume", "terminate"} {
		if err := calls[name](second.RunID()); err != nil {
			t.Errorf("%s of the open run: %v", name, err)
		}
	}
	if _, err := second.Result(ctx); !errors.Is(err, reprise.ErrTerminated) {
		t.Errorf("Result: %v; want ErrTerminated", err)
	}
}
