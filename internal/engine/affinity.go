package engine

import (
	"fmt"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/mark"
	"github.com/reprise-run/reprise/store"
)

// workerGone is the failure of an activity that could run on one worker only, which is gone. Its cause
// is what is known of the last attempt.
func workerGone(b *history.ActivityScheduled, last lastAttempt) *history.Failure {
	f := &history.Failure{Kind: mark.WorkerGone, Message: "activity: the worker whose own queue it waited in is gone", Cause: last.failure}
	if last.made > 0 && last.failure == nil && !b.Policy.Transactional {
		lost := fmt.Sprintf("attempt %d was lost with it: it may have taken effect", last.made)
		f.Cause, f.Message = &history.Failure{Kind: mark.OutcomeUnknown, Message: "activity: " + lost}, f.Message+", and "+lost
	}
	return f
}

// gone is the failure of an activity whose row was claimed because the row's worker is gone.
func (b rowBytes) gone(t store.Task) *history.Failure {
	if t.Cancelled {
		return b.passed(t)
	}
	return workerGone(scheduledOf(t), b.lastOf(t))
}
