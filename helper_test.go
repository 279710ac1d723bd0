package reprise_test

import (
	"context"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
)

func newMemory() *memory.Store { return memory.New() }

// lint checks the history that the engine wrote for an ended run.
func lint(t *testing.T, st store.Store, id store.RunID) {
	t.Helper()
	rows, err := st.History(t.Context(), store.HistoryQuery{Run: id, MaxBytes: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	l := history.NewLinter()
	var problems []history.Problem
	for _, row := range rows {
		problems = append(problems, l.Row(row.Seq, row.N, row.Data)...)
	}
	for _, p := range append(problems, l.End(false)...) {
		t.Errorf("history of %s: %v", id, p)
	}
}

// has reports whether an event with a body of type B is among events.
func has[B history.Body](events []history.Event) bool { return count[B](events) > 0 }

func count[B history.Body](events []history.Event) (n int) {
	for _, e := range events {
		if _, ok := e.Body.(B); ok {
			n++
		}
	}
	return n
}

// dump prints the state of every run.
func dump(t *testing.T, rt *reprise.Runtime, names []string) {
	for _, name := range names {
		d, err := reprise.Describe(context.Background(), rt, name)
		t.Logf("%s: %+v, %v", name, d, err)
		events, err := rt.Inside().History(context.Background(), d.RunID)
		for _, e := range events {
			t.Logf("   %v", e)
		}
		t.Log(err)
	}
}

// leaseOf returns when a worker's lease ends.
func leaseOf(t *testing.T, st store.Store, id store.WorkerID) time.Time {
	t.Helper()
	ticked, err := st.Tick(t.Context(), store.Tick{Worker: id})
	if err != nil {
		t.Fatal(err)
	}
	return ticked.LeaseUntil
}
