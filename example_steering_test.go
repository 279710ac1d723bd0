package reprise_test

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

var (
	agreed = workflow.DefineSignal[string]("approved")
	payout = workflow.New("payout", func(ctx workflow.Context, cents int) (string, error) {
		by, err := workflow.Receive(ctx, agreed)
		return fmt.Sprintf("%d cents, approved by %s", cents, by), err
	})
)

func ExamplePause() {
	ctx := context.Background()
	rt, err := reprise.New(memory.New(memory.Options{}), reprise.Config{Logger: slog.New(slog.DiscardHandler)}, payout)
	if err != nil {
		panic(err)
	}
	if err := rt.Start(ctx); err != nil {
		panic(err)
	}
	defer rt.Stop(ctx)
	run, err := reprise.Start(ctx, rt, payout, 500, reprise.ID("payout-7"))
	if err != nil {
		panic(err)
	}

	by := reprise.By{Who: "anna@example.com", Why: "the account is being checked"}
	if err := reprise.Pause(ctx, rt, "payout-7", by); err != nil {
		panic(err)
	}
	// It waits: the run does not take it in yet.
	if err := reprise.Signal(ctx, rt, "payout-7", agreed, "ben"); err != nil {
		panic(err)
	}
	d, err := reprise.Describe(ctx, rt, "payout-7")
	if err != nil {
		panic(err)
	}
	fmt.Println(d.Blocked.Text)

	by.Why = "the account is in order"
	if err := reprise.Unpause(ctx, rt, "payout-7", by); err != nil {
		panic(err)
	}
	fmt.Println(run.Result(ctx))
	// Output:
	// paused by anna@example.com: the account is being checked
	// 500 cents, approved by ben <nil>
}
