package reprise

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/filter"
	"github.com/reprise-run/reprise/internal/rows"
	"github.com/reprise-run/reprise/internal/waits"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// RunInfo is what a list shows of a run. [Describe] shows more, and [WaitRun] returns its failure.
type RunInfo struct {
	WorkflowID string
	RunID      RunID
	Workflow   string
	Queue      string
	Status     Status
	Started    time.Time
	Closed     time.Time // zero while the run is open
	Since      time.Time // the last commit to its history: a parked run waits since then, and a closed one has ended then
	Build      string    // of the worker that committed last
	Pin        string    // the only build that may continue the run, see [workflow.Pinned]; "": any build
	// Waits is what a parked run waits for. MoreWaits says that there are more.
	Waits     []Wait
	MoreWaits bool
	Blocked   *Blocked // why the run is parked as blocked; nil: it is not
	// Undelivered is how many accepted signals the run had not received when it ended.
	Undelivered int
	// Attrs are the run's attributes, each a string, int64, float64, bool, time.Time or []string;
	// nil: none. [workflow.AttrDef.In] reads one by its definition.
	Attrs map[string]any

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
	Text   string    // for people: where in the code, and what to do
	Build  string    // the build that parked it
	Until  time.Time // when builds that have tried it may try again; zero: never
	Count  int       // how many times in a row it was parked
}

func infoOf(r store.Run) RunInfo {
	info := RunInfo{
		WorkflowID: r.WorkflowID, RunID: r.ID, Workflow: r.Workflow, Queue: r.Queue, Status: statusOf(r.Status),
		Started: r.Created, Closed: r.Closed, Since: r.Last, Build: r.Build, Pin: r.Pin, Undelivered: r.Undelivered, Attrs: history.AttrValues(r.Attrs), row: r,
	}
	info.Waits, info.MoreWaits = parsed(r.Waiting)
	if b := r.Blocked; b != nil {
		info.Blocked = &Blocked{Reason: b.Reason, Text: b.Text, Build: b.Build, Until: b.Until, Count: b.Count}
	}
	return info
}

// Attrs are conditions on attributes; all must hold. [workflow.AttrDef.Is] and the methods like
// it make them.
type Attrs []workflow.AttrFilter

// Filter selects the runs that match all its fields. The zero Filter selects every run in the
// client's namespace.
//
// To find runs, a store uses the first of these that the Filter sets: the workflow id, its prefix, an attribute's value,
// workflow and status, the start time. It checks the other conditions on the runs found that way, at most 10,000 for one page.
type Filter struct {
	Namespace  string   // "": the client's own
	Status     []Status // any of these; nil: all
	Workflow   string   // by name; "": any
	WorkflowID string   // "": any
	Prefix     string   // a prefix of the workflow id
	// Waiting is one thing that a parked run waits for: the kind of a [WaitFor], such as "timer", or a kind and a name, such
	// as "signal:approve". It selects open runs that are not blocked.
	Waiting     string
	SinceBefore time.Time // the run's last commit is older than this, see [RunInfo.Since]
	Queue       string    // the queue that the run was started on; "": any
	Blocked     bool      // only open runs that are parked as blocked
	// Bounds by the store's clock; zero: none. From includes the time itself, Before excludes it.
	StartedFrom, StartedBefore time.Time
	ClosedFrom, ClosedBefore   time.Time // runs that have ended
	Attrs                      Attrs
	// Where holds more conditions, in a text that people can type:
	//
	//	customer = "c-1" and total >= 1000 and status in (open, failed) and started > -24h
	//
	// Conditions are joined by and. The fields are status, workflow, id, prefix, queue, blocked, waiting, started, since and
	// closed. Any other name, and any name in quotes, is an attribute. Values are quoted texts, numbers, true, false, and times:
	// 2026-03-01, 2026-03-01T12:00:00Z, or relative to now as -24h and -7d. A wrong text is a *[FilterError], and so is a
	// condition that the Filter already sets in a field.
	Where string
	// Limit is how many runs [List] returns at most; zero: all. For [ListPage] it is the page
	// size; zero: 100, at most 1000. A page may hold fewer runs although more follow.
	Limit  int
	Cursor string // Page.Next of the previous page; "": start with the newest; anything else is an error
}

// FilterError says where Filter.Where is wrong.
type FilterError struct {
	Text string
	Pos  int    // byte offset in the text
	Want string // what should stand there
}

// Error tells the place, and what should stand there.
func (e *FilterError) Error() string { return (*filter.Error)(e).Error() }

