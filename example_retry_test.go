package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/workflow"
)

// The bank is back, so nobody waits for the next attempt, which is due in an hour.
func ExampleRetryNow() {
	ctx := context.Background()
	var open atomic.Bool
	transfer := activity.New("transfer", func(_ context.Context, cents int) (string, error) {
		if !open.Load() {
			return "", errors.New("the bank is closed")
		}
		return fmt.Sprint(cents, " cents are on their way"), nil
	}, activity.Policy{Retry: activity.RetryPolicy{InitialInterval: time.Hour}})
	rt := start(reprise.Config{}, transfer)
	defer rt.Stop(ctx)
	job, err := reprise.Enqueue(ctx, rt, transfer, 500, reprise.ID("transfer-7"))
	if err != nil {
		panic(err)
	}

	by := reprise.By{Who: "anna@example.com", Why: "the bank is open again"}
	for {
		d, err := reprise.Describe(ctx, rt, "transfer-7")
		if err != nil {
			panic(err)
		}
		if len(d.Activities) == 1 && d.Activities[0].Last != nil {
			break
		}
		runtime.Gosched()
	}
	open.Store(true)
	n, err := reprise.RetryNow(ctx, rt, "transfer-7", "transfer", by)
	fmt.Println(n, err)
	fmt.Println(job.Result(ctx))
	// Output:
	// 1 <nil>
	// 500 cents are on their way <nil>
}

// A blocked run is tried again once its cause is fixed.
func ExampleResume() {
	ctx := context.Background()
	var mended atomic.Bool
	greet := workflow.New("greet", func(_ workflow.Context, name string) (string, error) {
		if !mended.Load() {
			panic("the greeting is missing")
		}
		return "hello " + name, nil
	})
	rt := start(reprise.Config{}, greet)
	defer rt.Stop(ctx)
	run, err := reprise.Start(ctx, rt, greet, "Ada", reprise.ID("greet-7"))
	if err != nil {
		panic(err)
	}
	for {
		d, err := reprise.Describe(ctx, rt, "greet-7")
		if err != nil {
			panic(err)
		}
		if d.Blocked != nil {
			fmt.Println(d.Status, "and blocked:", d.Blocked.Reason)
			break
		}
		runtime.Gosched()
	}
	mended.Store(true)
	if err := reprise.Resume(ctx, rt, "greet-7", reprise.By{Who: "ben", Why: "the greeting is there"}); err != nil {
		panic(err)
	}
	fmt.Println(run.Result(ctx))
	// Output:
	// open and blocked: panic
	// hello Ada <nil>
}

var (
	chargeFee = activity.New("charge-fee", func(context.Context, string) (string, error) { return "", nil })
	sendBook  = activity.New("send-book", func(context.Context, string) (string, error) {
		return "", failure.New("", "there is no such book", failure.Permanent())
	})
	lend = workflow.New("lend", func(ctx workflow.Context, book string) (string, error) {
		if _, err := workflow.Execute(ctx, chargeFee, book).Get(ctx); err != nil {
			return "", err
		}
		return workflow.Execute(ctx, sendBook, book).Get(ctx)
	})
)

// What has taken effect is not repeated unless it is allowed by name.
func ExampleAllowAgain() {
	ctx := context.Background()
	rt := start(reprise.Config{}, lend, chargeFee, sendBook)
	defer rt.Stop(ctx)
	run, err := reprise.Start(ctx, rt, lend, "Ulysses", reprise.ID("book-7"))
	if err != nil {
		panic(err)
	}
	_, err = run.Result(ctx)
	fmt.Println("failed:", err != nil)

	by := reprise.By{Who: "ben@example.com", Why: "the book has come"}
	to := reprise.BeforeActivity("charge-fee")
	_, err = reprise.Reset(ctx, rt, "book-7", to, by)
	var refused *reprise.ResetError
	if errors.As(err, &refused) {
		fmt.Println("would be done again:", refused.Again)
	}
	next, err := reprise.Reset(ctx, rt, "book-7", to, by, reprise.AllowAgain("charge-fee"), reprise.DropSignals())
	fmt.Println(next != run.RunID(), err)
	// Output:
	// failed: true
	// would be done again: [charge-fee]
	// true <nil>
}

// A plan says what a reset to a point of the history would repeat, and changes nothing.
func ExampleToEvent() {
	ctx := context.Background()
	rt := start(reprise.Config{}, lend, chargeFee, sendBook)
	defer rt.Stop(ctx)
	run, err := reprise.Start(ctx, rt, lend, "Ulysses", reprise.ID("book-8"))
	if err != nil {
		panic(err)
	}
	_, _ = run.Result(ctx) // it fails
	plan, err := reprise.PlanReset(ctx, rt, "book-8", reprise.ToEvent(1))
	if err != nil {
		panic(err)
	}
	for _, r := range plan.Again {
		fmt.Println(r.Kind, r.Name, "has completed:", r.Completed)
	}
	// Output:
	// activity charge-fee has completed: true
	// activity send-book has completed: false
}

// The workflow's types are unknown here: the result comes as it was recorded.
func ExampleWaitRun() {
	ctx := context.Background()
	rt := start(reprise.Config{}, weighing, weigh)
	defer rt.Stop(ctx)
	if _, err := reprise.Start(ctx, rt, weighing, "gold", reprise.ID("gold-1")); err != nil {
		panic(err)
	}
	end, err := reprise.WaitRun(ctx, rt, "gold-1")
	if err != nil {
		panic(err)
	}
	result, err := end.Result.Untyped()
	fmt.Println(end.Status, result, err)
	// Output: completed the weight of gold <nil>
}
