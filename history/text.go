package history

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// String returns the kind in words: "activity scheduled".
func (k Kind) String() string {
	switch k {
	case KindStarted:
		return "started"
	case KindActivityCompleted:
		return "activity completed"
	case KindActivityFailed:
		return "activity failed"
	case KindAttemptEnded:
		return "attempt ended"
	case KindTimerFired:
		return "timer fired"
	case KindSignalReceived:
		return "signal received"
	case KindCancelRequested:
		return "cancel requested"
	case KindPaused:
		return "paused"
	case KindUnpaused:
		return "unpaused"
	case KindRetriedNow:
		return "retried now"
	case KindReset:
		return "reset"
	case KindRepinned:
		return "repinned"
	case KindRunTerminated:
		return "terminated"
	case KindActivityScheduled:
		return "activity scheduled"
	case KindActivityCancelRequested:
		return "activity cancel requested"
	case KindTimerStarted:
		return "timer started"
	case KindTimerCancelled:
		return "timer cancelled"
	case KindSideEffectRecorded:
		return "side effect recorded"
	case KindRunCompleted:
		return "completed"
	case KindRunFailed:
		return "failed"
	case KindRunCancelled:
		return "cancelled"
	case KindRunContinued:
		return "continued"
	case KindChangeMarked:
		return "change marked"
	case KindChildStarted:
		return "child started"
	case KindChildCancelRequested:
		return "child cancel requested"
	case KindChildEnded:
		return "child ended"
	case KindSignalSent:
		return "signal sent"
	case KindSignalAnswered:
		return "signal answered"
	case KindUpdateReceived:
		return "update received"
	case KindUpdateEnded:
		return "update ended"
	case KindAttributeSet:
		return "attribute set"
	case KindPromiseMade:
		return "promise made"
	case KindPromiseEnded:
		return "promise ended"
	case KindPromiseCancelled:
		return "promise cancelled"
	case KindTaskMarker:
		return "task marker"
	}
	return "kind " + strconv.Itoa(int(k))
}

// String renders e on one line, without the contents of payloads:
//
//	2 activity scheduled charge (order.fulfil order.go:52)
//
// An activity or timer is named by its number, the seq at which it was asked
// for.
func (e Event) String() string {
	var b strings.Builder
	if e.Seq != 0 {
		fmt.Fprintf(&b, "%d ", e.Seq)
	}
	if e.Body == nil {
		b.WriteString("no body")
	} else {
		b.WriteString(e.Body.Kind().String())
		describe(&b, e.Body)
	}
	if e.Site != "" {
		fmt.Fprintf(&b, " (%s)", e.Site)
	}
	return b.String()
}

