package program

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/doctor"
	"github.com/reprise-run/reprise/internal/mark"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
)

func runID(text string) store.RunID {
	id, _ := uuid.Parse(text) // written by the engine, so valid
	return id
}

// rows returns a whole history.
func (t *trial) rows(ctx context.Context, run store.RunID) (all []store.Row, err error) {
	for from := int64(1); ; {
		rows, err := t.Store.History(ctx, store.HistoryQuery{Run: run, From: from})
		if err != nil || len(rows) == 0 {
			return all, err
		}
		all = append(all, rows...)
		last := rows[len(rows)-1]
		from = last.Seq + int64(last.N)
	}
}

func (t *trial) events(ctx context.Context, run store.RunID) (all []history.Event, err error) {
	rows, err := t.rows(ctx, run)
	for _, r := range rows {
		_, events, err := history.DecodeRow(r.Data, r.Seq, r.N)
		if err != nil {
			return all, err
		}
		all = append(all, events...)
	}
	return all, err
}

// check verifies everything that the trial left behind.
func (t *trial) check() {
	ctx := context.Background()
	for _, text := range t.ledger.faults {
		t.violate("ledger", "%s", text)
	}
	t.stats.Attempts = len(t.ledger.entries)
	for _, e := range t.ledger.entries {
		if e.late {
			t.stats.Zombies++
		}
	}
	if _, ok := t.Store.(store.Inspector); ok && t.Bubble {
		_, err := doctor.Examine(ctx, t.Store, doctor.Options{Late: time.Second}, func(f doctor.Finding) error {
			if f.Severity != doctor.Note {
				t.violate("doctor", "%+v", f)
			}
			return nil
		})
		if err != nil {
			t.violate("doctor", "%v", err)
		}
	}
	rt, err := t.client()
	if err != nil {
		t.violate("replay", "%v", err)
		return
	}
	for _, run := range slices.SortedFunc(maps.Keys(t.runs), func(a, b store.RunID) int { return t.runs[a] - t.runs[b] }) {
		t.checkRun(ctx, rt, run)
	}
	t.checkObserver(ctx)
}

func (t *trial) checkRun(ctx context.Context, rt *reprise.Runtime, id store.RunID) {
	run, err := t.Store.Run(ctx, store.Ref{Run: id})
	if err != nil {
		t.violate("end", "%v", err)
		return
	}
	rows, err := t.rows(ctx, id)
	if err != nil {
		t.violate("end", "%s: %v", run.WorkflowID, err)
		return
	}
	t.histories = append(t.histories, rows)
	if has, err := t.Store.Pending(ctx, id); err != nil || len(has.Timers)+len(has.Activities)+len(has.Entries) > 0 {
		t.violate("left", "of %s, which has ended, there are %d timers, %d activities and %d entries: %v", run.WorkflowID, len(has.Timers), len(has.Activities), len(has.Entries), err)
	}
	lint := history.NewLinter()
	for _, r := range rows {
		for _, p := range lint.Row(r.Seq, r.N, r.Data) {
			t.violate("lint", "%s: %v", run.WorkflowID, p)
		}
	}
	for _, p := range lint.End(run.Status == store.Open) {
		t.violate("lint", "%s: %v", run.WorkflowID, p)
	}
	if err := fold(rows); err != nil {
		t.violate("oracle", "%s: %v", run.WorkflowID, err)
	}
	t.checkLedger(run, rows)
	var file bytes.Buffer
	if err := reprise.Export(ctx, rt, id, &file); err != nil {
		t.violate("replay", "%s: %v", run.WorkflowID, err)
		return
	}
	got, err := reprise.ReplayExport(ctx, rt, &file)
	if err != nil || len(got.Warnings) > 0 {
		t.violate("replay", "%s: %v %v", run.WorkflowID, err, got.Warnings)
	}
}

// fold compares a history with the oracle.
func fold(rows []store.Row) (err error) {
	o := newOracle()
	defer o.halt()
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("the oracle panics: %v", v)
		}
	}()
	var g replay.Grouper
	for _, r := range rows {
		h, events, err := history.DecodeRow(r.Data, r.Seq, r.N)
		if err != nil {
			return err
		}
		task, whole, err := g.Add(h, events)
		if err != nil {
			return err
		}
		if !whole {
			continue
		}
		commands := slices.DeleteFunc(slices.Clone(task.Commands), func(e history.Event) bool {
			_, unknown := e.Body.(*history.Unknown)
			return unknown
		})
		for _, e := range task.Events {
			if f, ok := e.Body.(*history.TimerFired); ok {
				if x := o.open[f.Timer]; x != nil && x.due.After(task.Now) {
					return fmt.Errorf("event %d fires at %v a timer that is due at %v", e.Seq, task.Now, x.due)
				}
			}
		}
		if err := o.step(task.Now, task.Events, commands); err != nil {
			return err
		}
	}
	return nil
}

