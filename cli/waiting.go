package cli

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/timeline"
	"github.com/reprise-run/reprise/store"
)

// The states of an open activity.
const (
	attemptRunning  = "running"
	attemptLost     = "lost"
	attemptRetrying = "retrying"
	attemptReady    = "ready"
	attemptEnded    = "ended"
	attemptMissing  = "missing"
)

// waits is what an open run waits for, one line of its code after the other.
func (a *app) waits(f *facts, v *showJSON) []waitJSON {
	var all []waitJSON
	for _, w := range f.Waits {
		words := make([]string, 0, len(w.For))
		for _, x := range w.For {
			words = append(words, a.waitsFor(f, x, v))
		}
		if len(words) == 0 {
			words = []string{"nothing: no event will wake it"}
		}
		all = append(all, waitJSON{For: strings.Join(words, " or "), Site: w.Site})
	}
	if f.MoreWaits {
		all = append(all, waitJSON{For: "more, as run history tells"})
	}
	return all
}

// mostWaits is how many of what is amiss is told one by one: as many as the waits of a run.
const mostWaits = 20

// waitsFor says one of the things that end a wait.
func (a *app) waitsFor(f *facts, w reprise.WaitFor, v *showJSON) string {
	switch w.Kind {
	case "timer":
		lost := func(s timeline.Span) bool { return s.Kind == timeline.Timer && s.Due.Equal(w.Due) && f.isLost(s.Seq) }
		return "timer " + a.timerLine(timerJSON{Due: w.Due, Missing: slices.ContainsFunc(f.open, lost)})
	case "activity":
		var same []activityJSON
		for _, x := range v.Activities {
			if x.Name == w.Name && (w.Number == 0 || x.Number == w.Number) {
				same = append(same, x)
			}
		}
		if len(same) == 1 {
			return a.activityLine(same[0])
		}
		if len(same) > 1 {
			return fmt.Sprintf("activity %s, one of %d open", w.Name, len(same))
		}
		return "activity " + w.Name
	case "cancellation":
		return "its cancellation"
	}
	return strings.TrimSpace(w.Kind + " " + w.Name)
}

// timerLine is "in 2 h", if there is a row to fire it.
func (a *app) timerLine(t timerJSON) string {
	if t.Missing {
		return a.dueLine(t.Due) + ", but it has no row: it never fires"
	}
	return a.dueLine(t.Due)
}

// dueLine is "in 2 h".
func (a *app) dueLine(due time.Time) string {
	left := due.Sub(a.asOf)
	switch {
	case left < 0:
		return "due " + span(-left) + " ago"
	case a.times == "relative":
		return "in " + span(left)
	}
	return "at " + a.when(due)
}

// activities are the open ones: those that are described, and those of which only the history
// knows: they have ended, or their row is missing.
func (a *app) activities(f *facts) []activityJSON {
	rows := map[int64]reprise.ActivityState{}
	for _, r := range f.Activities {
		rows[r.Number] = r
	}
	var all []activityJSON
	for _, s := range f.open {
		if s.Kind != timeline.Activity {
			continue
		}
		r, ok := rows[s.Seq]
		delete(rows, s.Seq)
		if !ok && !f.isLost(s.Seq) && !f.hasEnd(s.Seq) {
			continue // it has ended since the history was read
		}
		x := activityJSON{Number: s.Seq, Name: s.Name, Queue: s.Queue, Limit: s.Policy.MaxAttempts, Scheduled: timeOf(s.Begin), Site: s.Site}
		if x.Queue == "" {
			x.Queue = f.Queue
		}
		if ok {
			a.fromState(f, &x, r)
		} else {
			a.fromHistory(f, &x, s)
		}
		all = append(all, x)
	}
	for _, r := range rows { // the history could not be read up to them
		x := activityJSON{Number: r.Number, Name: r.Name, Queue: r.Queue, Scheduled: timeOf(r.Scheduled)}
		a.fromState(f, &x, r)
		all = append(all, x)
	}
	slices.SortFunc(all, func(x, y activityJSON) int { return int(x.Number - y.Number) })
	return all
}

