package reprise_test

import (
	"testing"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
)

func newMemory() *memory.Store { return memory.New(memory.Options{}) }

// lint checks what the engine wrote for an ended run.
func lint(t *testing.T, st store.Store, id store.RunID) {
	t.Helper()
	rows, err := st.History(t.Context(), store.HistoryQuery{Run: id, MaxBytes: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	_ = rows
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

// leaseOf is how long a worker's lease lasts.
func leaseOf(t *testing.T, st store.Store, id store.WorkerID) time.Time {
	t.Helper()
	ticked, err := st.Tick(t.Context(), store.Tick{Worker: id})
	if err != nil {
		t.Fatal(err)
	}
	return ticked.LeaseUntil
}
