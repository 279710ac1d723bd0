package reprise_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/codec"
	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// Runs that ended long ago are removed, with their histories; only the fact that they existed
// remains. Config.Retention does the same automatically.
func ExampleRetain() {
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
	fmt.Println(reprise.Retain(ctx, rt, reprise.RetainOptions{OlderThan: month}))
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

// A run that has ended is deleted by hand, for example at a customer's request.
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

// Failed runs are kept longer than others, and histories are archived before they are removed.
func ExampleRetention() {
	ctx := context.Background()
	clock := faketime.New(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)) // the database's
	st, archive := memory.New(memory.Options{Clock: clock}), codec.InMemory()
	greet := workflow.New("greet", func(_ workflow.Context, name string) (string, error) { return "hello " + name, nil })
	removed := make(chan int)
	cfg := reprise.Config{
		Build:  "v1",
		Logger: slog.New(slog.DiscardHandler),
		Retention: reprise.Retention{
			After:   30 * 24 * time.Hour,
			Except:  []reprise.Keep{{Status: []reprise.Status{reprise.Failed}, For: 365 * 24 * time.Hour}},
			Archive: archive,
		},
		Observer: &reprise.Observer{RunsRemoved: func(e reprise.RunsRemoved) { removed <- e.Runs }},
	}
	client, err := reprise.New(st, cfg, greet)
	if err != nil {
		fmt.Println(err)
		return
	}
	run, err := reprise.Start(ctx, client, greet, "Ada")
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := reprise.Terminate(ctx, client, run.RunID(), "an example"); err != nil {
		fmt.Println(err)
		return
	}
	clock.Advance(30 * 24 * time.Hour)
	worker, err := reprise.New(st, cfg, greet)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := worker.Start(ctx); err != nil {
		fmt.Println(err)
		return
	}
	defer worker.Stop(ctx)
	fmt.Println("removed:", <-removed)
	file, err := archive.Get(ctx, reprise.ArchiveKey(run.RunID()))
	if err != nil {
		fmt.Println(err)
		return
	}
	replayed, err := reprise.ReplayExport(ctx, worker, bytes.NewReader(file))
	fmt.Println("replayed:", replayed.Workflow, err)
	// Output:
	// removed: 1
	// replayed: greet <nil>
}
