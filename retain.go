package reprise

import (
	"context"
	"fmt"
	"time"
)

// MinRetention is the least Config.Retention. No transaction lasts as long: a start that
// looked for runs with its workflow id before one ended has been answered before that one
// is removed.
const MinRetention = time.Minute

// Retain removes the runs of rt's namespace that ended at least age ago, as
// Config.Retention does in the background, and returns how many went. Of each a tombstone is
// kept for ever, by which [Once] and late retries know it; unless tombstones is zero, those of
// runs that were removed longer ago than that are dropped, too. Both are at least
// [MinRetention]. It removes small batches and rests after each of them three times as long as
// the batch took, or as long as it took where it is more than a minute behind. Where it ends
// early, because of ctx or of the store, what it has removed is gone.
func (rt *Runtime) Retain(ctx context.Context, age, tombstones time.Duration) (runs int, err error) {
	if err := rt.usable(ctx); err != nil {
		return 0, wrap(err, "retain")
	}
	if age < MinRetention || tombstones != 0 && tombstones < MinRetention {
		return 0, fmt.Errorf("reprise: retain: ages of %v and %v: use at least %v", age, tombstones, MinRetention)
	}
	runs, err = asked(ctx, rt, &Request{Verb: "retain"}, func(ctx context.Context) (int, error) { return rt.process.Retain(ctx, age, tombstones) })
	if err != nil {
		return runs, wrap(err, "retain")
	}
	return runs, nil
}
