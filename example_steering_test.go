package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
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

func ExampleReset() {
	ctx := context.Background()
	courier := errors.New("no courier is there")
	ship := activity.New("ship", func(context.Context, string) (string, error) { return "on its way", courier },
		activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: 1}})
	order := workflow.New("order", func(ctx workflow.Context, to string) (string, error) {
		return workflow.Execute(ctx, ship, to).Get(ctx)
	})
	rt, err := reprise.New(memory.New(memory.Options{}), reprise.Config{Logger: slog.New(slog.DiscardHandler)}, order, ship)
	if err != nil {
		panic(err)
	}
	if err := rt.Start(ctx); err != nil {
		panic(err)
	}
	defer rt.Stop(ctx)
	run, err := reprise.Start(ctx, rt, order, "Ada", reprise.ID("order-7"))
	if err != nil {
		panic(err)
	}
	if _, err := run.Result(ctx); err != nil {
		fmt.Println("it has failed")
	}

	courier = nil // the cause is mended
	plan, err := reprise.PlanReset(ctx, rt, "order-7", reprise.BeforeFailure())
	if err != nil {
		panic(err)
	}
	for _, r := range plan.Again {
		fmt.Println("again:", r.Kind, r.Name)
	}
	_, err = reprise.Reset(ctx, rt, "order-7", reprise.BeforeFailure(), reprise.By{Who: "ben@example.com", Why: "the courier is back"})
	if err != nil {
		panic(err)
	}
	run, err = reprise.Get(ctx, rt, order, "order-7")
	if err != nil {
		panic(err)
	}
	fmt.Println(run.Result(ctx))
	// Output:
	// it has failed
	// again: activity ship
	// on its way <nil>
}

// The build that has begun the run is switched off, and another one goes on.
func ExampleRepin() {
	ctx := context.Background()
	st := memory.New(memory.Options{})
	checkout := workflow.New("checkout", func(ctx workflow.Context, cart string) (string, error) {
		by, err := workflow.Receive(ctx, agreed)
		return cart + ", approved by " + by, err
	}, workflow.Pinned())
	worker := func(build string) *reprise.Runtime {
		rt, err := reprise.New(st, reprise.Config{Build: build, Logger: slog.New(slog.DiscardHandler)}, checkout)
		if err == nil {
			err = rt.Start(ctx)
		}
		if err != nil {
			panic(err)
		}
		return rt
	}

	old := worker("shop-41")
	if _, err := reprise.Start(ctx, old, checkout, "tea", reprise.ID("cart-7")); err != nil {
		panic(err)
	}
	d, err := reprise.Describe(ctx, old, "cart-7")
	for ; err == nil && d.Pin == ""; d, err = reprise.Describe(ctx, old, "cart-7") {
	}
	if err != nil {
		panic(err)
	}
	fmt.Println("pinned to", d.Pin)
	if err := old.Stop(ctx); err != nil {
		panic(err)
	}

	rt := worker("shop-42")
	defer rt.Stop(ctx)
	if err := reprise.Repin(ctx, rt, "cart-7", "shop-42", reprise.By{Who: "anna@example.com", Why: "shop-41 is switched off"}); err != nil {
		panic(err)
	}
	if err := reprise.Signal(ctx, rt, "cart-7", agreed, "ben"); err != nil {
		panic(err)
	}
	run, err := reprise.Get(ctx, rt, checkout, "cart-7")
	if err != nil {
		panic(err)
	}
	fmt.Println(run.Result(ctx))
	// Output:
	// pinned to shop-41
	// tea, approved by ben <nil>
}
