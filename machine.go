package reprise

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
)

// newMachine makes an empty machine for a run of a workflow. It fills in what is the same
// for all machines of the process.
func (rt *Runtime) newMachine(name string, run store.RunID, cfg replay.Config) (*replay.Machine, error) {
	fn, ok := rt.workflows[name]
	if !ok {
		return nil, rt.unbound(name)
	}
	cfg.Run, cfg.Sites, cfg.Codecs = run, rt.sites, rt.codecs
	return replay.New(fn, cfg), nil
}

func (rt *Runtime) unbound(name string) error {
	return &UnboundError{Workflow: name, Bound: slices.Sorted(maps.Keys(rt.workflows))}
}

// groupTasks hands each recorded task of a history that ends before next to take. What
// the history has of the open task comes last, as one that is not recorded. Unless take
// keeps a task's events, their memory is used again for the next.
func groupTasks(rows historyRows, next int64, take func(replay.Task) (keeps bool, err error)) error {
	var g replay.Grouper
	var open history.Header
	seq := int64(1)
	err := decodeRows(rows, func(h history.Header, events []history.Event) (keeps bool, err error) {
		seq += int64(len(events))
		task, whole, err := g.Add(h, events)
		if err != nil {
			return true, err
		}
		if !whole {
			open = h
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
		_, err = take(replay.Task{Now: open.Now, Level: open.Level, Events: events})
	}
	return err
}

// historyRows are the rows of one history from event 1 on, without a gap.
type historyRows = iter.Seq2[history.EncodedRow, error]

// readRows reads and decodes the history of a run, a page at a time.
func (rt *Runtime) readRows(ctx context.Context, id store.RunID, take func(history.Header, []history.Event) error) error {
	return decodeRows(rt.storedRows(ctx, id, 0), func(h history.Header, events []history.Event) (keeps bool, err error) {
		return true, take(h, events)
	})
}

func decodeRows(rows historyRows, take func(history.Header, []history.Event) (keeps bool, err error)) error {
	seq := int64(1)
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
