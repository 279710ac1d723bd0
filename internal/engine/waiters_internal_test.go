package engine

import (
	"bytes"
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// A store may answer a tick from memory if the tick asks for the same runs as the
// previous one.
func TestEveryTickNamesTheAwaitedRunsInTheSameOrder(t *testing.T) {
	var w waiters
	for range 50 {
		w.enter(uuid.New(), "")
	}
	before := w.awaited()
	if !slices.IsSortedFunc(before, func(a, b store.RunID) int { return bytes.Compare(a[:], b[:]) }) || len(before) != 50 {
		t.Errorf("%d runs are awaited, in the order %v", len(before), before)
	}
	w.enter(before[7], "") // by a second caller
	if now := w.awaited(); !slices.Equal(now, before) {
		t.Errorf("a tick names %v, the one before it %v", now, before)
	}
}
