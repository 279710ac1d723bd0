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
	before := h.asks(nil)
	for range 5 {
		tick(note)
	}
	says("while a call from before is under way,")
	after := h.asks(nil)
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

func TestWhatWaitedInTheGroupCommitIsNotHeldToTheOrder(t *testing.T) {
	var told []string
	h := &heeds{note: func(e ledger.Entry) { told = append(told, e.What) }}
	note := &store.WorkerNote{Who: "anna"}
	ticks := func(n int) {
		for range n {
			h.ticking()
			h.ticked(note)
		}
	}
	says := func(when string, want ...string) {
		t.Helper()
		if !slices.Equal(told, want) {
			t.Errorf("%s the ledger was told %q, want %q", when, told, want)
		}
		told = nil
	}
	claim := func(n byte) []store.Op {
		return []store.Op{&store.ClaimActivities{ID: uuid.UUID{n}, Filter: store.Filter{Queues: []string{"default"}}}}
	}
	own := []store.Op{&store.ClaimActivities{ID: uuid.UUID{9}, Filter: store.Filter{Own: "worker/a"}}}
	commit := func(run, token byte, then store.Then, owner store.WorkerID) []store.Op {
		return []store.Op{&store.Commit{Run: uuid.UUID{run}, Token: uuid.UUID{token}, Then: then, Schedule: []store.Activity{{Owner: owner}}}}
	}
	a := uuid.UUID{1}
	h.joins(store.Worker{ID: a})
	ticks(1)
	first := h.asks(claim(1))
	ticks(5)
	says("while a claim that waited is under way,")
	first()
	ticks(2)
	says("once it is answered,", ledger.Drains)

	again := h.asks(claim(1))
	says("when it is sent again,", ledger.Undrains)
	again()
	ticks(2)
	says("once it is answered,", ledger.Drains)

	h.asks(own)()
	h.asks(commit(1, 1, store.Park, store.WorkerID{}))()
	says("of its own queue and of a run that it gives up")

	h.asks(claim(2))()
	ticks(2)
	says("of the other loop's claim,", ledger.Undrains, ledger.Drains)
	h.asks(claim(3))()
	says("of a claim that cannot have waited")

	h.asks(commit(1, 2, store.Keep, store.WorkerID{}))()
	ticks(2)
	says("of a commit that keeps its run,", ledger.Undrains, ledger.Drains)
	h.asks(commit(1, 3, store.Keep, store.WorkerID{}))()
	says("of the next commit of that run")
	h.asks(commit(2, 4, store.Park, a))()
	ticks(2)
	says("of a commit with an activity for this worker,", ledger.Undrains, ledger.Drains)
}
