package load

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/nemesis/internal/ledger"
)

// One job in laterEvery has activities that are throttled and snoozed.
const laterEvery = 9

// fewer is the number of attempts of an activity of Later: fewer than the times it is put off.
const fewer = 3

// makeLater turns j into a job whose activities are put off more often than they may be tried.
func (j *Job) makeLater(r *rand.Rand) {
	*j = Job{ID: j.ID, Workflow: Later, Pause: j.Pause}
	j.Input.Steps, j.Input.WorkMS, j.Input.Later = 1+r.IntN(2), 1+r.IntN(50), fewer+r.IntN(3)
}

// errThrottled is the reason for a throttle.
var errThrottled = errors.New("load: the other side wants no more for now")

// putOff puts the call off, uncounted, as often as c says: by a throttle and a snooze in turn. The heartbeat details count how
// often, because they outlive the attempt.
func (w *World) putOff(ctx context.Context, c Call, e ledger.Entry) error {
	if c.Later == 0 {
		return nil
	}
	n, _, err := activity.Details[int](ctx)
	if err != nil || n >= c.Later {
		return err
	}
	if err := activity.HeartbeatDetails(ctx, n+1); err != nil {
		return errors.Join(err, w.note(e, ledger.Left, err.Error()))
	}
	if err := w.note(e, ledger.Later, ""); err != nil {
		return err
	}
	after := time.Duration(20+c.WorkMS) * time.Millisecond
	if n%2 == 0 {
		return activity.Throttled(errThrottled, after)
	}
	return activity.Snooze(after)
}
