package postgres_test

import (
	"errors"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

var (
	members = workflow.Define[int, int]("members")
	member  = workflow.Define[int, int]("member")
	waiting = workflow.Define[int, string]("waiting")
)

// all is the sum of what its children come to.
func all(ctx workflow.Context, n int) (int, error) {
	var each []workflow.Child[int]
	for i := range n {
		each = append(each, workflow.ExecuteChild(ctx, member, i))
	}
	sum := 0
	for _, f := range each {
		v, err := f.Get(ctx)
		if err != nil {
			return 0, err
		}
		sum += v
	}
	return sum, nil
}

// Children are started, and their parent hears of each end once, whichever of two workers has them.
func TestChildrenOfTwoWorkers(t *testing.T) {
	ctx, url := bounded(t), database(t)
	bindings := []reprise.Binding{
		members.Bind(all), charge.Bind(double), waiting.Bind(func(ctx workflow.Context, _ int) (string, error) {
			return workflow.ExecuteChild(ctx, order, 1, workflow.ChildID("inner")).Get(ctx)
		}),
		order.Bind(orderFunc), approve,
		member.Bind(func(ctx workflow.Context, n int) (int, error) {
			return workflow.Execute(ctx, charge, n).Get(ctx)
		}),
	}
	var rts []*reprise.Runtime
	for range 2 {
		rt, err := reprise.New(open(t, url), reprise.Config{Logger: quiet(), Build: "v1"}, bindings...)
		if err == nil {
			err = rt.Start(ctx)
		}
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := rt.Stop(ctx); err != nil {
				t.Error(err)
			}
		}()
		rts = append(rts, rt)
	}
	const n = 50
	parent, err := reprise.Start(ctx, rts[0], members, n)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := parent.Result(ctx); err != nil || got != n*(n-1) {
		t.Errorf("the children come to %d, %v; want %d", got, err, n*(n-1))
	}
	outer, err := reprise.Start(ctx, rts[1], waiting, 0, reprise.ID("outer"))
	if err != nil {
		t.Fatal(err)
	}
	if err := reprise.Cancel(ctx, rts[0], "outer", "rain"); err != nil {
		t.Fatal(err)
	}
	var ended *reprise.RunError
	if _, err := outer.Result(ctx); !errors.As(err, &ended) || ended.Status != reprise.Cancelled {
		t.Errorf("the parent that is cancelled: %v", err)
	}
	st := rts[0].Store()
	for {
		left, err := st.Outbox(ctx, store.OutboxQuery{Namespace: "default", Max: 10})
		if err != nil {
			t.Fatalf("in the outbox are %+v, %v", left, err)
		}
		r, err := st.Run(ctx, store.Ref{Namespace: "default", WorkflowID: "inner"})
		if len(left) == 0 && (errors.Is(err, store.ErrNotFound) || r.Status == store.Cancelled) { // or it was never started
			return
		}
	}
}
