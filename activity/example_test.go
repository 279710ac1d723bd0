package activity_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

type Card struct{ Number string }

type Receipt struct{ ID string }

const ErrDeclined = failure.Code("declined")

// Charge is the definition that workflows and workers share.
var Charge = activity.Define[Card, Receipt]("charge", activity.Policy{
	StartToClose: time.Minute,
	Retry:        activity.RetryPolicy{MaxAttempts: 5, NonRetryable: []failure.Code{ErrDeclined}},
})

func charges(ctx context.Context, c Card) (Receipt, error) {
	if c.Number == "" {
		return Receipt{}, failure.New(ErrDeclined, "no card")
	}
	info := activity.GetInfo(ctx) // its IdempotencyKey goes to the bank
	return Receipt{ID: fmt.Sprintf("paid by attempt %d at %s", info.Attempt, info.Activity)}, nil
}

// execute runs one workflow to its end on a store in memory.
func execute[In, Out any](w workflow.Bound[In, Out], in In, bindings ...reprise.Binding) (out Out, err error) {
	ctx := context.Background()
	rt, err := reprise.New(memory.New(), reprise.Config{Logger: slog.New(slog.DiscardHandler)}, append(bindings, w)...)
	if err != nil {
		return out, err
	}
	if err := rt.Start(ctx); err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, rt.Stop(ctx)) }()
	run, err := reprise.Start(ctx, rt, w, in)
	if err != nil {
		return out, err
	}
	return run.Result(ctx)
}

func Example() {
	pay := workflow.New("pay", func(ctx workflow.Context, c Card) (string, error) {
		r, err := workflow.Execute(ctx, Charge, c).Get(ctx)
		if errors.Is(err, ErrDeclined) {
			return "declined", nil
		}
		return r.ID, err
	})
	for _, card := range []Card{{"4711"}, {}} {
		fmt.Println(execute(pay, card, Charge.Bind(charges)))
	}
	// Output:
	// paid by attempt 1 at charge <nil>
	// declined <nil>
}

// New defines an activity and binds its function in one step.
func ExampleNew() {
	Ship := activity.New("ship", func(_ context.Context, parcel string) (string, error) {
		return "tracking-" + parcel, nil
	})
	send := workflow.New("send", func(ctx workflow.Context, parcel string) (string, error) {
		return workflow.Execute(ctx, Ship, parcel).Get(ctx)
	})
	fmt.Println(execute(send, "42", Ship))
	// Output: tracking-42 <nil>
}

// One call can have another policy than that of the definition.
func ExampleDef_With() {
	hasty := workflow.New("hasty", func(ctx workflow.Context, c Card) (string, error) {
		quick := Charge.With(func(p *activity.Policy) { p.StartToClose = 5 * time.Second })
		r, err := workflow.Execute(ctx, quick, c).Get(ctx)
		return r.ID, err
	})
	slow := Charge.Bind(func(ctx context.Context, _ Card) (Receipt, error) {
		left := time.Until(activity.GetInfo(ctx).Deadline)
		return Receipt{ID: fmt.Sprint(left < time.Minute/2)}, nil
	})
	fmt.Println(execute(hasty, Card{"4711"}, slow))
	// Output: true <nil>
}

// The second attempt continues where the first one stopped.
func ExampleHeartbeatDetails() {
	Copy := activity.New("copy", func(ctx context.Context, size int) (int, error) {
		from, _, err := activity.Details[int](ctx) // where the attempt before had come to
		if err != nil {
			return 0, err
		}
		fmt.Println("from", from)
		for done := from; done < size; done += 50 {
			if done > from {
				return 0, errors.New("the line is broken")
			}
			if err := activity.HeartbeatDetails(ctx, done+50); err != nil {
				return 0, err
			}
		}
		return size, nil
	}, activity.Policy{HeartbeatTimeout: 10 * time.Second, Retry: activity.RetryPolicy{InitialInterval: time.Millisecond}})

	backup := workflow.New("backup", func(ctx workflow.Context, size int) (int, error) {
		return workflow.Execute(ctx, Copy, size).Get(ctx)
	})
	fmt.Println(execute(backup, 100, Copy))
	// Output:
	// from 0
	// from 50
	// 100 <nil>
}

func ExampleNoResult() {
	Release := activity.Define[string, activity.None]("release")

	release := func(_ context.Context, order string) error {
		fmt.Println("released", order)
		return nil
	}
	giveUp := workflow.New("give-up", func(ctx workflow.Context, order string) (string, error) {
		_, err := workflow.Execute(ctx, Release, order).Get(ctx)
		return "given up", err
	})
	fmt.Println(execute(giveUp, "order-42", Release.Bind(activity.NoResult(release))))
	// Output:
	// released order-42
	// given up <nil>
}

// The writes of a transactional activity and its completion commit together or not at all. An
// in-memory store can only write variables; see packages sqlite and postgres for tables.
func ExampleDef_BindTx() {
	Debit := activity.Define[int, string]("debit", activity.Policy{Transactional: true})

	balance := 1000
	debit := func(_ context.Context, tx *memory.ActivityTx, cents int) (string, error) {
		return "debited", tx.Do(func() { balance -= cents })
	}
	pay := workflow.New("pay", func(ctx workflow.Context, cents int) (string, error) {
		return workflow.Execute(ctx, Debit, cents).Get(ctx)
	})
	fmt.Println(execute(pay, 300, Debit.BindTx(memory.Transactional(debit))))
	fmt.Println(balance)
	// Output:
	// debited <nil>
	// 700
}

// An invalid policy is reported when the worker is made.
func ExamplePolicy_refused() {
	Charge := activity.Define[Card, Receipt]("charge", activity.Policy{Retry: activity.RetryPolicy{Multiplier: 0.5}})

	_, err := reprise.New(memory.New(), reprise.Config{}, Charge.Bind(charges))
	fmt.Println(err)
	// Output: activity: policy: Retry.Multiplier is 0.5; write 1 for equal waits, or 1.01 or more (activity charge)
}

// What the function waits for is not there yet. It is called again, and the attempts that came too
// early do not count.
func ExampleSnooze() {
	Track := activity.Define[string, string]("track")

	asked := 0
	track := func(_ context.Context, parcel string) (string, error) {
		if asked++; asked < 3 { // ask the carrier
			return "", activity.Snooze(10 * time.Millisecond)
		}
		return parcel + " has arrived", nil
	}
	ship := workflow.New("ship", func(ctx workflow.Context, parcel string) (string, error) {
		return workflow.Execute(ctx, Track, parcel).Get(ctx)
	})
	fmt.Println(execute(ship, "parcel 7", Track.Bind(track)))
	// Output: parcel 7 has arrived <nil>
}

// The other side accepts nothing for now: until then nothing of the queue begins, and the attempt does not count.
func ExampleThrottled() {
	Charge := activity.Define[int, string]("charge", activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: 1}})

	calls := 0
	charge := func(_ context.Context, cents int) (string, error) {
		if calls++; calls == 1 { // the provider has answered 429, with Retry-After
			return "", activity.Throttled(errors.New("429 Too Many Requests"), 20*time.Millisecond)
		}
		return fmt.Sprint("charged ", cents), nil
	}
	pay := workflow.New("pay", func(ctx workflow.Context, cents int) (string, error) {
		return workflow.Execute(ctx, Charge, cents).Get(ctx)
	})
	fmt.Println(execute(pay, 300, Charge.Bind(charge)))
	// Output: charged 300 <nil>
}
