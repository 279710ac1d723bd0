package testkit_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

const errFull failure.Code = "full"

var (
	book    = activity.Define[string, activity.None]("book")
	journey = workflow.Define[[]string, int]("journey")
	unbook  = activity.Define[string, activity.None]("unbook", activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: activity.Unlimited, InitialInterval: time.Second}})
)

// trip is a journey that books the legs of its input, one after the other. "full" cannot be booked;
// "panic", "cancel" and "again" do what they say.
func trip(opts ...workflow.SagaOption) workflow.Binding {
	return journey.Bind(func(ctx workflow.Context, legs []string) (int, error) {
		return workflow.Saga(ctx, func(ctx workflow.Context, undo *workflow.Compensations) (int, error) {
			for i, leg := range legs {
				switch leg {
				case "again":
					return workflow.ContinueAsNew(ctx, journey, legs[i+1:])
				case "wait":
					if err := workflow.Sleep(ctx, time.Hour); err != nil {
						return 0, err
					}
					continue
				}
				_, err := workflow.Execute(ctx, book, leg).Get(ctx)
				if !errors.Is(err, errFull) {
					workflow.Undo(undo, unbook, leg)
				}
				if err != nil {
					return 0, fmt.Errorf("book %s: %w", leg, err)
				}
			}
			return len(legs), nil
		}, opts...)
	})
}

// agency records what is booked and not undone, and the order in which bookings were undone.
type agency struct{ booked, undone []string }

func newAgency(env *testkit.Env) *agency {
	a := new(agency)
	testkit.Stub(env, book, func(_ context.Context, leg string) (activity.None, error) {
		if leg == "full" {
			return activity.None{}, failure.New(errFull, "no seat is left", failure.Permanent())
		}
		if !slices.Contains(a.booked, leg) {
			a.booked = append(a.booked, leg)
		}
		return activity.None{}, nil
	})
	testkit.Stub(env, unbook, func(_ context.Context, leg string) (activity.None, error) {
		if leg == "stuck" {
			return activity.None{}, failure.New("stuck", "nobody answers", failure.Permanent())
		}
		if i := slices.Index(a.booked, leg); i >= 0 {
			a.booked = slices.Delete(a.booked, i, i+1)
			a.undone = append(a.undone, leg)
		}
		return activity.None{}, nil
	})
	return a
}

func failsAtTheLastLeg(tb testing.TB) {
	env := testkit.New(tb, trip())
	a := newAgency(env)
	_, err := testkit.Execute(env, journey, []string{"train", "ship", "full"})
	if !errors.Is(err, errFull) || len(a.booked) > 0 {
		tb.Errorf("%v, and %v are booked", err, a.booked)
	}
	if !slices.Equal(a.undone, []string{"ship", "train"}) {
		tb.Errorf("undone in the order %v", a.undone)
	}
}

func TestASagaUndoesTheNewestFirst(t *testing.T) {
	failsAtTheLastLeg(t)
	t.Run("replay always", func(t *testing.T) { testkit.ReplayAlways(t, failsAtTheLastLeg) })
	t.Run("crash everywhere", func(t *testing.T) { testkit.CrashEverywhere(t, failsAtTheLastLeg) })
	t.Run("explore", func(t *testing.T) { testkit.Explore(t, *testkit.Schedules, failsAtTheLastLeg) })
}

func TestASagaUndoesEverythingAtOnceInParallel(t *testing.T) {
	testkit.CrashEverywhere(t, func(tb testing.TB) {
		env := testkit.New(tb, trip(workflow.InParallel()))
		a := newAgency(env)
		_, err := testkit.Execute(env, journey, []string{"train", "ship", "full"})
		if !errors.Is(err, errFull) || len(a.booked) > 0 {
			tb.Errorf("%v, and %v are booked", err, a.booked)
		}
	})
}

func TestASagaThatSucceedsUndoesNothing(t *testing.T) {
	for _, legs := range [][]string{{"train", "ship"}, {"train", "again", "ship"}} {
		env := testkit.New(t, trip())
		a := newAgency(env)
		if _, err := testkit.Execute(env, journey, legs); err != nil || len(a.booked) != 2 {
			t.Errorf("%v: %v, and %v are booked", legs, err, a.booked)
		}
	}
}

func TestACancelledSagaUndoesWhatWasDone(t *testing.T) {
	testkit.CrashEverywhere(t, func(tb testing.TB) {
		env := testkit.New(tb, trip())
		a := newAgency(env)
		run := testkit.Start(env, journey, []string{"train", "wait", "ship"})
		env.After(time.Minute, func() { env.Cancel(run.WorkflowID(), "ill") })
		if _, err := run.Result(); !errors.Is(err, workflow.ErrCancelled) || len(a.booked) > 0 {
			tb.Errorf("%v, and %v are booked", err, a.booked)
		}
	})
}

// The error names what could not be undone, and everything else is undone nevertheless.
func TestASagaTellsWhatItCouldNotUndo(t *testing.T) {
	inner := trip()
	var seen *workflow.CompensationError
	outer := workflow.New("outer", func(ctx workflow.Context, legs []string) (int, error) {
		return workflow.Saga(ctx, func(ctx workflow.Context, undo *workflow.Compensations) (int, error) {
			for _, leg := range legs {
				workflow.Undo(undo, unbook, leg)
			}
			undo.Add("by hand", func(workflow.Context) error { return errors.New("no hand is free") })
			_, err := workflow.Execute(ctx, book, "full").Get(ctx)
			return 0, err
		})
	})
	caught := workflow.New("caught", func(ctx workflow.Context, legs []string) (int, error) {
		_, err := workflow.Saga(ctx, func(ctx workflow.Context, undo *workflow.Compensations) (int, error) {
			undo.Add("by hand", func(workflow.Context) error { return errors.New("no hand is free") })
			return 0, failure.New(errFull, "no seat is left")
		})
		errors.As(err, &seen)
		return 0, err
	})
	env := testkit.New(t, inner, outer, caught)
	a := newAgency(env)
	a.booked = []string{"train", "stuck", "ship"}
	_, err := testkit.Execute(env, outer, []string{"train", "stuck", "ship"})
	if failure.CodeOf(err) != errFull || !slices.Equal(a.booked, []string{"stuck"}) {
		t.Errorf("%v, and %v are booked", err, a.booked)
	}
	for _, want := range []string{"no seat is left", "not undone: by hand: no hand is free", "not undone: unbook: nobody answers"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %q in it", err, want)
		}
	}
	if _, err := testkit.Execute(env, caught, nil); failure.CodeOf(err) != errFull || seen == nil || len(seen.Failed) != 1 || !errors.Is(seen, errFull) {
		t.Errorf("%v, %+v", err, seen)
	}
}

func TestASagaWithoutABodyIsRefused(t *testing.T) {
	empty := workflow.New("empty", func(ctx workflow.Context, _ int) (int, error) { return workflow.Saga[int](ctx, nil) })
	if _, err := testkit.Execute(testkit.New(t, empty), empty, 0); err == nil {
		t.Error("it ends without an error")
	}
}
