package store_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
)

// A run is started and claimed, and its owner commits. A worker that comes too late is
// fenced: that is an outcome, not an error.
func ExampleStore() {
	ctx := context.Background()
	st := memory.New()
	defer st.Close()
	one := func(op store.Op) store.Outcome {
		outs, err := st.Apply(ctx, []store.Op{op})
		if err != nil {
			log.Fatal(err)
		}
		return outs[0]
	}

	worker, run := uuid.New(), uuid.New()
	if err := st.Join(ctx, store.Worker{ID: worker, Build: "v1", TTL: 10 * time.Second}); err != nil {
		log.Fatal(err)
	}
	one(&store.Start{
		Run: run, Chain: run, WorkflowID: "order-42", Workflow: "order", Queue: "default",
		Row: store.Row{Seq: 1, N: 1, Token: uuid.New(), Data: []byte("started")},
	})
	claimed := one(&store.Claim{
		Worker: worker, ID: uuid.New(), Max: 10,
		Filter: store.Filter{Queues: []string{"default"}, Workflows: []string{"order"}, Build: "v1"},
	}).Claims[0].Run
	fmt.Println("claimed", claimed.WorkflowID, "next seq", claimed.NextSeq)

	commit := func() store.Op {
		return &store.Commit{
			Run: run, Owner: worker, Epoch: claimed.Epoch, Seq: claimed.NextSeq, After: claimed.LastCommit, Token: uuid.New(),
			Rows: []store.Row{{Seq: claimed.NextSeq, N: 1, Data: []byte("completed")}},
			Then: store.Close, Status: store.Completed,
		}
	}
	first := commit()
	fmt.Println("committed:", one(first).Code)
	fmt.Println("the same again:", one(first).Code)
	fmt.Println("another after the same one:", one(commit()).Code)

	r, err := st.Run(ctx, store.Ref{WorkflowID: "order-42"})
	fmt.Println(r.Status, err)
	// Output:
	// claimed order-42 next seq 2
	// committed: done
	// the same again: done
	// another after the same one: fenced
	// completed <nil>
}

// A locked op is repeated with all ops about the same run, in order.
func ExampleSubjectOf() {
	run := uuid.MustParse("8a000000-0000-8000-8000-000000000001")
	commit := &store.Commit{Run: run}
	signal := &store.Deliver{Ref: store.Ref{Run: run}}
	other := &store.Deliver{Ref: store.Ref{WorkflowID: "order-42"}}
	fmt.Println(store.SubjectOf(commit) == store.SubjectOf(signal), store.SubjectOf(commit) == store.SubjectOf(other))
	fmt.Println(store.SubjectOf(&store.Fire{}) == store.Subject{})
	// Output:
	// true false
	// true
}
