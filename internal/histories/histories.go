// Package histories reads the stored rows of a run, page by page, and turns them into the tasks that a
// machine replays.
//
// Package histories imports history, replay and store.
package histories

import (
	"context"
	"fmt"
	"iter"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
)

// Limits of a page. A store may return less.
const (
	pageRows  = 1000
	pageBytes = 2 << 20
)

// Source has the rows: it is a [store.Store].
type Source interface {
	History(ctx context.Context, q store.HistoryQuery) ([]store.Row, error)
}

// Rows are the rows of one history from event 1 on, without a gap.
type Rows = iter.Seq2[history.EncodedRow, error]

// Stored reads the rows of a run until a page is empty. If next is not zero, it ends before event next,
// without that last query.
func Stored(ctx context.Context, from Source, run store.RunID, next int64) Rows {
	return StoredFrom(ctx, from, run, 1, next)
}

// StoredFrom is Stored beginning with the row that begins with event seq.
func StoredFrom(ctx context.Context, from Source, run store.RunID, seq, next int64) Rows {
	return func(yield func(history.EncodedRow, error) bool) {
		for seq := seq; next == 0 || seq < next; {
			page, err := from.History(ctx, store.HistoryQuery{Run: run, From: seq, MaxRows: pageRows, MaxBytes: pageBytes})
			if err != nil {
				yield(history.EncodedRow{}, err)
				return
			}
			if len(page) == 0 {
				return
			}
			for _, row := range page {
				err := follows(row, seq)
				if !yield(history.EncodedRow{N: row.N, Data: row.Data}, err) || err != nil {
					return
				}
				seq += int64(row.N)
			}
		}
	}
}

// Export returns the history of a run as it is in the store now: the head of an exported file, and the
// rows.
func Export(ctx context.Context, from Source, run *store.Run) (history.Export, Rows) {
	head := history.Export{
		Workflow: run.Workflow, WorkflowID: run.WorkflowID, RunID: run.ID, Namespace: run.Namespace,
		Status: run.Status.String(), Level: run.Level, Events: run.NextSeq - 1, Created: run.Created, Closed: run.Closed,
	}
	return head, func(yield func(history.EncodedRow, error) bool) {
		left := head.Events
		for row, err := range Stored(ctx, from, run.ID, head.Events+1) {
			if !yield(row, err) || err != nil {
				return
			}
			if left -= int64(row.N); left <= 0 {
				return
			}
		}
	}
}

// Changed returns rows, each replaced by change, which gets the seq of the row's first event.
func Changed(rows Rows, change func(row history.EncodedRow, seq int64) (history.EncodedRow, error)) Rows {
	return func(yield func(history.EncodedRow, error) bool) {
		seq := int64(1)
		for row, err := range rows {
			if err == nil {
				row, err = change(row, seq)
				seq += int64(row.N)
			}
			if !yield(row, err) || err != nil {
				return
			}
		}
	}
}

// follows checks that a row begins at seq.
func follows(row store.Row, seq int64) error {
	switch {
	case row.Seq != seq:
		return &history.CorruptError{Seq: seq, Why: fmt.Sprintf("a row is missing: the next one begins at event %d", row.Seq)}
	case row.N < 1:
		return &history.CorruptError{Seq: seq, Why: fmt.Sprintf("the row says it holds %d events", row.N)}
	}
	return nil
}

// Opener opens the events of a row, which are in their stored form; nil: they stay so.
type Opener func(events []history.Event) error

// Tasks calls take with each recorded task of a history that ends before next. The events of an open
// task come last, as a task that is not recorded. The memory of a task's events is reused unless take
// keeps them. A history of another length is a [history.CorruptError].
func Tasks(rows Rows, next int64, open Opener, take func(replay.Task) (keeps bool, err error)) error {
	var g replay.Grouper
	var head history.Header
	seq := int64(1)
	err := Decode(rows, open, func(h history.Header, events []history.Event) (keeps bool, err error) {
		seq += int64(len(events))
		task, whole, err := g.Add(h, events)
		if err != nil {
			return true, err
		}
		if !whole {
			head = h
			return true, nil
		}
		return take(task)
	})
	if err != nil {
		return err
	}
	if seq != next {
		return &history.CorruptError{Seq: seq, Why: fmt.Sprintf("the history ends before event %d, its run says %d", seq, next)}
	}
	if events := g.Open(); len(events) > 0 {
		_, err = take(replay.Task{Now: head.Now, Level: head.Level, Events: events})
	}
	return err
}

// Decode calls take with the events of each row.
func Decode(rows Rows, open Opener, take func(history.Header, []history.Event) (keeps bool, err error)) error {
	return DecodeFrom(rows, 1, open, take)
}

// DecodeFrom is Decode for rows that begin with event seq.
func DecodeFrom(rows Rows, seq int64, open Opener, take func(history.Header, []history.Event) (keeps bool, err error)) error {
	var d *history.Decoder // a history of one row shares nothing with another
	for row, err := range rows {
		if err != nil {
			return err
		}
		header, events, err := d.Row(row.Data, seq, row.N)
		if err != nil {
			return err
		}
		if d == nil {
			d = new(history.Decoder)
		}
		if open != nil {
			if err := open(events); err != nil {
				return err
			}
		}
		keeps, err := take(header, events)
		if err != nil {
			return err
		}
		if !keeps {
			d.Reuse()
		}
		seq += int64(row.N)
	}
	return nil
}
