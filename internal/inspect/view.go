package inspect

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/timeline"
	"github.com/reprise-run/reprise/store"
)

// The states of an open run, in addition to its status.
const (
	StateWaiting     = "waiting"
	StateReady       = "ready"
	StateRunning     = "running"
	StateGone        = "owner_gone"
	StateBlocked     = "blocked"
	StateQuarantined = "quarantined"
)

// View interprets the facts.
func (l *Look) View(f *Facts) *Shown {
	v := &Shown{Run: RunOf(f.Run), Namespace: f.Namespace}
	if covered(l) {
		v.Hide()
	}
	if b := f.Run.Behind; b.Waits() && f.Status == store.Open {
		v.Behind = &Behind{RunID: b.Run.String(), Since: b.Since}
	}
	since := f.Past.Last
	if !f.Closed.IsZero() {
		since = f.Closed
	}
	if v.Since = timeOf(since); v.Since != nil {
		v.Seconds = max(0, InSeconds(f.Now.Sub(since)))
	}
	if f.Cancel != nil {
		v.Cancel = &CancelRequest{At: f.Cancel.Begin, Reason: f.Cancel.Reason}
	}
	chainOf(f, v)
	if f.Past.Parent != (history.RunID{}) {
		v.Parent = f.Past.Parent.String()
	}
	if f.Damage != nil {
		v.Damage = strings.TrimPrefix(f.Damage.Error(), "reprise: ")
	}
	if f.Status == store.Open {
		l.openRun(f, v)
	} else {
		l.closedRun(f, v)
	}
	v.Next = l.advise(f, v)
	return v
}

// token returns the token of a promise, or "" if it is hidden.
func (l *Look) token(t string) string {
	if l.Hidden {
		return ""
	}
	return t
}

// chainOf fills in the runs before this one and the run that it continued as.
func chainOf(f *Facts, v *Shown) {
	none, p := history.RunID{}, &f.Past
	if p.Previous == none && p.Next == none {
		return
	}
	v.Chain = &Chain{Continued: p.Continued}
	if p.Previous != none {
		v.Chain.First, v.Chain.Previous = p.Chain.String(), p.Previous.String()
	}
	if p.Next != none {
		v.Chain.Next = p.Next.String()
	}
}

func (l *Look) openRun(f *Facts, v *Shown) {
	v.Worker = f.Worker(f.Owner)
	if f.Counted {
		all, _ := f.Alive()
		v.Alive = &all
	}
	v.Unserved = f.Unserved
	v.Activities = l.activities(f)
	v.Timers = timers(f)
	for _, s := range f.Open {
		switch s.Kind {
		case timeline.Child:
			v.Children = append(v.Children, Child{Number: s.Seq, Workflow: s.Name, ID: s.WorkflowID, RunID: s.Run.String(), Site: s.Site})
		case timeline.Update:
			v.Updates = append(v.Updates, Update{Number: s.Seq, Name: s.Name, Received: s.Begin})
		case timeline.Promise:
			v.Promises = append(v.Promises, Promise{Number: s.Seq, Made: s.Begin, Due: timeOf(s.Due), Token: l.token(s.Token), Site: s.Site})
			v.Timers = slices.DeleteFunc(v.Timers, func(t Timer) bool { return t.Number == s.Seq }) // it says when it is due
		}
	}
	for _, e := range f.Inbox {
		j := Entry{Kind: e.Kind, Name: e.Name, ID: e.ID, Ref: e.Ref, At: e.At}
		if e.Kind == store.EntryCancel.String() {
			j.Reason = f.CancelReason
		}
		v.Inbox = append(v.Inbox, j)
	}
	v.State = stateOf(f, v)
	if v.State == StateWaiting || v.State == StateRunning { // else what it waited for has come
		v.WaitsFor = l.waits(f, v)
	}
	v.Summary = l.summary(f, v)
	v.Notes = append(v.Notes, l.notes(f, v)...)
}

func stateOf(f *Facts, v *Shown) string {
	switch {
	case v.Worker.gone():
		return StateGone
	case v.Worker != nil:
		return StateRunning
	case f.Blocked != nil:
		return StateBlocked
	case Quarantined(f.Run) && (f.Waiting == "" || len(f.Inbox) > 0):
		return StateQuarantined
	case f.Waiting == "" || len(f.Inbox) > 0:
		return StateReady
	}
	return StateWaiting
}

