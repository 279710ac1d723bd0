package activity

import (
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/internal/contract"
)

// Snooze makes an error with which a function asks to be called again after d, because what it waits for is
// not there yet. The attempt does not count: the next one has the same number, input and idempotency key,
// and the newest heartbeat details. The activity's ScheduleToClose keeps counting, and ends a longer wait.
//
//	if !shipped {
//		return Parcel{}, activity.Snooze(time.Minute)
//	}
//
// If d is not positive, the activity ends for good. If the workflow has cancelled the activity, it
// ends as cancelled.
func Snooze(d time.Duration) error {
	if d <= 0 {
		return failure.Wrap("", fmt.Errorf("activity: Snooze(%v): pass a duration above zero", d), failure.Permanent())
	}
	return &SnoozeError{For: d}
}

// SnoozeError is the error of [Snooze], for tests of the function to find with errors.As.
type SnoozeError struct {
	For time.Duration // counted from the end of the attempt, by the store's clock
}

// Error says how long the wait is.
func (e *SnoozeError) Error() string { return "activity: snoozed for " + e.For.String() }

// Throttled makes an error with which a function reports that the other side accepts nothing for now, as HTTP does
// with 429. err is the reason, and after is the wait. The attempt does not count, and is repeated after the wait.
// Until then no worker begins an activity of the same queue, except within about a second, before it has learnt of
// the throttling. In a queue with reprise.Queue.PerPartition, an activity with a key holds up only those with the same key.
//
//	if resp.StatusCode == http.StatusTooManyRequests {
//		return Receipt{}, activity.Throttled(errors.New(resp.Status), retryAfter(resp))
//	}
//
// If after is not positive, the wait is one second, doubles each time that the queue is throttled again, and is at most fifteen
// minutes; reprise.Queue.Cool changes these times. After the longest wait without throttling, it starts again at the first.
//
// The activity's ScheduleToClose keeps counting, and ends a longer wait. If the workflow has cancelled the
// activity, it ends as cancelled.
func Throttled(err error, after time.Duration) error {
	return &ThrottledError{Err: err, After: max(0, after)}
}

// ThrottledError is the error of [Throttled], for tests of the function to find with errors.As.
type ThrottledError struct {
	Err   error         // the reason; nil: none was given
	After time.Duration // counted from the end of the attempt, by the store's clock; zero: unknown
}

// Error gives the reason and the wait.
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

// Unwrap returns the reason.
func (e *ThrottledError) Unwrap() error { return e.Err }

// again returns the uncounted repetition that err asks for, or nil.
func again(err error) *contract.Again {
	if e := (*ThrottledError)(nil); errors.As(err, &e) && e != nil {
		return &contract.Again{Wait: e.After, Throttled: true}
	}
	if e := (*SnoozeError)(nil); errors.As(err, &e) && e != nil && e.For > 0 {
		return &contract.Again{Wait: e.For}
	}
	return nil
}
