package activity

import (
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/internal/contract"
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

// Throttled is what a function returns when the other side wants no more for now, as by HTTP's 429: err is
// why, and after is for how long. The attempt is not counted, and is made again then. Until then no activity of the
// same queue begins, in any worker, but for those that begin before it has heard of it: that takes about a second.
//
//	if resp.StatusCode == http.StatusTooManyRequests {
//		return Receipt{}, activity.Throttled(errors.New(resp.Status), retryAfter(resp))
//	}
//
// With an after of zero or less it is a second, twice as long each time that the queue is throttled again, and at most
// fifteen minutes; reprise.Queue.Cool has other times. When nothing was throttled for as long as the longest, it begins anew.
//
// The activity's ScheduleToClose goes on, and ends the wait where it is shorter. An attempt at an activity that the
// workflow has cancelled ends as cancelled.
func Throttled(err error, after time.Duration) error {
	return &ThrottledError{Err: err, After: max(0, after)}
}

// ThrottledError is what [Throttled] returns, for a test of the function to find with errors.As.
type ThrottledError struct {
	Err   error         // why; nil: nobody has said
	After time.Duration // from when the attempt ended, by the store's clock; zero: nobody knows
}

// Error says why, and for how long.
func (e *ThrottledError) Error() string {
	text := "activity: throttled"
	if e.After > 0 {
		text += " for " + e.After.String()
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns why.
func (e *ThrottledError) Unwrap() error { return e.Err }

// again is what err asks for: to be called again, without the attempt being counted; nil: it does not.
func again(err error) *contract.Again {
	if e := (*ThrottledError)(nil); errors.As(err, &e) && e != nil {
		return &contract.Again{Wait: e.After, Throttled: true}
	}
	if e := (*SnoozeError)(nil); errors.As(err, &e) && e != nil && e.For > 0 {
		return &contract.Again{Wait: e.For}
	}
	return nil
}