func (l *Look) closedRun(f *Facts, v *Shown) {
	v.State = v.Status
	p := &f.Past
	took := Rounded(f.Closed.Sub(f.Created))
	v.Failure, v.Reason = l.Failure(p.Failure), p.Reason
	switch {
	case p.Ended == history.KindRunCompleted:
		v.Result = l.value(p.Result)
		v.Summary = "completed after " + took
	case p.Failure != nil:
		v.Summary = fmt.Sprintf("%s after %s: %s", v.Status, took, ErrorLine(v.Failure))
	case p.Reason != "":
		v.Summary = fmt.Sprintf("%s after %s: %s", v.Status, took, p.Reason)
	default: // the history could not be read, or no reason was given
		v.Summary = fmt.Sprintf("%s after %s", v.Status, took)
		if v.Chain != nil && v.Chain.Next != "" {
			v.Summary += " as run " + v.Chain.Next
		}
	}
	for _, e := range f.Unreceived {
		switch b := e.Body.(type) {
		case *history.SignalReceived:
			v.Missed = append(v.Missed, Missed{Seq: e.Seq, Name: b.Name, ID: b.ID})
		case *history.UpdateReceived:
			v.Missed = append(v.Missed, Missed{Seq: e.Seq, Name: b.Name, ID: b.ID, Update: true})
		}
	}
	if f.Undelivered > 0 {
		what := Count(f.Undelivered, "signal")
		if slices.ContainsFunc(v.Missed, func(m Missed) bool { return m.Update }) {
			what = fmt.Sprintf("%d signals and updates", f.Undelivered)
		}
		v.Notes = append(v.Notes, what+" arrived that the workflow never received")
	}
}

// summary says in one line why an open run does not continue.
func (l *Look) summary(f *Facts, v *Shown) string {
	deaths := fmt.Sprintf("its workers died %d times without progress", f.Deaths+f.QuarantineDeaths)
	switch v.State {
	case StateBlocked:
		if f.Blocked.Reason == store.ReasonPoison {
			return "blocked (poison): " + deaths
		}
		if b := f.Blocked; b.Reason == mismatch && b.Build != "" {
			return fmt.Sprintf("blocked (mismatch): the code of build %s does not do what the run's history says it did", b.Build)
		}
		return fmt.Sprintf("blocked (%s): %s", f.Blocked.Reason, Meaning(f.Blocked.Reason, f.Blocked.Text))
	case StateQuarantined:
		return "quarantined: " + deaths + "; a worker will try it alone" + f.nobody()
	case StateGone:
		return fmt.Sprintf("waits for: %s%s", takeOver(v.Worker), f.nobody())
	case StateReady:
		if all, _ := f.Alive(); f.Unserved != "" && all > 0 {
			return "ready, but no worker takes it"
		}
		return "ready: a worker will take it" + f.nobody()
	}
	if len(v.WaitsFor) == 0 {
		return fmt.Sprintf("at work: %s has it", v.Worker)
	}
	all := make([]string, len(v.WaitsFor))
	for i, w := range v.WaitsFor {
		all[i] = w.For
	}
	return "waits for: " + strings.Join(all, "; ")
}

// mismatch is the reason of a block whose text shows both sides.
const mismatch = "mismatch"

// blockings explains the reasons for which the engine blocks a run.
var blockings = map[string]string{
	mismatch:        "the code does not do what the run's history says it did",
	"panic":         "the workflow keeps panicking",
	"stuck":         "workflow code waits for something outside the engine",
	"deadlock":      "every coroutine of the workflow waits for another one or for nothing",
	"corrupt":       "its history or inbox is damaged",
	"unknown event": "a newer version of Reprise wrote its history",
	"unknown level": "it was made under scheduling rules this build does not know",
	"too large":     "one task asked for more than a task may hold",
	"store":         "the store will never take its commit",
}

// nobody says that a worker is needed.
func (f *Facts) nobody() string {
	if all, _ := f.Alive(); f.Counted && all == 0 {
		return "; none is alive"
	}
	return ""
}

// ErrorLine formats a failure in one line.
func ErrorLine(f *Failure) string {
	text := FirstLine(f.Message)
	switch {
	case text == "":
		return string(cmp.Or(f.Code, failure.Code(f.Kind)))
	case f.Code == "" || string(f.Code) == text:
		return text
	}
	return fmt.Sprintf("%s (code %s)", text, f.Code)
}

func secondsUntil(now, t time.Time) float64 { return InSeconds(t.Sub(now)) }

// FirstLine returns the first line of a text from outside.
func FirstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
