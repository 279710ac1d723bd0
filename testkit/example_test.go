package testkit_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

// The examples test an order that is approved, waits three days and is charged.
var (
	Charge  = activity.Define[int, string]("charge-card", activity.Policy{StartToClose: time.Minute})
	Approve = workflow.DefineSignal[bool]("approved")
	Order   = workflow.Define[int, string]("purchase")
)

func fulfil(ctx workflow.Context, cents int) (string, error) {
	if yes, err := workflow.Receive(ctx, Approve); err != nil || !yes {
		return "rejected", err
	}
	if err := workflow.Sleep(ctx, 3*24*time.Hour); err != nil {
		return "", err
	}
	return workflow.Execute(ctx, Charge, cents).Get(ctx)
}

// A test has an environment, stubs for activities, and a run. Three days pass while it
// waits for the result.
func Example() {
	test(func(t *testing.T) {
		env := testkit.New(t, Order.Bind(fulfil))
		testkit.Stub(env, Charge, func(_ context.Context, cents int) (string, error) {
			return fmt.Sprintf("receipt for %d", cents), nil
		})
		begun := env.Now()
		run := testkit.Start(env, Order, 4200)
		testkit.Signal(env, run.WorkflowID(), Approve, true)
		got, err := run.Result()
		fmt.Println(run.WorkflowID(), "ends with", got, err, "after", env.Now().Sub(begun))
	})
	// Output: purchase-1 ends with receipt for 4200 <nil> after 72h0m0s
}

// After schedules what the outside world does while the test waits.
func ExampleEnv_After() {
	test(func(t *testing.T) {
		env := testkit.New(t, Order.Bind(fulfil))
		testkit.Script(env, Charge, testkit.Late(time.Second, testkit.Return("receipt")))
		run := testkit.Start(env, Order, 4200)
		env.After(7*24*time.Hour, func() { testkit.Signal(env, run.WorkflowID(), Approve, true) })
		got, err := run.Result()
		fmt.Println(got, err, env.Now().Format(time.DateTime))
	})
	// Output: receipt <nil> 2000-01-11 00:00:01
}

// An activity fails, then hangs until its attempt times out, then crashes its worker,
// and at last succeeds, late.
func ExampleScript() {
	test(func(t *testing.T) {
		env := testkit.New(t, Order.Bind(fulfil))
		charged := testkit.Script(env, Charge,
			testkit.Fail[string](errors.New("no connection")),
			testkit.Hang[string](),
			testkit.Die[string](env),
			testkit.Late(10*time.Second, testkit.Return("receipt")),
		).Times(1)
		run := testkit.Start(env, Order, 4200)
		testkit.Signal(env, run.WorkflowID(), Approve, true)
		got, err := run.Result()
		fmt.Println(got, err, charged.Inputs())
		for _, call := range env.Calls() {
			fmt.Println(call.Attempt, call.Took, call.Err)
		}
	})
	// Output:
	// receipt <nil> [4200]
	// 1 0s no connection
	// 2 1m0s activity: timed out
	// 3 2s its worker died
	// 4 10s <nil>
}

// A stub that does not have the types of the activity does not compile. It can say how
// often it must be called.
func ExampleStub() {
	test(func(t *testing.T) {
		env := testkit.New(t, Order.Bind(fulfil))
		keys := make(map[string]bool)
		charged := testkit.Stub(env, Charge, func(ctx context.Context, cents int) (string, error) {
			keys[activity.GetInfo(ctx).IdempotencyKey] = true // the same for each attempt
			if activity.GetInfo(ctx).Attempt == 1 {
				return "", errors.New("the answer was lost")
			}
			return "receipt", nil
		}).Times(1) // Required instead: once or more
		run := testkit.Start(env, Order, 4200)
		testkit.Signal(env, run.WorkflowID(), Approve, true)
		fmt.Println(run.Result())
		fmt.Println(charged.Inputs(), len(env.Calls()), "calls,", len(keys), "key")
	})
	// Output:
	// receipt <nil>
	// [4200] 2 calls, 1 key
}

// The names of the activities, in the order in which they were executed. Execute is Start
// and Result.
func ExampleEnv_Executed() {
	test(func(t *testing.T) {
		reserve := activity.Define[int, string]("reserve")
		reserved := workflow.New("reserved", func(ctx workflow.Context, cents int) (string, error) {
			if _, err := workflow.Execute(ctx, reserve, cents).Get(ctx); err != nil {
				return "", err
			}
			return workflow.Execute(ctx, Charge, cents).Get(ctx)
		})
		env := testkit.New(t, reserved)
		testkit.Script(env, reserve, testkit.Return("kept"))
		testkit.Script(env, Charge, testkit.Fail[string](errors.New("no connection")), testkit.Return("receipt"))
		got, err := testkit.Execute(env, reserved, 4200)
		fmt.Println(got, err, env.Executed())
	})
	// Output: receipt <nil> [reserve charge-card]
}

