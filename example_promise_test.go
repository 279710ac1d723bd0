package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/workflow"
)

// ErrNoCover is the bank's refusal.
const ErrNoCover failure.Code = "no_cover"

// Paid is the bank's confirmation.
type Paid struct{ Number string }

// Ask is what the bank receives: it answers through Callback.
type Ask struct {
	Cents    int
	Callback workflow.Token[Paid]
}

// asked is the bank's mailbox.
var asked = make(chan Ask, 1)

var (
	sendToBank = activity.New("send-to-bank", func(_ context.Context, a Ask) (workflow.None, error) {
		asked <- a
		return workflow.None{}, nil
	})
	collect = workflow.New("collect", collectCents)
)

// collectCents asks the bank, which may answer at any time within a day.
func collectCents(ctx workflow.Context, cents int) (string, error) {
	bank := workflow.NewPromise[Paid](ctx, workflow.Within(24*time.Hour))
	if _, err := workflow.Execute(ctx, sendToBank, Ask{Cents: cents, Callback: bank.Token()}).Get(ctx); err != nil {
		return "", err
	}
	receipt, err := bank.Get(ctx)
	switch {
	case errors.Is(err, workflow.ErrTimeout):
		return "the bank is silent", nil
	case errors.Is(err, ErrNoCover):
		return "the bank says no", nil
	}
	return receipt.Number, err
}

// A workflow hands out a token, and its holder answers. The first answer counts.
func ExampleResolve() {
	ctx := context.Background()
	rt := start(reprise.Config{}, collect, sendToBank)
	defer rt.Stop(ctx)
	run, err := reprise.Start(ctx, rt, collect, 4200)
	if err != nil {
		panic(err)
	}
	token := (<-asked).Callback
	fmt.Println(reprise.Resolve(ctx, rt, token, Paid{Number: "R-7"}))
	fmt.Println(run.Result(ctx))
	fmt.Println(reprise.Resolve(ctx, rt, token, Paid{Number: "R-7"}))
	fmt.Println(errors.Is(reprise.Resolve(ctx, rt, token, Paid{Number: "R-8"}), reprise.ErrResolved))
	// Output:
	// <nil>
	// R-7 <nil>
	// <nil>
	// true
}

// An answer may be a failure, with a code that the workflow branches on.
func ExampleReject() {
	ctx := context.Background()
	rt := start(reprise.Config{}, collect, sendToBank)
	defer rt.Stop(ctx)
	run, err := reprise.Start(ctx, rt, collect, 4200)
	if err != nil {
		panic(err)
	}
	fmt.Println(reprise.Reject(ctx, rt, (<-asked).Callback, failure.New(ErrNoCover, "the account is empty")))
	fmt.Println(run.Result(ctx))
	// Output:
	// <nil>
	// the bank says no <nil>
}

// A web hook has the token as a text, and the value as JSON.
func ExampleResolveJSON() {
	ctx := context.Background()
	rt := start(reprise.Config{}, collect, sendToBank)
	defer rt.Stop(ctx)
	run, err := reprise.Start(ctx, rt, collect, 4200)
	if err != nil {
		panic(err)
	}
	var forged *reprise.TokenError
	fmt.Println(errors.As(reprise.ResolveJSON(ctx, rt, "guessed", []byte(`{"Number":"R-0"}`)), &forged))
	fmt.Println(reprise.ResolveJSON(ctx, rt, string((<-asked).Callback), []byte(`{"Number":"R-7"}`)))
	fmt.Println(run.Result(ctx))
	// Output:
	// true
	// <nil>
	// R-7 <nil>
}
