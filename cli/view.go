package cli

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

// The states of an open run, beside what its status says.
const (
	stateWaiting     = "waiting"
	stateReady       = "ready"
	stateRunning     = "running"
	stateGone        = "owner_gone"
	stateBlocked     = "blocked"
	stateQuarantined = "quarantined"
)

// view makes sense of the facts.
func (a *app) view(f *facts) *showJSON {
	v := &showJSON{runJSON: runOf(f.Run), Namespace: f.Namespace}
	if b := f.Run.Behind; b.Waits() && f.Status == store.Open {
		v.Behind = &behindJSON{RunID: b.Run.String(), Since: b.Since}
	}
	since := f.past.Last
	if !f.Closed.IsZero() {
		since = f.Closed
	}
	if v.Since = timeOf(since); v.Since != nil {
		v.Seconds = max(0, inSeconds(f.now.Sub(since)))
	}
	if f.cancel != nil {
		v.Cancel = &cancelJSON{At: f.cancel.Begin, Reason: f.cancel.Reason}
	}
	chainOf(f, v)
	if f.past.Parent != (history.RunID{}) {
		v.Parent = f.past.Parent.String()
	}
	if f.damage != nil {
		v.Damage = strings.TrimPrefix(f.damage.Error(), "reprise: ")
	}
	if f.Status == store.Open {
		a.openRun(f, v)
	} else {
		a.closedRun(f, v)
	}
	v.Next = a.advise(f, v)
	return v
}

// chainOf says which runs were before this one and which goes on.
func chainOf(f *facts, v *showJSON) {
	none, p := history.RunID{}, &f.past
	if p.Previous == none && p.Next == none {
		return
	}
	v.Chain = &chainJSON{Continued: p.Continued}
	if p.Previous != none {
		v.Chain.First, v.Chain.Previous = p.Chain.String(), p.Previous.String()
	}
	if p.Next != none {
		v.Chain.Next = p.Next.String()
	}
}

func (a *app) openRun(f *facts, v *showJSON) {
	v.Worker = f.worker(f.Owner)
	if f.counted {
		all, _ := f.alive()
		v.Alive = &all
	}
	v.Unserved = f.Unserved
	v.Activities = a.activities(f)
	v.Timers = timers(f)
	for _, s := range f.open {
		switch s.Kind {
		case timeline.Child:
			v.Children = append(v.Children, childJSON{Number: s.Seq, Workflow: s.Name, ID: s.WorkflowID, RunID: s.Run.String(), Site: s.Site})
		case timeline.Update:
			v.Updates = append(v.Updates, updateJSON{Number: s.Seq, Name: s.Name, Received: s.Begin})
		case timeline.Promise:
			v.Promises = append(v.Promises, promiseJSON{Number: s.Seq, Made: s.Begin, Due: timeOf(s.Due), Token: s.Token, Site: s.Site})
			v.Timers = slices.DeleteFunc(v.Timers, func(t timerJSON) bool { return t.Number == s.Seq }) // it says when it is due
		}
	}
	for _, e := range f.Inbox {
		j := entryJSON{Kind: e.Kind, Name: e.Name, ID: e.ID, Ref: e.Ref, At: e.At}
		if e.Kind == store.EntryCancel.String() {
			j.Reason = f.reason
		}
		v.Inbox = append(v.Inbox, j)
	}
	v.State = stateOf(f, v)
	if v.State == stateWaiting || v.State == stateRunning { // else what it waited for has come
		v.WaitsFor = a.waits(f, v)
	}
	v.Summary = a.summary(f, v)
	v.Notes = append(v.Notes, a.notes(f, v)...)
}

func stateOf(f *facts, v *showJSON) string {
	switch {
	case v.Worker.gone():
		return stateGone
	case v.Worker != nil:
		return stateRunning
	case f.Blocked != nil:
		return stateBlocked
	case quarantined(f.Run) && (f.Waiting == "" || len(f.Inbox) > 0):
		return stateQuarantined
	case f.Waiting == "" || len(f.Inbox) > 0:
		return stateReady
	}
	return stateWaiting
}

