package reprise

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

const (
	// hintEvery is the least time between two hints of a process: what comes meanwhile is
	// sent together. The first of a quiet time goes at once.
	hintEvery = 10 * time.Millisecond
	// hintWithin is how long a hint may take before it is given up. It is of no use later.
	hintWithin = 2 * time.Second
	// Hints that do not arrive are tried again between these times.
	leastDeaf, mostDeaf = time.Second, 5 * time.Minute
)

// hints tells other processes what they would find with their next tick. Its goroutine
// lives only while there is something to say, so that a Runtime that was never started
// can say it, too.
type hints struct {
	hinter    store.Hinter // nil: the store has none
	namespace string
	clock     timer.Clock
	log       *slog.Logger

	mu      sync.Mutex
	from    store.WorkerID
	pending store.Hint
	running bool
	failing bool
	off     context.Context // ends with stop
	stop    context.CancelFunc
}

func newHints(st store.Store, cfg Config) *hints {
	hinter, _ := st.(store.Hinter)
	h := &hints{hinter: hinter, namespace: cfg.Namespace, clock: cfg.Clock, log: cfg.Logger}
	h.off, h.stop = context.WithCancel(context.Background())
	return h
}

// say tells others about more, soon.
func (h *hints) say(from store.WorkerID, more store.Hint) {
	if h.hinter == nil || more.Empty() {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.off.Err() != nil {
		return
	}
	h.from, h.pending = from, h.pending.Add(more)
	if !h.running {
		h.running = true
		go h.send()
	}
}

// send sends what is pending until nothing is.
func (h *hints) send() {
	for {
		h.mu.Lock()
		more, from := h.pending, h.from
		h.pending = store.Hint{}
		if more.Empty() || h.off.Err() != nil {
			h.running = false
			h.mu.Unlock()
			return
		}
		h.mu.Unlock()
		ctx, done := context.WithTimeout(h.off, hintWithin)
		err := h.hinter.Hint(ctx, h.namespace, from, more)
		done()
		wait := hintEvery
		switch {
		case errors.Is(err, errors.ErrUnsupported):
			h.stop()
		case err != nil:
			wait = time.Second // what is found by the next tick needs no hint
		}
		if failed := err != nil && h.off.Err() == nil; failed != h.failing {
			h.failing = failed // only this goroutine looks at it
			if failed {
				h.log.Warn("cannot send hints to other workers, they find their work by the tick", "error", err)
			} else if h.off.Err() == nil {
				h.log.Info("hints to other workers are sent again")
			}
		}
		pause(h.off, h.clock, wait)
	}
}

// last tells others that this worker has given back what it owned.
func (h *hints) last(ctx context.Context, me store.WorkerID) {
	if h.hinter == nil || h.off.Err() != nil {
		return
	}
	bounded, done := context.WithTimeout(ctx, hintWithin)
	defer done()
	if err := h.hinter.Hint(bounded, h.namespace, me, store.Hint{Runs: true, Rows: true}); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		h.log.Info("other workers find what this one gives back by their tick", "error", err)
	}
}

func pause(ctx context.Context, clock timer.Clock, d time.Duration) {
	alarm := clock.NewTimer(d)
	defer alarm.Stop()
	select {
	case <-alarm.C():
	case <-ctx.Done():
	}
}

