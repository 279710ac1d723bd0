package reprise

import (
	"context"
	"fmt"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// newMachine makes an empty machine for a run.
func (e *engine) newMachine(r *run) (*replay.Machine, error) {
	binding, ok := e.rt.workflows[r.info.Workflow]
	if !ok {
		return nil, fmt.Errorf("reprise: workflow %q is not bound here: pass its binding to reprise.New", r.info.Workflow)
	}
	fn := binding.Func(workflow.Options{Codecs: e.rt.codecs, Logger: e.rt.log})
	return replay.New(fn, replay.Config{Run: r.id, Sites: e.rt.sites}), nil
}

// readTasks reads the history of a run up to next and hands each recorded task to
// take. What the history has of the open task comes last, as one that is not
// recorded. known is the history, if it need not be read.
func (rt *Runtime) readTasks(id store.RunID, known []store.Row, next int64, take func(replay.Task) error) error {
	var g replay.Grouper
	var open history.Header
	seq := int64(1)
	add := func(h history.Header, events []history.Event) error {
		seq += int64(len(events))
		task, whole, err := g.Add(h, events)
		if err != nil {
			return err
		}
		if !whole {
			open = h
			return nil
		}
		return take(task)
	}
	var err error
	if known != nil {
		_, err = decodeRows(known, 1, add)
	} else {
		err = rt.readRows(context.Background(), id, add)
	}
	if err != nil {
		return err
	}
	if next > 0 && seq != next {
		return &history.CorruptError{Seq: seq, Why: fmt.Sprintf("the history ends before event %d, its run says %d", seq, next)}
	}
	if events := g.Open(); len(events) > 0 {
		return take(replay.Task{Now: open.Now, Level: open.Level, Events: events})
	}
	return nil
}

// readRows reads and decodes the history of a run, a page at a time.
func (rt *Runtime) readRows(ctx context.Context, id store.RunID, take func(history.Header, []history.Event) error) error {
	seq := int64(1)
	for {
		rows, err := rt.store.History(ctx, store.HistoryQuery{Run: id, From: seq})
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			return nil
		}
		if seq, err = decodeRows(rows, seq, take); err != nil {
			return err
		}
	}
}

// decodeRows hands rows that begin at seq to take and returns the seq after them.
func decodeRows(rows []store.Row, seq int64, take func(history.Header, []history.Event) error) (int64, error) {
	for _, row := range rows {
		if row.Seq != seq {
			return seq, &history.CorruptError{Seq: seq, Why: fmt.Sprintf("a row is missing: the next one begins at event %d", row.Seq)}
		}
		header, events, err := history.DecodeRow(row.Data, row.Seq, row.N)
		if err != nil {
			return seq, err
		}
		if err := take(header, events); err != nil {
			return seq, err
		}
		seq += int64(row.N)
	}
	return seq, nil
}
