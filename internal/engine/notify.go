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
	peers     func() int
	jitter    func(what string) float64
	look      func(why dueWhy, at time.Time) // has a loop woken then
	news      func(store.RunID)              // has come for a run
	closed    func(store.RunID)              // a run is
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

// heard wakes a loop for the runs, or else the rows, that others have made ready, when it is
// this worker's turn.
func (l listener) heard(runs bool) {
	why, loop := dueRows, l.wake.rows
	if runs {
		why, loop = dueRuns, l.wake.runs
	}
	if l.peers() == 0 {
		wake(loop) // nobody else would look, whatever the wake-ups of other queues are worth
		return
	}
	now := l.clock.Now()
	d, wakes := l.wake.heard(runs, now, l.jitter("wake-up"))
	switch {
	case !wakes:
	case d == 0:
		wake(loop)
	default:
		l.look(why, now.Add(d))
	}
}

// hear looks where others say that looking is worth it.
func (l listener) hear(h store.WakeUp) {
	if h.Runs && !h.All {
		l.heard(true)
	}
	if h.Rows && !h.All {
		l.heard(false)
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