func (a *app) closedRun(f *facts, v *showJSON) {
	v.State = v.Status
	p := &f.past
	took := span(f.Closed.Sub(f.Created))
	v.Failure, v.Reason = a.failure(p.Failure), p.Reason
	switch {
	case p.Ended == history.KindRunCompleted:
		v.Result = a.value(p.Result)
		v.Summary = "completed after " + took
	case p.Failure != nil:
		v.Summary = fmt.Sprintf("%s after %s: %s", v.Status, took, errorLine(v.Failure))
	case p.Reason != "":
		v.Summary = fmt.Sprintf("%s after %s: %s", v.Status, took, p.Reason)
	default: // the history could not be read, or nobody said why
		v.Summary = fmt.Sprintf("%s after %s", v.Status, took)
		if v.Chain != nil && v.Chain.Next != "" {
			v.Summary += " as run " + v.Chain.Next
		}
	}
	for _, e := range f.undelivered {
		switch b := e.Body.(type) {
		case *history.SignalReceived:
			v.Missed = append(v.Missed, signalJSON{Seq: e.Seq, Name: b.Name, ID: b.ID})
		case *history.UpdateReceived:
			v.Missed = append(v.Missed, signalJSON{Seq: e.Seq, Name: b.Name, ID: b.ID, Update: true})
		}
	}
	if f.Undelivered > 0 {
		what := count(f.Undelivered, "signal")
		if slices.ContainsFunc(v.Missed, func(m signalJSON) bool { return m.Update }) {
			what = fmt.Sprintf("%d signals and updates", f.Undelivered)
		}
		v.Notes = append(v.Notes, what+" came that the workflow never received")
	}
}

// summary says in a line why an open run does not go on.
func (a *app) summary(f *facts, v *showJSON) string {
	deaths := fmt.Sprintf("its workers died, %d times without progress", f.Deaths+f.QuarantineDeaths)
	switch v.State {
	case stateBlocked:
		if f.Blocked.Reason == store.ReasonPoison {
			return "blocked (poison): " + deaths
		}
		if b := f.Blocked; b.Reason == "mismatch" && b.Build != "" {
			return fmt.Sprintf("blocked (mismatch): the code of build %s does not do what the run's history says it did", b.Build)
		}
		return fmt.Sprintf("blocked (%s): %s", f.Blocked.Reason, meaning(f.Blocked))
	case stateQuarantined:
		return "quarantined: " + deaths + "; a worker will try it alone" + f.nobody()
	case stateGone:
		return fmt.Sprintf("waits for: %s%s", takeOver(v.Worker), f.nobody())
	case stateReady:
		if all, _ := f.alive(); f.Unserved != "" && all > 0 {
			return "ready, and no worker takes it"
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

// blockings are the reasons for which the engine blocks a run.
var blockings = map[string]string{
	"mismatch":      "the code does not do what the run's history says it did",
	"panic":         "the workflow panicked again and again",
	"stuck":         "workflow code waits for something outside the engine",
	"deadlock":      "every coroutine of the workflow waits for another one or for nothing",
	"corrupt":       "its history or inbox is damaged",
	"unknown event": "a newer version of Reprise wrote its history",
	"unknown level": "it was made under scheduling rules this build does not know",
	"too large":     "one task asked for more than a task may hold",
	"store":         "the store will never take its commit",
}

// nobody is said where a worker is needed.
func (f *facts) nobody() string {
	if all, _ := f.alive(); f.counted && all == 0 {
		return "; none is alive"
	}
	return ""
}

// errorLine is a failure in one line.
func errorLine(f *failureJSON) string {
	text := firstLine(f.Message)
	switch {
	case text == "":
		return string(cmp.Or(f.Code, failure.Code(f.Kind)))
	case f.Code == "" || string(f.Code) == text:
		return text
	}
	return fmt.Sprintf("%s (code %s)", text, f.Code)
}

func secondsUntil(now, t time.Time) float64 { return inSeconds(t.Sub(now)) }

// firstLine is the line that a text from outside begins with.
func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
