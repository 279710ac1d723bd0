package reprise_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/workflow"
)

// ErrCount refuses an order of nothing.
const ErrCount failure.Code = "count"

// Goods are put into a cart.
type Goods struct {
	Price, Count int
}

var (
	addGoods = workflow.DefineUpdate[Goods, int]("add-goods")
	buy      = workflow.DefineSignal[workflow.None]("buy")
	trolley  = workflow.New("trolley", fillTrolley)
)

// fillTrolley adds up its goods until they are bought.
func fillTrolley(ctx workflow.Context, _ workflow.None) (int, error) {
	total := 0
	err := workflow.HandleUpdate(ctx, addGoods, func(_ workflow.Context, g Goods) (int, error) {
		total += g.Price * g.Count
		return total, nil
	}, workflow.Validate(func(g Goods) error {
		if g.Count < 1 {
			return failure.New(ErrCount, "it is bought at least once")
		}
		return nil
	}))
	if err == nil {
		_, err = workflow.Receive(ctx, buy)
	}
	return total, err
}

// A run carries out a request and answers it. The same id gets the same answer.
func ExampleUpdate() {
	ctx := context.Background()
	rt := start(reprise.Config{}, trolley)
	defer rt.Stop(ctx)
	if _, err := reprise.Start(ctx, rt, trolley, workflow.None{}, reprise.ID("cart-7")); err != nil {
		panic(err)
	}
	for range 2 {
		total, err := reprise.Update(ctx, rt, "cart-7", addGoods, Goods{Price: 3, Count: 2}, reprise.UpdateID("request-1"))
		fmt.Println(total, err)
	}
	_, err := reprise.Update(ctx, rt, "cart-7", addGoods, Goods{Price: 3})
	var refused *reprise.UpdateError
	fmt.Println(errors.As(err, &refused), refused.Rejected, errors.Is(err, ErrCount))
	// Output:
	// 6 <nil>
	// 6 <nil>
	// true true true
}

// The answer can be fetched later.
func ExampleSendUpdate() {
	ctx := context.Background()
	rt := start(reprise.Config{}, trolley)
	defer rt.Stop(ctx)
	if _, err := reprise.Start(ctx, rt, trolley, workflow.None{}, reprise.ID("cart-7")); err != nil {
		panic(err)
	}
	sent, err := reprise.SendUpdate(ctx, rt, "cart-7", addGoods, Goods{Price: 5, Count: 1})
	if err != nil {
		panic(err)
	}
	fmt.Println(sent.Result(ctx))
	// Output: 5 <nil>
}

// The first update of a cart starts it.
func ExampleUpdateWithStart() {
	ctx := context.Background()
	rt := start(reprise.Config{}, trolley)
	defer rt.Stop(ctx)
	for range 2 {
		total, run, err := reprise.UpdateWithStart(ctx, rt, trolley, workflow.None{}, addGoods, Goods{Price: 2, Count: 1}, reprise.ID("cart-8"))
		fmt.Println(total, run.Existed(), err)
	}
	// Output:
	// 2 false <nil>
	// 4 true <nil>
}

// The signal starts the run if none is open.
func ExampleSignalWithStart() {
	ctx := context.Background()
	rt := start(reprise.Config{}, trolley)
	defer rt.Stop(ctx)
	run, err := reprise.SignalWithStart(ctx, rt, trolley, workflow.None{}, buy, workflow.None{}, reprise.ID("cart-9"))
	if err != nil {
		panic(err)
	}
	fmt.Println(run.Result(ctx))
	// Output: 0 <nil>
}

// A command line or an HTTP handler has the name and a JSON text.
func ExampleUpdateJSON() {
	ctx := context.Background()
	rt := start(reprise.Config{}, trolley)
	defer rt.Stop(ctx)
	if _, err := reprise.Start(ctx, rt, trolley, workflow.None{}, reprise.ID("cart-7")); err != nil {
		panic(err)
	}
	answer, err := reprise.UpdateJSON(ctx, rt, "cart-7", "add-goods", []byte(`{"Price": 3, "Count": 1}`))
	if err != nil {
		panic(err)
	}
	fmt.Println(answer.Untyped())
	// Output: 3 <nil>
}
