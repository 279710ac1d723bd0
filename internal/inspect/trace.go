package inspect

import (
	"slices"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/timeline"
)

// The kinds of spans that do not come from the history.
const (
	KindRun     timeline.Kind = "run"
	KindBlocked timeline.Kind = "blocked"
)

// Span is a line of run trace. The first is the run itself.
type Span struct {
	Kind     string     `json:"kind"` // run, activity, timer, child, signal (the wait for it), side effect, cancel request, blocked
	Seq      int64      `json:"seq,omitempty"`
	Name     string     `json:"name,omitempty"` // of the workflow, activity, child or signal; why it is blocked
	Site     string     `json:"site,omitempty"`
	Queue    string     `json:"queue,omitempty"`
	ID       string     `json:"id,omitempty"`     // workflow id of a child
	RunID    string     `json:"run_id,omitempty"` // of a child: the first of its chain
	Begin    time.Time  `json:"begin"`
	End      *time.Time `json:"end,omitempty"` // absent while it is open
	Seconds  float64    `json:"seconds"`       // until its end, or until now
	Outcome  string     `json:"outcome"`       // open, completed, failed, fired, received, recorded, requested, detached, cancelled, terminated, dropped (the run ended first)
	Due      *time.Time `json:"due,omitempty"`
	Row      bool       `json:"row,omitempty"`         // an activity that became a row
	Attempts []Attempt  `json:"attempts,omitempty"`    // that have ended, as far as the history tells
	Reused   string     `json:"reused_from,omitempty"` // an activity that ended with a kept result: the run that had kept it
	Failure  *Failure   `json:"failure,omitempty"`
	Reason   string     `json:"reason,omitempty"`

	// Of an activity that is open, as run show has it: the attempt that runs, or comes
	// next, and why the one before failed.
	Attempt   int      `json:"attempt,omitempty"`
	State     string   `json:"state,omitempty"`
	LastError *Failure `json:"last_error,omitempty"`
}

// Attempt is an attempt at an activity that has ended.
type Attempt struct {
	Attempt int        `json:"attempt"`
	End     *time.Time `json:"end,omitempty"` // absent: the history does not tell
	Why     string     `json:"why,omitempty"` // failed, timed out, lost, handed over; absent: it had a result
	Failure *Failure   `json:"failure,omitempty"`
}

// JSON returns the spans, the run itself first.
func (t *Trace) JSON(l *Look) []Span {
	all := make([]Span, 0, 1+len(t.Spans)+len(t.Marks))
	all = append(all, l.spanOf(t.run(), t.Facts.Now))
	for _, s := range append(t.Spans, t.Marks...) {
		j := l.spanOf(s, t.Facts.Now)
		if s.Kind == timeline.Activity && s.End.IsZero() {
			if x := t.View.ActivityAt(s.Seq); x != nil {
				j.Attempt, j.State, j.LastError = x.Attempt, x.State, x.LastError
			}
		}
		all = append(all, j)
	}
	return all
}

// run returns the run itself as a span.
func (t *Trace) run() timeline.Span {
	p := &t.Facts.Past
	return timeline.Span{
		Kind: KindRun, Name: t.Facts.Workflow, Begin: p.Begin, End: p.End,
		Outcome: timeline.Outcome(t.Facts.Status.String()), Failure: p.Failure, Reason: p.Reason,
	}
}

func (l *Look) spanOf(s timeline.Span, now time.Time) Span {
	j := Span{
		Kind: string(s.Kind), Seq: s.Seq, Name: s.Name, Site: s.Site, Queue: s.Queue, Begin: s.Begin, End: timeOf(s.End),
		Outcome: string(s.Outcome), Due: timeOf(s.Due), Row: s.Row, Failure: l.Failure(s.Failure), Reason: s.Reason,
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
	j.Seconds = InSeconds(s.End.Sub(s.Begin))
	for _, x := range s.Attempts {
		j.Attempts = append(j.Attempts, Attempt{Attempt: x.N, End: timeOf(x.End), Why: string(x.Why), Failure: l.Failure(x.Failure)})
	}
	return j
}

// Trace is the timeline of a run: the spans that ended last, and the open ones.
type Trace struct {
	Most  int // spans that have ended; 0: all
	Seen  int // of these
	More  int // open ones that are left out
	Spans []timeline.Span
	Marks []timeline.Span // side effects, which share a line
	Facts *Facts
	View  *Shown
}

// Ended keeps an ended span without its payload.
func (t *Trace) Ended(s timeline.Span) {
	s.Input.Data, s.Payload.Data = nil, nil
	if s.Kind == timeline.SideEffect {
		t.Marks = t.keep(append(t.Marks, s))
		return
	}
	t.Seen++
	t.Spans = t.keep(append(t.Spans, s))
}

// keep drops the oldest spans once there are twice as many as wanted.
func (t *Trace) keep(spans []timeline.Span) []timeline.Span {
	if t.Most > 0 && len(spans) >= 2*t.Most {
		spans = append(spans[:0], spans[len(spans)-t.Most:]...)
	}
	return spans
}

// Begin adds the open spans and sorts all spans by when they began.
func (t *Trace) Begin(l *Look, f *Facts) {
	t.Facts, t.View = f, l.View(f)
	if t.Most > 0 {
		t.Spans = t.Spans[max(0, len(t.Spans)-t.Most):]
		t.Marks = t.Marks[max(0, len(t.Marks)-t.Most):]
	}
	open := f.Open
	if t.Most > 0 && len(open) > t.Most {
		t.More = len(open) - t.Most
		open = open[:t.Most]
	}
	t.Spans = append(t.Spans, open...)
	t.Spans = append(t.Spans, f.present()...)
	slices.SortStableFunc(t.Spans, func(x, y timeline.Span) int { return x.Begin.Compare(y.Begin) })
}

// present returns the spans that the history does not know: waits for signals, and a
// block.
func (f *Facts) present() (all []timeline.Span) {
	if f.Blocked != nil {
		return []timeline.Span{{Kind: KindBlocked, Name: f.Blocked.Reason, Begin: f.Past.Last, Outcome: timeline.Open}}
	}
	for _, w := range f.Waits {
		for _, x := range w.For {
			if x.Kind == "signal" {
				all = append(all, timeline.Span{Kind: timeline.Signal, Name: x.Name, Site: w.Site, Begin: f.Past.Last, Outcome: timeline.Open})
			}
		}
	}
	return all
}

// ActivityAt returns the open activity with this seq, or nil.
func (v *Shown) ActivityAt(seq int64) *Activity {
	for i := range v.Activities {
		if x := &v.Activities[i]; x.Number == seq {
			return x
		}
	}
	return nil
}
