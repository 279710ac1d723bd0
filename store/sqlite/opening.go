package sqlite

import (
	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// newborn is what the row of a run that is inserted has beside what its start says.
type newborn struct {
	status      store.Status
	epoch       int
	next        int64 // seq
	token       store.Token
	level       int
	build       string
	owner       store.WorkerID
	prefers     store.WorkerID
	closed      any // when
	undelivered int
	waiting     any
	dispatched  bool // it has a dispatch row
}

// born is a run as o leaves it. Each page that a first commit need not change again is one
// less to find; a run that it parks or ends is never in the dispatch table.
func born(o *store.Start, us int64) newborn {
	b := newborn{
		status: store.Open, next: o.Row.Seq + int64(o.Row.N), token: o.Row.Token, level: o.Level, owner: o.Owner, dispatched: true,
	}
	if o.Owner != uuid.Nil {
		b.epoch = 1
	}
	first := o.First
	if first == nil {
		return b
	}
	b.next, b.token, b.level, b.build = after(first), first.Token, first.Level, first.Build
	if first.Then == store.Keep {
		return b
	}
	b.owner, b.dispatched = uuid.Nil, false
	if first.Then == store.Close {
		b.status, b.closed, b.undelivered = first.Status, us, first.Undelivered
		return b
	}
	b.waiting = first.Waiting
	if first.Prefer {
		b.prefers = o.Owner
	}
	return b
}

// open does what is left to do for a run that has just been inserted, and answers its start.
func (x *tx) open(o *store.Start, run int64) store.Outcome {
	first := o.First
	if first == nil {
		if o.Owner != uuid.Nil {
			x.s.hint(o.Run, hint{run: run, in: o.Namespace, owner: o.Owner, token: o.Row.Token, size: sizeOf(o.Row)})
		}
		return x.started(o)
	}
	out := x.started(o)
	switch first.Then {
	case store.Close: // with what hangs on the run
		x.ends(run, o.Namespace, sizeOf(first.Rows...))
		x.appendRows(first, run)
	case store.Keep:
		x.hang(first, run)
		out.Owner = o.Owner
		x.s.hint(o.Run, hint{run: run, in: o.Namespace, owner: o.Owner, token: first.Token, laden: loads(first), size: sizeOf(first.Rows...)})
	default:
		x.hang(first, run)
	}
	return out
}
