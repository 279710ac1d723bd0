package memory

import (
	"cmp"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

func (x *tx) deliver(o *store.Deliver) store.Outcome {
	r := x.find(o.Ref)
	if r == nil {
		return store.Outcome{Code: store.NotFound}
	}
	out := store.Outcome{Run: r.ID, Owner: r.dispatch.owner}
	if r.Status != store.Open {
		out.Code = store.Closed
		return out
	}
	if e, ok := r.known(o.Entry.Kind, o.Entry.ID); ok {
		out.Entries = []store.Entry{e}
		if d := r.dispatch; o.Owner != uuid.Nil && d.owner == o.Owner && d.claim == o.Claim {
			out.Claims = []store.Claimed{r.claimed()}
		}
		return out
	}
	switch {
	case r.dispatch.closing:
		out.Code = store.HeldBack
		return out
	case r.unread() >= store.MaxUnread:
		out.Code = store.Full
		return out
	}
	e := o.Entry
	e.Ref = 0
	goesOn := o.Owner != uuid.Nil && r.goesOn(o.Owner)
	out.Entries = []store.Entry{x.accept(r, e, r.dispatch.owner != o.From)}
	if goesOn {
		x.own(r, o.Owner, o.Claim)
		out.Owner, out.Claims = o.Owner, []store.Claimed{r.claimed()}
	}
	return out
}

// known finds an unread entry by the id its sender gave it.
func (r *run) known(kind store.EntryKind, id string) (store.Entry, bool) {
	if id == "" {
		return store.Entry{}, false
	}
	for _, e := range r.inbox {
		if e.Kind == kind && e.ID == id {
			return copyEntry(e), true
		}
	}
	return store.Entry{}, false
}

func (x *tx) fetch(o *store.Fetch) store.Outcome {
	r := x.runs[o.Run]
	if r == nil || r.dispatch.owner != o.Worker || o.Worker == uuid.Nil || r.Epoch != o.Epoch {
		return store.Outcome{Code: store.Fenced, Run: o.Run}
	}
	x.edit(r, func() { r.dispatch.dirty = false })
	return store.Outcome{Run: r.ID, Owner: r.dispatch.owner, Gen: r.gen, Entries: r.entries(o.After)}
}

func (x *tx) fire(o *store.Fire) store.Outcome {
	type at struct {
		*run
		store.Timer
	}
	var due []at
	for _, r := range x.sorted() {
		for _, t := range r.timers {
			if !t.FireAt.After(x.now) {
				due = append(due, at{r, t})
			}
		}
	}
	slices.SortStableFunc(due, func(a, b at) int {
		return cmp.Or(a.FireAt.Compare(b.FireAt), cmp.Compare(a.ord, b.ord))
	})
	var out store.Outcome
	woken := x.wokenBy(o)
	for _, d := range due[:max(0, min(o.Max, len(due)))] {
		r := d.run
		x.edit(r, func() {
			i, _ := r.timer(d.Timer.ID)
			r.timers = drop(r.timers, i)
		})
		goesOn := len(woken.now) < woken.room && r.goesOn(o.From)
		e := x.accept(r, store.Entry{Kind: store.EntryTimer, Ref: d.Timer.ID}, !slices.Contains(woken.now, r))
		if goesOn {
			x.own(r, o.From, o.Claim)
			woken.now = append(woken.now, r)
		}
		out.Fired = append(out.Fired, store.Fired{Run: r.ID, Owner: r.dispatch.owner, Entry: e})
	}
	for _, r := range append(woken.before, woken.now...) {
		out.Claims = append(out.Claims, r.claimed())
	}
	out.Next = x.nextTimer()
	return out
}

// woken are the runs that a Fire has made its worker's.
type woken struct {
	before []*run // the first time, if this is its repetition
	now    []*run
	room   int // for the latter
}

func (x *tx) wokenBy(o *store.Fire) (w woken) {
	if o.Room <= 0 {
		return w
	}
	for _, r := range x.sorted() {
		if r.dispatch.owner == o.From && r.dispatch.claim == o.Claim {
			w.before = append(w.before, r)
		}
	}
	if len(w.before) == 0 {
		w.room = o.Room
	}
	return w
}

// goesOn says whether an entry makes r ready, and w may have it at once.
func (r *run) goesOn(w store.WorkerID) bool {
	return !r.dispatch.exists && r.prefers == w && r.Blocked == nil && !r.suspect()
}

// own makes a run that is ready w's.
func (x *tx) own(r *run, w store.WorkerID, claim store.Token) {
	x.edit(r, func() {
		r.Epoch++
		r.dispatch.owner, r.dispatch.claim = w, claim
	})
}

func (x *tx) nextTimer() time.Time {
	var next time.Time
	for _, r := range x.busy {
		for _, t := range r.timers {
			next = earliest(next, t.FireAt)
		}
	}
	return next
}

// earliest treats the zero time as "none".
func earliest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

func (x *tx) sweep() store.Outcome {
	var out store.Outcome
	for _, r := range x.sorted() {
		if r.Status == store.Open && len(r.inbox) > 0 && !r.dispatch.exists {
			x.edit(r, func() { r.dispatch = dispatch{exists: true, ready: x.now} })
			out.Count++
		}
	}
	return out
}
