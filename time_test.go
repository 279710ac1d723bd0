package reprise

import (
	"testing"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// A slow answer proves little about the store's clock and does not move the estimate
// of it; an answer that contradicts it moves it as far as it must.
func TestTheEstimateOfTheStoresTimeMovesNoFurtherThanProved(t *testing.T) {
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	clock := faketime.New(start)
	e := &engine{cfg: Config{Clock: clock}}
	for _, test := range []struct {
		what        string
		took, ahead time.Duration // the answer is made as it is asked for
		want        time.Duration
	}{
		{"at once, the clocks agree", 0, 0, 0},
		{"slow, the clocks agree", 50 * time.Millisecond, 0, 0},
		{"the store's clock was set", time.Millisecond, time.Hour, time.Hour - time.Millisecond},
		{"slow again", time.Second, time.Hour, time.Hour - time.Millisecond},
		{"set back", time.Millisecond, 0, 0},
	} {
		asked := clock.Now()
		clock.Advance(test.took)
		e.setOffset(asked, asked.Add(test.ahead))
		if got := e.now().Sub(clock.Now()); got != test.want {
			t.Errorf("%s: the store is taken to be %v ahead; want %v", test.what, got, test.want)
		}
	}
}

// A worker whose estimate of the store's time is behind terminates a run: time does
// not run backwards in the history.
func TestTerminateByAWorkerWhoseClockIsBehind(t *testing.T) {
	ctx := limited(t)
	st := memory.New(memory.Options{})
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) { return workflow.Receive(ctx, poke) })
	rt := begun(t, st, Config{}, w)
	run, err := Start(ctx, rt, w, 0, ID("w"))
	if err != nil {
		t.Fatal(err)
	}
	until(t, ctx, "the run is parked", func() bool {
		r, err := st.Run(ctx, store.Ref{Run: run.RunID()})
		return err == nil && r.Owner == store.WorkerID{}
	})
	behind := begun(t, st, Config{})
	behind.current().offset.Store(int64(-time.Hour))
	if err := Terminate(ctx, behind, "w", "enough"); err != nil {
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
