package inspect

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/timeline"
	"github.com/reprise-run/reprise/store"
)

// Local is the [Answers] of a store.
type Local struct{ *Look }

var _ Answers = Local{}

// Of returns the [Answers] of rt's store.
func Of(rt *reprise.Runtime) Local { return Local{&Look{RT: rt}} }

// Find calls [Find] on the store.
func (l Local) Find(ctx context.Context, name string) (Run, error) {
	run, err := Find(ctx, l.RT, name)
	if err != nil {
		return Run{}, err
	}
	return RunOf(run), nil
}

// List returns a page of runs.
func (l Local) List(ctx context.Context, q reprise.Filter) (List, error) {
	found, gone, err := PageOf(ctx, l.RT, q)
	if err != nil {
		return List{}, err
	}
	return ListOf(found, gone), nil
}

// Show returns the output of run show.
func (l Local) Show(ctx context.Context, name string) (*Shown, error) {
	f, err := l.Facts(ctx, name, func(timeline.Span) {})
	if err != nil {
		return nil, err
	}
	return l.View(f), nil
}

// Events reads the events row by row.
func (l Local) Events(ctx context.Context, run Run, from int64, lines bool, each func(EventLine, time.Time) error) (last int64, err error) {
	var begun time.Time
	err = l.RT.Inside().Rows(ctx, run.row.ID, func(h history.Header, events []history.Event) error {
		for _, e := range events {
			if e.Seq == 1 {
				begun = h.Now
			}
			if last = e.Seq; e.Seq < from {
				continue
			}
			if err := each(EventLineOf(l.Look, h.Now, e, lines), begun); err != nil {
				return err
			}
		}
		return nil
	})
	return last, err
}

// EventLineOf returns an event whose task has this time, with its text line if line is set.
func EventLineOf(l *Look, at time.Time, e history.Event, line bool) EventLine {
	j := EventLine{Event: l.EventOf(at, e)}
	if line {
		e.Seq = 0 // printed beside the line
		j.Line = e.String()
	}
	return j
}

// Timeline folds the history.
func (l Local) Timeline(ctx context.Context, name string, most int) (*Timeline, error) {
	t := Trace{Most: most}
	f, err := l.Facts(ctx, name, t.Ended)
	if err != nil {
		return nil, err
	}
	t.Begin(l.Look, f)
	return t.Timeline(l.Look), nil
}

// Timeline returns the timeline to draw.
func (t *Trace) Timeline(l *Look) *Timeline {
	return &Timeline{Spans: t.JSON(l), Ended: t.Seen, More: t.More, Shown: t.View, Err: t.Facts.Damage}
}

// Export writes the file.
func (l Local) Export(ctx context.Context, run Run, w io.Writer, redact Redaction) error {
	var opts []reprise.ExportOption
	if redact.On {
		opts = append(opts, reprise.Redact(redact.Fields...))
	}
	if len(redact.Fields) > 0 { // a missing field shows only at the end, so write nothing before
		if err := reprise.Export(ctx, l.RT, run.row.ID, io.Discard, opts...); err != nil {
			return err
		}
	}
	b := bufio.NewWriter(w)
	return errors.Join(reprise.Export(ctx, l.RT, run.row.ID, b, opts...), b.Flush())
}

// MostDamage bounds how many problems of a history are reported.
const MostDamage = 5

// Damage checks the history up to its end at the time when the run was looked up.
func (l Local) Damage(ctx context.Context, run Run) (damage []string, err error) {
	problems := history.Lint(storedRows(ctx, l.RT.Store(), run.row, &err), run.row.Status == store.Open)
	if err != nil {
		return nil, err
	}
	for i, p := range problems {
		if i == MostDamage {
			damage = append(damage, fmt.Sprintf("and %d more", len(problems)-i))
			break
		}
		damage = append(damage, fmt.Sprintf("event %d: %s", p.Seq, strings.TrimPrefix(p.Text, "history: ")))
	}
	return damage, nil
}

