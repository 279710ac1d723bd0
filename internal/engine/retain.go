package engine

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/reprise-run/reprise/history"
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

// Retain removes the runs of the namespace that have been kept for as long as keep says, and tombstones older than
// that; zero: none. It does not go by the group commit, whose batches must not wait for it.
func (p *Process) Retain(ctx context.Context, keep Retention, tombstones time.Duration) (runs int, err error) {
	return passes(p, keep)(ctx, tombstones)
}

// passes returns what removes what is to go, each time that it is called.
func passes(p *Process, keep Retention) func(ctx context.Context, tombstones time.Duration) (runs int, err error) {
	o := store.Retain{Namespace: p.cfg.Namespace, Age: keep.After, Max: retainRows}
	if len(keep.Except) == 0 && keep.Archive == nil {
		return func(ctx context.Context, tombstones time.Duration) (int, error) {
			all := o
			all.Tombstones = tombstones
			return remove(ctx, p, all)
		}
	}
	s := &sifter{p: p, keep: &keep}
	return func(ctx context.Context, tombstones time.Duration) (int, error) {
		runs, err := s.sift(ctx)
		if tombstones > 0 && err == nil {
			none := o
			none.Age, none.Tombstones = history.MaxKeepFor, tombstones // no run is as old
			_, err = remove(ctx, p, none)
		}
		return runs, err
	}
}

// Delete removes the chain of a run, if its last run ended at least age ago. It is not done if runs is zero.
func Delete(ctx context.Context, p *Process, run store.Run, age time.Duration) (runs int, err error) {
	return remove(ctx, p, store.Retain{Namespace: run.Namespace, Age: age, Chain: run.Chain, WorkflowID: run.WorkflowID, Max: retainRows})
}

// remove removes what o selects, in steps.
func remove(ctx context.Context, p *Process, o store.Retain) (runs int, err error) {
	var from, anew time.Time
	for {
		begun := p.cfg.Clock.Now()
		if begun.Sub(anew) >= retainEvery { // whatever the steps since have passed over
			from, anew = time.Time{}, begun
		}
		step := o
		step.From = from
		outcomes, err := p.store.Apply(ctx, []store.Op{&step})
		if err != nil {
			return runs, err
		}
		runs += outcomes[0].Count
		if from = outcomes[0].Next; from.IsZero() {
			return runs, nil
		}
		now := p.cfg.Clock.Now()
		if !timer.Pause(p.cfg.Clock, rest(now.Sub(from)-o.Age)*now.Sub(begun), ctx.Done()) {
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

// retainer has what ended long ago removed now and then. Every worker looks; what one is at, the
// others pass over.
type retainer struct {
	off     bool // nothing is ever removed
	remove  func() (runs int, err error)
	removed func(runs int) // is told of some; nil: nobody is
	clock   timer.Clock
	log     *slog.Logger
	solo    solo
	looked  time.Time // for what ended long ago
}

// ifDue looks, on a goroutine of its own, if it is time: the lease must not wait for it.
func (r *retainer) ifDue() {
	now := r.clock.Now()
	if !r.off && (r.looked.IsZero() || now.Sub(r.looked) >= retainEvery) && r.solo.start(func() func() { r.once(); return nil }) {
		r.looked = now
	}
}

func (r *retainer) once() {
	runs, err := r.remove()
	if err != nil && !errors.Is(err, store.ErrTransient) {
		r.log.Warn("cannot remove what ended long ago, trying again", "wait", retainEvery, "error", err)
	}
	if runs > 0 {
		r.log.Info("removed runs that ended long ago", "runs", runs)
		if r.removed != nil {
			r.removed(runs)
		}
	}
}
