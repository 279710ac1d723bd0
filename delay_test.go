package reprise_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// nightly returns when its function began, once it has received a signal.
var nightly = workflow.New("nightly", func(ctx workflow.Context, _ int) (time.Time, error) {
	begun := workflow.Now(ctx)
	_, err := workflow.Receive(ctx, bell)
	return begun, err
})

func TestADelayedRunBeginsWhenItsTimeHasCome(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		rt := startRuntime(t, st, quiet(), nightly, bell)
		started := time.Now()
		h, err := reprise.Start(t.Context(), rt, nightly, 1, reprise.ID("n"), reprise.Delay(2*time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := reprise.Start(t.Context(), rt, nightly, 1, reprise.ID("n")); !errors.Is(err, reprise.ErrAlreadyStarted) {
			t.Errorf("another start with its id: %v", err)
		}
		if err := reprise.Signal(t.Context(), rt, "n", bell, struct{}{}); err != nil {
			t.Error(err)
		}
		var due time.Time
		awaitRun(t, rt, "n", func(d reprise.Description) bool {
			if len(d.Timers) == 0 {
				return false
			}
			due = d.Timers[0].Due
			return true
		})
		if due.Before(started.Add(2*time.Hour)) || due.After(started.Add(2*time.Hour+time.Minute)) {
			t.Errorf("it is to begin at %v, it was started at %v", due, started)
		}
		begun, err := h.Result(t.Context())
		if took := begun.Sub(started); err != nil || took < 2*time.Hour || took > 2*time.Hour+time.Minute {
			t.Errorf("it began after %v, %v", took, err)
		}
		lint(t, st, h.RunID())
	})
}

func TestARunThatIsCancelledBeforeItsTimeRunsNothing(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ran := false
		code := workflow.New("late", func(workflow.Context, int) (int, error) { ran = true; return 1, nil })
		rt := startRuntime(t, st, quiet(), code)
		h, err := reprise.Start(t.Context(), rt, code, 1, reprise.ID("l"), reprise.At(time.Now().Add(time.Hour)))
		if err != nil {
			t.Fatal(err)
		}
		awaitRun(t, rt, "l", func(d reprise.Description) bool { return len(d.Timers) > 0 })
		if err := reprise.Cancel(t.Context(), rt, "l", "not needed"); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Result(t.Context()); !errors.Is(err, workflow.ErrCancelled) || ran {
			t.Errorf("it ends with %v; its function ran: %v", err, ran)
		}
		lint(t, st, h.RunID())
	})
}

func TestATimeThatHasPassedDelaysNothing(t *testing.T) {
	st := newMemory()
	rt := startRuntime(t, st, quiet(), parcel.Bind(func(ctx workflow.Context, n int) (int, error) { return n, nil }))
	for _, option := range []reprise.StartOption{reprise.At(time.Now().Add(-time.Hour)), reprise.Delay(0)} {
		h, err := reprise.Start(t.Context(), rt, parcel, 7, option)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := h.Result(bounded(t)); n != 7 || err != nil {
			t.Errorf("it gives %d, %v", n, err)
		}
		if events, err := rt.Inside().History(t.Context(), h.RunID()); err != nil || has[*history.TimerStarted](events) {
			t.Errorf("%v, %v; want no timer", events, err)
		}
	}
}

func TestADelayThatCannotBeMeantRefusesTheStart(t *testing.T) {
	rt := client(t, newMemory(), quiet(), parcel.Bind(parcelCode))
	for want, options := range map[string][]reprise.StartOption{
		"Delay is -1s":                {reprise.Delay(-time.Second)},
		"At is the zero time":         {reprise.At(time.Time{})},
		"only one of Delay and At":    {reprise.Delay(time.Second), reprise.At(time.Now())},
		"a time before the year 9999": {reprise.At(time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC))},
	} {
		if _, err := reprise.Start(t.Context(), rt, parcel, 1, options...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the start gives %v, want %s", err, want)
		}
	}
}