// storedRows iterates over the rows of a run's history. It stops at a row that cannot be
// read and sets failed.
func storedRows(ctx context.Context, st store.Store, run store.Run, failed *error) iter.Seq2[int64, history.EncodedRow] {
	return func(yield func(int64, history.EncodedRow) bool) {
		for seq := int64(1); seq < run.NextSeq; {
			rows, err := st.History(ctx, store.HistoryQuery{Run: run.ID, From: seq})
			if *failed = err; err != nil || len(rows) == 0 {
				return
			}
			for _, r := range rows {
				if r.Seq >= run.NextSeq || !yield(r.Seq, history.EncodedRow{N: r.N, Data: r.Data}) {
					return
				}
				seq = r.Seq + int64(max(r.N, 1))
			}
		}
	}
}

// Start starts a run; its id must be there.
func (l Local) Start(ctx context.Context, s Starting) (Started, error) {
	started := Started{ID: s.ID, Workflow: s.Workflow}
	if !s.Unknown {
		unknown, err := unknownWorkflow(ctx, l.RT, s.Workflow)
		if err == nil && unknown {
			err = ErrUnknownWorkflow
		}
		if err != nil {
			return started, err
		}
	}
	options := []reprise.StartOption{reprise.ID(s.ID), reprise.OnQueue(cmp.Or(s.Queue, "default")), reprise.Priority(int(s.Priority)), reprise.OnConflict(Conflicts[cmp.Or(s.OnConflict, "fail")])}
	if s.Once {
		options = append(options, reprise.Once())
	}
	if s.Partition != "" {
		options = append(options, reprise.Partition(s.Partition))
	}
	if d := FromSeconds(s.Delay); d > 0 {
		options = append(options, reprise.Delay(d))
	}
	if d := FromSeconds(s.Timeout); d > 0 {
		options = append(options, reprise.Timeout(d))
	}
	run, err := reprise.StartJSON(ctx, l.RT, s.Workflow, s.Input, options...)
	if err != nil {
		return started, err
	}
	started.RunID, started.Existed, started.Queued = run.RunID().String(), run.Existed(), run.Queued()
	if started.Note, err = untakenStart(ctx, l.RT, run.RunID()); err != nil { // the run is started, and its id must be returned
		started.Note = "cannot tell whether a worker will take it: " + FirstLine(err.Error())
	}
	return started, nil
}

// Steer carries out the verb of s.
func (l Local) Steer(ctx context.Context, r Run, s Steering) (done, note string, err error) {
	rt, run := l.RT, r.row
	switch s.Verb {
	case "cancel":
		return Cancel(ctx, rt, run, s.By)
	case "terminate":
		return Terminate(ctx, rt, run, s.By)
	case "resume":
		return Resume(ctx, rt, run, s.By)
	case "pause":
		return Pause(ctx, rt, run, s.By)
	case "unpause":
		return Unpause(ctx, rt, run, s.By)
	case "retry":
		return Retry(ctx, rt, run, s.Activity, s.By)
	case "requeue":
		return Requeue(ctx, rt, run, s.By)
	}
	return "", "", fmt.Errorf("unknown verb %q", s.Verb) // a mistake in this program
}

// Signal sends a signal.
func (l Local) Signal(ctx context.Context, run Run, name string, payload []byte, id string) (Sent, error) {
	return Signal(ctx, l.RT, run.row, name, payload, id)
}

// Query queries the run.
func (l Local) Query(ctx context.Context, run Run, name string, argument []byte) (json.RawMessage, error) {
	return l.Answer(reprise.QueryJSON(ctx, l.RT, run.row.ID, name, argument))
}

// Update sends an update and waits for the answer.
func (l Local) Update(ctx context.Context, run Run, chain bool, name string, input []byte, id string) (json.RawMessage, error) {
	if chain { // the run may continue as a new one meanwhile
		return l.Answer(reprise.UpdateJSON(ctx, l.RT, run.ID, name, input, reprise.UpdateID(id)))
	}
	return l.Answer(reprise.UpdateJSON(ctx, l.RT, run.row.ID, name, input, reprise.UpdateID(id)))
}

// Reset plans a reset and, unless it is a dry run, carries it out.
func (l Local) Reset(ctx context.Context, run Run, r Resetting) (Reset, error) {
	to, _ := r.Point()
	options := []reprise.ResetOption{reprise.AllowAgain(r.AllowAgain...)}
	if r.DropSignals {
		options = append(options, reprise.DropSignals())
	}
	plan, err := reprise.PlanReset(ctx, l.RT, run.row.ID, to, options...)
	if err != nil {
		return Reset{}, err
	}
	shown := resetOf(run.row, plan)
	if r.DryRun {
		return shown, nil
	}
	id, err := reprise.Reset(ctx, l.RT, run.row.ID, to, reprise.By{Who: r.Who, Why: r.Reason}, options...)
	if err != nil {
		return Reset{}, err
	}
	shown.RunID = id.String()
	return shown, nil
}

