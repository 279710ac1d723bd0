package doctor_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/doctor"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
)

// A test that has crashed its engines asks at its end whether everything still holds.
func ExampleExamine() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "doctor")
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	st, err := sqlite.Open(ctx, filepath.Join(dir, "orders.db"))
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = st.Close() }()

	// The run is of order-42, and its history of another order.
	data, err := history.EncodeRow(history.Header{Level: 1}, []history.Event{{Seq: 1, Body: &history.Started{Workflow: "fulfil", WorkflowID: "order-7"}}})
	if err != nil {
		log.Fatal(err)
	}
	run := uuid.New()
	_, err = st.Apply(ctx, []store.Op{&store.Start{Run: run, Chain: run, Namespace: "default", WorkflowID: "order-42", Workflow: "fulfil",
		Queue: "default", Level: 1, Row: store.Row{Seq: 1, N: 1, Token: uuid.New(), Data: data}}})
	if err != nil {
		log.Fatal(err)
	}

	report, err := doctor.Examine(ctx, st, doctor.Options{}, func(f doctor.Finding) error {
		fmt.Println(f.Severity, f.WorkflowID, "event", f.Seq)
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Runs, "run,", report.Events, "event, sound:", report.Sound())
	// Output:
	// damage order-42 event 1
	// 1 run, 1 event, sound: false
}
