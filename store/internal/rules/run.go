// Package rules is the rule book of the stores: what each op does to a run, its inbox, its
// timers, its activity rows and its dispatch row, and how it is answered.
//
// A store loads a [Run] as far as [Needs] says, applies the op by the method with the op's
// name, or by [Apply], and writes what has changed. A store in memory keeps whole runs and
// needs nothing but the tokens of old rows. What a store says in SQL beside, because a single
// statement is worth it, a test holds to the rules: on Postgres claims, a lone commit or start,
// and what is sent in a user's transaction.
//
// The rules are numbered where they are kept: S of starts, C of commits, D of deliveries, B of what waits behind a run,
// M of messages, T of timers, A of activities, J of jobs, O of ownership, H of schedules. Each number has its case in testdata, those of H in store/storetest.
//
// Nothing here reads a clock, waits or draws a random number: now is an argument. Slices of a
// Run are appended to or replaced, never changed in place, so that a copy of a Run is a
// snapshot, if it is made right after [Tasks.Share]. What a Run keeps of an op is a copy, but for rows of the history; what an
// [store.Outcome] holds may be the Run's own.
//
// Package rules imports history, store and uuid.
package rules

import (
	"slices"
	"time"

	"github.com/reprise-run/reprise/store"
)

// Run is a run as far as it is loaded, and what ops have changed of it since.
type Run struct {
	store.Run                // its columns, but for Unread, which the inbox has; Owner is that of the dispatch row, too
	Waits     bool           // it is parked to wait: then it is right that it has no dispatch row
	Closing   bool           // senders are held back
	StickyTo  store.WorkerID // of a parked run
	Next      *Run           // that a commit has had go on where this one has ended: to be stored with it
	Dispatch  Dispatch

	Inbox   Inbox
	Timers  Timers
	Tasks   Tasks
	Tokens  map[int64]store.Token // of rows of the history by their seq, as far as loaded
	Orphans bool                  // if it ended now there would be children: see Need.Orphans

	BehindData []byte // of the row of the start that waits behind it, as far as loaded: see Need.Behind

	Diff Diff
}

// Dispatch is the run's dispatch row, but for what follows from the run.
type Dispatch struct {
	Exists bool
	Ready  time.Time
	Claim  store.Token
	Dirty  bool
}

// Diff is what a store has to write of a run, beside what its inbox, its timers and its
// activity rows say.
type Diff struct {
	Fresh bool // the run is not stored yet
	// Which columns of the run have changed. Work are Epoch, NextSeq, LastCommit, Level, Build,
	// Owner, StickyTo, Waiting, Waits, Closing and what the inbox counts; Fate are Deaths,
	// QuarantineDeaths and Blocked; End are Status, Closed and Undelivered.
	Work, Fate, End bool
	// Moved: the dispatch row is as Dispatch, Owner, Access and StickyTo say, or gone. Marked: only
	// its Dirty has changed.
	Moved, Marked  bool
	Ended          bool // nothing hangs on the run any more, whatever was loaded
	LeftQuarantine bool // no worker's quarantine holds the run any more

	Rows []store.Row // appended to the history

	Sent []store.Message // rows for the outbox
	Kept []store.Kept    // to be kept, each unless one is with its key whose time is not over

	Behind bool // what waits behind it has changed, and its data

	Pin      bool      // has changed
	Parent   bool      // has changed, or ParentSeq
	Attrs    bool      // have changed
	AttrKeys []AttrKey // by which the run is found from now on, or no more
}

// Need is what an op needs to know of a run beside its columns and its dispatch row.
type Need struct {
	Token   int64   // the token of the row at this seq; 0: of none
	Known   Known   // an entry with its data
	Bytes   bool    // [Inbox.Bytes]
	Signals bool    // [Inbox.Signals]
	Taken   []int64 // the heads of these entries
	Above   bool    // all entries above After, those beyond the first page (see [store.InboxPage]) as heads
	After   int64
	Timers  []store.Timer    // which of these are outstanding; a key of a table may tell instead
	Rows    []store.Activity // which of these have a row; likewise
	Task    int64            // the row of this activity; 0: of none
	Tasks   bool             // all rows of activities
	Orphans bool             // whether an open run has it as its parent, or its outbox has a MessageStart
	Behind  bool             // [Run.BehindData]
}

// Known names an entry by what its sender gave it. No entry has an ID that is empty.
type Known struct {
	Kind store.EntryKind
	ID   string
}

// Needs is what op needs to know of r, when up to before other ops that are applied first put
// something into its inbox.
func Needs(r *Run, op store.Op, before int) (n Need) {
	switch o := op.(type) {
	case *store.Start:
		if o.First != nil {
			n = Needs(r, o.First, before)
			n.Timers, n.Rows = nil, nil
		}
		if r.holds(o.Owner, o.Claim) {
			n.Above, n.After = true, 0
		}
	case *store.Commit:
		if o.Seq < r.NextSeq {
			n.Token = o.Seq
		}
		if r.Inbox.Entries > 0 {
			n.Taken = o.Take
			n.Above, n.After = o.Then != store.Keep && o.Seen < r.Inbox.Gen, o.Seen
		}
		n.Timers, n.Rows = o.StartTimers, o.Schedule
		n.Behind = o.Then == store.Close && r.Behind.Waits()
	case *store.Deliver:
		n = NeedsToAccept(r, &o.Entry, before)
		n.Tasks = o.Steer != nil
	case *store.Fetch:
		n.Above, n.After = r.Inbox.Entries > 0 && o.After < r.Inbox.Gen, o.After
	case *store.EndActivity:
		n.Task = o.Activity
		// Its entry is there only if its row is not: who has loaded that first need not look.
		if _, held := r.Tasks.held(o.Activity, o.Worker, store.Attempt{N: o.Attempt, Claim: o.Claim}); !held && r.Inbox.Entries > 0 {
			n.Known = Known{store.EntryActivity, o.Entry.ID}
		}
	case *store.EndJob:
		n.Task = o.Activity
		n.Behind = r.Behind.Waits()
	case *store.RetryActivity:
		n.Task = o.Activity
	case *store.Beat:
		n.Task = o.Activity
	case *store.Terminate:
		n.Signals = r.Inbox.Unread > 0
		n.Orphans = r.Status == store.Open
		n.Behind = r.Behind.Waits()
	}
	return n
}

