package cli_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// A person asks what fails now, sees how often it failed, and finds a run in
// which it does.
func TestListingActivities(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		charge := activity.New("charge", func(_ context.Context, n int) (int, error) {
			return 0, fmt.Errorf("account %d is locked", n)
		}, activity.Policy{Retry: activity.RetryPolicy{InitialInterval: time.Hour}})
		order := workflow.New("order", func(ctx workflow.Context, n int) (int, error) { return workflow.Execute(ctx, charge, n).Get(ctx) })
		rt, err := reprise.New(memory.New(), reprise.Config{Build: "b1", Logger: slog.New(slog.DiscardHandler)}, order, charge)
		if err != nil {
			t.Fatal(err)
		}
		if err := rt.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := rt.Stop(context.WithoutCancel(t.Context())); err != nil && !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		}()
		say(t, rt, "activity", "list", "-o", "table").want(t, 0, "no activity matches; 0 were examined")
		for i := range 3 {
			if _, err := reprise.Start(t.Context(), rt, order, i, reprise.ID(fmt.Sprint("order-", i))); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			<-time.After(time.Minute)
		}
		say(t, rt, "activity", "list", "-o", "table").want(t, 0, "ID       ACTIVITY  QUEUE    ATTEMPT  STATE", "order-0  charge    default  2        next in ", "account 0 is locked")
		say(t, rt, "activity", "list", "--limit", "2", "-o", "table").want(t, 0, "more: shop activity list --limit 2 --output table --cursor ")
		say(t, rt, "activity", "list", "--limit", "2").want(t, 0, `"activities": [`, `"state": "retrying"`, `"next": "`, `"scanned": 2`)
		say(t, rt, "activity", "list", "--limit", "2", "-o", "jsonl").want(t, 0, `{"id":"order-`, "more: shop activity list --limit 2 --output jsonl --cursor ")
		say(t, rt, "activity", "list", "--workflow", "refund", "-o", "table").want(t, 0, "no activity matches; 3 were examined")
		say(t, rt, "activity", "list", "--state", "ready").want(t, 0, `"activities": []`)
		say(t, rt, "activity", "list", "--groups", "-o", "table").want(t, 0, "charge    default  3      3     3 min ago", "account # is locked", "next: shop run show ")
		say(t, rt, "activity", "list", "--groups").want(t, 0, `"message": "account # is locked"`, `"count": 3`, `"worst_attempt": 2`, `"complete": true`)
		say(t, rt, "activity", "list", "--groups", "-o", "jsonl").want(t, 0, `{"name":"charge","queue":"default"`)
		say(t, rt, "activity", "list", "--state", "tired").want(t, 64, `unknown state "tired" of activities`, "try: shop activity list --state retrying")
		say(t, rt, "activity", "list", "--cursor", "x").want(t, 64, `--cursor takes the cursor of the previous page, not "x"`, "try: shop activity list\n")
	})
}
