package engine

import (
	"fmt"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/engine/attempt"
	"github.com/reprise-run/reprise/internal/mark"
	"github.com/reprise-run/reprise/store"
)

// A cancelled activity gets no further attempt. It ends as cancelled if its last attempt has
// returned, or if there was none. Otherwise nobody knows what that attempt did, or still does.

// lastAttempt is what is known of the last attempt at an activity that has none running.
type lastAttempt struct {
	made    int              // attempts; 0: there was none
	failure *history.Failure // of the last one; nil: it was lost
}

// cancelledEnd returns the failure with which a cancelled activity ends.
func cancelledEnd(b *history.ActivityScheduled, last lastAttempt) *history.Failure {
	switch f := last.failure; {
	case last.made == 0:
		return &history.Failure{Kind: mark.Cancelled, Message: "activity: cancelled before it began"}
	case f != nil && f.Kind == mark.Cancelled:
		return f
	case b.Policy.Transactional:
		return &history.Failure{Kind: mark.Cancelled, Message: fmt.Sprintf("activity: cancelled after attempt %d, of which nothing was kept", last.made), Cause: f}
	case f == nil:
		return &history.Failure{Kind: mark.OutcomeUnknown, Message: fmt.Sprintf("activity: cancelled, and its worker was lost during attempt %d: it may have taken effect", last.made)}
	case whyOf(f) == history.WhyTimedOut:
		return &history.Failure{Kind: mark.OutcomeUnknown, Message: fmt.Sprintf("activity: cancelled, and attempt %d did not return in time: it may have taken effect, or still do: %s", last.made, f.Message)}
	default:
		return &history.Failure{Kind: mark.Cancelled, Message: fmt.Sprintf("activity: cancelled after attempt %d had failed: %s", last.made, f.Message), Cause: f}
	}
}

// Outlived implements attempt.Host.
func (as *activities) Outlived(a *attempt.Attempt) *history.Failure {
	if a.Scheduled.Policy.Transactional {
		return history.FailureOf(activity.ErrCancelled) // it can no longer write anything
	}
	return &history.Failure{
		Kind:    mark.OutcomeUnknown,
		Message: fmt.Sprintf("activity: cancelled, and attempt %d has not returned %v later: it may have taken effect, or still do", a.N, as.cfg.Grace),
	}
}

// lastOf returns what is known of the last attempt at a claimed row, before the one of this claim.
func (b rowBytes) lastOf(t store.Task) lastAttempt {
	f, of := b.lastCounted(t.Last)
	if of < made(t) {
		f = nil
	}
	return lastAttempt{made: made(t), failure: f}
}

// passed returns the failure of an activity whose row was claimed because its deadline has passed.
func (b rowBytes) passed(t store.Task) *history.Failure {
	if !t.Cancelled {
		return b.overdue(t)
	}
	return cancelledEnd(scheduledOf(t), b.lastOf(t))
}

// scheduledOf returns the event that scheduled a row. For a damaged row it is empty.
func scheduledOf(t store.Task) *history.ActivityScheduled {
	event, err := history.DecodeEvent(t.Data)
	if b, ok := event.Body.(*history.ActivityScheduled); err == nil && ok {
		return b
	}
	return &history.ActivityScheduled{}
}

func (b rowBytes) overdue(t store.Task) *history.Failure {
	return &history.Failure{
		Kind: mark.Timeout, Message: "activity: its schedule-to-close ended at " + t.Deadline.Format(time.RFC3339Nano),
		Cause: LastFailure(b.Sealer, t.Last),
	}
}
