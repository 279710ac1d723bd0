package cli

import (
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/timeline"
)

// The kinds of spans that a history does not tell of.
const (
	kindRun     timeline.Kind = "run"
	kindBlocked timeline.Kind = "blocked"
)

// spanJSON is a line of run trace. The first one is the run itself.
type spanJSON struct {
	Kind     string        `json:"kind"` // run, activity, timer, child, signal (the wait for it), side effect, cancel request, blocked
	Seq      int64         `json:"seq,omitempty"`
	Name     string        `json:"name,omitempty"` // of the workflow, activity, child or signal; why it is blocked
	Site     string        `json:"site,omitempty"`
	Queue    string        `json:"queue,omitempty"`
	ID       string        `json:"id,omitempty"`     // workflow id of a child
	RunID    string        `json:"run_id,omitempty"` // of a child: the first of its chain
	Begin    time.Time     `json:"begin"`
	End      *time.Time    `json:"end,omitempty"` // absent while it is open
	Seconds  float64       `json:"seconds"`       // until its end, or until now
	Outcome  string        `json:"outcome"`       // open, completed, failed, fired, received, recorded, requested, detached, cancelled, terminated, dropped (the run ended first)
	Due      *time.Time    `json:"due,omitempty"`
	Row      bool          `json:"row,omitempty"`         // an activity that became a row
	Attempts []attemptJSON `json:"attempts,omitempty"`    // that have ended, as far as the history tells
	Reused   string        `json:"reused_from,omitempty"` // an activity that ended with a kept result: the run that had kept it
	Failure  *failureJSON  `json:"failure,omitempty"`
	Reason   string        `json:"reason,omitempty"`

	// Of an activity that is open, as run show has it: the attempt that runs, or comes
	// next, and why the one before failed.
	Attempt   int          `json:"attempt,omitempty"`
	State     string       `json:"state,omitempty"`
	LastError *failureJSON `json:"last_error,omitempty"`
}

// attemptJSON is an attempt at an activity that has ended.
type attemptJSON struct {
	Attempt int          `json:"attempt"`
	End     *time.Time   `json:"end,omitempty"` // absent: the history does not tell
	Why     string       `json:"why,omitempty"` // failed, timed out, lost, handed over; absent: it had a result
	Failure *failureJSON `json:"failure,omitempty"`
}

func (t *trace) json(a *app) []spanJSON {
	all := make([]spanJSON, 0, 1+len(t.spans)+len(t.marks))
	all = append(all, a.spanOf(t.run(), t.facts.now))
	for _, s := range append(t.spans, t.marks...) {
		j := a.spanOf(s, t.facts.now)
		if s.Kind == timeline.Activity && s.End.IsZero() {
			if x := t.activityAt(s.Seq); x != nil {
				j.Attempt, j.State, j.LastError = x.Attempt, x.State, x.LastError
			}
		}
		all = append(all, j)
	}
	return all
}

// run is the run itself, as a span.
func (t *trace) run() timeline.Span {
	p := &t.facts.past
	return timeline.Span{
		Kind: kindRun, Name: t.facts.Workflow, Begin: p.Begin, End: p.End,
		Outcome: timeline.Outcome(t.facts.Status.String()), Failure: p.Failure, Reason: p.Reason,
	}
}

func (a *app) spanOf(s timeline.Span, now time.Time) spanJSON {
	j := spanJSON{
		Kind: string(s.Kind), Seq: s.Seq, Name: s.Name, Site: s.Site, Queue: s.Queue, Begin: s.Begin, End: timeOf(s.End),
		Outcome: string(s.Outcome), Due: timeOf(s.Due), Row: s.Row, Failure: a.failure(s.Failure), Reason: s.Reason,
	}
	if s.Reused != (history.RunID{}) {
		j.Reused = s.Reused.String()
	}
	if s.Kind == timeline.Child {
		j.ID, j.RunID = s.WorkflowID, s.Run.String()
	}
	if s.End.IsZero() {
		s.End = now
	}
	j.Seconds = inSeconds(s.End.Sub(s.Begin))
	for _, x := range s.Attempts {
		j.Attempts = append(j.Attempts, attemptJSON{Attempt: x.N, End: timeOf(x.End), Why: string(x.Why), Failure: a.failure(x.Failure)})
	}
	return j
}
