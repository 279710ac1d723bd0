package postgres

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
)

// Every filter selects what it selects in memory, in the same order, whatever index
// answers it and wherever pages begin.
func TestListingsAreThoseOfTheMemoryStore(t *testing.T) {
	ctx := context.Background()
	clock := faketime.New(start())
	model := memory.New(memory.Options{Clock: clock})
	subject, env := newLot(t).open(t)
	both := []store.Store{model, subject}
	rnd := rand.New(rand.NewPCG(1, 2))
	namespaces, names := []string{"", "other"}, []string{"order", "refund", "ship"}
	me := uuid.New()
	for range 300 {
		clock.Advance(time.Millisecond)
		env.Advance(time.Millisecond)
		s := newStart(fmt.Sprint("order-", rnd.IntN(60)))
		s.Namespace, s.Workflow, s.Owner, s.Claim = namespaces[rnd.IntN(2)], names[rnd.IntN(3)], me, uuid.New()
		ops := []store.Op{s}
		switch n := rnd.IntN(10); {
		case n < 6:
			ops = append(ops, &store.Commit{Run: s.Run, Owner: me, Epoch: 1, Seq: 2, Token: uuid.New(), Level: 1, Rows: []store.Row{{Seq: 2, N: 1}},
				Then: store.Close, Status: []store.Status{store.Completed, store.Failed, store.Cancelled, store.Continued}[rnd.IntN(4)]})
		case n < 7:
			ops = append(ops, &store.Terminate{Ref: store.Ref{Run: s.Run}, Token: uuid.New(), N: 1})
		case n < 9:
			ops = append(ops, &store.Release{Run: s.Run, Worker: me, Epoch: 1, Block: &store.Block{Reason: "panic"}})
		}
		for _, st := range both {
			if _, err := st.Apply(ctx, ops); err != nil {
				t.Fatal(err)
			}
		}
	}
	list := func(st store.Store, q store.Query) (all []string) {
		for {
			p, err := st.Runs(ctx, q)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range p.Runs {
				all = append(all, fmt.Sprint(r.ID, r.Status))
			}
			if p.Next == "" {
				return all
			}
			q.Cursor = p.Next
		}
	}
	found := 0
	for _, status := range [][]store.Status{
		nil, {}, {store.Open}, {store.Completed}, {store.Failed, store.Failed}, {store.Terminated, store.Cancelled}, {store.Completed, store.Open}, {99}, {-1, store.Failed},
	} {
		for _, ns := range append(namespaces, "unknown") {
			for _, name := range append(names, "", "unknown") {
				for _, id := range []string{"", "order-7", "unknown"} {
					for _, blocked := range []bool{false, true} {
						q := store.Query{Namespace: ns, Status: status, Workflow: name, WorkflowID: id, Blocked: blocked}
						want := list(model, q)
						found += len(want)
						for _, q.Limit = range []int{0, 1 + rnd.IntN(9)} {
							if got := list(subject, q); !slices.Equal(got, want) {
								t.Fatalf("%+v lists %d runs\n%v\nwant %d\n%v", q, len(got), got, len(want), want)
							}
						}
					}
				}
			}
		}
	}
	if found < 1000 {
		t.Errorf("only %d runs are listed by all of these", found)
	}
}
