package testkit

import (
	"flag"
	"testing"

	"github.com/reprise-run/reprise/internal/budget"
)

// Schedules is how many schedules the tests of modes explore.
var Schedules = flag.Int("schedules", budget.Of(4, 12), "how many schedules are explored, where a test needs no certain number")

// DiedAt returns the point at which the worker of a mode's trial died; "" if it did
// not.
func DiedAt(tb testing.TB) string {
	tr := tb.(*trial)
	tr.mu.Lock()
	defer tr.mu.Unlock()
	return tr.died
}

// FirstDies has the first worker die, which already has a replacement.
func FirstDies(e *Env) {
	e.in(func() error {
		e.end(e.past[0])
		return nil
	})
}

// Workers returns how many workers there have been.
func Workers(e *Env) int { return len(e.past) + 1 }

// StoreCalls returns how many calls to the store the last worker has made.
func StoreCalls(e *Env) int {
	all, _ := e.worker.store.Calls()
	return all
}
