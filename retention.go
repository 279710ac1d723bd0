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
	retainRest  = 3           // times as long as the step took: others write then
	retainSoon  = 10 * time.Second
)

// Retain removes the runs of rt's namespace that ended at least age ago, as
// Config.Retention does in the background, and returns how many went. Of each a key is
// kept for ever, by which [Once] and late retries know it; unless keys is zero, the keys
// of runs that were removed longer ago than keys are dropped, too. Both are at least
// [MinRetention]. It works in small steps with rests between them, three times as long as the steps
// and after ten seconds as long: on SQLite others then write half of the time. Where it ends early,
// because of ctx or of the store, what it has removed is gone.
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

// retain does not go by the committer, whose batches must not wait for it. What has not
// ended after retainSoon may be falling behind what ends, and rests no longer than it works.
func (rt *Runtime) retain(ctx context.Context, age, keys time.Duration) (runs int, err error) {
	op := &store.Retain{Namespace: rt.cfg.Namespace, Age: age, Keys: keys, Max: retainRows}
	soon := rt.cfg.Clock.Now().Add(retainSoon)
	for {
		begun := rt.cfg.Clock.Now()
		outcomes, err := rt.store.Apply(ctx, []store.Op{op})
		if err != nil {
			return runs, err
		}
		runs += outcomes[0].Count
		if outcomes[0].Next.IsZero() {
			return runs, nil
		}
		now := rt.cfg.Clock.Now()
		rest := now.Sub(begun)
		if now.Before(soon) {
			rest *= retainRest
		}
		if err := rt.sleep(ctx, rest); err != nil {
			return runs, err
		}
	}
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