// NeedsToAccept is what is to be known of r for a signal or cancel that may go into its inbox.
func NeedsToAccept(r *Run, e *store.Entry, before int) (n Need) {
	if r.Inbox.Entries > 0 {
		n.Known = Known{e.Kind, e.ID}
	}
	n.Bytes = r.Inbox.Unread+before >= store.FewUnread
	return n
}

// NeedsToShow is what is to be known of r for a [store.Claimed].
func NeedsToShow(r *Run) Need { return Need{Above: r.Inbox.Entries > 0} }

// Apply applies an op that names its run; a nil r is that there is none. The caller finds the
// run by [RefOf], and one that a Terminate has ended already by its Token. After an error r is
// not to be used, for the op is refused as a whole. take is that of the batch; nil: there is none.
func Apply(r *Run, op store.Op, take *Taking, now time.Time) (store.Outcome, error) {
	if r != nil && named(op).Foreign(r.Namespace) {
		r = nil
	}
	held := take.Has(r)
	out, err := apply(r, op, take, now)
	if held && !take.Has(r) {
		take.Held--
	}
	return out, err
}

func apply(r *Run, op store.Op, take *Taking, now time.Time) (store.Outcome, error) {
	switch o := op.(type) {
	case *store.Commit:
		return r.Commit(o, now)
	case *store.Deliver:
		return r.Deliver(o, take, now), nil
	case *store.Fetch:
		return r.Fetch(o), nil
	case *store.EndActivity:
		return r.EndActivity(o, take, now), nil
	case *store.EndJob:
		return endJob(r, o, now)
	case *store.RetryActivity:
		return tasksOf(r).Retry(o, now), nil
	case *store.Beat:
		return tasksOf(r).Beat(o, now), nil
	case *store.Release:
		return r.Release(o, now), nil
	case *store.Resume:
		return r.Resume(now), nil
	case *store.Terminate:
		return r.Terminate(o, now)
	case *store.QueueBehind:
		return queueBehind(r, o, now), nil
	}
	panic("rules: Apply of an op that names no run")
}

// named is how an op of a caller's names its run; zero: it is one of an owner's.
func named(op store.Op) store.Ref {
	switch o := op.(type) {
	case *store.Deliver:
		return o.Ref
	case *store.Resume:
		return o.Ref
	case *store.Terminate:
		return o.Ref
	}
	return store.Ref{}
}

// RefOf is how an op that [Apply] takes names its run; false: it is none of these.
func RefOf(op store.Op) (store.Ref, bool) {
	switch op.(type) {
	case *store.Commit, *store.Deliver, *store.Fetch, *store.EndActivity, *store.EndJob, *store.RetryActivity, *store.Beat, *store.Release, *store.Resume, *store.Terminate, *store.QueueBehind:
		s := store.SubjectOf(op)
		return store.Ref{Run: s.Run, Namespace: s.Namespace, WorkflowID: s.WorkflowID}, true
	}
	return store.Ref{}, false
}

// Show is the run as others see it.
func (r *Run) Show() store.Run {
	v := r.Run
	v.Unread = r.Inbox.Unread
	if r.Blocked != nil {
		b := *r.Blocked
		b.Tried = slices.Clone(b.Tried)
		v.Blocked = &b
	}
	if r.Behind != nil {
		b := *r.Behind
		b.Attrs = slices.Clone(b.Attrs)
		v.Behind = &b
	}
	return v
}

// Claimed is the run as its new owner must know it.
func (r *Run) Claimed() store.Claimed {
	return store.Claimed{Run: r.Show(), Gen: r.Inbox.Gen, Entries: r.Inbox.page(0)}
}

// Access says who may claim a run that nobody owns.
type Access int

// The numbers are stored.
const (
	AccessFree        Access = iota
	AccessBlocked            // its block says who may try it, and when
	AccessQuarantined        // whoever tries it alone
	AccessNobody             // blocked until somebody resumes it
)

// Access follows from the run; it matters while nobody owns it.
func (r *Run) Access() Access {
	switch {
	case r.Blocked != nil && r.Blocked.Until.IsZero():
		return AccessNobody
	case r.Quarantined():
		return AccessQuarantined
	case r.Blocked != nil:
		return AccessBlocked
	}
	return AccessFree
}

// Quarantined says whether r is tried in quarantine only, unless nobody may try it.
func (r *Run) Quarantined() bool { return r.Deaths >= store.QuarantineAfter }

// Stamp is a given time as every store keeps it: UTC, whole microseconds, rounded up so that
// nothing is due too early.
func Stamp(t time.Time) time.Time {
	if t.IsZero() {
		return time.Time{}
	}
	c := t.UTC().Truncate(time.Microsecond)
	if c.Before(t) {
		c = c.Add(time.Microsecond)
	}
	return c
}
