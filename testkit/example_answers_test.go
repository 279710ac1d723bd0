package testkit_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

// The examples use a tank: it is filled, can be looked at, and somebody outside signs
// for it.
var (
	fill  = workflow.DefineUpdate[int, int]("fill")
	level = workflow.DefineQuery[string, int]("level")
	tank  = workflow.New("tank", func(ctx workflow.Context, litres int) (string, error) {
		err := errors.Join(
			workflow.HandleQuery(ctx, level, func(string) (int, error) { return litres, nil }),
			workflow.HandleUpdate(ctx, fill, func(_ workflow.Context, more int) (int, error) { litres += more; return litres, nil }))
		if err != nil {
			return "", err
		}
		by, err := workflow.NewPromise[string](ctx).Get(ctx)
		return fmt.Sprintf("%d litres, signed by %s", litres, by), err
	})
)

// The test plays the person who signs: it gets the token as soon as it exists.
func ExampleResolveWhenMade() {
	test(func(t *testing.T) {
		env := testkit.New(t, tank)
		testkit.ResolveWhenMade(env, func(token workflow.Token[string]) {
			env.After(24*time.Hour, func() { fmt.Println(testkit.Resolve(env, token, "Ada")) })
		})
		fmt.Println(testkit.Execute(env, tank, 50))
	})
	// Output:
	// <nil>
	// 50 litres, signed by Ada <nil>
}

// Nobody signs.
func ExampleReject() {
	refused := errors.New("it leaks")
	test(func(t *testing.T) {
		env := testkit.New(t, tank)
		testkit.ResolveWhenMade(env, func(token workflow.Token[string]) { fmt.Println(testkit.Reject(env, token, refused)) })
		_, err := testkit.Execute(env, tank, 50)
		fmt.Println(err)
	})
	// Output:
	// <nil>
	// reprise: run "tank-1" failed: it leaks
}

// A run is asked to do something, and then asked for its state.
func ExampleUpdate() {
	test(func(t *testing.T) {
		env := testkit.New(t, tank)
		run := testkit.Start(env, tank, 50)
		fmt.Println(testkit.Update(env, run.WorkflowID(), fill, 20))
		fmt.Println(testkit.Query(env, run.WorkflowID(), level, ""))
		env.LeaveOpen()
	})
	// Output:
	// 70 <nil>
	// 70 <nil>
}

// Each run of a chain has a history of its own.
func ExampleEnv_Chain() {
	count := workflow.Define[int, int]("count")
	test(func(t *testing.T) {
		env := testkit.New(t, count.Bind(func(ctx workflow.Context, n int) (int, error) {
			if n < 3 {
				return workflow.ContinueAsNew(ctx, count, n+1)
			}
			return n, nil
		}))
		fmt.Println(testkit.Execute(env, count, 1))
		for _, events := range env.Chain("count-1") {
			fmt.Println(events[len(events)-1].Body.Kind())
		}
	})
	// Output:
	// 3 <nil>
	// continued
	// continued
	// completed
}

// The test fails if nothing was charged.
func ExampleStubbed_Required() {
	test(func(t *testing.T) {
		env := testkit.New(t, Order.Bind(fulfil))
		testkit.Script(env, Charge, testkit.Return("receipt")).Required()
		run := testkit.Start(env, Order, 4200)
		testkit.Signal(env, run.WorkflowID(), Approve, true)
		fmt.Println(run.Result())
	})
	// Output: receipt <nil>
}
