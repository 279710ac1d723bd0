package engine

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/wakeup"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

const (
	// Listening that fails is tried again between these times.
	leastDeaf, mostDeaf = time.Second, 5 * time.Minute
)

// taken takes in what a batch of this process's has led to here, and passes on what it made ready
// for others.
func (p *Process) taken(ops []store.Op, outcomes []store.Outcome) {
	if e := p.current(); e != nil {
		e.own.taken(ops, outcomes)
	}
	tellBehind(p, ops, outcomes)
	if p.wakeups.Listener() == nil {
		return
	}
	me := p.WorkerID()
	var all store.WakeUp
	for i, op := range ops {
		all = all.Add(wakeup.Of(me, op, outcomes[i]))
	}
	p.wakeups.Say(me, all)
}

// closed tells whoever waits for the end of a run. That is mostly who is in this process;
// others are told when nobody here is, so that a busy worker does not tell of each run.
func (p *Process) closed(id store.RunID, last history.Body) {
	if !p.waiters.closed(id, last) {
		p.wakeups.Say(p.WorkerID(), store.WakeUp{Closed: []store.RunID{id}})
	}
}

// listener hears what other processes say.
type listener struct {
	namespace string
	worker    store.WorkerID
	clock     timer.Clock
	log       *slog.Logger
	wake      *wakes
	before    func(me, sender store.WorkerID, turn uint32) int // how many peers come before this worker
	news      func(store.RunID)                                // has come for a run
	closed    func(store.RunID)                                // a run is, or it has answered an update
}

// listen listens to other processes. Where nothing can be heard, the tick finds
// everything, a second later.
func (l listener) listen(ctx context.Context, waker store.Waker) {
	deaf := false
	for wait := leastDeaf; ; {
		err := waker.Listen(ctx, l.namespace, l.worker, func(h store.WakeUp) {
			if deaf {
				l.log.Info("wake-ups of other workers arrive again")
			}
			deaf, wait = false, leastDeaf
			l.hear(h)
		})
		if ctx.Err() != nil || errors.Is(err, errors.ErrUnsupported) {
			return
		}
		if !deaf {
			l.log.Warn("no wake-ups of other workers: their news is found by the tick, up to a second later", "error", err)
		}
		deaf = true
		// Decorrelated jitter: a fleet that lost its server does not come back as one.
		timer.Pause(l.clock, wait, ctx.Done())
		wait = min(leastDeaf+rand.N(3*wait), mostDeaf)
	}
}

// hear looks where others say that looking is worth it. As many workers look as runs or rows
// became ready: all would find what one claim takes. What they leave, the tick finds.
func (l listener) hear(h store.WakeUp) {
	before := 0
	if h.Runs+h.Rows > 0 {
		before = l.before(l.worker, h.From, h.Turn)
	}
	if h.Runs > before {
		wake(l.wake.runs)
	}
	if h.Rows > before {
		wake(l.wake.rows)
	}
	if h.All {
		wake(l.wake.runs)
		wake(l.wake.rows)
		wake(l.wake.tick)
	}
	for _, id := range h.Dirty {
		l.news(id)
	}
	for _, id := range h.Closed {
		l.closed(id)
	}
}
