package reprise_test

import (
	"errors"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

var held = workflow.New("held", func(ctx workflow.Context, n int) (int, error) {
	if n == 0 {
		return 0, nil
	}
	err := workflow.Until(ctx, func() bool { return false })
	return n, err
})

func TestAStartSaysWhatIsDoneAboutAnOpenRun(t *testing.T) {
	for _, c := range []struct {
		conflict reprise.Conflict
		err      error
		old      store.Status
	}{
		{reprise.Fail, reprise.ErrAlreadyStarted, store.Open},
		{reprise.UseExisting, nil, store.Open},
		{reprise.CancelExisting, nil, store.Cancelled},
		{reprise.TerminateExisting, nil, store.Terminated},
	} {
		t.Run(c.conflict.String(), func(t *testing.T) {
			st := newMemory()
			rt := startRuntime(t, st, hurried(), held)
			old := begin(t, rt, held, 1, "one")
			h, err := reprise.Start(bounded(t), rt, held, 0, reprise.ID("one"), reprise.OnConflict(c.conflict))
			if !errors.Is(err, c.err) {
				t.Fatalf("the start gives %v, want %v", err, c.err)
			}
			if same := h.RunID() == old.RunID(); same != (c.old == store.Open) {
				t.Errorf("the handle is that of the open run: %v", same)
			}
			if h.Existed() != (c.old == store.Open) || old.Existed() {
				t.Errorf("the run of the second start existed: %v; that of the first: %v", h.Existed(), old.Existed())
			}
			run, err := st.Run(t.Context(), store.Ref{Run: old.RunID()})
			if err != nil || run.Status != c.old {
				t.Errorf("the open run is %v, %v, want %v", run.Status, err, c.old)
			}
			if c.old == store.Open {
				return
			}
			if n, err := h.Result(bounded(t)); n != 0 || err != nil {
				t.Errorf("the new run gives %d, %v", n, err)
			}
		})
	}
}

func TestNothingIsDoneAboutARunThatHasEnded(t *testing.T) {
	rt := startRuntime(t, newMemory(), hurried(), held)
	old := begin(t, rt, held, 0, "one")
	if _, err := old.Result(bounded(t)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []reprise.Conflict{reprise.Fail, reprise.UseExisting, reprise.CancelExisting, reprise.TerminateExisting, reprise.QueueBehind} {
		h, err := reprise.Start(bounded(t), rt, held, 0, reprise.ID("one"), reprise.OnConflict(c))
		if err != nil || h.RunID() == old.RunID() {
			t.Errorf("%v: %v, %v", c, h.RunID(), err)
		}
		if _, err := h.Result(bounded(t)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAConflictThatCannotBeMeantIsRefused(t *testing.T) {
	rt := startRuntime(t, newMemory(), hurried(), held)
	for name, opts := range map[string][]reprise.StartOption{
		"unknown":          {reprise.ID("one"), reprise.OnConflict(17)},
		"without an id":    {reprise.OnConflict(reprise.UseExisting)},
		"once and behind":  {reprise.ID("one"), reprise.Once(), reprise.OnConflict(reprise.QueueBehind)},
		"once and another": {reprise.ID("one"), reprise.Once(), reprise.OnConflict(reprise.CancelExisting)},
	} {
		if _, err := reprise.Start(bounded(t), rt, held, 0, opts...); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	if _, err := reprise.Describe(bounded(t), rt, "one"); !errors.Is(err, reprise.ErrNotFound) {
		t.Errorf("a start that was refused left %v", err)
	}
}
