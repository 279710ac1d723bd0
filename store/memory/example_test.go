package memory_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// A store on a clock that the test moves: a timer fires when the test says so.
func ExampleNew() {
	ctx := context.Background()
	clock := faketime.New(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	st := memory.New(memory.Options{Clock: clock})
	defer st.Close()

	run, owner := uuid.New(), uuid.New()
	_, err := st.Apply(ctx, []store.Op{
		&store.Start{
			Run: run, Chain: run, WorkflowID: "order-42", Workflow: "order",
			Row: store.Row{Seq: 1, N: 1}, Owner: owner, Claim: uuid.New(),
		},
		&store.Commit{
			Run: run, Owner: owner, Epoch: 1, Seq: 2, Token: uuid.New(), Rows: []store.Row{{Seq: 2, N: 1}},
			StartTimers: []store.Timer{{ID: 2, FireAt: clock.Now().Add(time.Hour)}},
			Then:        store.Park, Waiting: "timer due 13:00",
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	for range 2 {
		outs, err := st.Apply(ctx, []store.Op{&store.Fire{Max: 100}})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(clock.Now().Format("15:04"), "fired:", len(outs[0].Fired))
		clock.Advance(time.Hour)
	}
	// Output:
	// 12:00 fired: 0
	// 13:00 fired: 1
}

// A start in a transaction exists once the transaction is committed.
func ExampleInTx() {
	ctx := context.Background()
	st := memory.New()
	defer st.Close()
	rt, err := reprise.New(st, reprise.Config{})
	if err != nil {
		log.Fatal(err)
	}
	order := workflow.Define[string, string]("order")
	tx := st.Begin()
	defer tx.Rollback() // no effect after a Commit
	run, err := reprise.Start(ctx, memory.InTx(rt, tx), order, "a book", reprise.ID("order-42"))
	if err != nil {
		log.Fatal(err)
	}
	_, err = reprise.Describe(ctx, rt, run.RunID())
	fmt.Println("before the commit:", errors.Is(err, reprise.ErrNotFound))
	if err := tx.Commit(); err != nil {
		log.Fatal(err)
	}
	d, err := reprise.Describe(ctx, rt, run.RunID())
	fmt.Println("after it:", d.WorkflowID, d.Status, err)
	// Output:
	// before the commit: true
	// after it: order-42 open <nil>
}

// InTxFunc begins, commits and wakes in one call.
func ExampleInTxFunc() {
	ctx := context.Background()
	st := memory.New()
	defer st.Close()
	rt, err := reprise.New(st, reprise.Config{})
	if err != nil {
		log.Fatal(err)
	}
	order := workflow.Define[string, string]("order")
	soldOut := errors.New("sold out")
	err = memory.InTxFunc(ctx, rt, func(c *reprise.Tx) error {
		if _, err := reprise.Start(ctx, c, order, "a book", reprise.ID("order-42")); err != nil {
			return err
		}
		return soldOut
	})
	fmt.Println(err)
	_, err = reprise.Describe(ctx, rt, "order-42")
	fmt.Println("nothing was started:", errors.Is(err, reprise.ErrNotFound))
	// Output:
	// sold out
	// nothing was started: true
}
