package engine

import (
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/engine/attempt"
	"github.com/reprise-run/reprise/internal/mark"
	"github.com/reprise-run/reprise/internal/sealing"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
)

// eager is a run as the owner of attempts without a row, which its worker makes itself.
type eager struct{ *run }

// AttemptEnded implements attempt.Owner. r.mu guards the change of an attempt into that
// of a row.
func (r eager) AttemptEnded(a *attempt.Attempt, out contract.Outcome) bool {
	x := r.e.activities.verdict(&r.info, a, out).weighed()
	x.ended = a
	r.mu.Lock()
	mine, wanted, gone := a.Owner() != nil, r.mu.attempts[a.Number] == a, r.mu.gone
	r.mu.Unlock()
	switch {
	case !mine:
		return false
	case wanted: // before the run continues, which may end in that task
		a.Tell(attempt.Of(out, fateOf(x.body), r.e.activities.nextAttempt(x.row)))
	default:
		a.Tell(attempt.Of(out, attempt.Outside(gone), time.Time{}))
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if x.row != nil {
		x.row.Cancelled = a.Cancelled()
	}
	if a.Owner() == nil {
		return false
	}
	if r.mu.attempts[a.Number] != a {
		return true // cancelled, or its run dropped, a moment ago: nobody reads the result
	}
	delete(r.mu.attempts, a.Number)
	r.mu.in.pending = append(r.mu.in.pending, x)
	r.beginLocked()
	return true
}

// fateOf returns the fate of an eager attempt whose end goes into the history as body.
func fateOf(body history.Body) attempt.Fate {
	ended, ok := body.(*history.AttemptEnded)
	switch {
	case !ok:
		return attempt.Done
	case ended.Why == history.WhyHandedOver:
		return attempt.HandedOver
	}
	return attempt.Retried
}

// nextAttempt returns when the row of an activity will be ready; zero without a row.
func (as *activities) nextAttempt(row *store.Activity) time.Time {
	if row == nil {
		return time.Time{}
	}
	return as.clock.now().Add(row.Delay)
}

// verdict turns the outcome of an eager attempt into its event for the history, with a
// row if another attempt follows.
func (as *activities) verdict(run *store.Run, a *attempt.Attempt, out contract.Outcome) external {
	why, consumed := history.WhyHandedOver, a.N-1
	var delay time.Duration
	switch {
	case out.Stopped:
	case out.Failure == nil:
		return external{body: &history.ActivityCompleted{Activity: a.Number, Attempt: a.N, Result: out.Result}}
	default:
		var end *history.Failure
		if delay, end = as.next(a, out); end != nil {
			return external{body: &history.ActivityFailed{Activity: a.Number, Attempt: a.N, Failure: *end}}
		}
		if out.Counts() {
			why, consumed = whyOf(out.Failure), a.N
		}
	}
	row, err := as.bytes.newRow(run, a.Headers, a.Number, a.Scheduled, a.Since)
	if sealed := (*sealing.Error)(nil); errors.As(err, &sealed) {
		return external{body: unreadable{err}} // this parks the run, and the attempt counts as lost
	}
	if err != nil {
		return external{body: &history.ActivityFailed{Activity: a.Number, Attempt: a.N, Failure: *unrecordable(err)}}
	}
	row.Attempt, row.Delay, row.Last = consumed, delay, as.bytes.encodeLast(a, out, as.clock.now())
	row.Details = a.Details()
	return external{body: &history.AttemptEnded{Activity: a.Number, Attempt: a.N, Why: why, Failure: out.Failure}, row: &row}
}

func whyOf(f *history.Failure) history.Why {
	if f.Kind == mark.Timeout || f.Kind == mark.HeartbeatTimeout {
		return history.WhyTimedOut
	}
	return history.WhyFailed
}

// attemptLost is the end of an eager attempt whose worker is gone. The function may
// have run, so the attempt is consumed. After the last attempt the author is told that
// the outcome is unknown, never that it failed.
func (as *activities) attemptLost(info *store.Run, headers history.Headers, o replay.OpenActivity) external {
	p := o.Scheduled.Policy
	if o.Cancelled {
		end := cancelledEnd(o.Scheduled, lastAttempt{made: o.Attempt + 1})
		as.logFailed(info.ID, info.WorkflowID, info.Workflow, o.Scheduled.Name, o.Attempt+1, end)
		return external{body: &history.ActivityFailed{Activity: o.Seq, Attempt: o.Attempt + 1, Failure: *end}}
	}
	if p.MaxAttempts > 0 && o.Attempt+1 >= p.MaxAttempts && !store.IsOwnQueue(o.Scheduled.Queue) { // whose row would end at once
		unknown := outcomeUnknown(o.Attempt + 1)
		as.logFailed(info.ID, info.WorkflowID, info.Workflow, o.Scheduled.Name, o.Attempt+1, &unknown)
		return external{body: &history.ActivityFailed{Activity: o.Seq, Attempt: o.Attempt + 1, Failure: unknown}}
	}
	row, err := as.bytes.newRow(info, headers, o.Seq, o.Scheduled, o.At)
	if sealed := (*sealing.Error)(nil); errors.As(err, &sealed) {
		return external{body: unreadable{err}} // this parks the run
	}
	if err != nil {
		return external{body: &history.ActivityFailed{Activity: o.Seq, Attempt: o.Attempt + 1, Failure: *unrecordable(err)}}
	}
	row.Attempt = o.Attempt + 1
	return external{body: &history.AttemptEnded{Activity: o.Seq, Attempt: o.Attempt + 1, Why: history.WhyLost}, row: &row}
}

func outcomeUnknown(attempts int) history.Failure {
	return history.Failure{
		Kind:    mark.OutcomeUnknown,
		Message: fmt.Sprintf("activity: its worker was lost during attempt %d, the last one allowed: it may have taken effect", attempts),
	}
}

// unrecordable is the end of an activity whose row or result is too large for a
// history.
func unrecordable(err error) *history.Failure {
	return history.FailureOf(mark.Wrap(mark.Mark{Kind: mark.TooLarge, Permanent: true}, err))
}
