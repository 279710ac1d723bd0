// Package etl copies a table in chunks, several at a time, and reports what it could not copy.
//
// The history of one run does not limit the number of chunks: [workflow.Map] distributes 10,000 of them
// over runs of its own, which any worker may have. A chunk that fails is retried as its policy says. A few
// that fail for good do not undo the rest; the report names them.
//
// Package samples/etl imports the author packages of Reprise.
package etl

import (
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/workflow"
)

// Job is a table to copy.
type Job struct {
	Table       string
	Rows        int
	ChunkRows   int // in one chunk, at least 1
	Concurrency int // chunks at once, at least 1
	Tolerate    int // chunks that may fail
}

// Chunk is a range of rows. An activity gets only the range, and reads the rows itself: histories hold
// references, not data.
type Chunk struct {
	Table    string
	From, To int // To is the row after the last
}

// Report is the result of a job.
type Report struct {
	Chunks, Rows int      // copied
	Failed       []Failed `json:",omitempty"`
	NotBegun     int      // chunks that were skipped because too many had failed, or the job was cancelled
}

// Failed is a chunk that was not copied.
type Failed struct {
	Chunk Chunk
	Why   string
}

// ErrTooManyFailed is the failure of a job that has more failed chunks than it tolerates. Its details are
// the [Report].
const ErrTooManyFailed failure.Code = "too many chunks failed"

// ErrBadRows is the failure of a chunk that no attempt could copy.
const ErrBadRows failure.Code = "bad rows"

var (
	// Copy copies a chunk and returns the number of rows. Bind it to the two databases. A chunk may be
	// copied twice, so Copy must replace existing rows.
	Copy = activity.Define[Chunk, int]("copy", activity.Policy{
		StartToClose: 5 * time.Minute,
		Retry:        activity.RetryPolicy{MaxAttempts: 5, NonRetryable: []failure.Code{ErrBadRows}},
	})
	// Publish sends the report to whoever requested the job.
	Publish = activity.Define[Report, activity.None]("publish")
)

// Table is the workflow. Bind it to [Run].
var Table = workflow.Define[Job, Report]("sample-etl")

// Run is bound to [Table].
func Run(ctx workflow.Context, j Job) (Report, error) {
	chunks := j.chunks()
	copied, err := workflow.Map(ctx, Copy, chunks, workflow.Concurrency(j.Concurrency), workflow.Tolerate(j.Tolerate))
	r := reportOf(chunks, copied)

	// A cancelled job, and one with too many failures, also reports what it copied.
	whole := workflow.WithoutCancel(ctx)
	if _, failed := workflow.Execute(whole, Publish, r).Get(whole); failed != nil {
		return r, errors.Join(err, failed)
	}
	if lacking := (*workflow.MapError)(nil); errors.As(err, &lacking) {
		return r, failure.Wrap(ErrTooManyFailed, fmt.Errorf("table %s: %w", j.Table, err), failure.Details(r))
	}
	return r, err
}

func (j Job) chunks() (all []Chunk) {
	for from := 0; from < j.Rows; from += j.ChunkRows {
		all = append(all, Chunk{j.Table, from, min(from+j.ChunkRows, j.Rows)})
	}
	return all
}

func reportOf(chunks []Chunk, copied workflow.Results[int]) (r Report) {
	for i := range copied.Len() {
		switch rows, err := copied.At(i); {
		case errors.Is(err, workflow.ErrNotBegun):
			r.NotBegun++
		case err != nil:
			r.Failed = append(r.Failed, Failed{chunks[i], err.Error()})
		default:
			r.Chunks, r.Rows = r.Chunks+1, r.Rows+rows
		}
	}
	return r
}
