package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// The printer takes two jobs at once. However many orders there are, this process never begins
// a third one, and other work does not wait for it.
func ExampleQueue() {
	ctx := context.Background()
	var printing, most atomic.Int32
	printLabel := activity.New("print-label", func(_ context.Context, order int) (string, error) {
		n := printing.Add(1)
		defer printing.Add(-1)
		if n > 2 {
			most.Store(n)
		}
		return fmt.Sprint("label of order ", order), nil
	}, activity.Policy{Queue: "printer"})
	ship := workflow.New("ship", func(ctx workflow.Context, order int) (string, error) {
		return workflow.Execute(ctx, printLabel, order).Get(ctx)
	})
	rt, err := reprise.New(memory.New(), reprise.Config{
		Queues: []reprise.Queue{{Name: "default"}, {Name: "printer", PerWorker: 2}},
	}, ship, printLabel)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := rt.Start(ctx); err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = rt.Stop(ctx) }()
	var orders []reprise.Handle[string]
	for i := range 20 {
		run, err := reprise.Start(ctx, rt, ship, i)
		if err != nil {
			fmt.Println(err)
			return
		}
		orders = append(orders, run)
	}
	for _, run := range orders {
		if _, err := run.Result(ctx); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println("more than two at once:", most.Load())
	// Output: more than two at once: 0
}

// A worker serves two queues and knows a third one. One is paused while its printer is out of paper; its work
// waits, and continues afterwards.
func ExamplePauseQueue() {
	ctx := context.Background()
	printLabel := activity.New("print-label", func(_ context.Context, order int) (string, error) {
		return fmt.Sprint("label of order ", order), nil
	}, activity.Policy{Queue: "printer"})
	ship := workflow.New("ship", func(ctx workflow.Context, order int) (string, error) {
		return workflow.Execute(ctx, printLabel, order).Get(ctx)
	})
	cfg := reprise.Config{Queues: []reprise.Queue{
		{Name: "default"},
		{Name: "printer", PerWorker: 2},    // two activities at once in this process
		{Name: "reports", Elsewhere: true}, // other workers serve it
	}}
	cfg.Logger = slog.New(slog.DiscardHandler)
	rt, err := reprise.New(memory.New(), cfg, ship, printLabel)
	if err != nil {
		panic(err)
	}
	if err := rt.Start(ctx); err != nil {
		panic(err)
	}
	defer func() { _ = rt.Stop(ctx) }()
	by := reprise.By{Who: "anna@example.com", Why: "the printer is out of paper"}
	if err := reprise.PauseQueue(ctx, rt, "printer", by); err != nil {
		panic(err)
	}
	run, err := reprise.Start(ctx, rt, ship, 7)
	if err != nil {
		panic(err)
	}
	all, err := reprise.Queues(ctx, rt)
	if err != nil {
		panic(err)
	}
	for _, q := range all {
		if q.Paused != nil {
			fmt.Printf("%s is paused by %s: %s\n", q.Name, q.Paused.Who, q.Paused.Why)
		}
	}
	if err := reprise.ResumeQueue(ctx, rt, "printer", reprise.By{Who: "anna@example.com", Why: "filled up"}); err != nil {
		panic(err)
	}
	label, err := run.Result(ctx)
	fmt.Println(label, err)
	var unknown *reprise.UnknownQueueError
	if _, err = reprise.Start(ctx, rt, ship, 8, reprise.OnQueue("prniter")); errors.As(err, &unknown) {
		fmt.Println(unknown.Name, "is none of", unknown.Known)
	}
	// Output:
	// printer is paused by anna@example.com: the printer is out of paper
	// label of order 7 <nil>
	// prniter is none of [default printer reports]
}

// A provider accepts a hundred calls a second, whichever worker makes them.
func ExampleRate() {
	ctx := context.Background()
	pay := activity.New("pay", func(_ context.Context, order int) (string, error) {
		return fmt.Sprint("order ", order, " is paid"), nil
	}, activity.Policy{Queue: "psp"})
	cfg := reprise.Config{Queues: []reprise.Queue{
		{Name: "default"},
		{Name: "psp", Global: reprise.Limit{Rate: reprise.Rate{N: 100, Per: time.Second}}, Revision: 1},
	}}
	rt, err := reprise.New(memory.New(), cfg, pay)
	if err != nil {
		panic(err)
	}
	if err := rt.Start(ctx); err != nil {
		panic(err)
	}
	defer func() { _ = rt.Stop(ctx) }()
	job, err := reprise.Enqueue(ctx, rt, pay, 7)
	if err != nil {
		panic(err)
	}
	fmt.Println(job.Result(ctx))
	// Output: order 7 is paid <nil>
}

// A crawler fetches forty pages at once, but only one from each host.
func ExamplePartition() {
	ctx := context.Background()
	fetch := activity.New("fetch", func(_ context.Context, url string) (string, error) {
		return "the page " + url, nil
	}, activity.Policy{Queue: "hosts"})
	cfg := reprise.Config{Queues: []reprise.Queue{
		{Name: "default"},
		{Name: "hosts", Global: reprise.Limit{Concurrency: 40}, PerPartition: reprise.Limit{Concurrency: 1}, Revision: 1},
	}}
	rt, err := reprise.New(memory.New(), cfg, fetch)
	if err != nil {
		panic(err)
	}
	if err := rt.Start(ctx); err != nil {
		panic(err)
	}
	defer func() { _ = rt.Stop(ctx) }()
	job, err := reprise.Enqueue(ctx, rt, fetch, "https://example.com/a", reprise.Partition("example.com"))
	if err != nil {
		panic(err)
	}
	fmt.Println(job.Result(ctx))
	// Output: the page https://example.com/a <nil>
}

// A limit is changed while the workers run, and then returns to what they declare.
func ExampleSetQueue() {
	ctx := context.Background()
	rt := start(reprise.Config{Queues: []reprise.Queue{
		{Name: "default"},
		{Name: "psp", Global: reprise.Limit{Concurrency: 40}, Revision: 1},
	}})
	defer rt.Stop(ctx)
	by := reprise.By{Who: "anna@example.com", Why: "the provider is slow today"}
	show := func() {
		all, err := reprise.Queues(ctx, rt)
		if err != nil {
			panic(err)
		}
		for _, q := range all {
			if q.Name == "psp" {
				global, _ := q.Limits()
				fmt.Println("at once:", global.Concurrency, "overruled:", q.Overruled != nil)
			}
		}
	}
	if err := reprise.SetQueue(ctx, rt, reprise.Queue{Name: "psp", Global: reprise.Limit{Concurrency: 4}}, by); err != nil {
		panic(err)
	}
	show()
	if err := reprise.ClearQueue(ctx, rt, "psp", by); err != nil {
		panic(err)
	}
	show()
	// Output:
	// at once: 4 overruled: true
	// at once: 40 overruled: false
}
