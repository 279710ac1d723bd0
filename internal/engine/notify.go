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
	// A listener that fails is started again between these times.
	leastDeaf, mostDeaf = time.Second, 5 * time.Minute
)

// taken acts on the outcomes of a batch of this process, and announces to others what it made
// ready for them.
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

// closed notifies those who wait for the end of a run. They are mostly in this process. Others
// are notified only if nobody here waits, so that a busy worker does not announce every run.
func (p *Process) closed(id store.RunID, last history.Body) {
	if !p.waiters.closed(id, last) {
		p.wakeups.Say(p.WorkerID(), store.WakeUp{Closed: []store.RunID{id}})
	}
}

// listener hears what other processes report.
type listener struct {
	namespace string
	worker    store.WorkerID
	clock     timer.Clock
	log       *slog.Logger
	wake      *wakes
	before    func(me, sender store.WorkerID, turn uint32) int // how many peers come before this worker
	news      func(store.RunID)                                // called for a run with a new inbox entry
	closed    func(store.RunID)                                // called for a run that has closed, or has answered an update
}

// listen listens to other processes. If listening fails, the tick finds everything up to a second
// later.
func (l listener) listen(ctx context.Context, waker store.Waker) {
	deaf := false
	for wait := leastDeaf; ; {
		err := waker.Listen(ctx, l.namespace, l.worker, func(h store.WakeUp) {
			if deaf {
				l.log.Info("wake-ups from other workers arrive again")
			}
			deaf, wait = false, leastDeaf
			l.hear(h)
		})
		if ctx.Err() != nil || errors.Is(err, errors.ErrUnsupported) {
			return
		}
		if !deaf {
			l.log.Warn("no wake-ups from other workers: the tick finds their work, up to a second later", "error", err)
		}
		deaf = true
		// Decorrelated jitter keeps a fleet that lost its server from coming back all at once.
		timer.Pause(l.clock, wait, ctx.Done())
		wait = min(leastDeaf+rand.N(3*wait), mostDeaf)
	}
}

// hear acts on a wake-up. Only as many workers look as runs or rows became ready; if all did,
// they would find what one claim takes. The tick finds what they leave.
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
