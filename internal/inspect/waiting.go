package inspect

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/timeline"
	"github.com/reprise-run/reprise/store"
)

// The states of an open activity.
const (
	Running  = "running"
	Lost     = "lost"
	Retrying = "retrying"
	Ready    = "ready"
	Held     = "held"
	Ended    = "ended"
	Missing  = "missing"
)

// waits returns what an open run waits for, one for each coroutine.
func (l *Look) waits(f *Facts, v *Shown) []Wait {
	var all []Wait
	for _, w := range f.Waits {
		words := make([]string, 0, len(w.For))
		for _, x := range w.For {
			words = append(words, l.waitsFor(f, x, v))
		}
		if len(words) == 0 {
			words = []string{"nothing: no event will wake it"}
		}
		all = append(all, Wait{For: strings.Join(words, " or "), Site: w.Site})
	}
	if f.MoreWaits {
		all = append(all, Wait{For: "more, as run history tells"})
	}
	return all
}

// mostWaits bounds how many findings are listed one by one: as many as the waits of a run.
const mostWaits = 20

// waitsFor describes one of the things that end a wait.
func (l *Look) waitsFor(f *Facts, w reprise.WaitFor, v *Shown) string {
	switch w.Kind {
	case "timer":
		lost := func(s timeline.Span) bool { return s.Kind == timeline.Timer && s.Due.Equal(w.Due) && f.isLost(s.Seq) }
		return "timer " + l.TimerLine(Timer{Due: w.Due, Missing: slices.ContainsFunc(f.Open, lost)})
	case "activity":
		var same []Activity
		for _, x := range v.Activities {
			if x.Name == w.Name && (w.Number == 0 || x.Number == w.Number) {
				same = append(same, x)
			}
		}
		if len(same) == 1 {
			return l.activityLine(same[0])
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

// TimerLine returns "in 2 h" if the timer has a row.
func (l *Look) TimerLine(t Timer) string {
	if t.Missing {
		return l.DueLine(t.Due) + ", but it has no row: it never fires"
	}
	return l.DueLine(t.Due)
}

// DueLine returns "in 2 h".
func (l *Look) DueLine(due time.Time) string {
	left := due.Sub(l.AsOf)
	switch {
	case left < 0:
		return "due " + Rounded(-left) + " ago"
	case l.Times == "relative":
		return "in " + Rounded(left)
	}
	return "at " + l.When(due)
}

// activities returns the open activities: those with a description, and those known only from the
// history, which have ended or lost their row.
func (l *Look) activities(f *Facts) []Activity {
	rows := map[int64]reprise.ActivityState{}
	for _, r := range f.Activities {
		rows[r.Number] = r
	}
	var all []Activity
	for _, s := range f.Open {
		if s.Kind != timeline.Activity {
			continue
		}
		r, ok := rows[s.Seq]
		delete(rows, s.Seq)
		if !ok && !f.isLost(s.Seq) && !f.hasEnd(s.Seq) {
			continue // it has ended since the history was read
		}
		x := Activity{Number: s.Seq, Name: s.Name, Queue: s.Queue, Limit: s.Policy.MaxAttempts, Scheduled: timeOf(s.Begin), Site: s.Site}
		if x.Queue == "" {
			x.Queue = f.Queue
		}
		if ok {
			l.fromState(f, &x, r)
		} else {
			l.fromHistory(f, &x, s)
		}
		all = append(all, x)
	}
	for _, r := range rows { // the history could not be read up to them
		x := Activity{Number: r.Number, Name: r.Name, Queue: r.Queue, Scheduled: timeOf(r.Scheduled)}
		l.fromState(f, &x, r)
		all = append(all, x)
	}
	slices.SortFunc(all, func(x, y Activity) int { return int(x.Number - y.Number) })
	return all
}

// fromState fills in the description of the activity.
func (l *Look) fromState(f *Facts, x *Activity, r reprise.ActivityState) {
	x.Queue, x.Deadline, x.LastError, x.Eager, x.Unserved = r.Queue, timeOf(r.Deadline), l.errorOf(r.Last), r.Eager, r.Unserved
	x.Overlap, x.Partition = r.Overlap, r.Partition
	if r.Running || r.Eager {
		x.Attempt, x.Started, x.Beat = r.Attempt, timeOf(r.Claimed), timeOf(r.Beat)
		x.runs(f, f.Worker(r.Owner), r.Claimed)
		return
	}
	x.Attempt = r.Attempt + 1
	x.Next, x.NextSeconds = timeOf(r.Ready), secondsUntil(f.Now, r.Ready)
	x.State = Ready
	if r.Ready.After(f.Now) {
		x.State = Retrying
	} else if p, _ := f.heldBy(x.Queue, x.Partition); p != nil {
		if x.State = Held; !p.NextAt.IsZero() {
			x.Next, x.NextSeconds = timeOf(p.NextAt), secondsUntil(f.Now, p.NextAt)
		}
	}
}

// fromHistory fills in what the history says of an activity that has ended or lost its row.
func (l *Look) fromHistory(f *Facts, x *Activity, s timeline.Span) {
	x.Attempt, x.Eager = 1, !s.Row
	if n := len(s.Attempts); n > 0 {
		last := s.Attempts[n-1]
		x.Attempt, x.LastError = last.N, l.Failure(last.Failure)
	}
	if x.State = Ended; f.isLost(s.Seq) {
		x.State = Missing
	}
}

// hasEnd reports whether the end of an activity lies in the inbox.
func (f *Facts) hasEnd(activity int64) bool {
	return slices.ContainsFunc(f.Inbox, func(e reprise.InboxEntry) bool { return e.Kind == store.EntryActivity.String() && e.Ref == activity })
}

// runs records that w runs the activity, or lost if w is gone.
func (x *Activity) runs(f *Facts, w *Owner, since time.Time) {
	x.Worker, x.State = w, Running
	x.Running = max(0, InSeconds(f.Now.Sub(since)))
	if w == nil || w.gone() {
		x.State, x.Running = Lost, 0
	}
}

// activityLine returns "activity charge, attempt 3, next in 12 s, last error: refused".
func (l *Look) activityLine(x Activity) string {
	line := fmt.Sprintf("activity %s, attempt %d", x.Name, x.Attempt)
	if x.State == Missing { // the number of attempts is lost too
		line = "activity " + x.Name
	}
	if what := l.ActivityState(x); what != "" {
		line += ", " + what
	}
	if x.LastError != nil {
		line += ", last error: " + ErrorLine(x.LastError) + Overlaps(x)
	}
	return line
}

// Overlaps warns of an attempt that may still be running although it timed out.
func Overlaps(x Activity) string {
	if !x.Overlap {
		return ""
	}
	return " (that attempt may still be running)"
}

// ActivityState describes what an open activity does.
func (l *Look) ActivityState(x Activity) string {
	switch x.State {
	case Running:
		return fmt.Sprintf("running for %s on %s", Rounded(FromSeconds(x.Running)), x.Worker)
	case Lost:
		if x.Worker == nil {
			return "lost with its worker"
		}
		return fmt.Sprintf("lost: %s is gone", x.Worker)
	case Retrying:
		return "next " + l.DueLine(*x.Next)
	case Held:
		if x.NextSeconds > 0 {
			return fmt.Sprintf("held by the limits of partition %s, next %s", x.Partition, l.DueLine(*x.Next))
		}
		return "held by the limits of partition " + x.Partition
	case Ready:
		return fmt.Sprintf("ready for %s and not taken", Rounded(FromSeconds(-x.NextSeconds)))
	}
	if x.State == Missing {
		return "without a row: nobody runs it"
	}
	return "ended: its result waits in the inbox"
}

// FromSeconds returns the duration of a number of seconds in JSON.
func FromSeconds(s float64) time.Duration { return time.Duration(math.Round(s * float64(time.Second))) }

func timers(f *Facts) []Timer {
	sites := map[int64]string{}
	for _, s := range f.Open {
		sites[s.Seq] = s.Site
	}
	var all []Timer
	for _, t := range f.Timers {
		all = append(all, Timer{Number: t.ID, Due: t.FireAt, Seconds: secondsUntil(f.Now, t.FireAt), Site: sites[t.ID]})
	}
	for _, s := range f.Open {
		if s.Kind == timeline.Timer && f.isLost(s.Seq) {
			all = append(all, Timer{Number: s.Seq, Due: s.Due, Seconds: secondsUntil(f.Now, s.Due), Site: s.Site, Missing: true})
		}
	}
	return all
}
