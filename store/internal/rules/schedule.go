package rules

import (
	"cmp"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// PutSchedule returns the row that o makes of old, and the answer. old is nil if there is no row; a nil
// result leaves none. If the answer is not Done, or is a repetition, nothing changes, and old is
// returned.
//
// H1. The last change was this one: Done. The last change was another one than After: Fenced. There is
// no row, and After names one: NotFound.
// H2. Otherwise the row becomes what o says, or is removed. Created stays.
func PutSchedule(old *store.Schedule, o *store.PutSchedule, now time.Time) (*store.Schedule, store.Outcome) {
	var last store.Token
	if old != nil {
		last = old.Token
	}
	switch {
	case last == o.Schedule.Token:
		return old, store.Outcome{Schedule: shown(old)}
	case old == nil && o.After != uuid.Nil:
		return nil, store.Outcome{Code: store.NotFound}
	case last != o.After:
		return old, store.Outcome{Code: store.Fenced}
	case o.Delete:
		return nil, store.Outcome{}
	}
	s := o.Schedule.Clone()
	s.Data = append([]byte{}, s.Data...)
	if s.Created = now; old != nil {
		s.Created = old.Created
	}
	for i := range s.Skips {
		if s.Skips[i].At.IsZero() {
			s.Skips[i].At = now
		}
	}
	if s.Paused != nil && s.Paused.At.IsZero() {
		s.Paused.At = now
	}
	stampSchedule(s)
	return s, store.Outcome{Schedule: shown(s)}
}

// shown returns s as it appears in an outcome.
func shown(s *store.Schedule) *store.Schedule {
	c := s.Clone()
	c.Data = nil
	return c
}

func stampSchedule(s *store.Schedule) {
	s.Next, s.Nominal, s.Waiting = Stamp(s.Next), Stamp(s.Nominal), Stamp(s.Waiting)
	s.Recent = s.Recent[:min(len(s.Recent), store.MaxRecent):min(len(s.Recent), store.MaxRecent)]
	s.Skips = s.Skips[:min(len(s.Skips), store.MaxSkips):min(len(s.Skips), store.MaxSkips)]
}

// Firing is a FireSchedule in progress.
type Firing struct {
	*store.Schedule // the row after it
	o               *store.FireSchedule
	now             time.Time
	Cancels         bool // Cancel must be delivered
	Starts          bool // Start must be carried out, and its outcome passed to Started
}

// FireSchedule begins to fire a time of old; old is nil if there is no row. last is the run with the
// workflow id [store.Schedule.LastID], the open one if there is one; nil: there is none. A nil Firing
// means that nothing changes.
//
// H3. There is no row: NotFound. The last change was this one: Done. The last change was another one
// than After, or the schedule is paused, or it is not due: Fenced.
// H4. Skips are logged, and o says the next time.
// H5. With PauseOnFailure a last run that has failed pauses the schedule, once, and the time is
// skipped.
// H6. While the last run is open the time is skipped, or waits in place of one that waited, or is
// fired, as Overlap says.
// H7. Otherwise Start fires it. If another run has, or had, the workflow id, the time is skipped.
func FireSchedule(old *store.Schedule, o *store.FireSchedule, last *store.Run, now time.Time) (*Firing, store.Outcome) {
	switch {
	case old == nil:
		return nil, store.Outcome{Code: store.NotFound}
	case old.Token == o.Token:
		return nil, store.Outcome{Schedule: shown(old)}
	case old.Token != o.After || old.Paused != nil || o.Due.After(now):
		return nil, store.Outcome{Code: store.Fenced}
	}
	f := &Firing{Schedule: old.Clone(), o: o, now: now}
	f.Token, f.Next, f.Nominal = o.Token, o.Next, o.NextNominal
	for _, skip := range o.Skips {
		f.skip(skip)
	}
	open := last != nil && last.Status == store.Open
	switch {
	case o.Start == nil:
	case o.PauseOnFailure && last != nil && last.Status == store.Failed && !f.Recent[0].Failed:
		f.Recent[0].Failed = true
		f.Paused = &store.Pausing{Who: store.WhoPaused, Why: "the run " + last.WorkflowID + " has failed", At: now}
		f.passedOver(store.SkipFailed, last.WorkflowID)
	case open && o.Overlap == store.OverlapSkip:
		f.passedOver(store.SkipOverlap, last.WorkflowID)
	case open && o.Overlap != store.OverlapAllow:
		if !f.Waiting.IsZero() && !f.Waiting.Equal(o.Nominal) {
			f.skip(store.Skip{Nominal: f.Waiting, Count: 1, Reason: store.SkipReplaced, Text: "by " + o.Nominal.UTC().Format(time.RFC3339Nano)})
		}
		f.Waiting, f.Cancels = o.Nominal, o.Cancel != nil
	default:
		f.Starts = true
	}
	return f, store.Outcome{}
}

// Started processes the outcome of Start.
func (f *Firing) Started(out store.Outcome) {
	s := f.o.Start
	if f.Waiting.Equal(f.o.Nominal) {
		f.Waiting = time.Time{}
	}
	if out.Code != store.Done {
		f.passedOver(store.SkipExists, cmp.Or(out.Run, s.Run).String())
		return
	}
	f.Fired++
	run := store.ScheduledRun{Nominal: Stamp(f.o.Nominal), Run: s.Run, WorkflowID: s.WorkflowID, At: f.now}
	f.Recent = append([]store.ScheduledRun{run}, f.Recent...)
}

// Done returns the row to store, and the answer.
func (f *Firing) Done() (*store.Schedule, store.Outcome) {
	stampSchedule(f.Schedule)
	return f.Schedule, store.Outcome{Schedule: shown(f.Schedule)}
}

// passedOver logs that the time of o is not fired. If the time was waiting, it no longer waits.
func (f *Firing) passedOver(reason, text string) {
	if f.Waiting.Equal(f.o.Nominal) {
		f.Waiting = time.Time{}
	}
	f.skip(store.Skip{Nominal: f.o.Nominal, Count: 1, Reason: reason, Text: text})
}

func (f *Firing) skip(s store.Skip) {
	s.At = f.now
	f.Skipped += s.Count
	f.Skips = append([]store.Skip{s}, f.Skips...)
}
