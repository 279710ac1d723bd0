package memory_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// In a test of a workflow with transactional activities, a failed attempt has written
// nothing.
func ExampleTransactional() {
	balance := 1000
	debit := activity.NewTx("debit", memory.Transactional(func(ctx context.Context, tx *memory.ActivityTx, cents int) (int, error) {
		if err := tx.Do(func() { balance -= cents }); err != nil {
			return 0, err
		}
		if activity.GetInfo(ctx).Attempt == 1 {
			return 0, errors.New("the line went dead")
		}
		return balance - cents, nil
	}), activity.Policy{Retry: activity.RetryPolicy{InitialInterval: time.Millisecond}})
	pay := workflow.New("pay", func(ctx workflow.Context, cents int) (int, error) {
		return workflow.Execute(ctx, debit, cents).Get(ctx)
	})

	ctx := context.Background()
	rt, err := reprise.New(memory.New(), reprise.Config{Logger: quiet()}, pay, debit)
	if err != nil {
		log.Fatal(err)
	}
	if err := rt.Start(ctx); err != nil {
		log.Fatal(err)
	}
	run, err := reprise.Start(ctx, rt, pay, 300)
	if err != nil {
		log.Fatal(err)
	}
	left, err := run.Result(ctx)
	fmt.Println(left, err)
	if err := rt.Stop(ctx); err != nil {
		log.Fatal(err)
	}
	fmt.Println(balance)
	// Output:
	// 700 <nil>
	// 700
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }
