package engine_test

import (
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// A worker whose estimate of the store's time is behind terminates a run: time does
// not run backwards in the history.
func TestTerminateByAWorkerWhoseClockIsBehind(t *testing.T) {
	ctx := limited(t)
	st := memory.New()
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) { return workflow.Receive(ctx, poke) })
	rt := begun(t, st, reprise.Config{}, w)
	run, err := reprise.Start(ctx, rt, w, 0, reprise.ID("w"))
	if err != nil {
		t.Fatal(err)
	}
	until(t, ctx, "the run is parked", func() bool {
		r, err := st.Run(ctx, store.Ref{Run: run.RunID()})
		return err == nil && r.Owner == store.WorkerID{}
	})
	behind := begun(t, st, reprise.Config{})
	inside(behind).SetAhead(-time.Hour)
	if err := reprise.Terminate(ctx, behind, "w", "enough"); err != nil {
		t.Fatal(err)
	}
	rows, err := st.History(ctx, store.HistoryQuery{Run: run.RunID()})
	if err != nil {
		t.Fatal(err)
	}
	l := history.NewLinter()
	for _, row := range rows {
		for _, p := range l.Row(row.Seq, row.N, row.Data) {
			t.Error(p)
		}
	}
}