// query converts q for the store. It calls now only if Where has a relative time.
func (q Filter) query(now func() (time.Time, error)) (store.Query, error) {
	asked := store.Query{
		Namespace: q.Namespace, Workflow: q.Workflow, WorkflowID: q.WorkflowID, Prefix: q.Prefix, Queue: q.Queue, Blocked: q.Blocked, Limit: q.Limit, Cursor: q.Cursor,
		SinceBefore: q.SinceBefore,
		StartedFrom: q.StartedFrom, StartedBefore: q.StartedBefore, ClosedFrom: q.ClosedFrom, ClosedBefore: q.ClosedBefore,
	}
	for what, name := range map[string]string{"Namespace": q.Namespace, "Workflow": q.Workflow, "WorkflowID": q.WorkflowID, "Prefix": q.Prefix, "Queue": q.Queue} {
		if name != "" {
			if err := checkName("Filter."+what, name); err != nil {
				return store.Query{}, err
			}
		}
	}
	if q.Waiting != "" {
		words, ok := waits.Asked(q.Waiting)
		if !ok {
			return store.Query{}, fmt.Errorf("Filter.Waiting is %q: write %s", q.Waiting, waits.WantAsked)
		}
		asked.Waiting = words
	}
	for _, a := range q.Attrs {
		name, from, before, err := a.Keys()
		if err != nil {
			return store.Query{}, err
		}
		asked.Attrs = append(asked.Attrs, store.AttrRange{Name: name, From: from, Before: before})
	}
	for _, s := range q.Status {
		stored, known := s.stored()
		if !known {
			return store.Query{}, fmt.Errorf("unknown status %q: use one of the constants, such as reprise.Open", string(s))
		}
		asked.Status = append(asked.Status, stored)
	}
	if q.Where == "" {
		return asked, nil
	}
	err := filter.Parse(q.Where, &asked, now)
	var wrong *filter.Error
	if errors.As(err, &wrong) {
		err = (*FilterError)(wrong)
	}
	return asked, err
}

var statuses = []store.Status{store.Open, store.Completed, store.Failed, store.Cancelled, store.Terminated, store.Continued}

// Page is one page of runs.
type Page struct {
	Runs     []RunInfo
	Next     string // for Filter.Cursor; "": this is the last page
	Examined int    // how many runs were examined for the page
}

// List iterates over the runs that q selects, newest first. It reads a page at a time, so the
// caller may stop at any run. q.Limit bounds the runs listed; zero lists all. An error comes
// last, with a zero RunInfo. To show one page to a person, use [ListPage].
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

// ListPage lists one page of runs, newest first. To get the next page, pass Page.Next as Cursor.
func ListPage(ctx context.Context, c Client, q Filter) (Page, error) {
	rt, err := clientOf(ctx, c)
	if err != nil {
		return Page{}, wrap(err, "list")
	}
	q.Namespace = cmp.Or(q.Namespace, rt.cfg.Namespace)
	query, err := q.query(func() (time.Time, error) { return rt.writer().storeTime(ctx) })
	if err != nil {
		return Page{}, wrap(err, "list")
	}
	found, err := asked(ctx, rt, &Request{Verb: "list", Workflow: q.Workflow}, func(ctx context.Context) (store.Page, error) { return rt.store.Runs(ctx, query) })
	if err != nil {
		return Page{}, wrap(err, "list")
	}
	page := Page{Runs: make([]RunInfo, 0, len(found.Runs)), Next: found.Next, Examined: found.Examined}
	for _, run := range found.Runs {
		page.Runs = append(page.Runs, infoOf(readable(ctx, rt.sealer.In(run.Namespace), run)))
	}
	return page, nil
}

// mostCounted is how many runs [Count] counts if the Filter has no Limit, and how many it examines for that.
const mostCounted = 10_000

// Count returns how many runs q selects, and whether there are or may be more: it stops at q.Limit, or at
// 10,000 if that is zero. It examines 10,000 runs, or q.Limit if that is more. So it may count too few if a
// condition has no index, see [Filter]; [List] finds all. Runs that start or end during the call may or may not count.
func Count(ctx context.Context, c Client, q Filter) (n int, more bool, err error) {
	most := cmp.Or(max(0, q.Limit), mostCounted)
	for looked := 0; ; {
		q.Limit = min(most+1-n, store.MaxPage)
		page, err := ListPage(ctx, c, q)
		if err != nil {
			return 0, false, err
		}
		n, looked = n+len(page.Runs), looked+page.Examined
		switch {
		case n > most:
			return most, true, nil
		case page.Next == "" || looked >= max(most, mostCounted):
			return n, page.Next != "", nil
		}
		q.Cursor = page.Next
	}
}

// ActivityStatus is the state of an activity. Its text is the word that the command line and the HTTP API use.
type ActivityStatus string

