package engine

import (
	"log/slog"
	"testing"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/timer"
)

// idle returns a worker that does nothing, on a store without use.
func idle(cfg Config) *engine {
	cfg.Clock, cfg.Logger, cfg.Observer = timer.System(), slog.New(slog.DiscardHandler), &Observer{}
	return newEngine(New(memory.New(), cfg), store.Worker{TTL: time.Minute})
}

// Peers of a worker that takes no work learn of it at once, and leave it nothing.
func TestWhoTakesNothingHasNothingFree(t *testing.T) {
	for name, busy := range map[string]func(*engine){
		"stopping":           func(e *engine) { e.own.stop() },
		"too many are stuck": func(e *engine) { e.stuck.add(maxAbandoned) },
	} {
		e := idle(Config{Slots: 256, Runs: 100, Queues: []string{"default"}})
		busy(e)
		peers := []store.Peer{{Slots: 256, Load: store.Load{Free: 256}}}
		e.share.Weigh(0, 0, peers)
		e.share.Publish(store.Load{Free: 256})
		e.share.Published()
		if now, tell := e.share.load(); now.Free != 0 || !tell {
			t.Errorf("%s: it says that %d slots are free, and tells its peers: %v", name, now.Free, tell)
		}
	}
}

// The load that a worker reports counts what its bounds let it run, across all its
// queues.
func TestBoundsCountInWhatAWorkerSaysOfItself(t *testing.T) {
	queues := []string{"default", "printer"}
	for _, c := range []struct {
		name        string
		cfg         Config
		busy        map[string]int // slots taken, by queue
		held        int            // runs
		slots, free int
	}{
		{"no bounds", Config{Slots: 10, Runs: 10}, nil, 0, 10, 10},
		{"one queue has a bound", Config{Slots: 10, Runs: 10, QueueConfig: QueueConfig{QueueSlots: map[string]int{"printer": 2}}}, nil, 0, 10, 10},
		{"both have", Config{Slots: 10, Runs: 10, QueueConfig: QueueConfig{QueueSlots: map[string]int{"printer": 2, "default": 3}}}, nil, 0, 5, 5},
		{"wide ones", Config{Slots: 10, Runs: 10, QueueConfig: QueueConfig{QueueSlots: map[string]int{"printer": 20, "default": 30}}}, nil, 0, 10, 10},
		{"one is full", Config{Slots: 10, Runs: 10, QueueConfig: QueueConfig{QueueSlots: map[string]int{"printer": 2, "default": 3}}}, map[string]int{"printer": 2}, 0, 5, 3},
		{"both are full", Config{Slots: 10, Runs: 10, QueueConfig: QueueConfig{QueueSlots: map[string]int{"printer": 2, "default": 3}}}, map[string]int{"printer": 2, "default": 3}, 0, 5, 0},
		{"it owns all the runs it may", Config{Slots: 10, Runs: 4}, nil, 4, 10, 0},
		{"all but one", Config{Slots: 10, Runs: 4}, nil, 3, 10, 1},
	} {
		c.cfg.Queues = queues
		e := idle(c.cfg)
		for q, n := range c.busy {
			for range n {
				e.slots.takeOne(q)
			}
		}
		for i := range c.held {
			e.own.enter(&run{id: store.RunID{1, byte(i)}}, false)
		}
		if slots, load := e.cfg.slots(), e.share.loadNow(); slots != c.slots || load.Free != c.free || load.Held != c.held {
			t.Errorf("%s: %d slots, %+v; want %d slots, %d of them free", c.name, slots, load, c.slots, c.free)
		}
	}
}
