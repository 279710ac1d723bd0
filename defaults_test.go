package reprise_test

import (
	"context"
	"errors"
	"reflect"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/workflow"
)

// An activity whose definition has no policy is recorded with the defaults that the docs of Policy
// state, and the engine retries as often, and waits as long, as they say.
func TestACallWithoutAPolicyHasTheDefaults(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var began []time.Time
		act := activity.New("act", func(ctx context.Context, _ int) (int, error) {
			mu.Lock()
			defer mu.Unlock()
			began = append(began, time.Now())
			if left := time.Until(activity.GetInfo(ctx).Deadline); left.Round(time.Millisecond) != 10*time.Minute {
				t.Errorf("attempt %d may take %v", len(began), left)
			}
			return 0, errors.New("not today")
		})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) { return workflow.Execute(ctx, act, 0).Get(ctx) })
		rt := startRuntime(t, newMemory(), quiet(), w, act)
		run := begin(t, rt, w, 0, "w")
		if _, err := run.Result(bounded(t)); err == nil {
			t.Fatal("it has not failed")
		}
		mu.Lock()
		defer mu.Unlock()
		if len(began) != 10 {
			t.Errorf("%d attempts were made", len(began))
		}
		base := time.Second
		for i := 1; i < len(began); i++ {
			waited, least := began[i].Sub(began[i-1]), min(base, time.Minute*4/5)    // a quarter is jitter
			if waited < least || waited > min(base*5/4, time.Minute)+2*time.Second { // found by a tick
				t.Errorf("attempt %d followed after %v", i+1, waited)
			}
			base *= 2
		}
		events, err := rt.Inside().History(t.Context(), run.RunID())
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			b, ok := e.Body.(*history.ActivityScheduled)
			if want := (history.Policy{
				StartToClose: 10 * time.Minute, InitialInterval: time.Second, MaxInterval: time.Minute, Multiplier: 2, MaxAttempts: 10,
			}); ok && !reflect.DeepEqual(b.Policy, want) {
				t.Errorf("recorded is %+v", b.Policy)
			}
		}
	})
}

// A Runtime acts only on its own store: two Runtimes in one process each have a run with the same
// id, and neither sees, signals or waits for the other's.
func TestARuntimeHasOneStore(t *testing.T) {
	ctx := bounded(t)
	left := startRuntime(t, newMemory(), quiet(), waitSign.Bind(signed))
	right := startRuntime(t, newMemory(), quiet(), waitSign.Bind(signed))
	for name, rt := range map[string]*reprise.Runtime{"left": left, "right": right} {
		begin(t, rt, waitSign, name, "same")
		begin(t, rt, waitSign, name, "only "+name)
	}
	for name, rt := range map[string]*reprise.Runtime{"left": left, "right": right} {
		other := map[string]string{"left": "only right", "right": "only left"}[name]
		if _, err := reprise.Describe(ctx, rt, other); !errors.Is(err, reprise.ErrNotFound) {
			t.Errorf("%s finds %s: %v", name, other, err)
		}
		if err := reprise.Signal(ctx, rt, other, approve, approval{Yes: true}); !errors.Is(err, reprise.ErrNotFound) {
			t.Errorf("%s signals %s: %v", name, other, err)
		}
		listed := 0
		for _, err := range reprise.List(ctx, rt, reprise.Filter{}) {
			if listed++; err != nil {
				t.Fatal(err)
			}
		}
		if listed != 2 {
			t.Errorf("%s lists %d runs; want 2", name, listed)
		}
		if err := reprise.Signal(ctx, rt, "same", approve, approval{Yes: true, By: name}); err != nil {
			t.Fatal(err)
		}
		got, err := result(t, rt, waitSign, "same")
		if want := name + ": true by " + name; err != nil || got != want {
			t.Errorf("the result is %q, %v; want %q", got, err, want)
		}
		if d, err := reprise.Describe(ctx, rt, "only "+name); err != nil || d.Status != reprise.Open {
			t.Errorf("only %s: %v, %v", name, d.Status, err)
		}
	}
	if d, err := reprise.Describe(ctx, left, "same"); err != nil || d.Status != reprise.Completed {
		t.Errorf("same: %v, %v", d.Status, err)
	}
}
