package sqlite

import (
	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// opening is the start and the first commit at the head of ops, if they are of one run
// and can be carried out as one. Each page that the commit need not change again is one
// less to find; a run that it parks or ends is never in the dispatch table.
func opening(ops []store.Op) (o *store.Start, first *store.Commit, ok bool) {
	if len(ops) < 2 {
		return nil, nil, false
	}
	if o, ok = ops[0].(*store.Start); !ok || o.Owner == uuid.Nil {
		return nil, nil, false
	}
	if first, ok = ops[1].(*store.Commit); !ok || first.Run != o.Run || first.Epoch != 1 || first.Seq != o.Row.Seq+int64(o.Row.N) {
		return nil, nil, false
	}
	if len(first.Take) > 0 || first.Then == store.Close && loads(first) || store.Check(first) != nil {
		return nil, nil, false
	}
	return o, first, true
}

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

// born is a run as first leaves it, or as o alone does.
func born(o *store.Start, first *store.Commit, us int64) newborn {
	b := newborn{
		status: store.Open, next: o.Row.Seq + int64(o.Row.N), token: o.Row.Token, level: o.Level, owner: o.Owner, dispatched: true,
	}
	if o.Owner != uuid.Nil {
		b.epoch = 1
	}
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

// open carries out a start and the first commit of its run, and says how many of the two:
// where a run is in the way, the start alone.
func (x *tx) open(o *store.Start, first *store.Commit, outs []store.Outcome) int {
	run, ok := insertRun(x, o, first, x.us)
	if !ok {
		outs[0] = x.inTheWay(o)
		return 1
	}
	outs[0] = x.started(o)
	if x.err != nil {
		return 1
	}
	x.hang(first, run)
	outs[1] = store.Outcome{Run: o.Run}
	if first.Then == store.Keep {
		outs[1].Owner = o.Owner
		x.s.hint(o.Run, hint{run: run, owner: o.Owner, token: first.Token, laden: loads(first)})
	}
	return 2
}
