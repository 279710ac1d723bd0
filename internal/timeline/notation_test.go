package timeline_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/mark"
)

// day is that of the scripts' times.
var day = time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)

func at(t *testing.T, s string) time.Time {
	t.Helper()
	clock, err := time.Parse("15:04:05", s)
	if err != nil {
		t.Fatal(err)
	}
	return day.Add(clock.Sub(clock.Truncate(24 * time.Hour)))
}

// row reads "12:00:01 [open:] event; event; ...". The first event has the seq given.
func row(t *testing.T, line string, seq int64) (history.Header, []history.Event) {
	t.Helper()
	clock, rest, _ := strings.Cut(line, " ")
	rest, open := strings.CutPrefix(rest, "open: ")
	h := history.Header{Now: at(t, clock), Level: 1, Build: "v1", Open: open}
	var events []history.Event
	for text := range strings.SplitSeq(rest, "; ") {
		text, site, _ := strings.Cut(text, " @ ")
		events = append(events, history.Event{Seq: seq, Site: site, Body: body(t, strings.Fields(text))})
		seq++
	}
	return h, events
}

func body(t *testing.T, w []string) history.Body {
	t.Helper()
	word := func(i int) string {
		if i < len(w) {
			return w[i]
		}
		return ""
	}
	number := func(i int) int64 {
		n, err := strconv.ParseInt(word(i), 10, 64)
		if err != nil {
			t.Fatalf("%v: a number must stand at %d", w, i)
		}
		return n
	}
	failed := func(code failure.Code) *history.Failure {
		if code == "" {
			return nil
		}
		return &history.Failure{Code: code}
	}
	text := func(s string) history.Payload { return history.Payload{Enc: "text", Data: []byte(s)} }
	switch strings.Join(w[:min(2, len(w))], " ") {
	case "started order":
		return &history.Started{Workflow: "order", WorkflowID: "order-1", Build: "v1", Input: text("input")}
	case "activity charge", "activity ship": // activity charge eager|row [QUEUE]
		return &history.ActivityScheduled{Name: w[1], Eager: word(2) == "eager", Queue: word(3)}
	case "attempt ended": // attempt ended 2 1 lost [CODE]
		return &history.AttemptEnded{Activity: number(2), Attempt: int(number(3)), Why: history.Why(strings.ReplaceAll(word(4), "-", " ")), Failure: failed(failure.Code(word(5)))}
	case "activity completed": // activity completed 2 1 [CODE]
		return &history.ActivityCompleted{Activity: number(2), Attempt: int(number(3)), Result: text("result"), Last: failed(failure.Code(word(4)))}
	case "activity failed":
		b := &history.ActivityFailed{Activity: number(2), Attempt: int(number(3)), Failure: *failed(failure.Code(word(4)))}
		for i := 5; i+1 < len(w); i += 2 { // what failed before, and when
			b.Tried = history.WithTried(b.Tried, i/2-1, at(t, w[i]), failed(failure.Code(w[i+1])))
		}
		return b
	case "activity cancel": // activity cancel requested 2
		return &history.ActivityCancelRequested{Activity: number(3)}
	case "timer due":
		return &history.TimerStarted{FireAt: at(t, w[2])}
	case "timer fired":
		return &history.TimerFired{Timer: number(2)}
	case "timer cancelled":
		return &history.TimerCancelled{Timer: number(2)}
	case "child mail": // child mail mail-1 [detached]
		return &history.ChildStarted{Workflow: w[1], WorkflowID: word(2), Detached: word(3) == "detached"}
	case "child ended": // child ended 2 completed|failed|cancelled|terminated
		end := &history.ChildEnded{Child: number(2), How: map[string]history.Kind{
			"completed": history.KindRunCompleted, "failed": history.KindRunFailed, "cancelled": history.KindRunCancelled, "terminated": history.KindRunTerminated,
		}[word(3)]}
		if end.How != history.KindRunCompleted {
			end.Failure = failed("late")
		} else {
			end.Result = text("sent")
		}
		return end
	case "signal approve":
		return &history.SignalReceived{Name: "approve", ID: "s", Payload: text("yes")}
	case "side effect":
		return &history.SideEffectRecorded{Value: text("7"), Failure: failed(failure.Code(word(2)))}
	case "cancel requested":
		return &history.CancelRequested{Reason: word(2)}
	case "completed":
		return &history.RunCompleted{Result: text("done")}
	case "failed":
		return &history.RunFailed{Failure: *failed("late"), Undelivered: []int64{3}}
	case "cancelled":
		return &history.RunCancelled{Failure: history.Failure{Kind: mark.Cancelled}}
	case "terminated":
		return &history.RunTerminated{Reason: "wrong"}
	case "marker":
		return &history.Unknown{Number: history.KindTaskMarker}
	case "newer":
		return &history.Unknown{Number: 99, Raw: []byte("?")}
	}
	t.Fatalf("no such event: %q", w)
	return nil
}

func clock(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.Format("15:04:05")
}

func failedAs(f *history.Failure) string {
	if f == nil {
		return ""
	}
	return fmt.Sprintf(" (%v)", f)
}
