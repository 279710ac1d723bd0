package rules

import (
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// Deliver puts a signal, a cancel or an update into the inbox. An update is like a signal, with ids of
// its own.
//
// D1. There is no run: NotFound. It has ended: Closed.
// D2. If an entry has the same kind and the same ID, which is not empty, the answer is Done again,
// before any limit or mark is checked.
// D3. A run that is closing answers HeldBack. A full inbox answers Full: it holds MaxUnread signals,
// cancels and updates, or MaxUnreadBytes of them.
// D4. Otherwise the entry is accepted, with the next order and now as its time. A run without a
// dispatch row gets one, ready at once. A run with another owner than From is marked dirty.
// D5. An entry that makes a parked run ready may give the run to the batch's worker, see O12. A run
// that this worker holds by the same claim is not marked dirty.
func (r *Run) Deliver(o *store.Deliver, take *Taking, now time.Time) store.Outcome {
	if r == nil {
		return store.Outcome{Code: store.NotFound}
	}
	out := store.Outcome{Run: r.ID, Owner: r.Owner, Seq: r.NextSeq}
	e, known := r.Inbox.known(o.Entry.Kind, o.Entry.ID)
	switch {
	case r.Status != store.Open:
		out.Code = store.Closed
	case known:
		out.Entries = []store.Entry{e}
		if o.Steer != nil {
			out.Count = 1
		}
	case r.Closing && o.Entry.Kind != store.EntryChild:
		out.Code = store.HeldBack
	case o.Steer != nil:
		steer(r, o, take, now, &out)
	case o.Entry.Kind != store.EntryChild && r.Inbox.Full():
		out.Code = store.Full
	default:
		e := o.Entry
		if e.Kind != store.EntryChild {
			e.Ref = 0
		}
		out.Entries = []store.Entry{r.accept(e, r.Owner != o.From, take, now)}
		out.Owner = r.Owner
	}
	return out
}

// Request says whether r accepts a signal, cancel or update from a user's transaction. It is delivered
// when the transaction has committed.
//
// D6. There is no run: NotFound. It has ended: Closed. Its inbox is full: Full.
func (r *Run) Request() store.Outcome {
	switch {
	case r == nil:
		return store.Outcome{Code: store.NotFound}
	case r.Status != store.Open:
		return store.Outcome{Code: store.Closed, Run: r.ID}
	case r.Inbox.Full():
		return store.Outcome{Code: store.Full, Run: r.ID}
	}
	return store.Outcome{Run: r.ID}
}

// Forward delivers such a request; goes is false if the request stays.
//
// D7. A request that names no run is lost: NotFound. One whose run has continued goes to the last run
// of its chain. One whose run has ended is dropped: Closed; a signal counts there as undelivered.
// D8. A request whose run is closing or full stays.
// D9. Otherwise it is delivered once, and an owner is marked dirty.
func (r *Run) Forward(e store.Entry, take *Taking, now time.Time) (f store.Forwarded, goes bool) {
	f = store.Forwarded{Entry: store.Entry{ID: e.ID, Kind: e.Kind}}
	if r == nil {
		f.Code = store.NotFound
		return f, true
	}
	f.Run = r.ID
	if r.Status != store.Open {
		f.Code = store.Closed
		if isSignal(e.Kind) {
			r.Undelivered++
			r.Diff.End = true
		}
		return f, true
	}
	if !r.Takes() {
		return f, false
	}
	out := r.Deliver(&store.Deliver{Entry: e}, take, now)
	f.Owner, f.Entry = out.Owner, out.Entries[0]
	return f, true
}

// Takes reports whether r, which is open, accepts what is sent to it now.
func (r *Run) Takes() bool { return !r.Closing && !r.Inbox.Full() }

// Fetch answers with the inbox.
//
// D10. Worker must own the run at Epoch; otherwise, or if there is no run, the answer is Fenced.
// D11. The dirty mark is removed. The outcome has the first page of the entries above After, and Gen.
func (r *Run) Fetch(o *store.Fetch) store.Outcome {
	if !r.owned(o.Worker, o.Epoch) {
		return store.Outcome{Code: store.Fenced, Run: o.Run}
	}
	if r.Dispatch.Dirty {
		r.Dispatch.Dirty, r.Diff.Marked = false, true
	}
	return store.Outcome{Run: r.ID, Owner: r.Owner, Gen: r.Inbox.Gen, Entries: r.Inbox.page(o.After)}
}

// Timer fires a timer of r that is due.
//
// T1. The timer is removed. An open run gets an entry; otherwise nothing is reported.
// T2. A run with an owner is marked dirty, whoever fires, unless the batch's Take holds it.
func (r *Run) Timer(timer int64, take *Taking, now time.Time) (store.Fired, bool) {
	if r == nil || r.Status != store.Open {
		return store.Fired{}, false
	}
	r.Timers.drop([]int64{timer})
	e := r.accept(store.Entry{Kind: store.EntryTimer, Ref: timer}, true, take, now)
	return store.Fired{Run: r.ID, Owner: r.Owner, Entry: e}, true
}

// accept puts e into the inbox, and makes sure that somebody looks there: the owner if dirty is set,
// otherwise the worker that takes or claims the run.
func (r *Run) accept(e store.Entry, dirty bool, take *Taking, now time.Time) store.Entry {
	e = r.Inbox.add(e, now)
	r.Diff.Work = true
	switch {
	case !r.Dispatch.Exists:
		r.Ready(now)
		take.take(r)
	case dirty && r.Owner != uuid.Nil && !r.Dispatch.Dirty && !take.Has(r):
		r.Dispatch.Dirty, r.Diff.Marked = true, true
	}
	return e
}
