package engine

import (
	"context"
	"errors"
	"time"

	"github.com/reprise-run/reprise/store"
)

// ErrReplaced: the start no longer waits behind the run, and was not carried out.
var ErrReplaced = errors.New("reprise: the start that waited behind another run was replaced by a newer one, or withdrawn")

// QueueBehind makes a start wait behind a run, or withdraws the start that waits there.
func QueueBehind(ctx context.Context, p *Process, op *store.QueueBehind) (store.Outcome, error) {
	return p.writes.DoCaller(ctx, op, nil).Result()
}

// tellBehind wakes those who wait for a start behind a run, when ops have carried it out or replaced
// it.
func tellBehind(p *Process, ops []store.Op, outcomes []store.Outcome) {
	for i := range outcomes {
		o := &outcomes[i]
		if o.Began != (store.RunID{}) {
			if e := p.current(); e != nil {
				wake(e.wake.runs)
			}
			p.closed(o.Began, nil)
		}
		if q, ok := ops[i].(*store.QueueBehind); ok && o.Code == store.Done && q.Over != (store.RunID{}) {
			p.closed(q.Over, nil)
		}
	}
}

// AwaitBegin waits until a start that waits behind a run has been carried out. If the store becomes
// unreachable meanwhile, it keeps waiting; if it is unreachable from the start, AwaitBegin returns an
// error.
func AwaitBegin(ctx context.Context, p *Process, namespace, workflowID string, id store.RunID) error {
	seen := false
	for wait := 20 * time.Millisecond; ; wait = min(2*wait, mostUntold) {
		begun, before := p.waiters.enter(id, ""), (*waiter)(nil)
		ahead, err := aheadOf(ctx, p.store, namespace, workflowID, id)
		away := seen && errors.Is(err, store.ErrTransient)
		if err != nil && !away || err == nil && ahead == (store.RunID{}) {
			p.waiters.leave(id, begun)
			return err
		}
		seen = true
		var ended chan struct{}
		if !away {
			before = p.waiters.enter(ahead, "")
			ended = before.ended
		}
		pause := wait
		if p.current() == nil || away {
			pause = min(wait, time.Second) // nothing notifies a client
		}
		alarm := p.cfg.Clock.NewTimer(pause)
		select {
		case <-begun.ended:
		case <-ended:
		case <-alarm.C():
		case <-ctx.Done():
		}
		alarm.Stop()
		p.waiters.leave(id, begun)
		if before != nil {
			p.waiters.leave(ahead, before)
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
}

// mostUntold is how long a worker waits before it looks by itself whether a start still waits: a notice
// may be lost.
const mostUntold = time.Minute

// aheadOf returns the run behind which the start of a run waits; zero once that run exists.
func aheadOf(ctx context.Context, st store.Store, namespace, workflowID string, id store.RunID) (store.RunID, error) {
	for {
		_, err := st.Run(ctx, store.Ref{Run: id})
		if !errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrRemoved) {
			return store.RunID{}, err
		}
		newest, err := st.Run(ctx, store.Ref{Namespace: namespace, WorkflowID: workflowID})
		switch {
		case err == nil && newest.Behind.Waits() && newest.Behind.Run == id:
			return newest.ID, nil
		case err == nil && newest.ID == id:
			continue // it has begun meanwhile
		case err != nil && !errors.Is(err, store.ErrNotFound):
			return store.RunID{}, err
		}
		if _, err = st.Run(ctx, store.Ref{Run: id}); err == nil || errors.Is(err, store.ErrRemoved) {
			continue // it has begun and ended meanwhile
		}
		if errors.Is(err, store.ErrNotFound) {
			err = ErrReplaced
		}
		return store.RunID{}, err
	}
}
