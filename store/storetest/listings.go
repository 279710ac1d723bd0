package storetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
)

// Listings checks that every filter selects the same runs as in the memory store, in
// the same order, whichever index answers it and wherever pages begin.
func Listings(t *testing.T, open Open) {
	t.Helper()
	subject := newKit(t, open)
	clock := faketime.New(subject.now())
	model := newKit(t, func(*testing.T) (store.Store, Env) {
		return memory.New(memory.Options{Clock: clock}), Env{Advance: clock.Advance}
	})
	rnd := rand.New(rand.NewPCG(1, 2))
	namespaces, names := []string{"", "other"}, []string{"order", "refund", "ship"}
	me := model.id()
	for range 300 {
		s := model.newStart(fmt.Sprint("order-", rnd.IntN(60)))
		s.Namespace, s.Workflow, s.Owner, s.Claim = namespaces[rnd.IntN(2)], names[rnd.IntN(3)], me, model.id()
		s.Queue = []string{theQueue, "other"}[rnd.IntN(2)]
		if rnd.IntN(3) > 0 {
			s.Attrs = []history.Attr{textAttr("customer", fmt.Sprint("c-", rnd.IntN(9)))}
		}
		if rnd.IntN(3) > 0 {
			s.Attrs = history.WithAttr(s.Attrs, intAttr("total", rnd.Int64N(50)-25))
		}
		ops := []store.Op{s}
		switch n := rnd.IntN(10); {
		case n < 6:
			end := &store.Commit{Run: s.Run, Owner: me, Epoch: 1, Seq: 2, After: s.Row.Token, Token: model.id(), Level: 1, Rows: []store.Row{row(2, 1)},
				Then: store.Close, Status: []store.Status{store.Completed, store.Failed, store.Cancelled, store.Continued}[rnd.IntN(4)]}
			if end.Status == store.Continued {
				goesOn(store.RunID(model.id()))(end)
			}
			ops = append(ops, end)
		case n < 7:
			ops = append(ops, &store.Terminate{Ref: store.Ref{Run: s.Run}, Token: model.id(), N: 1})
		case n < 8:
			text := []string{"signal approve (order shop.go:7)", "timer due 2026-03-01T12:00:00Z", `signal "a; signal approve or b" or timer due 2026-03-01T12:00:00Z`, "activity charge; signal approve", "nothing"}[rnd.IntN(5)]
			ops = append(ops, &store.Commit{Run: s.Run, Owner: me, Epoch: 1, Seq: 2, After: s.Row.Token, Token: model.id(), Level: 1, Rows: []store.Row{row(2, 1)}, Then: store.Park, Waiting: text})
		case n < 9:
			ops = append(ops, &store.Release{Run: s.Run, Worker: me, Epoch: 1, Block: &store.Block{Reason: "panic"}})
		}
		for _, k := range []*kit{model, subject} {
			for _, op := range ops { // no two runs have the same time
				k.env.Advance(ms)
				k.apply(op)
			}
		}
	}
	statuses := [][]store.Status{
		nil, {}, {store.Open}, {store.Completed}, {store.Failed, store.Failed}, {store.Terminated, store.Cancelled}, {store.Completed, store.Open},
		{99}, {-1, store.Failed}, {0, store.Failed},
	}
	found := 0
	for _, status := range statuses {
		for _, ns := range append(namespaces, "unknown") {
			for _, name := range append(names, "", "unknown") {
				for _, id := range []string{"", "order-7", "unknown"} {
					for _, blocked := range []bool{false, true} {
						q := store.Query{Namespace: ns, Status: status, Workflow: name, WorkflowID: id, Blocked: blocked}
						want := model.listed(q)
						found += len(want)
						for _, q.Limit = range []int{0, 1 + rnd.IntN(9)} {
							if got := subject.listed(q); !slices.Equal(got, want) {
								t.Fatalf("%+v lists %d runs\n%v\nwant %d\n%v", q, len(got), got, len(want), want)
							}
						}
					}
				}
			}
		}
	}
	all := model.listed(store.Query{})
	for range 400 {
		q := store.Query{Status: statuses[rnd.IntN(len(statuses))], Workflow: append(names, "", "", "", "")[rnd.IntN(7)], Limit: 1 + rnd.IntN(9)}
		if rnd.IntN(2) == 0 {
			q.Status = nil
		}
		if rnd.IntN(3) == 0 {
			q.Queue = []string{theQueue, "other"}[rnd.IntN(2)]
		}
		if rnd.IntN(2) == 0 {
			q.Attrs = append(q.Attrs, equals(textAttr("customer", fmt.Sprint("c-", rnd.IntN(9)))))
		}
		if rnd.IntN(2) == 0 {
			low, high := key(intAttr("total", rnd.Int64N(50)-25)), key(intAttr("total", rnd.Int64N(50)-25))
			q.Attrs = append(q.Attrs, store.AttrRange{Name: "total", From: low, Before: high})
		}
		if rnd.IntN(3) == 0 {
			q.Prefix = []string{"order-", "order-1", "order-11", "o", "orders", "\U0010ffff"}[rnd.IntN(6)]
		}
		if rnd.IntN(3) == 0 {
			q.Waiting = []string{"signal approve", "signal", "timer", "activity", "activity ch", "nothing"}[rnd.IntN(6)]
		}
		since := rnd.IntN(3)
		from, before, closed := rnd.IntN(3), rnd.IntN(3), rnd.IntN(5)
		first, last := all[rnd.IntN(len(all))], all[rnd.IntN(len(all))]
		bounded := func(k *kit) store.Query { // each store has its own clock
			q := q
			if from == 0 {
				q.StartedFrom = k.run(first).Created
			}
			if before == 0 {
				q.StartedBefore = k.run(last).Created
			}
			if since == 0 {
				q.SinceBefore = k.run(last).Created
			}
			switch r := k.run(last); {
			case closed == 0:
				q.ClosedFrom = r.Created
			case closed == 1:
				q.ClosedBefore = r.Created
			}
			return q
		}
		want := model.listed(bounded(model))
		found += len(want)
		if got := subject.listed(bounded(subject)); !slices.Equal(got, want) {
			t.Fatalf("%+v lists %d runs\n%v\nwant %d\n%v", bounded(subject), len(got), got, len(want), want)
		}
	}
	for _, q := range []store.Query{{Waiting: "signal approve"}, {Waiting: "timer"}, {Waiting: "signal \"a; signal approve or b\""}, {Prefix: "order-1"}, {SinceBefore: model.run(all[len(all)/2]).Created}} {
		if n := len(model.listed(q)); n == 0 || n == len(all) {
			t.Errorf("%+v selects %d of %d runs", q, n, len(all))
		}
	}
	subject.examined(model)
	if found < 1000 {
		t.Errorf("only %d runs are listed by all of these", found)
	}
}

// listed returns the runs of every page of q.
func (k *kit) listed(q store.Query) (all []uuid.UUID) {
	k.t.Helper()
	for {
		p, err := k.st.Runs(k.ctx, q)
		k.ok(err)
		for _, r := range p.Runs {
			all = append(all, r.ID)
		}
		if p.Next == "" {
			return all
		}
		q.Cursor = p.Next
	}
}
