package activity

import (
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/failure"
)

// Snooze is what a function returns to be called again after d: what it waits for is not there
// yet. The attempt is not counted: the next one has the same number, input and idempotency key, and the
// newest heartbeat details. The activity's ScheduleToClose goes on, and ends the wait where it is shorter.
//
//	if !shipped {
//		return Parcel{}, activity.Snooze(time.Minute)
//	}
//
// It ends the activity for good if d is not above zero. An attempt at an activity that the workflow
// has cancelled ends as cancelled.
func Snooze(d time.Duration) error {
	if d <= 0 {
		return failure.Wrap("", fmt.Errorf("activity: Snooze(%v): pass a duration above zero", d), failure.Permanent())
	}
	return &SnoozeError{For: d}
}

// SnoozeError is what [Snooze] returns, for a test of the function to find with errors.As.
type SnoozeError struct {
	For time.Duration // from when the attempt ended, by the store's clock
}

// Error says for how long.
func (e *SnoozeError) Error() string { return "activity: snoozed for " + e.For.String() }

// snoozed returns the wait that err asks for.
func snoozed(err error) (d time.Duration, ok bool) {
	e := (*SnoozeError)(nil)
	if !errors.As(err, &e) || e == nil || e.For <= 0 {
		return 0, false
	}
	return e.For, true
}
