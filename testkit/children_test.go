package testkit_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

const errNoFunds failure.Code = "no_funds"

var (
	billIt   = activity.New("bill-it", func(_ context.Context, cents int) (int, error) { return cents, nil })
	aBill    = workflow.Define[int, int]("bill")
	courier  = workflow.Define[string, string]("courier")
	aLetter  = workflow.Define[string, workflow.None]("letter")
	family   = workflow.Define[[]int, string]("family")
	handover = workflow.DefineSignal[string]("handover")
)

// billing pays, and continues once as a new run for what exceeds 100.
func billing(ctx workflow.Context, cents int) (int, error) {
	switch {
	case cents < 0:
		return 0, failure.New(errNoFunds, "no funds", failure.Permanent())
	case cents > 100:
		if _, err := workflow.Execute(ctx, billIt, 100).Get(ctx); err != nil {
			return 0, err
		}
		return workflow.ContinueAsNew(ctx, aBill, cents-100)
	}
	return workflow.Execute(ctx, billIt, cents).Get(ctx)
}

// carrying waits for the parcel, and cleans up if it is cancelled.
func carrying(ctx workflow.Context, who string) (string, error) {
	what, err := workflow.Receive(ctx, handover)
	if err != nil {
		if _, cleaned := workflow.Execute(workflow.WithoutCancel(ctx), billIt, 1).Get(workflow.WithoutCancel(ctx)); cleaned != nil {
			return "", cleaned
		}
		return "", err
	}
	return who + " has " + what, nil
}

func writing(ctx workflow.Context, _ string) (workflow.None, error) {
	return workflow.None{}, workflow.Sleep(ctx, time.Hour)
}

func together(ctx workflow.Context, amounts []int) (string, error) {
	var bills []workflow.Future[int]
	for _, cents := range amounts {
		bills = append(bills, workflow.ExecuteChild(ctx, aBill, cents).Future)
	}
	carries := workflow.ExecuteChild(ctx, courier, "ann", workflow.ChildID("courier-ann"))
	idle := workflow.ExecuteChild(ctx, courier, "bob")
	sent := workflow.Send(ctx, carries.WorkflowID(), handover, "the parcel")
	nobody := workflow.Send(ctx, "nobody", handover, "nothing")
	taken := workflow.ExecuteChild(ctx, courier, "cid", workflow.ChildID("family-1")) // that id is its own
	sum := 0
	for _, b := range bills {
		switch cents, err := b.Get(ctx); {
		case errors.Is(err, errNoFunds):
			sum += 1000
		case err != nil:
			return "", err
		default:
			sum += cents
		}
	}
	if _, err := taken.Get(ctx); !errors.Is(err, workflow.ErrChildExists) {
		return "", fmt.Errorf("a child with an id in use: %w", err)
	}
	if _, err := sent.Get(ctx); err != nil {
		return "", err
	}
	if _, err := nobody.Get(ctx); !errors.Is(err, workflow.ErrNotFound) {
		return "", fmt.Errorf("a signal to nobody: %w", err)
	}
	idle.Cancel("not needed")
	var child *workflow.ChildError
	if _, err := idle.Get(ctx); !errors.Is(err, workflow.ErrCancelled) || !errors.As(err, &child) || child.Status != "cancelled" || child.WorkflowID != idle.WorkflowID() {
		return "", fmt.Errorf("a child that is cancelled: %w", err)
	}
	got, err := carries.Get(ctx)
	if err != nil {
		return "", err
	}
	if _, err := workflow.Start(ctx, aLetter, "thanks", workflow.ChildID("letter-1")); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s for %d", got, sum), nil
}

func families(tb testing.TB) *testkit.Env {
	return testkit.New(tb, family.Bind(together), aBill.Bind(billing), courier.Bind(carrying), aLetter.Bind(writing), billIt)
}

func aFamily(tb testing.TB) {
	env := families(tb)
	run := testkit.Start(env, family, []int{30, -1, 250}, reprise.ID("family-1"))
	if got, err := run.Result(); err != nil || got != "ann has the parcel for 1080" {
		tb.Errorf("got %q, %v", got, err)
	}
	env.Sleep(time.Minute) // the child is started once its parent has ended
	err := env.Do(func(ctx context.Context, c reprise.Client) error {
		h, err := reprise.Get(ctx, c, aLetter, "letter-1")
		if err == nil {
			_, err = h.Result(ctx)
		}
		return err
	})
	if err != nil {
		tb.Errorf("the letter: %v", err)
	}
}

func TestAFamily(t *testing.T) { aFamily(t) }

func TestAFamilyWithAReplayBeforeEachTask(t *testing.T) { testkit.ReplayAlways(t, aFamily) }

func TestAFamilyInWhichWorkersDie(t *testing.T) { testkit.CrashEverywhere(t, aFamily) }

func TestAFamilyInAnyOrder(t *testing.T) { testkit.Explore(t, *testkit.Schedules, aFamily) }

// A test sees which runs a workflow has started, and their state.
func TestChildrenAreListed(t *testing.T) {
	env := families(t)
	env.LeaveOpen()
	if got, err := testkit.Start(env, family, []int{30}, reprise.ID("family-1")).Result(); err != nil {
		t.Fatal(got, err)
	}
	env.Sleep(time.Second) // what the parent asked for last may still be in progress when the parent has ended
	var all []string
	for _, c := range env.Children("family-1") {
		if c.Workflow != "bill" && c.WorkflowID == "" {
			t.Errorf("a child has no workflow id: %+v", c)
		}
		all = append(all, fmt.Sprint(c.Workflow, " ", c.Detached, " ", c.Status))
	}
	want := "[bill false completed courier false completed courier false cancelled courier false  letter true open]"
	if got := fmt.Sprint(all); got != want {
		t.Errorf("the children are %s, want %s", got, want)
	}
	env.Sleep(2 * time.Hour)
	if c := env.Children("family-1"); c[len(c)-1].Status != reprise.Completed {
		t.Errorf("the letter is %q", c[len(c)-1].Status)
	}
}

// A stub stands in for a child, in every mode.
func TestAStubStandsInForAChild(t *testing.T) {
	buys := workflow.New("buys", func(ctx workflow.Context, cents int) (int, error) {
		return workflow.ExecuteChild(ctx, aBill, cents).Get(ctx)
	})
	testkit.CrashEverywhere(t, func(tb testing.TB) {
		env := testkit.New(tb, buys, aBill.Bind(billing), billIt)
		testkit.StubWorkflow(env, aBill, func(ctx workflow.Context, cents int) (int, error) {
			return 2 * cents, workflow.Sleep(ctx, time.Hour)
		})
		if got, err := testkit.Execute(env, buys, 250); err != nil || got != 500 {
			tb.Errorf("got %d, %v", got, err)
		}
	})
}
