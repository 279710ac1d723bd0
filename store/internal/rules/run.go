// Package rules is the rule book of the stores: what each op does to a run, its inbox, its timers, its
// activity rows and its dispatch row, and what the answer is.
//
// A store loads as much of a [Run] as [Needs] says, applies the op by the method with the op's name, or
// by [Apply], and writes the changes. A memory store keeps whole runs and needs only the tokens of old
// rows. In a few places a store repeats rules in SQL, because a single statement is worth it, and a
// test compares the two: on Postgres claims, a lone commit or start, and what is sent in a user's
// transaction.
//
// The rules are numbered where they are implemented: S for starts, C for commits, D for deliveries, B
// for starts that wait behind a run, M for messages, T for timers, A for activities, J for jobs, O for
// ownership, P for steering, Q for queues, H for schedules. Each number has its case in testdata,
// except H, whose cases are in store/storetest.
//
// Nothing here reads a clock, waits or draws a random number: now is an argument. Slices of a Run are
// appended to or replaced, never changed in place, so a copy of a Run is a snapshot if it is made right
// after [Tasks.Share]. A Run copies what it keeps of an op, except rows of the history; a
// [store.Outcome] may share memory with the Run.
//
// Package rules imports history, store and uuid.
package rules

import (
	"slices"
	"time"

	"github.com/reprise-run/reprise/store"
)

// Run is as much of a run as is loaded, and what ops have changed since.
type Run struct {
	store.Run                // its columns, except Unread, which the inbox has; Owner is also that of the dispatch row
	Waits     bool           // it is parked to wait, so it may lack a dispatch row
	Closing   bool           // senders are held back
	StickyTo  store.WorkerID // of a parked run
	Next      *Run           // the run with which a commit continues this one: to be stored with it
	Dispatch  Dispatch

	Inbox   Inbox
	Timers  Timers
	Tasks   Tasks
	Tokens  map[int64]store.Token // of rows of the history by their seq, as far as they are loaded
	Orphans bool                  // ending it now would leave children: see Need.Orphans

	BehindData []byte // the row of the start that waits behind it, if it is loaded: see Need.Behind

	Diff Diff
}

// Dispatch is the run's dispatch row, except what follows from the run.
type Dispatch struct {
	Exists bool
	Ready  time.Time
	Claim  store.Token
	Dirty  bool
}

// Diff is what a store must write for a run, besides the changes in its inbox, its timers and its
// activity rows.
type Diff struct {
	Fresh bool // the run is not stored yet
	// These say which columns of the run have changed. Work: Epoch, NextSeq, LastCommit, Level, Build,
	// Owner, StickyTo, Waiting, Waits, Closing and the counts of the inbox. Fate: Deaths, QuarantineDeaths
	// and Blocked. End: Status, Closed and Undelivered.
	Work, Fate, End bool
	// Moved: Dispatch, Owner, Access and StickyTo give the new dispatch row, or it is removed. Marked:
	// only its Dirty has changed.
	Moved, Marked  bool
	Ended          bool // everything that belongs to the run is removed, whatever was loaded
	LeftQuarantine bool // the run leaves every worker's quarantine

	Rows []store.Row // appended to the history

	Sent []store.Message // rows for the outbox
	Kept []store.Kept    // to be kept, each unless its key has one that has not expired

	Behind bool // the start that waits behind it has changed, with its data

	Pin      bool      // Pin has changed
	Parent   bool      // Parent or ParentSeq has changed
	Attrs    bool      // Attrs have changed
	AttrKeys []AttrKey // keys under which the run is found from now on, or no longer
}

// Need is what an op must know of a run besides its columns and its dispatch row.
type Need struct {
	Token   int64   // the token of the row at this seq; 0: none
	Known   Known   // an entry with its data
	Bytes   bool    // [Inbox.Bytes]
	Signals bool    // [Inbox.Signals]
	Taken   []int64 // the heads of these entries
	Above   bool    // all entries above After, those beyond the first page (see [store.InboxPage]) as heads
	After   int64
	Timers  []store.Timer    // which of these are outstanding; a unique key of a table may tell instead
	Rows    []store.Activity // which of these have a row; likewise
	Task    int64            // the row of this activity; 0: none
	Tasks   bool             // all activity rows
	Orphans bool             // whether an open run has it as its parent, or its outbox has a MessageStart
	Behind  bool             // [Run.BehindData]
}

// Known names an entry by the id that its sender gave it. No entry has an empty ID.
type Known struct {
	Kind store.EntryKind
	ID   string
}

// Needs returns what op must know of r, if ops that are applied first put up to before entries into its
// inbox.
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
		// The entry exists only if the row does not: if the row was loaded first, there is no need to look.
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

// NeedsToAccept returns what must be known of r to put a signal or cancel into its inbox.
func NeedsToAccept(r *Run, e *store.Entry, before int) (n Need) {
	if r.Inbox.Entries > 0 {
		n.Known = Known{e.Kind, e.ID}
	}
	n.Bytes = r.Inbox.Unread+before >= store.FewUnread
	return n
}

// NeedsToShow returns what must be known of r for a [store.Claimed].
func NeedsToShow(r *Run) Need { return Need{Above: r.Inbox.Entries > 0} }

// Apply applies an op that names its run; r is nil if there is none. The caller finds the run by
// [RefOf], and a run that a Terminate has already ended by its Token. After an error r must not be
// used, because the op is refused as a whole. take is that of the batch; nil: there is none.
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

// named returns how a caller's op names its run; zero: it is an owner's op.
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

// RefOf returns how an op for [Apply] names its run; false: it is not such an op.
func RefOf(op store.Op) (store.Ref, bool) {
	switch op.(type) {
	case *store.Commit, *store.Deliver, *store.Fetch, *store.EndActivity, *store.EndJob, *store.RetryActivity, *store.Beat, *store.Release, *store.Resume, *store.Terminate, *store.QueueBehind:
		s := store.SubjectOf(op)
		return store.Ref{Run: s.Run, Namespace: s.Namespace, WorkflowID: s.WorkflowID}, true
	}
	return store.Ref{}, false
}

// Show returns the run as others see it.
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

// Claimed returns the run with what its new owner must know.
func (r *Run) Claimed() store.Claimed {
	return store.Claimed{Run: r.Show(), Gen: r.Inbox.Gen, Entries: r.Inbox.page(0)}
}

// Access says who may claim a run without an owner.
type Access int

// The numbers are stored in tables.
const (
	AccessFree        Access = iota
	AccessBlocked            // its block says who may try it, and when
	AccessQuarantined        // only by a worker that tries it alone
	AccessNobody             // nobody, until somebody resumes it
)

// Access returns who may claim the run. It matters only while the run has no owner.
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

// Quarantined reports whether r may be tried only in quarantine, if anybody may try it.
func (r *Run) Quarantined() bool { return r.Deaths >= store.QuarantineAfter }

// Stamp returns a time as every store keeps it: UTC, in whole microseconds, rounded up so that nothing
// is due too early.
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
