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

// RetainOptions says what [Runtime.Retain] removes.
type RetainOptions struct {
	// OlderThan is how long ago runs must have ended: at least [MinRetention].
	OlderThan time.Duration
	// ForgetTombstones also drops the tombstones of runs that were removed longer ago than that:
	// at least [MinRetention]. Their workflow ids are then free for [Once] again. Zero: all
	// tombstones are kept.
	ForgetTombstones time.Duration
}

// Retain removes the runs of rt's namespace that ended at least o.OlderThan ago, as
// Config.Retention does in the background, and returns how many went. Of each a tombstone is
// kept, by which [Once] and late retries know it. It removes small batches and rests after each
// of them three times as long as the batch took, or as long as it took where it is more than a
// minute behind. Where it ends early, because of ctx or of the store, what it has removed is gone.
func (rt *Runtime) Retain(ctx context.Context, o RetainOptions) (runs int, err error) {
	if err := rt.usable(ctx); err != nil {
		return 0, wrap(err, "retain")
	}
	if o.OlderThan < MinRetention {
		return 0, fmt.Errorf("reprise: retain: RetainOptions.OlderThan is %v: use at least %v", o.OlderThan, MinRetention)
	}
	if o.ForgetTombstones != 0 && o.ForgetTombstones < MinRetention {
		return 0, fmt.Errorf("reprise: retain: RetainOptions.ForgetTombstones is %v: use at least %v, or zero to keep all", o.ForgetTombstones, MinRetention)
	}
	runs, err = rt.process.Retain(ctx, o.OlderThan, o.ForgetTombstones)
	return runs, wrap(err, "retain")
}
