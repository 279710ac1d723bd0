package reprise_test

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/store/memory"
)

// A job needs no workflow: the definition of an activity is enough.
func ExampleEnqueue() {
	ctx := context.Background()
	sendMail := activity.New("send-mail", func(_ context.Context, to string) (string, error) {
		return "sent to " + to, nil
	})
	rt, err := reprise.New(memory.New(), reprise.Config{Logger: slog.New(slog.DiscardHandler)}, sendMail)
	if err != nil {
		panic(err)
	}
	if err := rt.Start(ctx); err != nil {
		panic(err)
	}
	defer rt.Stop(ctx)

	welcome := []reprise.StartOption{reprise.ID("welcome/ann"), reprise.Once()}
	job, err := reprise.Enqueue(ctx, rt, sendMail, "ann@example.com", welcome...)
	if err != nil {
		panic(err)
	}
	fmt.Println(job.Result(ctx))
	again, err := reprise.Enqueue(ctx, rt, sendMail, "ann@example.com", welcome...)
	fmt.Println(again.Existed(), err)
	// Output:
	// sent to ann@example.com <nil>
	// true <nil>
}

// Either all jobs are enqueued, or none is.
func ExampleEnqueueAll() {
	ctx := context.Background()
	sendMail := activity.New("send-mail", func(_ context.Context, to string) (string, error) {
		return "sent to " + to, nil
	})
	rt := start(reprise.Config{}, sendMail)
	defer rt.Stop(ctx)
	jobs, err := reprise.EnqueueAll(ctx, rt, sendMail, []string{"ann@example.com", "ben@example.com"}, func(_ int, to string) []reprise.StartOption {
		return []reprise.StartOption{reprise.ID("newsletter/" + to), reprise.Once(), reprise.Priority(5)}
	})
	if err != nil {
		panic(err)
	}
	for _, job := range jobs {
		fmt.Println(job.Result(ctx))
	}
	// Output:
	// sent to ann@example.com <nil>
	// sent to ben@example.com <nil>
}

// Either all runs are started, or none is. The handles are in the order of the inputs.
func ExampleStartAll() {
	ctx := context.Background()
	rt := start(reprise.Config{}, weighing, weigh)
	defer rt.Stop(ctx)
	runs, err := reprise.StartAll(ctx, rt, weighing, []string{"gold", "silver"}, nil)
	if err != nil {
		panic(err)
	}
	for _, run := range runs {
		fmt.Println(run.Result(ctx))
	}
	// Output:
	// the weight of gold <nil>
	// the weight of silver <nil>
}

// A failed job runs again once its cause is fixed.
func ExampleRequeue() {
	ctx := context.Background()
	var found atomic.Bool
	printBadge := activity.New("print-badge", func(_ context.Context, name string) (string, error) {
		if !found.Load() {
			return "", failure.New("", "there is no printer", failure.Permanent())
		}
		return "a badge for " + name, nil
	})
	rt := start(reprise.Config{}, printBadge)
	defer rt.Stop(ctx)
	job, err := reprise.Enqueue(ctx, rt, printBadge, "Ann", reprise.ID("badge/ann"))
	if err != nil {
		panic(err)
	}
	if _, err := job.Result(ctx); err != nil {
		fmt.Println("it has failed")
	}
	found.Store(true)
	if _, err := reprise.Requeue(ctx, rt, "badge/ann", reprise.By{Who: "ben@example.com", Why: "the printer is back"}); err != nil {
		panic(err)
	}
	end, err := reprise.WaitRun(ctx, rt, "badge/ann")
	if err != nil {
		panic(err)
	}
	badge, err := end.Result.Untyped()
	fmt.Println(badge, err)
	// Output:
	// it has failed
	// a badge for Ann <nil>
}