// fromState fills in how the activity is described.
func (a *app) fromState(f *facts, x *activityJSON, r reprise.ActivityState) {
	x.Queue, x.Deadline, x.LastError, x.Eager, x.Unserved = r.Queue, timeOf(r.Deadline), a.errorOf(r.Last), r.Eager, r.Unserved
	x.Overlap = r.Overlap
	if r.Running || r.Eager {
		x.Attempt, x.Started, x.Beat = r.Attempt, timeOf(r.Claimed), timeOf(r.Beat)
		x.runs(f, f.worker(r.Owner), r.Claimed)
		return
	}
	x.Attempt = r.Attempt + 1
	x.Next, x.NextSeconds = timeOf(r.Ready), secondsUntil(f.now, r.Ready)
	x.State = attemptReady
	if r.Ready.After(f.now) {
		x.State = attemptRetrying
	}
}

// fromHistory fills in what the history says of an activity that has ended or lost its row.
func (a *app) fromHistory(f *facts, x *activityJSON, s timeline.Span) {
	x.Attempt, x.Eager = 1, !s.Row
	if n := len(s.Attempts); n > 0 {
		last := s.Attempts[n-1]
		x.Attempt, x.LastError = last.N, a.failure(last.Failure)
	}
	if x.State = attemptEnded; f.isLost(s.Seq) {
		x.State = attemptMissing
	}
}

// hasEnd reports whether the end of an activity lies in the inbox.
func (f *facts) hasEnd(activity int64) bool {
	return slices.ContainsFunc(f.Inbox, func(e reprise.InboxEntry) bool { return e.Kind == store.EntryActivity.String() && e.Ref == activity })
}

// runs says that w runs the activity, if it is there to do so.
func (x *activityJSON) runs(f *facts, w *ownerJSON, since time.Time) {
	x.Worker, x.State = w, attemptRunning
	x.Running = max(0, inSeconds(f.now.Sub(since)))
	if w == nil || w.gone() {
		x.State, x.Running = attemptLost, 0
	}
}

// activityLine is "activity charge, attempt 3, next in 12 s, last error: refused".
func (a *app) activityLine(x activityJSON) string {
	line := fmt.Sprintf("activity %s, attempt %d", x.Name, x.Attempt)
	if x.State == attemptMissing { // how many there were is lost, too
		line = "activity " + x.Name
	}
	if what := a.activityState(x); what != "" {
		line += ", " + what
	}
	if x.LastError != nil {
		line += ", last error: " + errorLine(x.LastError) + overlaps(x)
	}
	return line
}

// overlaps warns of an attempt that may still be running although it timed out.
func overlaps(x activityJSON) string {
	if !x.Overlap {
		return ""
	}
	return " (that attempt may still be running)"
}

// activityState is what an open activity does, in words.
func (a *app) activityState(x activityJSON) string {
	switch x.State {
	case attemptRunning:
		return fmt.Sprintf("running for %s on %s", span(seconds(x.Running)), x.Worker)
	case attemptLost:
		if x.Worker == nil {
			return "lost with its worker"
		}
		return fmt.Sprintf("lost: %s is gone", x.Worker)
	case attemptRetrying:
		return "next " + a.dueLine(*x.Next)
	case attemptReady:
		return fmt.Sprintf("ready for %s and not taken", span(seconds(-x.NextSeconds)))
	}
	if x.State == attemptMissing {
		return "without a row: nobody runs it"
	}
	return "ended: its result waits in the inbox"
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

func timers(f *facts) []timerJSON {
	sites := map[int64]string{}
	for _, s := range f.open {
		sites[s.Seq] = s.Site
	}
	var all []timerJSON
	for _, t := range f.Timers {
		all = append(all, timerJSON{Number: t.ID, Due: t.FireAt, Seconds: secondsUntil(f.now, t.FireAt), Site: sites[t.ID]})
	}
	for _, s := range f.open {
		if s.Kind == timeline.Timer && f.isLost(s.Seq) {
			all = append(all, timerJSON{Number: s.Seq, Due: s.Due, Seconds: secondsUntil(f.now, s.Due), Site: s.Site, Missing: true})
		}
	}
	return all
}
