package testkit

import (
	"context"
	"testing"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
)

// Attempt returns a context as an attempt at an activity has it, for a unit test that calls the
// activity's function without a workflow. activity.GetInfo returns info; an Attempt of zero is 1,
// and an empty IdempotencyKey is made of RunID and Number. Heartbeats go nowhere, and return the
// cause once the context is cancelled. It is cancelled when the test ends, and at info.Deadline
// with activity.ErrTimeout as its cause, unless that is zero.
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
