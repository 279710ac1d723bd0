package reprise

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/reprise-run/reprise/internal/rows"
	"github.com/reprise-run/reprise/store"
)

// RunInfo is what a list tells of a run. [Describe] tells more, and [WaitRun] why it has failed.
type RunInfo struct {
	WorkflowID string
	RunID      RunID
	Workflow   string
	Queue      string
	Status     Status
	Started    time.Time
	Closed     time.Time // zero while the run is open
	Build      string    // of the worker that has committed last
	// Waits is what a parked run waits for; with MoreWaits it left some out.
	Waits     []Wait
	MoreWaits bool
	Blocked   *Blocked // why the run is parked until something changes; nil: it is not
	// Undelivered is how many signals the run has accepted and ended without receiving.
	Undelivered int

	row store.Run
}

// The command line shows more than a program should depend on.
var _ = rows.Give(func(told any) store.Run {
	switch told := told.(type) {
	case RunInfo:
		return told.row
	case Description:
		return told.row
	}
	return store.Run{}
})

// Blocked says why a run is parked until something changes.
type Blocked struct {
	Reason string    // "mismatch", "panic", "stuck" and others
	Text   string    // for a person: where in the code, and what to do
	Build  string    // that has parked it
	Until  time.Time // when builds that have tried may try again; zero: never
	Count  int       // how many times it was parked in a row
}

func infoOf(r store.Run) RunInfo {
	info := RunInfo{
		WorkflowID: r.WorkflowID, RunID: r.ID, Workflow: r.Workflow, Queue: r.Queue, Status: statusOf(r.Status),
		Started: r.Created, Closed: r.Closed, Build: r.Build, Undelivered: r.Undelivered, row: r,
	}
	info.Waits, info.MoreWaits = parsed(r.Waiting)
	if b := r.Blocked; b != nil {
		info.Blocked = &Blocked{Reason: b.Reason, Text: b.Text, Build: b.Build, Until: b.Until, Count: b.Count}
	}
	return info
}

// Filter selects runs. The zero Filter selects all of the client's namespace.
type Filter struct {
	Namespace  string   // "" is the client's own
	Status     []Status // one of these; nil: any
	Workflow   string   // by name; "" is any
	WorkflowID string   // "" is any
	Blocked    bool     // only open runs that are parked until something changes
	// Limit is how many runs [List] lists at most, zero being all; of [ListPage] it is how many
	// a page has, zero being 100 and the most 1000.
	Limit  int
	Cursor string // Page.Next of the page before; "" begins with the newest; anything else is an error
}

func (q Filter) query() (store.Query, error) {
	asked := store.Query{
		Namespace: q.Namespace, Workflow: q.Workflow, WorkflowID: q.WorkflowID, Blocked: q.Blocked, Limit: q.Limit, Cursor: q.Cursor,
	}
	for _, s := range q.Status {
		i := slices.IndexFunc(statuses, func(known store.Status) bool { return statusOf(known) == s })
		if i < 0 {
			return store.Query{}, fmt.Errorf("there is no status %q: use one of the constants, such as reprise.Open", string(s))
		}
		asked.Status = append(asked.Status, statuses[i])
	}
	return asked, nil
}

var statuses = []store.Status{store.Open, store.Completed, store.Failed, store.Cancelled, store.Terminated, store.Continued}

// Page is one page of runs.
type Page struct {
	Runs []RunInfo
	Next string // for Filter.Cursor; "": this is the last page
}

// List goes through the runs that q selects, newest first. It reads a page at a time, so that the
// caller may stop at any run. q.Limit is how many runs it lists at most; zero lists all. An error
// comes last, with a zero RunInfo. [ListPage] is for whoever shows one page to a person.
func List(ctx context.Context, c Client, q Filter) iter.Seq2[RunInfo, error] {
	return func(yield func(RunInfo, error) bool) {
		most, left := q.Limit > 0, q.Limit
		for q := q; ; {
			page, err := ListPage(ctx, c, q)
			if err != nil {
				yield(RunInfo{}, err)
				return
			}
			for _, r := range page.Runs {
				if !yield(r, nil) {
					return
				}
			}
			left -= len(page.Runs)
			if page.Next == "" || most && left <= 0 {
				return
			}
			if q.Cursor = page.Next; most {
				q.Limit = left
			}
		}
	}
}

// ListPage lists one page of runs, newest first. Page.Next, as the Cursor of the next call, goes on
// after it.
func ListPage(ctx context.Context, c Client, q Filter) (Page, error) {
	rt, err := clientOf(ctx, c)
	if err != nil {
		return Page{}, wrap(err, "list")
	}
	q.Namespace = cmp.Or(q.Namespace, rt.cfg.Namespace)
	query, err := q.query()
	if err != nil {
		return Page{}, wrap(err, "list")
	}
	found, err := asked(ctx, rt, &Request{Verb: "list", Workflow: q.Workflow}, func(ctx context.Context) (store.Page, error) { return rt.store.Runs(ctx, query) })
	if err != nil {
		return Page{}, wrap(err, "list")
	}
	page := Page{Runs: make([]RunInfo, 0, len(found.Runs)), Next: found.Next}
	for _, run := range found.Runs {
		page.Runs = append(page.Runs, infoOf(readable(ctx, rt.sealer.In(run.Namespace), run)))
	}
	return page, nil
}

// Status is where a run stands. Its text is the word that the command line and exports use.
type Status string

const (
	// Open: the run has not ended. It may be parked.
	Open Status = "open"
	// Completed: its workflow has returned a result.
	Completed Status = "completed"
	// Failed: its workflow has returned an error.
	Failed Status = "failed"
	// Cancelled: its workflow has returned after a cancel request, with the error of that.
	Cancelled Status = "cancelled"
	// Terminated: somebody has ended it from outside.
	Terminated Status = "terminated"
	// Continued: the run has ended, and another one of its chain goes on.
	Continued Status = "continued"
)

// Closed reports whether a run of this status has ended.
func (s Status) Closed() bool { return s != Open && s != "" }

// String returns the word.
func (s Status) String() string { return string(s) }

func statusOf(s store.Status) Status { return Status(s.String()) }
