package testkit_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/signal"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var (
	charge  = activity.Define[int, string]("charge")
	approve = signal.Define[bool]("approve")
	order   = workflow.New("order", func(ctx workflow.Context, n int) (string, error) {
		yes, err := workflow.Receive(ctx, approve, workflow.Within(30*24*time.Hour))
		if err != nil || !yes {
			return "", err
		}
		if err := workflow.Sleep(ctx, 3*24*time.Hour); err != nil {
			return "", err
		}
		return workflow.Execute(ctx, charge, n).Get(ctx)
	})
)

func TestAnOrder(t *testing.T) {
	env := testkit.New(t, order)
	charged := testkit.Stub(env, charge, func(_ context.Context, n int) (string, error) { return "ok", nil }).Times(1)
	run := testkit.Start(env, order, 42)
	env.After(24*time.Hour, func() { testkit.Signal(env, run.ID(), approve, true) })
	got, err := run.Result()
	if err != nil || got != "ok" {
		t.Errorf("Result = %q, %v", got, err)
	}
	if in := charged.Inputs(); len(in) != 1 || in[0] != 42 {
		t.Errorf("inputs %v", in)
	}
	t.Log(env.Timeline(run.ID()), env.Now())
}

func TestInsideABubble(t *testing.T) {
	synctest.Test(t, TestAnOrder)
}

func TestScripts(t *testing.T) {
	t.Parallel()
	env := testkit.New(t, order)
	testkit.Script(env, charge, testkit.Fail[string](errors.New("no")), testkit.Die[string](env), testkit.Return("ok"))
	run := testkit.Start(env, order, 42)
	testkit.Signal(env, run.ID(), approve, true)
	if got, err := run.Result(); err != nil || got != "ok" {
		t.Errorf("Result = %q, %v", got, err)
	}
	for _, c := range env.Calls() {
		t.Logf("%+v", c)
	}
	t.Log(env.Timeline(run.ID()))
}

var dead = workflow.New("dead", func(ctx workflow.Context, n int) (string, error) {
	_, err := workflow.Receive(ctx, approve)
	return "", err
})

func TestDead(t *testing.T) {
	env := testkit.New(t, dead, order)
	got, err := testkit.Execute(env, dead, 42)
	t.Log(got, err)
}
func TestOpen(t *testing.T) {
	env := testkit.New(t, dead, order)
	testkit.Start(env, dead, 42)
}
func TestUnbound(t *testing.T) {
	env := testkit.New(t, workflow.New("x", func(ctx workflow.Context, n int) (string, error) { return workflow.Execute(ctx, charge, n).Get(ctx) }))
	testkit.Execute(env, workflow.Define[int, string]("x"), 1)
}