// hintOf says what others may have to look for after an op of this process.
func hintOf(me store.WorkerID, op store.Op, o store.Outcome) (h store.Hint) {
	if o.Code != store.Done {
		return h
	}
	news := func(run store.RunID, owner store.WorkerID) {
		switch owner {
		case store.WorkerID{}:
			h.Runs = true
		case me:
		default:
			h = h.Add(store.Hint{Dirty: []store.RunID{run}})
		}
	}
	switch op := op.(type) {
	case *store.Start:
		h.Runs = op.Owner == store.WorkerID{}
		if op.First != nil {
			h = hintOf(me, op.First, o)
		}
	case *store.Commit:
		for i := range op.Schedule {
			a := &op.Schedule[i]
			h.Rows = h.Rows || a.Delay == 0 && a.Owner == store.WorkerID{}
		}
	case *store.Deliver:
		news(o.Run, o.Owner)
	case *store.EndActivity:
		news(op.Run, o.Owner)
	case *store.Terminate:
		if o.Owner != (store.WorkerID{}) {
			news(o.Run, o.Owner)
		}
	case *store.Fire:
		for _, f := range o.Fired {
			news(f.Run, f.Owner)
		}
	case *store.Forward:
		for i := range o.Forwarded {
			if f := &o.Forwarded[i]; f.Code == store.Done {
				news(f.Run, f.Owner)
			}
		}
	case *store.RetryActivity:
		h.Rows = op.Delay == 0
	case *store.Release:
		h.Runs = op.Block == nil
	case *store.Resume:
		h.Runs = true
	case *store.Recover:
		h.Runs, h.Rows = o.Count > 0, o.Count > 0
	}
	return h
}

// told takes in what a batch of this process's has put into inboxes, and passes on what
// it made ready for others.
func (rt *Runtime) told(ops []store.Op, outcomes []store.Outcome) {
	if e := rt.current(); e != nil {
		for i, op := range ops {
			if outcomes[i].Code != store.Done {
				continue
			}
			switch op := op.(type) {
			case *store.Deliver:
				if op.From == e.worker.ID && !terminates(ops[i:], outcomes[i:], outcomes[i].Run) {
					e.delivered(outcomes[i])
				}
			case *store.Fire: // a batch ends with those that search
				if op.From == e.worker.ID {
					e.fired(outcomes[i])
				}
			}
		}
	}
	if rt.hints.hinter == nil {
		return
	}
	me := rt.WorkerID()
	var all store.Hint
	for i, op := range ops {
		all = all.Add(hintOf(me, op, outcomes[i]))
	}
	rt.hints.say(me, all)
}

// terminates says whether one of the ops has ended the run: what came for it before that is
// for nobody.
func terminates(ops []store.Op, outcomes []store.Outcome, run store.RunID) bool {
	for i, op := range ops {
		if _, ok := op.(*store.Terminate); ok && outcomes[i].Code == store.Done && outcomes[i].Run == run {
			return true
		}
	}
	return false
}

// closed tells whoever waits for the end of a run. That is mostly who is in this process;
// others are told when nobody here is, so that a busy worker does not tell of each run.
func (rt *Runtime) closed(id store.RunID, last history.Body) {
	if !rt.waiters.closed(id, last) {
		rt.hints.say(rt.WorkerID(), store.Hint{Closed: []store.RunID{id}})
	}
}

// hintLoop listens to other processes. Where nothing can be heard, the tick finds
// everything, a second later.
func (e *engine) hintLoop(ctx context.Context) {
	hinter := e.rt.hints.hinter
	if hinter == nil {
		return
	}
	deaf := false
	for wait := leastDeaf; ; {
		err := hinter.Listen(ctx, e.cfg.Namespace, e.worker.ID, func(h store.Hint) {
			if deaf {
				e.log.Info("hints of other workers arrive again")
			}
			deaf, wait = false, leastDeaf
			e.hear(h)
		})
		if ctx.Err() != nil || errors.Is(err, errors.ErrUnsupported) {
			return
		}
		if !deaf {
			e.log.Warn("no hints of other workers: their news is found by the tick, up to a second later", "error", err)
		}
		deaf = true
		// Decorrelated jitter: a fleet that lost its server does not come back as one.
		pause(ctx, e.cfg.Clock, wait)
		wait = min(leastDeaf+rand.N(3*wait), mostDeaf)
	}
}

// hear looks where others say that looking is worth it.
func (e *engine) hear(h store.Hint) {
	if h.Runs || h.All {
		hint(e.wakeRuns)
	}
	if h.Rows || h.All {
		hint(e.wakeRows)
	}
	if h.All {
		hint(e.wakeTick)
	}
	for _, id := range h.Dirty {
		if r := e.held(id); r != nil {
			r.news()
		}
	}
	for _, id := range h.Closed {
		e.rt.waiters.closed(id, nil)
	}
}
