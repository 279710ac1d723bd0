package reprise

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/store"
)

// MinRetention is the least Config.Retention. No transaction lasts as long: a start that
// looked for runs with its workflow id before one ended has been answered before that one
// is removed.
const MinRetention = time.Minute

const (
	retainEvery = time.Minute // is looked whether there is anything to remove
	retainRows  = 1000        // of histories in one step
	retainRest  = 3           // times as long as the step took at most: others write then
	retainHaste = 0.5         // of which it is less, as often as it is seen to fall behind
	retainLook  = time.Second // from one such look to the next
	retainSlack = time.Second // by which it may be further behind than it was
	retainLate  = 2 * retainEvery
)

// Retain removes the runs of rt's namespace that ended at least age ago, as
// Config.Retention does in the background, and returns how many went. Of each a key is
// kept for ever, by which [Once] and late retries know it; unless keys is zero, the keys
// of runs that were removed longer ago than keys are dropped, too. Both are at least
// [MinRetention]. It works in small steps with rests between them, three times as long as the steps
// and less while it falls behind, but as long at least: on SQLite others then write half of
// the time. Where it ends early, because of ctx or of the store, what it has removed is gone.
func (rt *Runtime) Retain(ctx context.Context, age, keys time.Duration) (runs int, err error) {
	if age < MinRetention || keys != 0 && keys < MinRetention {
		return 0, fmt.Errorf("reprise: retain: ages of %v and %v: use at least %v", age, keys, MinRetention)
	}
	runs, err = rt.retain(ctx, age, keys)
	if err != nil {
		return runs, fmt.Errorf("reprise: retain: %w", err)
	}
	return runs, nil
}

// retain does not go by the committer, whose batches must not wait for it.
func (rt *Runtime) retain(ctx context.Context, age, keys time.Duration) (runs int, err error) {
	var from, anew time.Time
	var rests resting
	for {
		begun := rt.cfg.Clock.Now()
		if begun.Sub(anew) >= retainEvery { // whatever the steps since have passed over
			from, anew = time.Time{}, begun
		}
		outcomes, err := rt.store.Apply(ctx, []store.Op{&store.Retain{
			Namespace: rt.cfg.Namespace, Age: age, From: from, Keys: keys, Max: retainRows,
		}})
		if err != nil {
			return runs, err
		}
		runs += outcomes[0].Count
		if from = outcomes[0].Next; from.IsZero() {
			return runs, nil
		}
		now := rt.cfg.Clock.Now()
		if err := rt.sleep(ctx, time.Duration(rests.after(now, now.Sub(from)-age)*float64(now.Sub(begun)))); err != nil {
			return runs, err
		}
	}
}

// resting is how long removal rests after a step, in lengths of the step: less while it
// falls behind, or is far behind already.
type resting struct {
	times float64
	now   time.Time     // of the last look
	least time.Duration // how far it was behind when that was least
}

// after is how long it rests after a step that ended by now, when what it has come to should
// have been removed so long ago. That is by two clocks: how far they are apart is the same at
// each look, and little beside retainLate.
func (r *resting) after(now time.Time, behind time.Duration) (times float64) {
	since := now.Sub(r.now)
	switch {
	case r.now.IsZero():
		r.times, r.least = retainRest, behind
	case 0 <= since && since < retainLook:
		return r.times
	case behind > r.least+retainSlack || behind > retainLate:
		r.times = max(1, r.times-retainHaste)
	default:
		r.times = min(retainRest, r.times+retainHaste)
	}
	r.least = min(r.least, behind)
	r.now = now
	return r.times
}

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

func (e *engine) retain() {
	defer e.retaining.Store(false)
	runs, err := e.rt.retain(e.attemptCtx, e.cfg.Retention, 0)
	if err != nil && e.attemptCtx.Err() == nil && !errors.Is(err, store.ErrTransient) {
		e.log.Warn("cannot remove what ended long ago, trying again", "wait", retainEvery, "error", err)
	}
	if runs == 0 {
		return
	}
	e.log.Info("removed runs that ended long ago", "runs", runs, "retention", e.cfg.Retention)
	if f := e.cfg.Observer.Removed; f != nil {
		f(runs)
	}
}