// account is what a history says about the activities of a run.
type account struct {
	scheduled map[int64]*history.ActivityScheduled
	at        map[int64]int // the row that scheduled each
	cancelled map[int64]int // the row that cancelled each
	handed    map[[2]int64]bool
}

// checkLedger compares a history with what the activities did.
func (t *trial) checkLedger(run store.Run, rows []store.Row) {
	a := account{map[int64]*history.ActivityScheduled{}, map[int64]int{}, map[int64]int{}, map[[2]int64]bool{}}
	byNumber := map[int64][]*entry{}
	for _, e := range t.ledger.entries {
		if e.run == run.ID.String() {
			byNumber[e.number] = append(byNumber[e.number], e)
		}
	}
	wrong := func(format string, args ...any) {
		t.violate("ledger", "%s: %s", run.WorkflowID, fmt.Sprintf(format, args...))
	}
	got := map[string]int{}
	for n, r := range rows {
		_, events, err := history.DecodeRow(r.Data, r.Seq, r.N)
		if err != nil {
			return // the oracle reports it
		}
		t.stats.Events += len(events)
		for _, e := range events {
			switch b := e.Body.(type) {
			case *history.ActivityScheduled:
				a.scheduled[e.Seq], a.at[e.Seq] = b, n
			case *history.ActivityCancelRequested:
				a.cancelled[b.Activity] = n
			case *history.AttemptEnded:
				if b.Why == history.WhyHandedOver {
					a.handed[[2]int64{b.Activity, int64(b.Attempt)}] = true
				}
			case *history.ActivityCompleted:
				var d Done
				if err := codecs.Decode(b.Result, &d); err != nil {
					wrong("the result of activity %d: %v", b.Activity, err)
					continue
				}
				if !slices.ContainsFunc(byNumber[b.Activity], func(e *entry) bool {
					return e.attempt == b.Attempt && e.ended && e.err == nil && e.result == d
				}) {
					wrong("activity %d completed with %q of attempt %d, which that attempt did not return", b.Activity, d.Token, b.Attempt)
				}
			case *history.ActivityFailed:
				_, cancelled := a.cancelled[b.Activity]
				t.checkFailed(b, a.scheduled[b.Activity], cancelled, byNumber[b.Activity], wrong)
			case *history.SideEffectRecorded:
				var v string
				if err := codecs.Decode(b.Value, &v); err != nil || !slices.Contains(t.ledger.effects[run.ID.String()], v) {
					wrong("event %d records side effect %q, which was not computed: %v", e.Seq, v, err)
				}
			case *history.SignalReceived:
				got[b.ID]++
			}
		}
	}
	for number, entries := range byNumber {
		s := a.scheduled[number]
		if s == nil {
			wrong("activity %d begins, and the history does not schedule it", number)
			continue
		}
		var want Act
		_ = codecs.Decode(s.Input, &want)
		times := map[int]int{}
		for _, e := range entries {
			if x, y := fmt.Sprint(e.act), fmt.Sprint(want); x != y {
				wrong("activity %d is given %.200s, and was scheduled with %.200s", number, x, y)
			}
			if e.key != fmt.Sprintf("%s/%d", e.run, e.number) {
				wrong("activity %d has key %q", number, e.key)
			}
			if m := s.Policy.MaxAttempts; m > 0 && e.attempt > m {
				wrong("attempt %d at activity %d begins, its policy allows %d", e.attempt, number, m)
			}
			if times[e.attempt]++; times[e.attempt] > 1 && !a.handed[[2]int64{number, int64(e.attempt)}] && !s.Policy.Transactional && !stoppedBefore(entries, e) {
				wrong("attempt %d at activity %d begins %d times", e.attempt, number, times[e.attempt])
			}
		}
		if n, ok := a.cancelled[number]; ok && n == a.at[number] {
			wrong("activity %d begins, and the task that scheduled it cancelled it", number)
		}
	}
	if run.Status != store.Terminated {
		t.mu.Lock()
		defer t.mu.Unlock()
		for id := range t.sent {
			if strings.HasPrefix(id, run.WorkflowID+"-") && got[id] != 1 {
				t.wrong = append(t.wrong, Violation{"signal", fmt.Sprintf("%s: signal %s was accepted and is %d times in the history", run.WorkflowID, id, got[id])})
			}
		}
	}
}

// stoppedBefore reports whether the attempt ran before and was interrupted by a stop or
// a crash.
func stoppedBefore(entries []*entry, e *entry) bool {
	return slices.ContainsFunc(entries, func(b *entry) bool { return b.attempt == e.attempt && b.n < e.n && (b.stopped || !b.ended) })
}