const (
	// ActivityRetrying: an attempt was made, and the next one begins later.
	ActivityRetrying ActivityStatus = "retrying"
	// ActivityRunning: a worker runs it.
	ActivityRunning ActivityStatus = "running"
	// ActivityReady: any worker may begin it, and none has yet.
	ActivityReady ActivityStatus = "ready"
)

// activityStatuses maps each status to the store's state.
var activityStatuses = map[ActivityStatus]store.ActivityState{ActivityRetrying: store.ActivityRetrying, ActivityRunning: store.ActivityRunning, ActivityReady: store.ActivityReady}

// ActivityFilter selects activities of the client's namespace. An empty text matches any. No index covers the names: for one
// page a store examines at most 10,000 activities of the status.
type ActivityFilter struct {
	Status   ActivityStatus // required
	Queue    string         // of the activity
	Name     string
	Workflow string // of its run
	Limit    int    // page size, zero: 100, at most 1000; a page may hold fewer although more follow
	Cursor   string // ActivityPage.Next of the previous page; "": start with those that became ready first; anything else is an error
}

// ActivityInfo is what a list shows of an activity. [Describe] shows more of its run.
type ActivityInfo struct {
	WorkflowID string
	RunID      RunID
	Workflow   string
	ActivityState
}

// ActivityPage is one page of activities.
type ActivityPage struct {
	Activities []ActivityInfo
	Next       string // for ActivityFilter.Cursor; "": this is the last page
	Examined   int    // how many activities were examined for the page
}

// ListActivities lists one page of activities of many runs, ordered by when they became, or will become, ready. An activity
// that begins without waiting has no row, and is listed only after it has failed. Activities of paused runs are listed only
// while they run. The error is errors.ErrUnsupported if the store cannot list activities.
func ListActivities(ctx context.Context, c Client, q ActivityFilter) (ActivityPage, error) {
	rt, err := clientOf(ctx, c)
	if err != nil {
		return ActivityPage{}, wrap(err, "list activities")
	}
	state, known := activityStatuses[q.Status]
	if !known {
		return ActivityPage{}, wrap(fmt.Errorf("unknown status %q of activities: use one of the constants, such as reprise.ActivityRetrying", string(q.Status)), "list activities")
	}
	for what, name := range map[string]string{"Queue": q.Queue, "Name": q.Name, "Workflow": q.Workflow} {
		if name != "" {
			if err := checkName("ActivityFilter."+what, name); err != nil {
				return ActivityPage{}, wrap(err, "list activities")
			}
		}
	}
	lister, ok := rt.store.(store.ActivityLister)
	if !ok {
		return ActivityPage{}, wrap(fmt.Errorf("the store lists no activities: %w", errors.ErrUnsupported), "list activities")
	}
	found, err := asked(ctx, rt, &Request{Verb: "list activities", Name: q.Name, Workflow: q.Workflow}, func(ctx context.Context) (store.ActivityPage, error) {
		return lister.Activities(ctx, store.ActivityQuery{Namespace: rt.cfg.Namespace, State: state, Queue: q.Queue, Name: q.Name, Workflow: q.Workflow, Limit: q.Limit, Cursor: q.Cursor})
	})
	if err != nil {
		return ActivityPage{}, wrap(err, "list activities")
	}
	page := ActivityPage{Activities: make([]ActivityInfo, 0, len(found.Activities)), Next: found.Next, Examined: found.Examined}
	sealer := rt.sealer.In(rt.cfg.Namespace)
	for _, t := range found.Activities {
		page.Activities = append(page.Activities, ActivityInfo{WorkflowID: t.WorkflowID, RunID: t.Run, Workflow: t.Workflow, ActivityState: activityState(rt.activities, sealer, t)})
	}
	return page, nil
}

// Status is the status of a run. Its text is the word that the command line and exports use.
type Status string

const (
	// Open: the run has not ended. It may be parked.
	Open Status = "open"
	// Completed: the workflow returned a result.
	Completed Status = "completed"
	// Failed: the workflow returned an error.
	Failed Status = "failed"
	// Cancelled: the workflow returned the error of a cancel request.
	Cancelled Status = "cancelled"
	// Terminated: somebody ended the run from outside.
	Terminated Status = "terminated"
	// Continued: the run has ended, and another run of its chain continues it.
	Continued Status = "continued"
)

// Closed reports whether a run of this status has ended.
func (s Status) Closed() bool { return s != Open && s != "" }

// String returns the word.
func (s Status) String() string { return string(s) }

func statusOf(s store.Status) Status { return Status(s.String()) }

// stored returns the store's value for s.
func (s Status) stored() (stored store.Status, known bool) {
	i := slices.IndexFunc(statuses, func(known store.Status) bool { return statusOf(known) == s })
	if i < 0 {
		return 0, false
	}
	return statuses[i], true
}
