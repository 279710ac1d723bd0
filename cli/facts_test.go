package cli

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/internal/timeline"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// noon is the current time in these tests; runs began an hour earlier.
var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func ago(d time.Duration) time.Time { return noon.Add(-d) }

type decision struct {
	Yes bool   `json:"yes"`
	By  string `json:"by"`
}

// testApp returns a command line that prints tables into out, at noon.
func testApp(t *testing.T, out *bytes.Buffer) *app {
	t.Helper()
	st := memory.New()
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	rt, err := reprise.New(st, reprise.Config{Logger: slog.New(slog.DiscardHandler)}, workflow.DefineSignal[decision]("approve"))
	if err != nil {
		t.Fatal(err)
	}
	a := newApp(Program{Name: "reprise", Stdout: out})
	a.RT, a.AsOf, a.output, a.Times = rt, noon, "table", "relative"
	return a
}

// The workers of the tests: the first two live, and the third one's lease has not ended yet.
var (
	workerA = id(0xa)
	workerB = id(0xb)
	workerC = id(0xc)
)

func id(n byte) uuid.UUID { return uuid.UUID{0: n, 15: n} }

func workers(alive ...store.WorkerID) []store.WorkerState {
	var all []store.WorkerState
	for i, w := range alive {
		all = append(all, store.WorkerState{
			Worker: store.Worker{ID: w, Build: "v1", Host: fmt.Sprintf("host-%x", w[0]), PID: 100 + i}, LeaseUntil: noon.Add(6 * time.Second), Alive: true,
		})
	}
	return all
}

// with makes the facts of an open run that has reserved the stock, and changes them.
func with(t *testing.T, rows string, change func(*inspect.Facts)) *inspect.Facts {
	t.Helper()
	f := &inspect.Facts{Name: "order-17", Now: noon, Counted: true, Workers: workers(workerA)}
	f.Run = store.Run{
		ID: id(0x17), Namespace: "default", WorkflowID: "order-17", Workflow: "order", Queue: "default", Status: store.Open,
		Epoch: 1, NextSeq: 5, Level: 1, Build: "v1", Created: ago(time.Hour),
	}
	f.Events = 4
	foldInto(t, f, rows, func(timeline.Span) {})
	if change != nil {
		change(f)
	}
	describe(f)
	f.Amiss = f.Outstanding()
	return f
}

// describe adds what reprise.Describe says about the history of a run that is not parked.
func describe(f *inspect.Facts) {
	if f.Status != store.Open || f.Waiting != "" {
		return
	}
	sites, told := map[int64]string{}, len(f.Waits) > 0 || f.Blocked != nil
	for _, s := range f.Open {
		sites[s.Seq] = s.Site
		if s.Kind == timeline.Activity && !s.Row {
			f.Activities = append(f.Activities, reprise.ActivityState{
				Number: s.Seq, Name: s.Name, Queue: f.Queue, Attempt: 1, Eager: true,
				Running: f.Owner != store.WorkerID{}, Owner: f.Owner, Claimed: s.Begin, Scheduled: s.Begin, Site: s.Site,
			})
		}
	}
	slices.SortFunc(f.Activities, func(a, b reprise.ActivityState) int { return int(a.Number - b.Number) })
	if told {
		return
	}
	wait := func(number int64, w reprise.WaitFor) {
		if w.Number = number; len(f.Waits) < 20 {
			f.Waits = append(f.Waits, reprise.Wait{Site: sites[number], For: []reprise.WaitFor{w}})
		} else {
			f.MoreWaits = true
		}
	}
	for _, a := range f.Activities {
		wait(a.Number, reprise.WaitFor{Kind: "activity", Name: a.Name})
	}
	for _, t := range f.Timers {
		wait(t.ID, reprise.WaitFor{Kind: "timer", Due: t.FireAt})
	}
}

