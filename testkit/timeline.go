package testkit

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/timeline"
	"github.com/reprise-run/reprise/store"
)

// Timeline is [Env.History] for a reader: what the run asked for and waited for, from when to when,
// with the attempts at each activity that took more than one. For a chain it shows each run.
func (e *Env) Timeline(workflowID string) (text string) {
	e.Helper()
	e.look(func() error {
		e.calm()
		runs, err := e.chain(workflowID)
		if err != nil {
			return fmt.Errorf("the timeline of %q: %w", workflowID, err)
		}
		for _, run := range runs {
			one, err := e.timeline(run, 0)
			if err != nil {
				return err
			}
			text += one
		}
		return nil
	})
	return text
}

// timeline shows the last spans of a run, at most room of them; 0: all.
func (e *Env) timeline(run store.Run, room int) (string, error) {
	var spans []timeline.Span
	fold, err := e.fold(run.ID, func(s timeline.Span) { spans = append(spans, s) })
	if err != nil {
		return "", err
	}
	whole := fold.Run()
	t := table{begun: whole.Begin}
	fmt.Fprintf(&t, "%s (workflow %s), run %s, %s\n", run.WorkflowID, run.Workflow, run.ID, state(run, whole))
	fmt.Fprintf(&t, "  %12s  %-12s (since its start at %s)\n", "from", "to", whole.Begin.UTC().Format("2006-01-02 15:04:05"))
	never := unheard(spans, whole.Undelivered)
	spans = append(spans, fold.Open()...)
	if more := len(spans) - room; room > 0 && more > 0 {
		fmt.Fprintf(&t, "  %d more, and then\n", more)
		spans = spans[more:]
	}
	for _, s := range spans {
		t.span(s)
		if s.Kind == timeline.Activity {
			t.attempts(e.attemptsAt(run.ID, s.Seq))
		}
	}
	t.WriteString(never)
	return t.String(), nil
}

// state tells the status of a run, and why.
func state(run store.Run, whole timeline.Run) string {
	text := run.Status.String()
	if run.Status == store.Open && run.Blocked != nil {
		text = fmt.Sprintf("blocked (%s)", run.Blocked.Reason)
	}
	text += why(whole.Failure)
	if whole.Reason != "" {
		text += ": " + whole.Reason
	}
	return text
}

// why formats a failure in one line, after what failed.
func why(f *history.Failure) string {
	if f == nil {
		return ""
	}
	message, _, _ := strings.Cut(f.Error(), "\n")
	if f.Code != "" && string(f.Code) != message {
		message += fmt.Sprintf(" (code %s)", f.Code)
	}
	return ": " + message
}

// unheard returns the signals and updates that reached a run and that it had not received when it ended.
func unheard(spans []timeline.Span, seqs []int64) string {
	var b strings.Builder
	names := make(map[int64]string)
	for _, s := range spans {
		if s.Kind == timeline.Signal || s.Kind == timeline.Update {
			names[s.Seq] = string(s.Kind) + " " + s.Name
		}
	}
	for _, seq := range seqs {
		fmt.Fprintf(&b, "  never received: %s\n", names[seq])
	}
	return b.String()
}

// attemptsAt returns the attempts that were made at an activity of a run.
func (e *Env) attemptsAt(run store.RunID, number int64) (all []Call) {
	for _, c := range e.attempts() {
		if c.runID == run && c.Number == number {
			all = append(all, c)
		}
	}
	return all
}

// table is a timeline as text.
type table struct {
	strings.Builder
	begun time.Time // its times are relative to this
}

// line writes a line; a zero to means that it is still open.
func (t *table) line(from, to time.Time, text string) {
	end := "open"
	if !to.IsZero() {
		end = t.since(to).String()
	}
	fmt.Fprintf(t, "  %12v  %-12s %s\n", t.since(from), end, text)
}

// since returns a time of the run, rounded to a millisecond: the store keeps microseconds.
func (t *table) since(at time.Time) time.Duration { return at.Sub(t.begun).Round(time.Millisecond) }

func (t *table) span(s timeline.Span) {
	what := string(s.Kind)
	if s.Name != "" {
		what += " " + s.Name
	}
	switch s.Kind {
	case timeline.Signal: // the history does not tell whether the code has taken it, nor since when it waited
		t.line(s.End, s.End, what+" arrived")
	case timeline.Cancel:
		if s.Reason != "" {
			what += ": " + s.Reason
		}
		t.line(s.Begin, s.End, what)
	default:
		t.line(s.Begin, s.End, what+" "+string(s.Outcome)+why(s.Failure))
	}
}

// attempts shows the attempts at one activity. It omits a single one that has ended: its
// activity shows that.
func (t *table) attempts(all []Call) {
	if len(all) < 2 && (len(all) == 0 || !all[0].Running) {
		return
	}
	for _, c := range all {
		var snoozed *activity.SnoozeError
		end, how := c.At.Add(c.Took), "returned"
		switch {
		case c.Running:
			end, how = time.Time{}, "runs"
		case errors.Is(c.Err, errDied):
			how = errDied.Error()
		case errors.As(c.Err, &snoozed):
			how = "snoozed for " + snoozed.For.String()
		case c.Err != nil:
			how, _, _ = strings.Cut("failed: "+c.Err.Error(), "\n")
		}
		t.line(c.At, end, fmt.Sprintf("  attempt %d %s", c.Attempt, how))
	}
}

// fold makes spans of a run's history and calls ended with each that has ended.
func (e *Env) fold(run store.RunID, ended func(timeline.Span)) (*timeline.Fold, error) {
	fold := timeline.New(ended)
	err := e.rows(run, func(row store.Row) error {
		h, events, err := history.DecodeRow(row.Data, row.Seq, row.N)
		if err == nil {
			fold.Row(h, events)
		}
		return err
	})
	return fold, err
}

// rows calls take with the rows of a run's history, which the store returns in pages.
func (e *Env) rows(run store.RunID, take func(store.Row) error) error {
	for seq := int64(1); ; {
		rows, err := e.store.History(context.Background(), store.HistoryQuery{Run: run, From: seq})
		if err != nil || len(rows) == 0 {
			return err
		}
		for _, row := range rows {
			if err := take(row); err != nil {
				return err
			}
			seq = row.Seq + int64(row.N)
		}
	}
}
