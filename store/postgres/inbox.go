package postgres

import (
	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

func (u *unit) deliver(o *store.Deliver) store.Outcome {
	r := u.find(o.Ref)
	if r == nil {
		return store.Outcome{Code: store.NotFound}
	}
	out := store.Outcome{Run: r.ID, Owner: r.Owner}
	if r.Status != store.Open {
		out.Code = store.Closed
		return out
	}
	if e, ok := r.known(o.Entry.Kind, o.Entry.ID); ok {
		out.Entries = []store.Entry{e}
		if o.Owner != uuid.Nil && r.Owner == o.Owner && r.dispatch.claim == o.Claim {
			out.Claims = []store.Claimed{r.claimed()}
		}
		return out
	}
	switch {
	case r.closing:
		out.Code = store.HeldBack
	case r.full():
		out.Code = store.Full
	default:
		e := o.Entry
		e.Ref = 0
		goesOn := o.Owner != uuid.Nil && r.goesOn(o.Owner)
		out.Entries = []store.Entry{r.accept(e, u.now, r.Owner != o.From)}
		if goesOn {
			r.own(o.Owner, o.Claim)
			out.Owner, out.Claims = o.Owner, []store.Claimed{r.claimed()}
		}
	}
	return out
}

func (u *unit) fetch(o *store.Fetch) store.Outcome {
	r := u.owned(o.Run, o.Worker, o.Epoch)
	if r == nil {
		return store.Outcome{Code: store.Fenced, Run: o.Run}
	}
	if r.dispatch.dirty {
		r.dispatch.dirty, r.moved = false, true
	}
	return store.Outcome{Run: r.ID, Owner: r.Owner, Gen: r.gen, Entries: r.page(o.After)}
}
