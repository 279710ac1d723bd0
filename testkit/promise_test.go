package testkit_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/internal/failing"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

const errLapsed failure.Code = "lapsed"

type offer struct {
	Round int
	Reply workflow.Token[int]
}

var (
	makeOffer = activity.Define[offer, string]("make-offer")
	haggle    = workflow.Define[int, string]("haggle")
)

// haggling makes offers, each valid for an hour. The answer 0 accepts; any other answer
// leads to the next offer.
func haggling(ctx workflow.Context, rounds int) (string, error) {
	var said []string
	for round := range rounds {
		p := workflow.NewPromise[int](ctx, workflow.Within(time.Hour))
		if _, err := workflow.Execute(ctx, makeOffer, offer{round, p.Token()}).Get(ctx); err != nil {
			return "", err
		}
		n, err := p.Get(ctx)
		switch {
		case errors.Is(err, workflow.ErrTimeout):
			said = append(said, "silence")
		case errors.Is(err, errLapsed):
			said = append(said, "lapsed")
		case err != nil:
			return "", err
		default:
			said = append(said, fmt.Sprint(n))
		}
	}
	return strings.Join(said, " "), nil
}

// haggled answers the first offer at once with each value of first, another late, another
// never, and rejects one.
func haggled(tb testing.TB, first ...int) *testkit.Env {
	env := testkit.New(tb, haggle.Bind(haggling))
	testkit.Stub(env, makeOffer, func(_ context.Context, o offer) (string, error) { return "sent", nil })
	round := 0
	testkit.ResolveWhenMade(env, func(t workflow.Token[int]) {
		round++
		switch round {
		case 1:
			for _, v := range first {
				if err := testkit.Resolve(env, t, v); (err != nil) != (v == 8) || err != nil && !errors.Is(err, reprise.ErrResolved) {
					env.Errorf("answered %d: %v", v, err)
				}
			}
		case 2:
			env.After(30*time.Minute, func() {
				if err := testkit.Resolve(env, t, 9); err != nil {
					env.Errorf("answered late: %v", err)
				}
			})
		case 3:
			env.After(2*time.Hour, func() {
				if err := testkit.Resolve(env, t, 10); !errors.Is(err, reprise.ErrResolved) {
					env.Errorf("answered too late: %v", err)
				}
			})
		case 4:
			env.After(30*time.Minute, func() { // while another offer is open
				if err := testkit.Reject(env, t, errors.New("too late")); !errors.Is(err, reprise.ErrResolved) {
					env.Errorf("rejected too late: %v", err)
				}
			})
			if err := testkit.Reject(env, t, failure.New(errLapsed, "it has lapsed")); err != nil {
				env.Errorf("rejected: %v", err)
			}
		}
	})
	if got, err := testkit.Execute(env, haggle, 5, reprise.ID("h-1")); got != "7 9 silence lapsed silence" || err != nil {
		env.Errorf("it ended with %q, %v", got, err)
	}
	return env
}

func TestPromises(t *testing.T) { haggled(t, 7, 7, 8) }
func TestPromisesReplayed(t *testing.T) {
	testkit.ReplayAlways(t, func(tb testing.TB) { haggled(tb, 7, 7, 8) })
}
func TestPromisesInCrashes(t *testing.T) {
	testkit.CrashEverywhere(t, func(tb testing.TB) { haggled(tb, 7, 7, 8) })
}
func TestPromisesExplored(t *testing.T) {
	testkit.Explore(t, *testkit.Schedules, func(tb testing.TB) { haggled(tb, 7, 7, 8) })
}

// A token is the same in every test, so a golden history can contain it.
func TestPromisesInAGoldenHistory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "haggle.history")
	t.Setenv("CI", "")
	for range 2 {
		t.Run("", func(t *testing.T) { testkit.Golden(t, haggled(t, 7), path) })
	}
}

func TestWhatThePromiseOfADeadEndSays(t *testing.T) {
	text := failing.Test(t, func(tb testing.TB) {
		env := testkit.New(tb, workflow.New("lonely", func(ctx workflow.Context, _ int) (int, error) {
			return workflow.NewPromise[int](ctx).Get(ctx)
		}))
		testkit.Start(env, workflow.Define[int, int]("lonely"), 1, reprise.ID("l")).Result()
	})
	says(t, text, "promise 2")
}