// Unattended is [NobodyWorks].
func (l Local) Unattended(ctx context.Context) (bool, error) { return NobodyWorks(ctx, l.RT) }

// Inspector returns the store's operator interface, or an error if it has none.
func (l Local) Inspector() (store.Inspector, error) {
	look, ok := l.RT.Store().(store.Inspector)
	if !ok {
		return nil, unsupported(fmt.Sprintf("this store cannot be inspected: %T does not implement store.Inspector", l.RT.Store()))
	}
	return look, nil
}

// unsupported says what the store cannot do.
type unsupported string

func (u unsupported) Error() string { return string(u) }

// Is makes u match [errors.ErrUnsupported].
func (u unsupported) Is(err error) bool { return err == errors.ErrUnsupported }

// Workers returns the store's workers of all namespaces.
func (l Local) Workers(ctx context.Context) ([]Worker, error) {
	look, err := l.Inspector()
	if err != nil {
		return nil, err
	}
	return workers(ctx, look)
}

// Drain tells a worker to take no more work or, if on is false, to take work again.
func (l Local) Drain(ctx context.Context, worker uuid.UUID, on bool, by reprise.By) error {
	if on {
		return reprise.DrainWorker(ctx, l.RT, worker, by)
	}
	return reprise.UndrainWorker(ctx, l.RT, worker, by)
}

// PauseQueue pauses or resumes a queue.
func (l Local) PauseQueue(ctx context.Context, name string, on bool, by reprise.By) error {
	if on {
		return reprise.PauseQueue(ctx, l.RT, name, by)
	}
	return reprise.ResumeQueue(ctx, l.RT, name, by)
}

// Schedules returns all schedules of the namespace.
func (l Local) Schedules(ctx context.Context) ([]Schedule, error) { return Schedules(ctx, l.RT, 0) }

// Schedule returns one schedule.
func (l Local) Schedule(ctx context.Context, id string) (Schedule, error) {
	s, err := reprise.DescribeSchedule(ctx, l.RT, id)
	if err != nil {
		return Schedule{}, err
	}
	return ScheduleOf(s), nil
}

// ChangeSchedule carries out the verb.
func (l Local) ChangeSchedule(ctx context.Context, verb, id string, by reprise.By) (run string, err error) {
	switch verb {
	case "pause":
		return "", reprise.PauseSchedule(ctx, l.RT, id, by)
	case "resume":
		return "", reprise.ResumeSchedule(ctx, l.RT, id, by)
	}
	started, err := reprise.Trigger(ctx, l.RT, id, by)
	return started.String(), err
}

// Stats counts what is in the store.
func (l Local) Stats(ctx context.Context) (Stats, error) {
	look, err := l.Inspector()
	if err != nil {
		return Stats{}, err
	}
	info, err := look.Info(ctx)
	return statsOf(info), err
}

// PageError returns err, or a [*CursorError] if the cursor is to blame. A store has no error for a cursor that it
// refuses, so PageError calls first, which reads the first page: if that works, the cursor was wrong.
func PageError(err error, cursor string, first func() error) error {
	var filter *reprise.FilterError
	if err == nil || cursor == "" || errors.As(err, &filter) || errors.Is(err, store.ErrTransient) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || first() != nil {
		return err
	}
	return &CursorError{cursor}
}

// serving reports whether a live worker serves this queue of the namespace, or no worker is alive.
func serving(all []Worker, namespace, queue string) bool {
	all = slices.DeleteFunc(slices.Clone(all), func(w Worker) bool { return !w.Alive || w.Namespace != "" && w.Namespace != namespace })
	return len(all) == 0 || slices.ContainsFunc(all, func(w Worker) bool { return slices.Contains(w.Queues, queue) })
}

// Unserved says that workers are alive but none serves the queue: its name may be wrong.
func Unserved(all []Worker, namespace, queue string) string {
	if serving(all, namespace, queue) {
		return ""
	}
	return fmt.Sprintf("no live worker serves the queue %q: is the name right?", queue)
}
