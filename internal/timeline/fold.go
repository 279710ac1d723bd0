package timeline

import (
	"maps"
	"slices"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/mark"
)

// Fold makes spans from a history.
type Fold struct {
	ended func(Span)
	run   Run
	open  map[int64]*Span // activities, timers, children, updates and promises, by number
	now   time.Time       // of the row
	prev  time.Time       // of the last task before the row's own
}

// New returns an empty Fold. It calls ended with every span that ends, in the order of their ends.
func New(ended func(Span)) *Fold {
	return &Fold{ended: ended, open: map[int64]*Span{}}
}

// Row takes the next row of the history. It skips events of a kind that may be skipped, and ends of
// things that are not open: history.Linter reports what is wrong with a history.
func (f *Fold) Row(h history.Header, events []history.Event) {
	// A termination is not written by the worker, and its time may be behind the worker's.
	if h.Now.After(f.now) {
		f.now = h.Now
	}
	for i := range events {
		f.event(&events[i])
		f.run.Events++
	}
	f.run.Last = f.now
	if !h.Open || f.prev.IsZero() { // the start's row does not yet belong to the first task
		f.prev = f.now
	}
}

// Run returns the run itself.
func (f *Fold) Run() Run { return f.run }

// Open returns the spans that have not ended, by number.
func (f *Fold) Open() []Span {
	all := make([]Span, 0, len(f.open))
	for _, seq := range slices.Sorted(maps.Keys(f.open)) {
		all = append(all, *f.open[seq])
	}
	return all
}

func (f *Fold) event(e *history.Event) {
	switch b := e.Body.(type) {
	case *history.Started:
		f.run.Workflow, f.run.WorkflowID, f.run.Build, f.run.Input, f.run.Begin = b.Workflow, b.WorkflowID, b.Build, b.Input, f.now
		f.run.Chain, f.run.Previous, f.run.Continued = b.Chain, b.Previous, b.Continued
		f.run.Parent = b.Parent
	case *history.ActivityScheduled:
		f.begin(e, Span{Kind: Activity, Name: b.Name, Queue: b.Queue, Policy: b.Policy, Input: b.Input, Row: !b.Eager})
	case *history.AttemptEnded:
		if s := f.open[b.Activity]; s != nil {
			s.Row = true
			s.Attempts = append(s.Attempts, Attempt{N: b.Attempt, End: f.now, Why: b.Why, Failure: b.Failure})
		}
	case *history.ActivityCompleted:
		f.end(b.Activity, Completed, func(s *Span) {
			s.Payload = b.Result
			if s.Reused = b.Reused; s.Reused != (history.RunID{}) {
				s.attempted(b.Attempt+1, b.Last)
				return
			}
			s.attempted(b.Attempt, b.Last)
			s.Attempts = append(s.Attempts, Attempt{N: b.Attempt, End: f.now})
		})
	case *history.ActivityFailed:
		outcome := Failed
		if b.Failure.Kind == mark.Cancelled {
			outcome = Cancelled
		}
		f.end(b.Activity, outcome, func(s *Span) {
			s.Failure = &b.Failure
			s.tried(b.Tried)
			s.attempted(b.Attempt, nil)
			if b.Attempt > 0 {
				s.Attempts = append(s.Attempts, Attempt{N: b.Attempt, End: f.now, Why: history.WhyFailed, Failure: &b.Failure})
			}
		})
	case *history.ActivityCancelRequested: // it ends with its own event
	case *history.TimerStarted:
		f.begin(e, Span{Kind: Timer, Due: b.FireAt})
	case *history.TimerFired:
		f.end(b.Timer, Fired, nil)
	case *history.TimerCancelled:
		f.end(b.Timer, Cancelled, nil)
	case *history.ChildStarted:
		s := Span{Kind: Child, Name: b.Workflow, WorkflowID: b.WorkflowID, Run: b.Run, Queue: b.Queue, Input: b.Input}
		if b.Detached {
			s.Outcome = Detached
			f.moment(e, s)
			break
		}
		f.begin(e, s)
	case *history.ChildEnded:
		f.end(b.Child, childOutcome(b), func(s *Span) { s.Payload, s.Failure = b.Result, b.Failure })
	case *history.UpdateReceived:
		f.begin(e, Span{Kind: Update, Name: b.Name, Input: b.Input})
	case *history.UpdateEnded:
		outcome := Completed
		switch {
		case b.Rejected:
			outcome = Rejected
		case b.Failure != nil:
			outcome = Failed
		}
		f.end(b.Update, outcome, func(s *Span) { s.Payload, s.Failure = b.Result, b.Failure })
	case *history.PromiseMade:
		f.begin(e, Span{Kind: Promise, Due: b.Due, Token: b.Token})
	case *history.PromiseEnded:
		outcome := Completed
		if b.Failure != nil {
			outcome = Failed
		}
		f.end(b.Promise, outcome, func(s *Span) { s.Payload, s.Failure = b.Result, b.Failure })
	case *history.PromiseCancelled:
		f.end(b.Promise, Cancelled, nil)
	case *history.SignalReceived:
		f.ended(Span{Kind: Signal, Seq: e.Seq, Name: b.Name, Begin: f.prev, End: f.now, Outcome: Received, Payload: b.Payload})
	case *history.SideEffectRecorded:
		outcome := Recorded
		if b.Failure != nil {
			outcome = Failed
		}
		f.moment(e, Span{Kind: SideEffect, Outcome: outcome, Payload: b.Value, Failure: b.Failure})
	case *history.CancelRequested:
		f.moment(e, Span{Kind: Cancel, Outcome: Requested, Reason: b.Reason})
	case *history.RunCompleted:
		f.run.Result = b.Result
		f.close(b.Kind(), b.Undelivered)
	case *history.RunFailed:
		f.run.Failure = &b.Failure
		f.close(b.Kind(), b.Undelivered)
	case *history.RunCancelled:
		f.run.Failure = &b.Failure
		f.close(b.Kind(), b.Undelivered)
	case *history.RunContinued:
		f.run.Next = b.Next
		for _, seq := range slices.Sorted(maps.Keys(f.open)) {
			if f.open[seq].Kind == Update {
				f.end(seq, Handed, nil)
			}
		}
		f.close(b.Kind(), nil)
	case *history.RunTerminated:
		f.run.Reason = b.Reason
		f.close(b.Kind(), nil)
	}
}

