package testkit_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/reprise-run/reprise/testkit"
)

// What a function given to After has written is visible to the test once the call in which
// it ran has returned, also to the race detector.
func TestWhatAfterWroteIsThereForTheTest(t *testing.T) {
	env := testkit.New(t, plain)
	testkit.Script(env, charge, testkit.Late(time.Hour, testkit.Return("late")))
	n := 0
	env.After(time.Minute, func() { n++ })
	env.Sleep(2 * time.Minute)
	if n != 1 {
		t.Errorf("after 2 minutes it ran %d times", n)
	}
	env.After(time.Minute, func() { n++ })
	if _, err := testkit.Execute(env, plain, 1); err != nil {
		t.Error(err)
	}
	if n != 2 {
		t.Errorf("after the run it ran %d times", n)
	}
}

func TestManyRunsAreStartedAtOneMoment(t *testing.T) {
	env := testkit.New(t, plain)
	testkit.Stub(env, charge, func(context.Context, int) (string, error) { return "paid", nil })
	runs := make(chan *testkit.Run[string], 100)
	for range cap(runs) {
		env.After(time.Hour, func() { runs <- testkit.Start(env, plain, 1) })
	}
	env.Sleep(2 * time.Hour)
	for range cap(runs) {
		if got, err := (<-runs).Result(); got != "paid" || err != nil {
			t.Errorf("a run ends with %q, %v", got, err)
		}
	}
}

// The context of the test is made outside the bubble, and a stub may be the first to use
// it.
func TestAStubMayLookAtTheContextOfTheTest(t *testing.T) {
	env := testkit.New(t, plain)
	testkit.Stub(env, charge, func(context.Context, int) (string, error) {
		select {
		case <-t.Context().Done():
			return "", errors.New("the test is over")
		default:
			return "paid", nil
		}
	})
	if got, err := testkit.Execute(env, plain, 1); got != "paid" || err != nil {
		t.Errorf("it ends with %q, %v", got, err)
	}
	testkit.ReplayAlways(t, func(tb testing.TB) {
		env := testkit.New(tb, plain)
		testkit.Stub(env, charge, func(context.Context, int) (string, error) { return "paid", t.Context().Err() })
		if _, err := testkit.Execute(env, plain, 1); err != nil {
			tb.Error(err)
		}
	})
}
