package reprise

import (
	"context"
	"errors"
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
func (e *engine) forwardSoon() {
	e.requests.wanted.Store(true)
	if e.requests.busy.CompareAndSwap(false, true) && !e.work.start(e.forward) {
		e.requests.busy.Store(false) // the worker is stopping: the next one finds them
	}
}

func (e *engine) forward() {
	for {
		for e.requests.wanted.Swap(false) {
			e.forwardAll()
		}
		e.requests.busy.Store(false)
		if !e.requests.wanted.Load() || !e.requests.busy.CompareAndSwap(false, true) {
			return
		}
	}
}

func (e *engine) forwardAll() {
	for {
		outcome, err := e.writes.do(&store.Forward{Namespace: e.cfg.Namespace, Max: forwardAtOnce})
		if err != nil {
			if !errors.Is(err, ErrStopped) {
				e.log.Error("cannot deliver what was sent inside transactions, trying again with the next tick", "error", err)
			}
			return
		}
		for _, f := range outcome.Forwarded {
			if f.Code == store.Done {
				e.tell(f.Run, f.Owner, f.Entry)
			}
			e.rt.tooLate(f)
		}
		if outcome.Count < forwardAtOnce {
			return
		}
	}
}

// tooLate says what became of a request that reached nobody. It is said once: the request
// has left its waiting.
func (rt *Runtime) tooLate(f store.Forwarded) {
	sent := []any{"kind", f.Entry.Kind, "id", f.Entry.ID, "workflow_id", f.WorkflowID}
	switch f.Code {
	case store.Closed:
		rt.log.Warn("the run had ended when what was sent to it inside a transaction was delivered; a signal is counted there as undelivered", append(sent, "run", f.Run)...)
	case store.NotFound:
		rt.log.Error("there is no run to deliver to what was sent inside a transaction; it is kept, and db doctor shows it", sent...)
	}
}

// Wake says that a transaction has just been committed in which something was started,
// signalled or cancelled (see [Tx]): it is looked for at once, instead of with the next
// tick. It may be called at any time and as often as you like, also when the transaction
// was rolled back.
//
// On a Runtime that was started it returns at once. On another one it delivers signals
// and cancel requests itself, for a second at most, and tells the workers that there is
// something to look for, where the store can do so; what it does not get done, they do.
func (rt *Runtime) Wake() {
	me := rt.WorkerID()
	if e := rt.current(); e != nil {
		hint(e.wakeRuns)
		e.forwardSoon()
	} else {
		rt.forwardAsClient()
	}
	rt.hints.say(me, store.Hint{Runs: true})
}

func (rt *Runtime) forwardAsClient() {
	ctx, done := context.WithTimeout(context.Background(), wakeWithin)
	defer done()
	for {
		outcome, err := rt.writes.doClient(ctx, &store.Forward{Namespace: rt.cfg.Namespace, Max: forwardAtOnce}, nil)
		if err != nil {
			if !errors.Is(err, ErrStopped) {
				rt.log.Warn("what was sent inside transactions is left for the next tick of a worker", "error", err)
			}
			return
		}
		for _, f := range outcome.Forwarded {
			rt.tooLate(f)
		}
		if outcome.Count < forwardAtOnce {
			return
		}
	}
}
