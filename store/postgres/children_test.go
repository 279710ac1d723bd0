package postgres_test

import (
	"errors"
	"slices"
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

// all returns the sum of its children's results.
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

// Children run on two workers, and their parent learns of each end once.
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

var (
	talker   = workflow.Define[int, string]("talker")
	listener = workflow.Define[int, map[int][]int]("listener")
	word     = workflow.DefineSignal[[2]int]("word")
)

// Signals from one run to another arrive in order, whichever of two workers relays them, and whatever
// the other one has locked.
func TestSignalsOfOneRunKeepTheirOrderOnTwoWorkers(t *testing.T) {
	const talkers, words = 8, 25
	ctx, url := bounded(t), database(t)
	bindings := []reprise.Binding{
		talker.Bind(func(ctx workflow.Context, me int) (string, error) {
			var said []workflow.Future[workflow.None]
			for i := range words {
				for _, to := range []string{"left", "right"} {
					said = append(said, workflow.Send(ctx, to, word, [2]int{me, i}))
				}
			}
			for _, f := range said {
				if _, err := f.Get(ctx); err != nil {
					return "", err
				}
			}
			return "", nil
		}),
		listener.Bind(func(ctx workflow.Context, n int) (map[int][]int, error) {
			heard := make(map[int][]int)
			for range n {
				w, err := workflow.Receive(ctx, word)
				if err != nil {
					return nil, err
				}
				heard[w[0]] = append(heard[w[0]], w[1])
			}
			return heard, nil
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
	var ears []reprise.Handle[map[int][]int]
	for i, id := range []string{"left", "right"} {
		h, err := reprise.Start(ctx, rts[i], listener, talkers*words, reprise.ID(id))
		if err != nil {
			t.Fatal(err)
		}
		ears = append(ears, h)
	}
	for i := range talkers {
		if _, err := reprise.Start(ctx, rts[i%2], talker, i); err != nil {
			t.Fatal(err)
		}
	}
	for _, h := range ears {
		heard, err := h.Result(ctx)
		if err != nil || len(heard) != talkers {
			t.Fatalf("of %d talkers something was heard: %v", len(heard), err)
		}
		for who, all := range heard {
			if len(all) != words || !slices.IsSorted(all) {
				t.Errorf("of talker %d was heard %v", who, all)
			}
		}
	}
}
