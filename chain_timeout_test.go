package reprise_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// stubborn waits for a bell. When it must stop waiting, it cleans up for this many minutes.
var stubborn = workflow.New("stubborn", func(ctx workflow.Context, minutes int) (string, error) {
	_, err := workflow.Receive(ctx, bell)
	if err != nil {
		if err := workflow.Sleep(workflow.WithoutCancel(ctx), time.Duration(minutes)*time.Minute); err != nil {
			return "", err
		}
	}
	return "tidy", err
})

func TestARunWhoseTimeIsOverCleansUp(t *testing.T) {
	const limit = 10 * time.Minute // a worker ticks in each second of it
	for _, c := range []struct {
		name    string
		minutes int
		options []reprise.StartOption
		took    time.Duration
		forced  bool
	}{
		{"at once", 0, nil, limit, false},
		{"within the grace", 5, []reprise.StartOption{reprise.TimeoutGrace(10 * time.Minute)}, limit + 5*time.Minute, false},
		{"not within the default grace", 5, nil, limit + time.Minute, true},
		{"without a grace", 1, []reprise.StartOption{reprise.TimeoutGrace(0)}, limit, true},
		{"for as long as it wants", 40, []reprise.StartOption{reprise.TimeoutGrace(-1)}, limit + 40*time.Minute, false},
		{"after a delay", 0, []reprise.StartOption{reprise.Delay(limit)}, 2 * limit, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
				rt := startRuntime(t, st, quiet(), stubborn, bell)
				begun := time.Now()
				h, err := reprise.Start(t.Context(), rt, stubborn, c.minutes, append(c.options, reprise.ID("s"), reprise.Timeout(limit))...)
				if err != nil {
					t.Fatal(err)
				}
				_, err = h.Result(t.Context())
				if !errors.Is(err, workflow.ErrTimeout) || failure.KindOf(err) != "timeout" || c.forced != strings.Contains(err.Error(), "had not ended") {
					t.Errorf("it ends with %v", err)
				}
				if took := time.Since(begun); took < c.took || took > c.took+time.Minute/2 {
					t.Errorf("it took %v, want %v", took, c.took)
				}
				if _, err := reprise.Replay(t.Context(), rt, h.RunID()); err != nil {
					t.Error(err)
				}
				lint(t, st, h.RunID())
			})
		})
	}
}

func TestARunThatEndsInTimeIsNotTimedOut(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		rt := startRuntime(t, st, quiet(), stubborn, bell)
		h, err := reprise.Start(t.Context(), rt, stubborn, 0, reprise.ID("s"), reprise.Timeout(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		if err := reprise.Signal(t.Context(), rt, "s", bell, struct{}{}); err != nil {
			t.Fatal(err)
		}
		if got, err := h.Result(bounded(t)); got != "tidy" || err != nil {
			t.Errorf("it gives %q, %v", got, err)
		}
		lint(t, st, h.RunID())
	})
}

// The timeout is that of the chain: continuing as new does not extend it.
func TestAChainHasOneTimeout(t *testing.T) {
	def := workflow.Define[int, int]("turn")
	turn := def.Bind(func(ctx workflow.Context, n int) (int, error) {
		if err := workflow.Sleep(ctx, 25*time.Minute); err != nil {
			return 0, err
		}
		return workflow.ContinueAsNew(ctx, def, n+1)
	})
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		rt := startRuntime(t, st, quiet(), turn)
		begun := time.Now()
		h, err := reprise.Start(t.Context(), rt, def, 0, reprise.ID("c"), reprise.Timeout(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		_, err = h.Result(t.Context())
		if took := time.Since(begun); !errors.Is(err, workflow.ErrTimeout) || took < time.Hour || took > time.Hour+time.Minute {
			t.Errorf("it ends after %v with %v", took, err)
		}
		d, err := reprise.Describe(t.Context(), rt, "c")
		if err != nil || d.RunID == h.RunID() {
			t.Errorf("%v, %v; want the third run of the chain", d.RunID, err)
		}
		events, err := rt.Inside().History(t.Context(), d.RunID)
		if err != nil || events[0].Body.(*history.Started).Continued != 2 {
			t.Errorf("%v, %v", events[0], err)
		}
	})
}

// A run that was asked to cancel and does not end is still timed out.
func TestACancelledRunIsTimedOutAllTheSame(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		rt := startRuntime(t, st, quiet(), stubborn, bell)
		begun := time.Now()
		h, err := reprise.Start(t.Context(), rt, stubborn, 600, reprise.ID("s"), reprise.Timeout(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		if err := reprise.Cancel(t.Context(), rt, "s", ""); err != nil {
			t.Fatal(err)
		}
		_, err = h.Result(t.Context())
		if took := time.Since(begun); !errors.Is(err, workflow.ErrTimeout) || took < time.Hour || took > time.Hour+2*time.Minute {
			t.Errorf("it ends after %v with %v", took, err)
		}
	})
}

func TestATimeoutThatCannotBeMeantRefusesTheStart(t *testing.T) {
	rt := client(t, newMemory(), quiet(), parcel.Bind(parcelCode))
	for want, options := range map[string][]reprise.StartOption{
		"Timeout is 0s":                  {reprise.Timeout(0)},
		"TimeoutGrace needs Timeout":     {reprise.TimeoutGrace(time.Second)},
		"Timeout is -1h0m0s: use more t": {reprise.Timeout(-time.Hour)},
	} {
		if _, err := reprise.Start(t.Context(), rt, parcel, 1, options...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the start gives %v, want %s", err, want)
		}
	}
}
