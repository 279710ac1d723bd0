package reprise

import (
	"context"
	"errors"
	"time"

	"github.com/reprise-run/reprise/store"
)

const (
	// minRetention is longer than any transaction lasts: a start that looked for runs
	// with its workflow id before one ended has been answered before that one goes.
	minRetention = time.Minute
	retainEvery  = time.Minute // is looked whether there is anything to remove
	retainRows   = 1000        // of histories in one step
	retainRest   = 3           // times as long as the step took: others write then
)

// retainIfDue has what ended long ago removed, on a goroutine of its own: the lease must
// not wait for it. Every worker looks; what one is at, the others pass over.
func (e *engine) retainIfDue() {
	if e.cfg.Retention == 0 {
		return
	}
	now := e.cfg.Clock.Now()
	if !e.retained.IsZero() && now.Sub(e.retained) < retainEvery || !e.retaining.CompareAndSwap(false, true) {
		return
	}
	e.retained = now
	if !e.work.start(e.retain) {
		e.retaining.Store(false)
	}
}

// retain removes in small steps until nothing is left to remove. It does not go by the
// committer, whose batches must not wait for it.
func (e *engine) retain() {
	defer e.retaining.Store(false)
	op := &store.Retain{Namespace: e.cfg.Namespace, Age: e.cfg.Retention, Max: retainRows}
	runs := 0
	for more := true; more; {
		begun := e.cfg.Clock.Now()
		outcomes, err := e.store.Apply(context.Background(), []store.Op{op})
		switch {
		case err == nil:
			runs += outcomes[0].Count
			more = !outcomes[0].Next.IsZero() && e.rest(retainRest*e.cfg.Clock.Now().Sub(begun))
		default:
			if !errors.Is(err, store.ErrTransient) {
				e.log.Warn("cannot remove what ended long ago, trying again", "wait", retainEvery, "error", err)
			}
			more = false
		}
	}
	if runs == 0 {
		return
	}
	e.log.Info("removed runs that ended long ago", "runs", runs, "retention", e.cfg.Retention)
	if f := e.cfg.Observer.Removed; f != nil {
		f(runs)
	}
}

// rest waits for d. It reports false when the worker ends before.
func (e *engine) rest(d time.Duration) bool {
	alarm := e.cfg.Clock.NewTimer(d)
	defer alarm.Stop()
	select {
	case <-alarm.C():
		return true
	case <-e.attemptCtx.Done():
		return false
	}
}
