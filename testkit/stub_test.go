package testkit_test

import (
	"context"
	"errors"
	"testing"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

// An activity that writes to a database in production is stubbed like any other.
func TestAStubStandsInForATransactionalActivity(t *testing.T) {
	debit := activity.Define[int, string]("debit", activity.Policy{Transactional: true})
	pay := workflow.New("pay", func(ctx workflow.Context, cents int) (string, error) {
		return workflow.Execute(ctx, debit, cents).Get(ctx)
	})
	body := func(tb testing.TB) {
		env := testkit.New(tb, pay)
		tries := 0
		testkit.Stub(env, debit, func(context.Context, int) (string, error) {
			if tries++; tries == 1 {
				return "", errors.New("serialization failure")
			}
			return "debited", nil
		}).Times(1)
		if got, err := testkit.Execute(env, pay, 42); err != nil || got != "debited" {
			tb.Errorf("Result = %q, %v", got, err)
		}
	}
	body(t)
	testkit.CrashEverywhere(t, body)
}
