package testkit_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/testkit"
)

// transfer looks like a user's activity: it passes its idempotency key to the other side.
func transfer(ctx context.Context, cents int) (string, error) {
	info := activity.GetInfo(ctx)
	if err := activity.Heartbeat(ctx); err != nil {
		return "", err
	}
	return fmt.Sprint(cents, " under ", info.IdempotencyKey, ", attempt ", info.Attempt), nil
}

func TestAnActivityIsCalledWithTheContextOfAnAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := testkit.Attempt(t, activity.Info{RunID: uuid.UUID{1}, Number: 4, Headers: map[string]string{"tenant": "blue"}, Deadline: time.Now().Add(time.Minute)})
		if got, err := transfer(ctx, 4200); err != nil || got != "4200 under 01000000-0000-0000-0000-000000000000/4, attempt 1" {
			t.Errorf("%q, %v", got, err)
		}
		if info := activity.GetInfo(ctx); info.Headers["tenant"] != "blue" {
			t.Errorf("%+v", info)
		}
		if _, told, err := activity.Details[int](ctx); told || err != nil {
			t.Errorf("details of an attempt before: %t, %v", told, err)
		}
		if err := activity.HeartbeatDetails(ctx, 1); err != nil {
			t.Error(err)
		}
		<-ctx.Done()
		if _, err := transfer(ctx, 1); !errors.Is(err, activity.ErrTimeout) {
			t.Errorf("after the deadline: %v", err)
		}
	})
}

func ExampleAttempt() {
	test := func(t *testing.T) {
		ctx := testkit.Attempt(t, activity.Info{IdempotencyKey: "order-42/charge", Attempt: 2})
		if got, err := transfer(ctx, 4200); err != nil || got != "4200 under order-42/charge, attempt 2" {
			t.Errorf("%q, %v", got, err)
		}
	}
	_ = test // go test calls it
	// Output:
}