func describe(b *strings.Builder, body Body) {
	switch e := body.(type) {
	case *Started:
		b.WriteString(words(e.Workflow, e.WorkflowID))
		if e.Previous != (RunID{}) {
			b.WriteString(" after " + e.Previous.String())
		}
		if !e.NotBefore.IsZero() {
			b.WriteString(" not before " + e.NotBefore.UTC().Format(time.RFC3339Nano))
		}
		if !e.Nominal.IsZero() {
			b.WriteString(" for " + e.Nominal.UTC().Format(time.RFC3339Nano))
		}
		if !e.Deadline.IsZero() {
			b.WriteString(" until " + e.Deadline.UTC().Format(time.RFC3339Nano))
		}
		if e.Within > 0 {
			b.WriteString(" within " + e.Within.String())
		}
	case *ActivityCompleted:
		fmt.Fprintf(b, " %d", e.Activity)
		if e.Attempt > 1 {
			fmt.Fprintf(b, " attempt %d", e.Attempt)
		}
		if e.Reused != (RunID{}) {
			b.WriteString(" reused from run " + e.Reused.String())
		}
	case *ActivityFailed:
		fmt.Fprintf(b, " %d", e.Activity)
		if e.Attempt > 0 {
			fmt.Fprintf(b, " attempt %d", e.Attempt)
		}
		b.WriteString(e.Failure.words())
	case *AttemptEnded:
		fmt.Fprintf(b, " %d attempt %d %s%s", e.Activity, e.Attempt, e.Why, e.Failure.words())
	case *TimerFired:
		fmt.Fprintf(b, " %d", e.Timer)
	case *SignalReceived:
		b.WriteString(words(e.Name, e.ID))
	case *CancelRequested:
		b.WriteString(reason(e.Reason))
	case *Steered:
		if e.Run != (RunID{}) {
			b.WriteString(" of " + e.Run.String())
		}
		if e.Build != "" {
			b.WriteString(" to" + words(e.Build))
		}
		for _, seq := range e.Activities {
			fmt.Fprintf(b, " %d", seq)
		}
		if e.Who != "" {
			b.WriteString(" by" + words(e.Who))
		}
		b.WriteString(reason(e.Why))
	case *RunTerminated:
		b.WriteString(reason(e.Reason))
	case *ActivityScheduled:
		b.WriteString(words(e.Name))
		if e.Queue != "" {
			b.WriteString(" on" + words(e.Queue))
		}
		if e.Partition != "" {
			b.WriteString(" of partition" + words(e.Partition))
		}
		if e.Priority != nil {
			fmt.Fprintf(b, " with priority %d", *e.Priority)
		}
		if e.Reuse != "" {
			b.WriteString(" reusing" + words(e.Reuse))
		}
	case *ActivityCancelRequested:
		fmt.Fprintf(b, " %d", e.Activity)
	case *TimerStarted:
		b.WriteString(" due " + e.FireAt.UTC().Format(time.RFC3339Nano))
	case *TimerCancelled:
		fmt.Fprintf(b, " %d", e.Timer)
	case *SideEffectRecorded:
		b.WriteString(e.Failure.words())
	case *RunCompleted:
		b.WriteString(undelivered(e.Undelivered))
	case *RunFailed:
		b.WriteString(e.Failure.words() + undelivered(e.Undelivered))
	case *RunCancelled:
		b.WriteString(e.Failure.words() + undelivered(e.Undelivered))
	case *ChangeMarked:
		fmt.Fprintf(b, "%s version %d", words(e.Change), e.Version)
	case *AttributeSet:
		b.WriteString(" " + e.Attr.String())
	case *ChildStarted:
		b.WriteString(words(e.Workflow, e.WorkflowID))
		if e.Queue != "" {
			b.WriteString(" on" + words(e.Queue))
		}
		if !e.Deadline.IsZero() {
			b.WriteString(" until " + e.Deadline.UTC().Format(time.RFC3339Nano))
		}
		if e.Detached {
			b.WriteString(", detached")
		}
	case *ChildCancelRequested:
		fmt.Fprintf(b, " %d%s", e.Child, reason(e.Reason))
	case *ChildEnded:
		fmt.Fprintf(b, " %d", e.Child)
		if e.How != 0 {
			b.WriteString(" " + e.How.String())
		} else {
			b.WriteString(" not started")
		}
		b.WriteString(e.Failure.words())
	case *SignalSent:
		b.WriteString(words(e.Name) + " to" + words(e.WorkflowID))
	case *UpdateReceived:
		b.WriteString(words(e.Name, e.ID))
	case *UpdateEnded:
		fmt.Fprintf(b, " %d", e.Update)
		if e.Rejected {
			b.WriteString(" rejected")
		}
		b.WriteString(e.Failure.words())
	case *PromiseMade:
		if !e.Due.IsZero() {
			b.WriteString(" due " + e.Due.UTC().Format(time.RFC3339Nano))
		}
	case *PromiseEnded:
		fmt.Fprintf(b, " %d%s", e.Promise, e.Failure.words())
	case *PromiseCancelled:
		fmt.Fprintf(b, " %d", e.Promise)
	case *SignalAnswered:
		fmt.Fprintf(b, " %d%s", e.Signal, e.Failure.words())
	case *RunContinued:
		b.WriteString(words(e.Workflow) + " as " + e.Next.String())
		if n := len(e.Handed); n > 0 {
			fmt.Fprintf(b, ", %d signals handed on", n)
		}
	}
}

// words renders names, each after a space; "" is left out.
func words(names ...string) string {
	var b strings.Builder
	for _, s := range names {
		if s == "" {
			continue
		}
		b.WriteByte(' ')
		if strings.ContainsFunc(s, func(r rune) bool {
			return r == '"' || r == unicode.ReplacementChar || unicode.IsSpace(r) || !unicode.IsPrint(r)
		}) {
			s = strconv.Quote(s)
		}
		b.WriteString(s)
	}
	return b.String()
}

// reason renders a person's text.
func reason(s string) string {
	if s == "" {
		return ""
	}
	return " " + strconv.Quote(s)
}

func (f *Failure) words() string {
	if f == nil {
		return ""
	}
	kind := ""
	if f.Kind != "" {
		kind = words("kind", string(f.Kind))
	}
	return kind + words(string(f.Code)) + reason(f.Message)
}

func undelivered(seqs []int64) string {
	if len(seqs) == 0 {
		return ""
	}
	return fmt.Sprintf(" undelivered %v", seqs)
}
