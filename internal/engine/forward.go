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
	// forwardAtOnce is how many requests one transaction delivers. It then locks some dozens of runs,
	// and reads a MiB or so.
	forwardAtOnce = 100
	// wakeWithin is how long Wake of a Runtime that was not started waits for the store.
	wakeWithin = time.Second
)

// forwarder delivers the signals and cancels that were sent inside transactions.
type forwarder struct {
	again
	namespace string
	writes    writer
	log       *slog.Logger
	delivered func(store.Forwarded) // called for each request, even if it reached no run
}

// soon delivers them on a goroutine.
func (f *forwarder) soon() { f.again.soon(f.deliver) }

func (f *forwarder) deliver() {
	err := forwardAll(f.namespace, f.writes.Do, f.delivered)
	if err != nil && !errors.Is(err, ErrStopped) {
		f.log.Error("cannot forward requests sent inside transactions, will retry at the next tick", "error", err)
	}
}

// again repeats something as often as it is wanted, on one goroutine. A caller who asks while it
// runs does not wait.
type again struct {
	work         *workGroup
	wanted, busy atomic.Bool
}

func (a *again) soon(do func()) {
	a.wanted.Store(true)
	// If the worker is stopping, the next worker finds the work.
	if a.busy.CompareAndSwap(false, true) && !a.work.start(func() { a.loop(do) }) {
		a.busy.Store(false)
	}
}

func (a *again) loop(do func()) {
	for {
		for a.wanted.Swap(false) {
			do()
		}
		a.busy.Store(false)
		if !a.wanted.Load() || !a.busy.CompareAndSwap(false, true) {
			return
		}
	}
}

// forwardAll delivers requests until none is left.
func forwardAll(namespace string, write func(store.Op) (store.Outcome, error), delivered func(store.Forwarded)) error {
	for {
		outcome, err := write(&store.Forward{Namespace: namespace, Max: forwardAtOnce})
		if err != nil {
			return err
		}
		for _, f := range outcome.Forwarded {
			delivered(f)
		}
		if outcome.Count < forwardAtOnce {
			return nil
		}
	}
}

// forwarded does what also follows a delivery outside a transaction.
func (p *Process) forwarded(ctx context.Context, f store.Forwarded) {
	if f.Code == store.Done && f.Entry.Kind == store.EntryCancel {
		p.WakeDeadlock(ctx, store.Ref{Run: f.Run})
	}
	tooLate(p.log, f)
}

// tooLate logs a request that reached no run. That happens once, because the request has left the
// waiting list.
func tooLate(log *slog.Logger, f store.Forwarded) {
	sent := []any{"kind", f.Entry.Kind}
	if f.Entry.Kind != store.EntryPromise { // its id is the token
		sent = append(sent, "request_id", f.Entry.ID)
	}
	sent = append(sent, "workflow_id", f.WorkflowID)
	switch f.Code {
	case store.Closed:
		log.Warn("a request sent inside a transaction reached a run that had ended; a signal counts there as undelivered", append(sent, "run_id", f.Run)...)
	case store.NotFound:
		log.Error("a request sent inside a transaction has no run to go to; it is kept, and db doctor shows it", sent...)
	}
}

// Wake looks at once for what a user's transaction has started or sent. A process without a worker
// delivers it itself, for at most a second, and notifies the workers.
func (p *Process) Wake() {
	me := p.WorkerID()
	if e := p.current(); e != nil {
		e.wake.claims() // a job is both a run and a row
		e.upkeep.forward.soon()
		noteAllUnserved(context.Background(), p, e, p.notices.startedInTx())
	} else {
		p.forwardAsClient()
	}
	p.wakeups.Say(me, store.WakeUp{Runs: 1, Rows: 1})
}

func (p *Process) forwardAsClient() {
	ctx, done := context.WithTimeout(context.Background(), wakeWithin)
	defer done()
	write := func(op store.Op) (store.Outcome, error) { return p.writes.DoCaller(ctx, op, nil).Result() }
	defer func() { noteAllUnserved(ctx, p, nil, p.notices.startedInTx()) }()
	err := forwardAll(p.cfg.Namespace, write, func(f store.Forwarded) { p.forwarded(ctx, f) })
	if err != nil && !errors.Is(err, ErrStopped) {
		p.log.Warn("requests sent inside transactions wait for the next tick of a worker", "error", err)
	}
}
