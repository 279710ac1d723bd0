package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"log"
	"os"
	"path/filepath"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
)

// Count what the histories of a store hold, and check that its tables are consistent.
func ExampleStore_Check() {
	dir, err := os.MkdirTemp("", "reprise")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	clock := faketime.New(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	st, err := sqlite.Open(ctx, filepath.Join(dir, "orders.db"), sqlite.Options{Clock: clock})
	if err != nil {
		log.Fatal(err)
	}
	defer st.Close()
	run := history.RunID{1}
	if _, err := st.Apply(ctx, []store.Op{&store.Start{
		Run: run, Chain: run, WorkflowID: "order-42", Workflow: "order", Queue: "default",
		Row: store.Row{Seq: 1, N: 1, Data: []byte("framed events")},
	}}); err != nil {
		log.Fatal(err)
	}

	err = st.Scan(ctx, func(r store.Run, _ store.Pending, rows iter.Seq[store.Row]) error {
		for row := range rows {
			fmt.Printf("%s: %d event at seq %d\n", r.WorkflowID, row.N, row.Seq)
		}
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	clock.Advance(time.Hour) // no engine runs meanwhile
	err = st.Check(ctx, time.Minute, func(f store.Finding) error {
		fmt.Printf("%s %s: %s\n", f.Check, f.WorkflowID, f.Text)
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	_, err = st.Repair(ctx, store.CheckOverdue, time.Minute, false)
	fmt.Println(errors.Is(err, store.ErrNoRepair))
	// Output:
	// order-42: 1 event at seq 1
	// L7 order-42: it is ready since 2026-03-01T12:00:00Z: no worker takes workflow "order" from queue "default"
	// true
}

// A program that only visits a store does not create one because of a typing error.
func ExampleOptions_existing() {
	_, err := sqlite.Open(context.Background(), filepath.Join(os.TempDir(), "no-such-store.db"), sqlite.Options{Existing: true})
	fmt.Println(errors.Is(err, fs.ErrNotExist))
	// Output: true
}
