package testkit_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

var howFar = workflow.DefineQuery[workflow.None, int]("how-far")

// tour goes a number of legs. With meddling its query handler counts how often it is asked, and the
// code then asks for fewer activities because of that count.
func tour(meddling bool) workflow.Bound[int, int] {
	return workflow.New("tour", func(ctx workflow.Context, legs int) (int, error) {
		done, asked := 0, 0
		err := workflow.HandleQuery(ctx, howFar, func(workflow.None) (int, error) {
			if meddling {
				asked++
			}
			return done + asked, nil
		})
		for err == nil && done < legs {
			if err = workflow.Sleep(ctx, time.Hour); asked == 0 {
				_, err = workflow.Execute(ctx, Charge, done).Get(ctx)
			}
			done++
		}
		return done, err
	})
}

func asksTwice(meddling bool, ask func(testing.TB, *testkit.Env)) func(testing.TB) {
	return func(tb testing.TB) {
		env := testkit.New(tb, tour(meddling))
		testkit.Stub(env, Charge, func(context.Context, int) (string, error) { return "receipt", nil })
		run := testkit.Start(env, tour(meddling), 3, reprise.ID("grand"))
		env.After(90*time.Minute, func() { ask(tb, env) })
		if got, err := run.Result(); err != nil || got != 3 {
			tb.Errorf("Result = %d, %v", got, err)
		}
		ask(tb, env)
	}
}

func TestAQueryIsAnsweredInEveryMode(t *testing.T) {
	body := asksTwice(false, func(tb testing.TB, env *testkit.Env) {
		want := 3
		if env.Now().Before(time.Date(2000, 1, 1, 3, 0, 0, 0, time.UTC)) {
			want = 1
		}
		if got, err := testkit.Query(env, "grand", howFar, workflow.None{}); err != nil || got != want {
			tb.Errorf("at %v: %d, %v; want %d", env.Now(), got, err, want)
		}
	})
	body(t)
	testkit.ReplayAlways(t, body)
	testkit.CrashEverywhere(t, body)
	testkit.Explore(t, *testkit.Schedules, body)
}

func TestReplayAlwaysFindsAHandlerThatChangesTheWorkflow(t *testing.T) {
	var found []string
	testkit.ReplayAlways(t, asksTwice(true, func(_ testing.TB, env *testkit.Env) {
		_, err := testkit.Query(env, "grand", howFar, workflow.None{})
		found = append(found, errors.Join(err, errors.New("no more")).Error())
	}))
	for _, text := range found {
		if !strings.Contains(text, "may only read") {
			t.Errorf("%s; want it found that the handler changes what it may only read", text)
		}
	}
	if len(found) != 2 {
		t.Errorf("asked %d times", len(found))
	}
}