// foldInto reads a history written in rows.
func foldInto(t *testing.T, f *inspect.Facts, rows string, ended func(timeline.Span)) {
	t.Helper()
	fold := timeline.New(func(s timeline.Span) {
		ended(s)
		if s.Kind == timeline.Cancel {
			f.Cancel = &s
		}
	})
	foldRows(t, fold, rows)
	f.Past, f.Open = fold.Run(), fold.Open()
}

// foldRows folds rows, written one per line: how long ago, then the events, separated by "; ".
// The first event has seq 1.
func foldRows(t *testing.T, fold *timeline.Fold, rows string) {
	t.Helper()
	seq := int64(1)
	for line := range strings.SplitSeq(strings.TrimSpace(rows), "\n") {
		when, rest, ok := strings.Cut(strings.TrimSpace(line), ": ")
		d, err := time.ParseDuration(when)
		if err != nil || !ok {
			t.Fatalf("%q: %v", line, err)
		}
		var events []history.Event
		for text := range strings.SplitSeq(rest, "; ") {
			text, site, _ := strings.Cut(text, " @ ")
			events = append(events, history.Event{Seq: seq, Site: site, Body: bodyOf(t, strings.Fields(text))})
			seq++
		}
		fold.Row(history.Header{Now: ago(d), Level: 1, Build: "v1"}, events)
	}
}

func bodyOf(t *testing.T, w []string) history.Body {
	t.Helper()
	number := func(i int) (n int64) {
		if _, err := fmt.Sscan(w[i], &n); err != nil {
			t.Fatalf("%q: %v", w, err)
		}
		return n
	}
	refused := &history.Failure{Code: "refused", Message: "connection refused", Retryable: true}
	switch w[0] {
	case "started":
		return &history.Started{Workflow: "order", WorkflowID: "order-17", Build: "v1"}
	case "activity":
		return &history.ActivityScheduled{Name: w[1], Eager: true, Policy: history.Policy{MaxAttempts: 50}}
	case "row":
		return &history.ActivityScheduled{Name: w[1], Queue: w[2]}
	case "attempt":
		return &history.AttemptEnded{Activity: number(1), Attempt: int(number(2)), Why: history.Why(w[3]), Failure: refused}
	case "done":
		return &history.ActivityCompleted{Activity: number(1), Attempt: int(number(2))}
	case "failed":
		return &history.ActivityFailed{Activity: number(1), Attempt: int(number(2)), Failure: *refused}
	case "timer":
		d, err := time.ParseDuration(w[1])
		if err != nil {
			t.Fatal(err)
		}
		return &history.TimerStarted{FireAt: noon.Add(d)}
	case "fired":
		return &history.TimerFired{Timer: number(1)}
	case "unset":
		return &history.TimerCancelled{Timer: number(1)}
	case "signal":
		return &history.SignalReceived{Name: w[1], ID: "s-1"}
	case "effect":
		return &history.SideEffectRecorded{}
	case "cancel":
		return &history.CancelRequested{Reason: w[1]}
	case "completed":
		return &history.RunCompleted{}
	}
	t.Fatalf("no such event: %q", w)
	return nil
}

const reserved = `
	1h: started; activity reserve @ order.steps fulfil.go:29
	59m: done 2 1; `

// parkedFor sets the facts to a parked run that waits for what text says.
func parkedFor(f *inspect.Facts, text string) {
	f.Waiting = text
	f.Waits, f.MoreWaits = inspect.WaitsOf(f.Run)
}

// rowed adds the row of an activity that is open in the history.
func rowed(f *inspect.Facts, s reprise.ActivityState) {
	s.Queue, s.Deadline = "default", time.Time{}
	f.Activities = append(f.Activities, s)
}

var errRefused error = &history.Failure{Code: "refused", Message: "order: card company: connection refused\nafter three tries", Retryable: true}

var errDamaged = errors.New("reprise: history of 17: history: event 3 is damaged")