// checkFailed checks a recorded failure.
func (t *trial) checkFailed(b *history.ActivityFailed, s *history.ActivityScheduled, cancelled bool, entries []*entry, wrong func(string, ...any)) {
	if s == nil {
		return // the linter reports it
	}
	err := error(&b.Failure)
	switch {
	case cancelled && errors.Is(err, activity.ErrOutcomeUnknown):
	case b.Failure.Kind == mark.Cancelled:
		if !cancelled {
			wrong("activity %d ends as cancelled, and nobody has cancelled it", b.Activity)
		}
		returned := func(e *entry) bool { return e.attempt == b.Attempt && e.ended && e.err == nil }
		if slices.ContainsFunc(entries, returned) && !s.Policy.Transactional { // a transaction may be rolled back all the same
			wrong("activity %d ends as cancelled at attempt %d, which returned a result", b.Activity, b.Attempt)
		}
	case errors.Is(err, activity.ErrOutcomeUnknown), errors.Is(err, activity.ErrLost):
		if s.Policy.MaxAttempts == 0 || b.Attempt < s.Policy.MaxAttempts {
			wrong("activity %d ends with %v at attempt %d, its policy allows %d", b.Activity, err, b.Attempt, s.Policy.MaxAttempts)
		}
	case errors.Is(err, activity.ErrTimeout):
	default:
		if !slices.ContainsFunc(entries, func(e *entry) bool {
			return e.attempt == b.Attempt && e.ended && e.err != nil && (failure.CodeOf(e.err) == failure.CodeOf(err) || e.err.Error() == "panic")
		}) {
			wrong("activity %d failed with %v at attempt %d, which that attempt did not return", b.Activity, err, b.Attempt)
		}
	}
}

// known lists faults of the engine that a check recognizes and counts instead of
// reporting. Delete an entry together with its fault.
var known = map[string]string{
	knownUntold: "the Observer is not told the end of an attempt at an activity that was cancelled, whose run ended first, or whose worker had lost its lease",
	knownClosed: "the Observer is not told the end of a run that was terminated",
}

const (
	knownUntold = "untold"
	knownClosed = "closed"
)

// isKnown counts a known fault.
func (t *trial) isKnown(what string) bool {
	if known[what] == "" {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stats.Known++
	return true
}

// unended returns the names of the run's activities that ended without a result.
func (t *trial) unended(ctx context.Context, run store.RunID) map[string]bool {
	events, _ := t.events(ctx, run) // other checks report an unreadable history
	open := map[int64]string{}
	for _, e := range events {
		if s, ok := e.Body.(*history.ActivityScheduled); ok {
			open[e.Seq] = s.Name
		}
		delete(open, endsActivity(e.Body))
	}
	names := map[string]bool{}
	for _, name := range open {
		names[name] = true
	}
	return names
}

// checkObserver compares the calls of Observers of workers that did not die with the
// histories.
func (t *trial) checkObserver(ctx context.Context) {
	told, died := map[store.RunID]int{}, false
	for _, w := range append(slices.Clone(t.past), t.workers...) {
		if w.store.Crashed() {
			died = true
			continue
		}
		for id, n := range w.closed {
			told[id] += n
		}
		for a, n := range w.begun {
			run, err := t.Store.Run(ctx, store.Ref{Run: a.run})
			if err != nil {
				continue
			}
			missing := n - w.ended[a]
			if missing == 0 {
				continue
			}
			lost := t.stats.Condemned+t.Silences > 0
			if missing > 0 && (lost || t.unended(ctx, a.run)[a.name]) && t.isKnown(knownUntold) {
				continue
			}
			t.violate("observer", "%s was told %d times that attempt %d at %s of %s begins, and %d times that it ends", w.name, n, a.attempt, a.name, run.WorkflowID, w.ended[a])
		}
		for a, n := range w.ended {
			if w.begun[a] == 0 {
				t.violate("observer", "%s was told %d times that attempt %d at %s ends, and never that it begins", w.name, n, a.attempt, a.name)
			}
		}
	}
	for id := range t.runs {
		run, err := t.Store.Run(ctx, store.Ref{Run: id})
		if err != nil || run.Status == store.Open {
			continue
		}
		if n := told[id]; n > 1 || n == 0 && !died && (run.Status != store.Terminated || !t.isKnown(knownClosed)) {
			t.violate("observer", "that %s has ended was told %d times", run.WorkflowID, n)
		}
	}
}

// story returns the order of steps, what the activities did, and the histories.
func (t *trial) story() string {
	var b strings.Builder
	if t.sched != nil {
		b.WriteString(t.sched.String())
	}
	for _, e := range t.ledger.entries {
		fmt.Fprintf(&b, "%s: attempt %d at %s (%d) of run %s: ended %t, %q, %v\n", e.worker, e.attempt, e.name, e.number, e.run[len(e.run)-4:], e.ended, e.result.Token, e.err)
	}
	for id, i := range t.runs {
		fmt.Fprintf(&b, "history of %s-%d (run %s):\n", t.prefix(), i+1, id)
		events, err := t.events(context.Background(), id)
		for _, e := range events {
			text, _ := json.Marshal(e.Body)
			fmt.Fprintf(&b, "  %d %s %.300s\n", e.Seq, strings.TrimPrefix(fmt.Sprintf("%T", e.Body), "*history."), text)
		}
		if err != nil {
			fmt.Fprintln(&b, err)
		}
	}
	return b.String()
}
