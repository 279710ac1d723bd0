package engine

import (
	"context"
	"errors"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

const (
	retainEvery = time.Minute // is looked whether there is anything to remove
	retainRows  = 1000        // of histories in one step
	// How long it rests after a step, in lengths of the step: others write then. It rests less
	// when what it has come to should have been removed retainLate ago.
	retainRest  = 3
	retainHaste = 1
	retainLate  = time.Minute
)

// Retain removes the runs of the namespace that ended at least age ago, and tombstones older than
// that; zero: none. It does not go by the group commit, whose batches must not wait for it.
func (p *Process) Retain(ctx context.Context, age, tombstones time.Duration) (runs int, err error) {
	var from, anew time.Time
	for {
		begun := p.cfg.Clock.Now()
		if begun.Sub(anew) >= retainEvery { // whatever the steps since have passed over
			from, anew = time.Time{}, begun
		}
		outcomes, err := p.store.Apply(ctx, []store.Op{&store.Retain{
			Namespace: p.cfg.Namespace, Age: age, From: from, Tombstones: tombstones, Max: retainRows,
		}})
		if err != nil {
			return runs, err
		}
		runs += outcomes[0].Count
		if from = outcomes[0].Next; from.IsZero() {
			return runs, nil
		}
		now := p.cfg.Clock.Now()
		if !timer.Pause(p.cfg.Clock, rest(now.Sub(from)-age)*now.Sub(begun), ctx.Done()) {
			return runs, context.Cause(ctx)
		}
	}
}

// rest is how long it rests after a step, in lengths of the step, when it is so far behind.
// That is by two clocks, which are hardly apart beside retainLate.
func rest(behind time.Duration) time.Duration {
	if behind > retainLate {
		return retainHaste
	}
	return retainRest
}

// retainIfDue has what ended long ago removed, on a goroutine of its own: the lease must
// not wait for it. Every worker looks; what one is at, the others pass over.
func (u *upkeep) retainIfDue() {
	if u.e.cfg.Retention == 0 {
		return
	}
	now := u.e.cfg.Clock.Now()
	if !u.retained.IsZero() && now.Sub(u.retained) < retainEvery || !u.retaining.CompareAndSwap(false, true) {
		return
	}
	u.retained = now
	if !u.e.work.start(u.retain) {
		u.retaining.Store(false)
	}
}

func (u *upkeep) retain() {
	defer u.retaining.Store(false)
	runs, err := u.e.p.Retain(u.e.attemptCtx, u.e.cfg.Retention, 0)
	if err != nil && u.e.attemptCtx.Err() == nil && !errors.Is(err, store.ErrTransient) {
		u.e.log.Warn("cannot remove what ended long ago, trying again", "wait", retainEvery, "error", err)
	}
	if runs == 0 {
		return
	}
	u.e.log.Info("removed runs that ended long ago", "runs", runs, "retention", u.e.cfg.Retention)
	if f := u.e.cfg.Observer.Removed; f != nil {
		f(runs)
	}
}
