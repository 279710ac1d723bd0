package postgres_test

import (
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/timer"
	"github.com/reprise-run/reprise/workflow"
)

// fast is a clock that is an hour ahead.
type fast struct{ timer.Clock }

func (c fast) Now() time.Time { return c.Clock.Now().Add(time.Hour) }

// Whichever worker fires timers, the database's clock says which are due: a worker
// whose clock is fast fires its own due timer, and not another one that is due in ten
// minutes.
func TestAFastWorkerFiresNoTimerEarly(t *testing.T) {
	ctx := bounded(t)
	st := open(t, database(t))
	nap := workflow.New("nap", func(ctx workflow.Context, d time.Duration) (int, error) { return 0, workflow.Sleep(ctx, d) })
	rt := start(t, st, reprise.Config{Clock: fast{timer.System()}}, nap)
	long, err := reprise.Start(ctx, rt, nap, 10*time.Minute, reprise.ID("long"))
	if err != nil {
		t.Fatal(err)
	}
	pending := func() int {
		p, err := st.Pending(ctx, long.RunID())
		if err != nil {
			t.Fatal(err)
		}
		return len(p.Timers)
	}
	for pending() == 0 { // until the run sleeps
	}
	short, err := reprise.Start(ctx, rt, nap, 10*time.Millisecond, reprise.ID("short"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := short.Result(ctx); err != nil {
		t.Fatal(err)
	}
	if d, err := reprise.Describe(ctx, rt, "long"); err != nil || d.Status != reprise.Open || pending() != 1 {
		t.Errorf("a timer that is due in ten minutes has fired: the run is %v, with %d timers, %v", d.Status, pending(), err)
	}
}
