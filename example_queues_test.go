package reprise_test

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// The printer takes two jobs at once. However many orders there are, no third one is
// begun here, and what is not printed does not wait for it.
func ExampleConfig_queueActivities() {
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
		Queues:          []string{"default", "printer"},
		QueueActivities: map[string]int{"printer": 2},
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
