package worker

import (
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/nemesis/internal/ledger"
	"github.com/reprise-run/reprise/store"
)

func TestAWorkerDrainsOnceWhatItAskedForBeforeIsAnswered(t *testing.T) {
	var told []string
	h := &heeds{note: func(e ledger.Entry) { told = append(told, e.What+" "+e.Worker+" "+e.Value) }}
	a, b, c := uuid.UUID{1}, uuid.UUID{2}, uuid.UUID{3}
	note := &store.WorkerNote{Who: "anna"}
	tick := func(drain *store.WorkerNote) {
		h.ticking()
		h.ticked(drain)
	}
	says := func(when string, want ...string) {
		t.Helper()
		if !slices.Equal(told, want) {
			t.Errorf("%s the ledger was told %q, want %q", when, told, want)
		}
		told = nil
	}
	h.joins(store.Worker{ID: a})
	before := h.asks()
	for range 5 {
		tick(note)
	}
	says("while a call from before is under way,")
	after := h.asks()
	before()
	tick(note)
	says("before another tick has passed,")
	tick(note)
	says("then", "drains "+a.String()+" ")
	after()
	tick(nil)
	says("once it may take work again,", "undrains "+a.String()+" ")
	tick(note)
	tick(nil)
	says("of an order that was taken back at once")
	tick(note)
	h.joins(store.Worker{ID: b, Drain: note})
	says("when it has joined again", "drains "+b.String()+" "+a.String())
	h.joins(store.Worker{ID: c})
	says("when it has joined as one that does not drain", "undrains "+c.String()+" "+b.String())
}
