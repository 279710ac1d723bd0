package reprise

import (
	"cmp"
	"context"
	"errors"
	"io"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/histories"
	"github.com/reprise-run/reprise/internal/sealing"
)

// Export writes the history of a run to w, for [ReplayExport] and for keeping; the
// format is described at [history.Export]. A run that goes on meanwhile is exported as it
// stood at the beginning. Payloads that transforms have encrypted or compressed are exported in
// plain, see [Redact], as far as this Runtime can decode them; the others as they are stored. After an error, ErrNotFound among them, what was written is no
// whole export, which whoever reads it is told.
func Export[R Ref](ctx context.Context, c Client, run R, w io.Writer, opts ...ExportOption) error {
	to := targetOf(run)
	rt, err := clientFor(ctx, c, to)
	if err == nil && w == nil {
		err = errors.New("the writer is nil: pass the file or buffer that is to hold the export")
	}
	var o exportOptions
	err = cmp.Or(err, applyOptions(&o, opts))
	if err == nil {
		err = rt.through(ctx, request("export", to), func(ctx context.Context) error {
			head, rows, err := rt.stored(ctx, to)
			if err != nil {
				return err
			}
			rows = plain(ctx, rt.sealer.In(head.Namespace), rows)
			for _, fields := range o.redact {
				head, rows = history.Redact(head, rows, fields...)
			}
			return history.WriteExport(w, head, rows)
		})
	}
	return wrap(err, "export of %s", to)
}

// plain makes rows such that they can be read without the transforms.
func plain(ctx context.Context, sealer *sealing.Sealer, rows histories.Rows) histories.Rows {
	return func(yield func(history.EncodedRow, error) bool) {
		seq := int64(1)
		for row, err := range rows {
			if err == nil {
				row, err = sealer.Plain(ctx, row, seq)
				seq += int64(row.N)
			}
			if !yield(row, err) || err != nil {
				return
			}
		}
	}
}

// ExportOption changes what [Export] writes.
type ExportOption func(*exportOptions)

type exportOptions struct {
	redact [][]string // the fields of each Redact
}

// Redact has [Export] take values out of what it writes: all of them, or what is in
// fields of these names. What that means is described at [history.Redact]. A name that no
// payload has is a [*history.NoFieldError].
func Redact(fields ...string) ExportOption {
	return func(o *exportOptions) { o.redact = append(o.redact, fields) }
}

// stored is a run's history as it stands in the store now.
func (rt *Runtime) stored(ctx context.Context, to target) (history.Export, histories.Rows, error) {
	run, err := rt.store.Run(ctx, to.ref(rt.cfg.Namespace))
	if err != nil {
		return history.Export{}, nil, err
	}
	head := history.Export{
		Workflow: run.Workflow, WorkflowID: run.WorkflowID, RunID: run.ID, Namespace: run.Namespace,
		Status: run.Status.String(), Level: run.Level, Events: run.NextSeq - 1, Created: run.Created, Closed: run.Closed,
	}
	return head, func(yield func(history.EncodedRow, error) bool) {
		left := head.Events
		for row, err := range histories.Stored(ctx, rt.store, run.ID, head.Events+1) {
			if !yield(row, err) || err != nil {
				return
			}
			if left -= int64(row.N); left <= 0 {
				return
			}
		}
	}, nil
}
