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

// RunInfo is what a list tells of a run. [Describe] tells more, and [WaitRun] why it has failed.
type RunInfo struct {
	WorkflowID string
	RunID      RunID
	Workflow   string
	Queue      string
	Status     Status
	Started    time.Time
	Closed     time.Time // zero while the run is open
	Since      time.Time // of the last commit to its history: since then a parked run waits, and a closed one has ended
	Build      string    // of the worker that has committed last
	Pin        string    // the build whose workers alone may go on with it, see [workflow.Pinned]; "": those of any
	// Waits is what a parked run waits for; with MoreWaits it left some out.
	Waits     []Wait
	MoreWaits bool
	Blocked   *Blocked // why the run is parked until something changes; nil: it is not
	// Undelivered is how many signals the run has accepted and ended without receiving.
	Undelivered int
	// Attrs are the attributes that the run has, each as a string, int64, float64, bool, time.Time or
	// []string; nil for none. [workflow.AttrDef.In] reads one by its definition.
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
	Text   string    // for a person: where in the code, and what to do
	Build  string    // that has parked it
	Until  time.Time // when builds that have tried may try again; zero: never
	Count  int       // how many times it was parked in a row
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

// Attrs are conditions on attributes, all of which must hold; see [workflow.AttrDef.Is] and its
// neighbours.
type Attrs []workflow.AttrFilter

// Filter selects runs by all that it says. The zero Filter selects all of the client's namespace.
//
// A store finds runs by workflow id, by a prefix of that, by the value of an attribute, by workflow and status, and by their
// start, in this order, without a look at others. By the rest it looks at the runs that it has found, at
// 10,000 for one page.
type Filter struct {
	Namespace  string   // "" is the client's own
	Status     []Status // one of these; nil: any
	Workflow   string   // by name; "" is any
	WorkflowID string   // "" is any
	Prefix     string   // that the workflow id begins with
	// Waiting is one thing that a parked run waits for: a kind of [WaitFor], as "timer", or one by name, as "signal:approve".
	// It selects open runs that are not blocked.
	Waiting     string
	SinceBefore time.Time // of the run's last commit, see [RunInfo.Since]
	Queue       string    // that the run was started on; "" is any
	Blocked     bool      // only open runs that are parked until something changes
	// Times of the store's clock; zero is no bound. From counts itself, Before does not.
	StartedFrom, StartedBefore time.Time
	ClosedFrom, ClosedBefore   time.Time // of runs that have ended
	Attrs                      Attrs
	// Where says more of the same as a text, in words that people type:
	//
	//	customer = "c-1" and total >= 1000 and status in (open, failed) and started > -24h
	//
	// Conditions are joined by and. Fields are status, workflow, id, prefix, queue, blocked, waiting, started, since and closed;
	// any other name, and one between quotes, is that of an attribute. Values are texts between quotes,
	// numbers, true, false, and times: 2026-03-01, 2026-03-01T12:00:00Z, or -24h and -7d from now. A text
	// that is wrong is a *[FilterError], and so is one that says what the Filter says already.
	Where string
	// Limit is how many runs [List] lists at most, zero being all; of [ListPage] it is how many
	// a page has, zero being 100 and the most 1000. A page may have fewer, and others behind it.
	Limit  int
	Cursor string // Page.Next of the page before; "" begins with the newest; anything else is an error
}

// FilterError says where [Filter].Where is wrong.
type FilterError struct {
	Text string
	Pos  int    // in bytes from its beginning
	Want string // what should stand there
}

// Error tells where, and what should stand there.
func (e *FilterError) Error() string { return (*filter.Error)(e).Error() }

// query is what the store is asked. Now is asked where Where tells a time from the present.
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
			return store.Query{}, fmt.Errorf("there is no status %q: use one of the constants, such as reprise.Open", string(s))
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
	Examined int    // from how many runs it was chosen
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

// mostCounted is how many runs [Count] counts where the Filter has no Limit.
const mostCounted = 10_000

// Count is how many runs q selects, and whether there are more than that: it stops at q.Limit, and at
// 10,000 where that is zero. Runs that start or end meanwhile may count or not.
func Count(ctx context.Context, c Client, q Filter) (n int, more bool, err error) {
	most := cmp.Or(max(0, q.Limit), mostCounted)
	q.Limit = most + 1
	for _, err := range List(ctx, c, q) {
		if err != nil {
			return 0, false, err
		}
		if n++; n > most {
			return most, true, nil
		}
	}
	return n, false, nil
}

// ActivityStatus is what becomes of an activity. Its text is the word that the command line and the HTTP API use.
type ActivityStatus string

const (
	// ActivityRetrying: it was tried, and its next attempt begins later.
	ActivityRetrying ActivityStatus = "retrying"
	// ActivityRunning: a worker has it.
	ActivityRunning ActivityStatus = "running"
	// ActivityReady: any worker may begin it now, and none has.
	ActivityReady ActivityStatus = "ready"
)

// activityStatuses are all, as a store knows them.
var activityStatuses = map[ActivityStatus]store.ActivityState{ActivityRetrying: store.ActivityRetrying, ActivityRunning: store.ActivityRunning, ActivityReady: store.ActivityReady}

// ActivityFilter selects activities of the client's namespace. Empty texts are any. No index has the names: for one page a store
// looks at 10,000 activities of the status.
type ActivityFilter struct {
	Status   ActivityStatus // which must be given
	Queue    string         // of the activity
	Name     string
	Workflow string // of its run
	Limit    int    // how many a page has, zero being 100 and the most 1000; a page may have fewer, and others behind it
	Cursor   string // ActivityPage.Next of the page before; "" begins with those that were ready first; anything else is an error
}

// ActivityInfo is what a list tells of an activity. [Describe] tells more of its run.
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
	Examined   int    // from how many activities it was chosen
}

// ListActivities lists one page of activities of many runs, those first that were or are ready first. Those that begin without
// waiting have no row and are not listed, until they fail; nor are those of paused runs that do not run. An error is
// errors.ErrUnsupported where the store cannot tell.
func ListActivities(ctx context.Context, c Client, q ActivityFilter) (ActivityPage, error) {
	rt, err := clientOf(ctx, c)
	if err != nil {
		return ActivityPage{}, wrap(err, "list activities")
	}
	state, known := activityStatuses[q.Status]
	if !known {
		return ActivityPage{}, wrap(fmt.Errorf("there is no status %q of activities: use one of the constants, such as reprise.ActivityRetrying", string(q.Status)), "list activities")
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

// stored is what a store has for s.
func (s Status) stored() (stored store.Status, known bool) {
	i := slices.IndexFunc(statuses, func(known store.Status) bool { return statusOf(known) == s })
	if i < 0 {
		return 0, false
	}
	return statuses[i], true
}