// The events in the history of a run, at any moment.
func ExampleEnv_History() {
	test(func(t *testing.T) {
		env := testkit.New(t, Order.Bind(fulfil))
		env.LeaveOpen() // the test ends before the run does
		run := testkit.Start(env, Order, 4200)
		testkit.Signal(env, run.WorkflowID(), Approve, true)
		env.Sleep(24 * time.Hour)
		for _, event := range env.History(run.WorkflowID()) {
			fmt.Println(event.Seq, event.Body.Kind())
		}
	})
	// Output:
	// 1 started
	// 2 task marker
	// 3 signal received
	// 4 timer started
}

// What a run has done and what it waits for, for people to read. A test that fails
// shows it by itself.
func ExampleEnv_Timeline() {
	test(func(t *testing.T) {
		env := testkit.New(t, Order.Bind(fulfil))
		testkit.Script(env, Charge, testkit.Return("receipt"))
		run := testkit.Start(env, Order, 4200)
		testkit.Signal(env, run.WorkflowID(), Approve, true)
		if _, err := run.Result(); err != nil {
			t.Error(err)
		}
		_, lines, _ := strings.Cut(env.Timeline(run.WorkflowID()), "\n") // the first line has the run id
		for line := range strings.Lines(lines) {
			fmt.Println(strings.TrimSpace(line))
		}
	})
	// Output:
	// from  to           (since its start at 2000-01-01 00:00:00)
	// 0s  0s           signal approved arrived
	// 0s  72h0m0s      timer fired
	// 72h0m0s  72h0m0s      activity charge-card completed
}

// A run is asked to cancel, and the workflow answers.
func ExampleEnv_Cancel() {
	test(func(t *testing.T) {
		env := testkit.New(t, Order.Bind(fulfil))
		run := testkit.Start(env, Order, 4200)
		env.After(time.Hour, func() { env.Cancel(run.WorkflowID(), "the customer has changed their mind") })
		_, err := run.Result()
		fmt.Println(err)
	})
	// Output: reprise: run "purchase-1" cancelled: workflow: cancelled: the customer has changed their mind
}

// A worker that dies between two steps. Another takes the run over.
func ExampleEnv_Die() {
	test(func(t *testing.T) {
		env := testkit.New(t, Order.Bind(fulfil))
		testkit.Script(env, Charge, testkit.Return("receipt")).Times(1)
		run := testkit.Start(env, Order, 4200)
		testkit.Signal(env, run.WorkflowID(), Approve, true)
		env.After(24*time.Hour, env.Die)
		got, err := run.Result()
		fmt.Println(got, err)
	})
	// Output: receipt <nil>
}

// What the kit has no method for is done with the client.
func ExampleEnv_Do() {
	test(func(t *testing.T) {
		env := testkit.New(t, Order.Bind(fulfil))
		env.LeaveOpen()
		run := testkit.Start(env, Order, 4200)
		err := env.Do(func(ctx context.Context, c reprise.Client) error {
			now, err := reprise.Describe(ctx, c, run.WorkflowID())
			fmt.Println(now.Status)
			return err
		})
		fmt.Println(err)
	})
	// Output:
	// open
	// <nil>
}

// A test sets a configuration of the Runtime that it depends on.
func ExampleEnv_Configure() {
	test(func(t *testing.T) {
		env := testkit.New(t, Order.Bind(fulfil))
		env.Configure(func(cfg *reprise.Config) { cfg.Namespace = "shop" })
		testkit.Script(env, Charge, testkit.Return("receipt"))
		run := testkit.Start(env, Order, 4200)
		testkit.Signal(env, run.WorkflowID(), Approve, true)
		fmt.Println(run.Result())
	})
	// Output: receipt <nil>
}

// A stub stands in for a child, and the test sees which runs its workflow has started.
func ExampleStubWorkflow() {
	ship := workflow.Define[string, string]("ship")
	test(func(t *testing.T) {
		parcel := workflow.New("parcel", func(ctx workflow.Context, to string) (string, error) {
			return workflow.ExecuteChild(ctx, ship, to, workflow.ChildID("ship-1")).Get(ctx)
		})
		env := testkit.New(t, parcel)
		testkit.StubWorkflow(env, ship, func(ctx workflow.Context, to string) (string, error) {
			return "shipped to " + to, workflow.Sleep(ctx, 24*time.Hour)
		})
		fmt.Println(testkit.Execute(env, parcel, "Oslo"))
		for _, c := range env.Children("parcel-1") {
			fmt.Println(c.WorkflowID, c.Workflow, c.Status)
		}
	})
	// Output:
	// shipped to Oslo <nil>
	// ship-1 ship completed
}
