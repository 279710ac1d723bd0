package engine

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/reprise-run/reprise/store"
)

const (
	// forwardAtOnce is how many requests one transaction delivers: some dozens of runs
	// are locked for its length, and a MiB or so is read.
	forwardAtOnce = 100
	// wakeWithin is how long Wake of a Runtime that was not started waits for the store.
	wakeWithin = time.Second
)

// forwarding sees to it that one goroutine of an engine delivers requests, and that none
// waits which came while it did.
type forwarding struct{ wanted, busy atomic.Bool }

// forwardSoon delivers what was signalled and cancelled inside transactions.
func (u *upkeep) forwardSoon() {
	u.forwarding.wanted.Store(true)
	if u.forwarding.busy.CompareAndSwap(false, true) && !u.e.work.start(u.forward) {
		u.forwarding.busy.Store(false) // the worker is stopping: the next one finds them
	}
}

func (u *upkeep) forward() {
	for {
		for u.forwarding.wanted.Swap(false) {
			u.forwardAll()
		}
		u.forwarding.busy.Store(false)
		if !u.forwarding.wanted.Load() || !u.forwarding.busy.CompareAndSwap(false, true) {
			return
		}
	}
}

func (u *upkeep) forwardAll() {
	for {
		outcome, err := u.e.writes.Do(&store.Forward{Namespace: u.e.cfg.Namespace, Max: forwardAtOnce})
		if err != nil {
			if !errors.Is(err, ErrStopped) {
				u.e.log.Error("cannot deliver what was sent inside transactions, trying again with the next tick", "error", err)
			}
			return
		}
		for _, f := range outcome.Forwarded {
			if f.Code == store.Done {
				u.e.own.tell(f.Run, f.Owner, f.Entry)
				u.e.p.forwarded(u.e.attemptCtx, f)
			}
			tooLate(u.e.p.log, f)
		}
		if outcome.Count < forwardAtOnce {
			return
		}
	}
}

// forwarded does what a delivery outside of a transaction does after it.
func (p *Process) forwarded(ctx context.Context, f store.Forwarded) {
	if f.Code == store.Done && f.Entry.Kind == store.EntryCancel {
		p.WakeDeadlock(ctx, store.Ref{Run: f.Run})
	}
}

// tooLate says what became of a request that reached nobody. It is said once: the request
// has left its waiting.
func tooLate(log *slog.Logger, f store.Forwarded) {
	sent := []any{"kind", f.Entry.Kind, "id", f.Entry.ID, "workflow_id", f.WorkflowID}
	switch f.Code {
	case store.Closed:
		log.Warn("the run had ended when what was sent to it inside a transaction was delivered; a signal is counted there as undelivered", append(sent, "run", f.Run)...)
	case store.NotFound:
		log.Error("there is no run to deliver to what was sent inside a transaction; it is kept, and db doctor shows it", sent...)
	}
}

// Wake looks at once for what a transaction of the user's has started or sent. A process that
// is no worker delivers it itself, for a second at most, and tells the workers.
func (p *Process) Wake() {
	me := p.WorkerID()
	if e := p.current(); e != nil {
		wake(e.wake.runs)
		e.upkeep.forwardSoon()
	} else {
		p.forwardAsClient()
	}
	p.wakeups.Say(me, store.Hint{Runs: true})
}

func (p *Process) forwardAsClient() {
	ctx, done := context.WithTimeout(context.Background(), wakeWithin)
	defer done()
	for {
		outcome, err := p.writes.DoCaller(ctx, &store.Forward{Namespace: p.cfg.Namespace, Max: forwardAtOnce}, nil).Result()
		if err != nil {
			if !errors.Is(err, ErrStopped) {
				p.log.Warn("what was sent inside transactions is left for the next tick of a worker", "error", err)
			}
			return
		}
		for _, f := range outcome.Forwarded {
			p.forwarded(ctx, f)
			tooLate(p.log, f)
		}
		if outcome.Count < forwardAtOnce {
			return
		}
	}
}
