package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// Runs that ended long ago go, with their histories; what stays of them is that they were
// there. Config.Retention does the same by itself.
func ExampleRuntime_Retain() {
	ctx := context.Background()
	clock := faketime.New(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)) // the database's
	greet := workflow.New("greet", func(_ workflow.Context, name string) (string, error) { return "hello " + name, nil })
	rt, err := reprise.New(memory.New(memory.Options{Clock: clock}), reprise.Config{Logger: slog.New(slog.DiscardHandler)}, greet)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := rt.Start(ctx); err != nil {
		fmt.Println(err)
		return
	}
	defer rt.Stop(ctx)
	first, err := reprise.Start(ctx, rt, greet, "Ada", reprise.ID("ada"), reprise.Once())
	fmt.Println(err)
	fmt.Println(first.Result(ctx))

	const month = 30 * 24 * time.Hour
	clock.Advance(month)
	fmt.Println(rt.Retain(ctx, reprise.RetainOptions{OlderThan: month}))
	_, err = first.Result(ctx)
	fmt.Println(errors.Is(err, reprise.ErrRemoved))

	again, err := reprise.Start(ctx, rt, greet, "Ada", reprise.ID("ada"), reprise.Once())
	fmt.Println(err, again.RunID() == first.RunID())
	// Output:
	// <nil>
	// hello Ada <nil>
	// 1 <nil>
	// true
	// <nil> true
}

// A run that has ended is deleted by hand, for example because a customer asks for it.
func ExampleDelete() {
	ctx := context.Background()
	clock := faketime.New(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)) // the database's
	greet := workflow.New("greet", func(_ workflow.Context, name string) (string, error) { return "hello " + name, nil })
	rt, err := reprise.New(memory.New(memory.Options{Clock: clock}), reprise.Config{Logger: slog.New(slog.DiscardHandler)}, greet)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := rt.Start(ctx); err != nil {
		fmt.Println(err)
		return
	}
	defer rt.Stop(ctx)
	run, err := reprise.Start(ctx, rt, greet, "Ada", reprise.ID("ada"))
	fmt.Println(err)
	fmt.Println(run.Result(ctx))
	_, err = reprise.Delete(ctx, rt, "ada")
	fmt.Println(errors.Is(err, reprise.ErrTooSoon))

	clock.Advance(time.Minute)
	fmt.Println(reprise.Delete(ctx, rt, "ada"))
	_, err = run.Result(ctx)
	fmt.Println(errors.Is(err, reprise.ErrRemoved))
	// Output:
	// <nil>
	// hello Ada <nil>
	// true
	// 1 <nil>
	// true
}
