package sqlite_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
)

func ExampleOpen() {
	dir, err := os.MkdirTemp("", "reprise")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()

	st, err := sqlite.Open(ctx, filepath.Join(dir, "orders.db"))
	if err != nil {
		log.Fatal(err)
	}
	run := history.RunID{1}
	outs, err := st.Apply(ctx, []store.Op{&store.Start{
		Run: run, Chain: run, WorkflowID: "order-42", Workflow: "order",
		Row: store.Row{Seq: 1, N: 1, Data: []byte("framed events")},
	}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(outs[0].Code)
	if err := st.Close(); err != nil {
		log.Fatal(err)
	}

	// Another process, later.
	st, err = sqlite.Open(ctx, filepath.Join(dir, "orders.db"))
	if err != nil {
		log.Fatal(err)
	}
	defer st.Close()
	r, err := st.Run(ctx, store.Ref{WorkflowID: "order-42"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.WorkflowID, r.Status)
	// Output:
	// done
	// order-42 open
}
