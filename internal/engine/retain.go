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
	retainEvery = time.Minute // how often to look for something to remove
	retainRows  = 1000        // rows of history removed in one step
	// How long to pause after a step, in lengths of the step, so that others can write. The pause is
	// shorter if the removal is more than retainLate behind.
	retainRest  = 3
	retainHaste = 1
	retainLate  = time.Minute
)

// Retain removes the runs of the namespace that have been kept as long as keep says, and tombstones
// older than tombstones; zero keeps those. It bypasses the group commit, whose batches must not wait
// for it.
func (p *Process) Retain(ctx context.Context, keep Retention, tombstones time.Duration) (runs int, err error) {
	return passes(p, keep)(ctx, tombstones)
}

// passes returns the func that removes what is due each time it is called.
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
			none.Age, none.Tombstones = history.MaxKeepFor, tombstones // no run is that old
			_, err = remove(ctx, p, none)
		}
		return runs, err
	}
}

// Delete removes the chain of a run, if its last run ended at least age ago. It has not if runs is
// zero.
func Delete(ctx context.Context, p *Process, run store.Run, age time.Duration) (runs int, err error) {
	return remove(ctx, p, store.Retain{Namespace: run.Namespace, Age: age, Chain: run.Chain, WorkflowID: run.WorkflowID, Max: retainRows})
}

// remove removes what o selects, in steps.
func remove(ctx context.Context, p *Process, o store.Retain) (runs int, err error) {
	var from, anew time.Time
	for {
		begun := p.cfg.Clock.Now()
		if begun.Sub(anew) >= retainEvery { // to revisit what the steps since have skipped
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

// rest returns the pause after a step, in lengths of the step, given how far behind the removal is.
// That compares two clocks, whose difference is small beside retainLate.
func rest(behind time.Duration) time.Duration {
	if behind > retainLate {
		return retainHaste
	}
	return retainRest
}

// retainer removes from time to time what ended long ago. Every worker looks; it skips what another one
// is removing.
type retainer struct {
	off     bool // nothing is ever removed
	remove  func() (runs int, err error)
	removed func(runs int) // called when some were; may be nil
	clock   timer.Clock
	log     *slog.Logger
	solo    solo
	looked  time.Time // when it last looked
}

// ifDue looks, on a goroutine of its own, if it is time. The lease must not wait for it.
func (r *retainer) ifDue() {
	now := r.clock.Now()
	if !r.off && (r.looked.IsZero() || now.Sub(r.looked) >= retainEvery) && r.solo.start(func() func() { r.once(); return nil }) {
		r.looked = now
	}
}

func (r *retainer) once() {
	runs, err := r.remove()
	if err != nil && !errors.Is(err, store.ErrTransient) {
		r.log.Warn("cannot remove old runs, will retry", "wait", retainEvery, "error", err)
	}
	if runs > 0 {
		r.log.Info("removed old runs", "runs", runs)
		if r.removed != nil {
			r.removed(runs)
		}
	}
}
