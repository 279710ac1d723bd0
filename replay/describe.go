package replay

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/reprise-run/reprise/history"
)

// describe describes an event for error texts.
func describe(b history.Body) string {
	switch b := b.(type) {
	case *history.ActivityScheduled:
		return fmt.Sprintf("activity %q", b.Name)
	case *history.ActivityCancelRequested:
		return fmt.Sprintf("cancel activity %d", b.Activity)
	case *history.TimerStarted:
		return "timer due " + stamp(b.FireAt)
	case *history.TimerCancelled:
		return fmt.Sprintf("cancel timer %d", b.Timer)
	case *history.SideEffectRecorded:
		return "side effect"
	case *history.RunCompleted:
		return "return a result"
	case *history.RunFailed:
		return fmt.Sprintf("return the error %q", b.Failure.Message)
	case *history.RunCancelled:
		return "return because of the cancellation"
	case *history.RunContinued:
		return fmt.Sprintf("continue as a new run of %q", b.Workflow)
	case *history.ChangeMarked:
		return fmt.Sprintf("version %d of change %q", b.Version, b.Change)
	case *history.AttributeSet:
		if !b.Is() {
			return "unset attribute " + Word(b.Name)
		}
		return "set attribute " + Word(b.Name)
	case *history.ChildStarted:
		what := "child"
		if b.Detached {
			what = "detached run"
		}
		if b.Named {
			return fmt.Sprintf("%s %q as %q", what, b.Workflow, b.WorkflowID)
		}
		return fmt.Sprintf("%s %q", what, b.Workflow)
	case *history.ChildCancelRequested:
		return fmt.Sprintf("cancel child %d", b.Child)
	case *history.SignalSent:
		return fmt.Sprintf("send signal %q to %q", b.Name, b.WorkflowID)
	case *history.UpdateReceived:
		return fmt.Sprintf("update %q received", b.Name)
	case *history.UpdateEnded:
		return fmt.Sprintf("answer update %d", b.Update)
	case *history.PromiseMade:
		if b.Due.IsZero() {
			return "promise"
		}
		return "promise due " + stamp(b.Due)
	case *history.PromiseCancelled:
		return fmt.Sprintf("cancel promise %d", b.Promise)
	case *history.PromiseEnded:
		return fmt.Sprintf("promise %d ended", b.Promise)
	case *history.ChildEnded:
		return fmt.Sprintf("child %d ended", b.Child)
	case *history.SignalAnswered:
		return fmt.Sprintf("signal %d answered", b.Signal)
	case *history.Started:
		return "started"
	case *history.ActivityCompleted:
		return fmt.Sprintf("activity %d completed", b.Activity)
	case *history.ActivityFailed:
		return fmt.Sprintf("activity %d failed", b.Activity)
	case *history.AttemptEnded:
		return fmt.Sprintf("attempt %d of activity %d ended", b.Attempt, b.Activity)
	case *history.TimerFired:
		return fmt.Sprintf("timer %d fired", b.Timer)
	case *history.SignalReceived:
		return fmt.Sprintf("signal %q", b.Name)
	case *history.CancelRequested:
		return "cancel requested"
	case *history.Steered:
		return b.Did.String()
	case *history.RunTerminated:
		return "terminated"
	}
	return fmt.Sprintf("event of kind %d", b.Kind())
}

// from says where the workflow asked for e. A return is no call, so from names the last
// call before it.
func from(e *history.Event) string {
	switch kind := e.Body.Kind(); {
	case e.Site == "" && (kind == history.KindActivityCancelRequested || kind == history.KindTimerCancelled || kind == history.KindChildCancelRequested || kind == history.KindPromiseCancelled):
		return ", by the request to cancel the run"
	case e.Site == "" && kind.Terminal():
		return ", before it has waited for anything"
	case e.Site == "":
		return ""
	case kind.Terminal():
		return ", after " + e.Site
	}
	return ", at " + e.Site
}

func siteOr(site string) string {
	if site == "" {
		return "an unknown place"
	}
	return site
}

// stamp formats a time for a person: UTC, with the precision that a history keeps.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.999999Z") }

// Word formats a name as one word of a sentence. It quotes a name that could be mistaken
// for part of the sentence.
func Word(s string) string {
	if s == "" || strings.ContainsFunc(s, func(r rune) bool { return strings.ContainsRune(`"();`, r) || unicode.IsSpace(r) || !unicode.IsPrint(r) }) {
		return strconv.Quote(s)
	}
	return s
}
