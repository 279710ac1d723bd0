package reprise

import (
	"context"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// Store is what New was given.
func (rt *Runtime) Store() store.Store { return rt.store }

// Namespace is that of the runs this Runtime starts, finds and lists.
func (rt *Runtime) Namespace() string { return rt.cfg.Namespace }

// Codecs decodes the payloads of its runs; it encodes new ones with Config.Codec.
func (rt *Runtime) Codecs() *history.Codecs { return rt.codecs }

// Description is a run as an operator wants to see it.
type Description struct {
	store.Run
	// Events is the length of its history. Above history.WarnEvents it is long.
	Events int64
	// Waits is what Waiting says, taken apart; with MoreWaits it left some out.
	Waits      []Wait
	MoreWaits  bool
	Timers     []store.Timer
	Activities []ActivityState // those that have a row; eager ones are in the history
	Inbox      []InboxEntry    // what was accepted and is not yet in the history
	// Unbound says that this Runtime has no binding for the workflow and so cannot
	// run it.
	Unbound bool
}

// ActivityState is an open activity that has a row.
type ActivityState struct {
	Number    int64
	Name      string
	Queue     string
	Attempt   int // the one that runs; if none does, how many are used up
	Running   bool
	Owner     store.WorkerID // who runs it; zero while it does not run
	Scheduled time.Time      // when it became a row
	Ready     time.Time      // next attempt not before
	Claimed   time.Time      // start of the attempt that runs
	Beat      time.Time      // its last heartbeat; zero: none
	Deadline  time.Time      // zero: none
	Last      error          // failure of the last attempt; nil: none
	Unbound   bool           // this Runtime has no binding for it and so cannot run it
}

// InboxEntry is an external event that the run has not taken yet.
type InboxEntry struct {
	Kind store.EntryKind
	Name string // of a signal
	ID   string // of a signal
	Ref  int64  // number of the timer or activity that ended
	At   time.Time
}

// Describe describes the run with this workflow id: the open one, else the one
// started last.
func Describe(ctx context.Context, c Client, workflowID string) (Description, error) {
	rt, err := outside(ctx, c)
	var d Description
	if err == nil {
		d, err = rt.describe(ctx, store.Ref{Namespace: rt.cfg.Namespace, WorkflowID: workflowID})
	}
	if err != nil {
		return Description{}, fmt.Errorf("reprise: describe %q: %w", workflowID, err)
	}
	return d, nil
}

// DescribeRun describes the run with this run id, of whatever namespace.
func DescribeRun(ctx context.Context, c Client, run store.RunID) (Description, error) {
	rt, err := outside(ctx, c)
	var d Description
	if err == nil {
		d, err = rt.describe(ctx, store.Ref{Run: run})
	}
	if err != nil {
		return Description{}, fmt.Errorf("reprise: describe run %s: %w", run, err)
	}
	return d, nil
}

func (rt *Runtime) describe(ctx context.Context, ref store.Ref) (Description, error) {
	run, err := rt.store.Run(ctx, ref)
	if err != nil {
		return Description{}, err
	}
	d := Description{Run: run, Events: run.NextSeq - 1}
	_, bound := rt.workflows[run.Workflow]
	d.Unbound = !bound
	if run.Status != store.Open {
		return d, nil
	}
	// A Runtime that is only a client was never meant to run anything.
	if d.Unbound && d.Waiting == "" && rt.current() != nil {
		d.Waiting = fmt.Sprintf("a worker that binds workflow %q", run.Workflow)
	}
	d.Waits, d.MoreWaits = parseWaits(d.Waiting)
	pending, err := rt.store.Pending(ctx, run.ID)
	if err != nil {
		return Description{}, err
	}
	d.Timers = pending.Timers
	for _, t := range pending.Activities {
		d.Activities = append(d.Activities, rt.activityState(t))
	}
	for _, entry := range pending.Entries {
		d.Inbox = append(d.Inbox, inboxEntry(entry))
	}
	return d, nil
}

func (rt *Runtime) activityState(t store.Task) ActivityState {
	s := ActivityState{
		Number: t.ID, Name: t.Name, Queue: t.Queue, Attempt: t.Attempt,
		Running: t.Owner != store.WorkerID{}, Owner: t.Owner, Scheduled: t.Scheduled,
		Ready: t.Ready, Claimed: t.Claimed, Beat: t.Beat, Deadline: t.Deadline,
	}
	_, bound := rt.activities[t.Name]
	s.Unbound = !bound
	if f := decodeFailure(t.Last); f != nil {
		s.Last = f
	}
	return s
}

// inboxEntry looks into an entry for what a person would ask first. One that cannot be
// read is listed all the same: the run itself will say what is wrong with it.
func inboxEntry(e store.Entry) InboxEntry {
	entry := InboxEntry{Kind: e.Kind, Ref: e.Ref, At: e.At}
	event, err := history.DecodeEvent(e.Data)
	if s, ok := event.Body.(*history.SignalReceived); err == nil && ok {
		entry.Name, entry.ID = s.Name, s.ID
	}
	return entry
}

// Query selects runs; see [store.Query]. An empty Namespace is the client's own.
type Query = store.Query

// Page is one page of runs.
type Page = store.Page

// List lists runs, newest first.
func List(ctx context.Context, c Client, q Query) (Page, error) {
	rt, err := outside(ctx, c)
	var page Page
	if err == nil {
		if q.Namespace == "" {
			q.Namespace = rt.cfg.Namespace
		}
		page, err = rt.store.Runs(ctx, q)
	}
	if err != nil {
		return Page{}, fmt.Errorf("reprise: list: %w", err)
	}
	return page, nil
}

// History returns all events of a run, in order. [Runtime.Rows] is for one that may be
// long.
func (rt *Runtime) History(ctx context.Context, run store.RunID) ([]history.Event, error) {
	var all []history.Event
	err := rt.Rows(ctx, run, func(_ history.Header, events []history.Event) error {
		all = append(all, events...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}

// Rows calls take with the events of each row of a run's history, in order, and the
// row's header. It has a few megabytes of the history in memory at a time. An error of
// take ends it and is returned.
func (rt *Runtime) Rows(ctx context.Context, run store.RunID, take func(history.Header, []history.Event) error) error {
	if err := rt.readRows(ctx, run, take); err != nil {
		return fmt.Errorf("reprise: history of %s: %w", run, err)
	}
	return nil
}
