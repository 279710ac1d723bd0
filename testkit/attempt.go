package testkit

import (
	"context"
	"testing"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
)

// Attempt returns the context of an attempt at an activity, for a unit test that calls the
// activity's function without a workflow. activity.GetInfo of it returns info; a zero Attempt
// becomes 1, and an empty IdempotencyKey is derived from RunID and Number. Heartbeats are
// discarded, and return the cause once the context is cancelled. The context is cancelled when
// the test ends, and, unless info.Deadline is zero, at that time with the cause
// activity.ErrTimeout.
func Attempt(tb testing.TB, info activity.Info) context.Context {
	tb.Helper()
	info.Attempt = max(1, info.Attempt)
	ctx := tb.Context()
	if !info.Deadline.IsZero() {
		bounded, cancel := context.WithDeadlineCause(ctx, info.Deadline, activity.ErrTimeout)
		tb.Cleanup(cancel)
		ctx = bounded
	}
	var made context.Context
	hand := activity.New("attempt", func(ctx context.Context, _ activity.None) (activity.None, error) {
		made = ctx
		return activity.None{}, nil
	})
	input, err := (*history.Codecs)(nil).Encode(activity.None{})
	if err != nil {
		tb.Fatal(err)
	}
	out := hand.Contract().(*contract.Activity).Run(ctx, contract.Call{Info: contract.Info(info), Input: input, Exited: func(contract.Outcome) {}})
	if out.Failure != nil {
		tb.Fatal(out.Failure)
	}
	return made
}
