package activity_test

import (
	"context"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
)

type Card struct{ Number string }

type Receipt struct{ ID string }

// Charge is the definition that workflows and workers share.
var Charge = activity.Define[Card, Receipt]("charge", activity.Policy{
	StartToClose: time.Minute,
	Retry:        activity.RetryPolicy{MaxAttempts: 5, NonRetryable: []failure.Code{"declined"}},
})

func Example() {
	binding := Charge.Bind(func(ctx context.Context, c Card) (Receipt, error) {
		if c.Number == "" {
			return Receipt{}, failure.New("declined", "no card")
		}
		return Receipt{ID: "paid under " + activity.GetInfo(ctx).IdempotencyKey}, nil
	})

	// The worker does this; a test may do the same.
	var codecs *history.Codecs
	info := activity.Info{RunID: "run", Number: 2, Attempt: 1}
	for _, card := range []Card{{"4711"}, {}} {
		in, _ := codecs.Encode(card)
		out := binding.Run(context.Background(), activity.Call{Info: info, Input: in})
		if out.Failure != nil {
			fmt.Println(failure.CodeOf(out.Failure), "-", out.Failure)
			continue
		}
		var r Receipt
		_ = codecs.Decode(out.Result, &r)
		fmt.Println(r.ID)
	}
	// Output:
	// paid under run/2
	// declined - no card
}

func ExampleNew() {
	Ship := activity.New("ship", func(_ context.Context, parcel string) (string, error) {
		return "tracking-" + parcel, nil
	})
	fmt.Println(Ship.Name(), Ship.BindingName())
	// Output: ship ship
}

func ExampleHeartbeatDetails() {
	copyFile := func(ctx context.Context, size int) (int, error) {
		from, _, err := activity.Details[int](ctx) // where the attempt before had come to
		if err != nil {
			return 0, err
		}
		fmt.Println("from", from)
		for done := from; done < size; done += 50 {
			if err := activity.HeartbeatDetails(ctx, done); err != nil {
				return 0, err
			}
		}
		return size, nil
	}
	binding := activity.New("copy", copyFile, activity.Policy{HeartbeatTimeout: 10 * time.Second}).Binding()

	var codecs *history.Codecs
	var newest history.Payload
	beat := func(p history.Payload) error { newest = p; return nil }
	in, _ := codecs.Encode(100)
	binding.Run(context.Background(), activity.Call{Input: in, Beat: beat})
	binding.Run(context.Background(), activity.Call{Input: in, Beat: beat, Details: newest})
	// Output:
	// from 0
	// from 50
}

func ExampleNoResult() {
	release := func(_ context.Context, order string) error {
		fmt.Println("released", order)
		return nil
	}
	Release := activity.Define[string, activity.None]("release")

	binding := Release.Bind(activity.NoResult(release))

	in, _ := (*history.Codecs)(nil).Encode("order-42")
	out := binding.Run(context.Background(), activity.Call{Input: in})
	fmt.Println(out.Failure == nil)
	// Output:
	// released order-42
	// true
}

func ExampleNext() {
	p, err := activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: 4}}.Record()
	if err != nil {
		fmt.Println(err)
	}
	for attempt := 1; attempt <= 4; attempt++ {
		fmt.Println(activity.Next(p, attempt, nil, nil))
	}
	// Output:
	// 1s true
	// 2s true
	// 4s true
	// 0s false
}

func ExamplePolicy_Record() {
	_, err := activity.Policy{Retry: activity.RetryPolicy{Multiplier: 0.5}}.Record()
	fmt.Println(err)
	// Output: activity: policy: Retry.Multiplier is 0.5; write 1 for equal waits, or 1.01 or more
}

// bankTx stands for a transaction of some database, and bankFunc for what the package of
// that database's store has: Transactional.
type bankTx struct{ name string }

type bankFunc func(ctx context.Context, tx bankTx, cents int) (string, error)

func (bankFunc) Driver() string { return "bank" }

func (f bankFunc) Call(ctx context.Context, cents int) (string, error) {
	return f(ctx, bankTx{"transaction of attempt"}, cents)
}

func ExampleDef_BindTx() {
	Debit := activity.Define[int, string]("debit", activity.Policy{Transactional: true})
	debit := func(ctx context.Context, tx bankTx, cents int) (string, error) {
		return fmt.Sprint(cents, " in the ", tx.name, " ", activity.GetInfo(ctx).Attempt), nil
	}
	binding := Debit.BindTx(bankFunc(debit))
	fmt.Println(binding.Err(), binding.Driver())

	var codecs *history.Codecs // the engine does this, and begins and ends the transaction
	in, _ := codecs.Encode(500)
	out := binding.Run(context.Background(), activity.Call{Info: activity.Info{Attempt: 1}, Input: in})
	var done string
	_ = codecs.Decode(out.Result, &done)
	fmt.Println(done)
	// Output:
	// <nil> bank
	// 500 in the transaction of attempt 1
}