func childOutcome(b *history.ChildEnded) Outcome {
	switch {
	case b.Failure == nil:
		return Completed
	case b.How == history.KindRunCancelled:
		return Cancelled
	}
	return Failed
}

func (f *Fold) begin(e *history.Event, s Span) {
	s.Seq, s.Site, s.Begin, s.Outcome = e.Seq, e.Site, f.now, Open
	f.open[e.Seq] = &s
}

// end ends the activity, timer, child, update or promise with this number. One that has ended keeps its
// end.
func (f *Fold) end(seq int64, outcome Outcome, fill func(*Span)) {
	s := f.open[seq]
	if s == nil {
		return
	}
	delete(f.open, seq)
	s.End, s.Outcome = f.now, outcome
	if fill != nil {
		fill(s)
	}
	f.ended(*s)
}

func (f *Fold) moment(e *history.Event, s Span) {
	s.Seq, s.Site, s.Begin, s.End = e.Seq, e.Site, f.now, f.now
	f.ended(s)
}

func (f *Fold) close(kind history.Kind, undelivered []int64) {
	f.run.Ended, f.run.End, f.run.Undelivered = kind, f.now, undelivered
	for _, seq := range slices.Sorted(maps.Keys(f.open)) {
		f.end(seq, Dropped, nil)
	}
}

// tried adds the attempts that failed before the last one. An eager attempt has its own event in the
// history.
func (s *Span) tried(all []history.Tried) {
	for i := range all {
		t := &all[i]
		if slices.ContainsFunc(s.Attempts, func(a Attempt) bool { return a.N == t.Attempt && a.Failure != nil }) {
			continue
		}
		s.Attempts = append(s.Attempts, Attempt{N: t.Attempt, End: t.At, Why: history.WhyFailed, Failure: &t.Failure})
	}
}

// attempted adds the attempt before attempt n, whose failure the row knew.
func (s *Span) attempted(n int, last *history.Failure) {
	if n < 2 {
		return
	}
	for _, a := range s.Attempts {
		if a.N == n-1 && a.Why != history.WhyHandedOver {
			return
		}
	}
	a := Attempt{N: n - 1, Failure: last}
	if last != nil {
		a.Why = history.WhyFailed
	}
	s.Attempts = append(s.Attempts, a)
}
