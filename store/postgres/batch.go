package postgres

import (
	"errors"

	"github.com/reprise-run/reprise/store"
)

// batch is one call of Apply, over all tries at it.
//
// Somebody else's transaction must not hold up those that have nothing to do with it. A
// run that is locked is passed over, and its ops are answered store.Locked. Other locks
// cannot be passed over: that on a workflow id which an uncommitted start has taken, or
// on an activity row that is being ended. For them a batch waits a moment, once; then it
// is tried again without the ops that may have to wait so, and if that stands in a queue,
// too, nothing of it is done.
type batch struct {
	ops   []store.Op
	which []int // of ops, what is still to be carried out
	outs  []store.Outcome

	quick    *quick // how it is tried first, but for ops that search at its end; see named
	alone    bool   // all of it is about one run: nobody waits with it
	narrowed bool
}

func newBatch(ops []store.Op) *batch {
	b := &batch{ops: ops, which: make([]int, len(ops)), outs: make([]store.Outcome, len(ops)), quick: newQuick(named(ops)), alone: true}
	first := store.SubjectOf(ops[0])
	for i, op := range ops {
		b.which[i] = i
		s := store.SubjectOf(op)
		b.alone = b.alone && s == first && (s != store.Subject{} || len(ops) == 1)
	}
	return b
}

// errElsewhere: what is alone goes on the ordinary way, in which it may wait longer.
var errElsewhere = errors.New("the batch is to be carried out by another connection")

// errHeldUp: the batch is to be tried again with less in it.
var errHeldUp = errors.New("somebody holds a lock that the batch needs")

// try carries out what is left of the batch, as one transaction.
func (b *batch) try(x *tx) error {
	if len(b.which) == 0 {
		return nil
	}
	quick := b.quick != nil
	if x.lockWait = x.s.brief; b.alone && !quick {
		x.lockWait = x.s.single
	}
	err := b.carryOut(x)
	if err == nil {
		err = x.finish()
	}
	locked := code(err) == lockNotAvailable
	switch {
	case quick && b.alone && (locked || errors.Is(err, errNotQuick)):
		return errElsewhere
	case locked:
		b.leaveOut()
		return errHeldUp
	}
	return err
}

func (b *batch) carryOut(x *tx) error {
	q := b.quick
	if q == nil {
		return b.ordinarily(x, b.which)
	}
	b.quick = nil // once
	n := q.len()
	// Nothing has been tried before, so these are the first of all there are.
	if err := x.quickly(q, n == len(b.which), b.outs[:n]); err != nil || n == len(b.which) {
		return err
	}
	return b.ordinarily(x, b.which[n:])
}

func (b *batch) ordinarily(x *tx, which []int) error {
	ops := make([]store.Op, len(which))
	for i, at := range which {
		ops[i] = b.ops[at]
	}
	u := &unit{tx: x, ops: ops, outs: make([]store.Outcome, len(ops)), waits: b.alone, locked: make(map[store.RunID]bool)}
	u.forget()
	err := u.apply()
	return b.keep(which, u.outs, err)
}

// keep takes in how ops that were carried out have ended.
func (b *batch) keep(which []int, outs []store.Outcome, err error) error {
	if member := (*store.MemberError)(nil); errors.As(err, &member) {
		return &store.MemberError{Index: which[member.Index], Err: member.Err}
	}
	if err == nil {
		for i, at := range which {
			b.outs[at] = outs[i]
		}
	}
	return err
}

// leaveOut gives up what may have been waited for.
func (b *batch) leaveOut() {
	var rest []int
	if !b.alone && !b.narrowed {
		out := make(map[store.Subject]bool) // what follows must not overtake
		for _, i := range b.which {
			s := store.SubjectOf(b.ops[i])
			if queues(b.ops[i]) || out[s] {
				out[s] = true
				if o, ok := b.ops[i].(*store.Start); ok {
					out[store.Subject{Run: o.Run}] = true
				}
				continue
			}
			rest = append(rest, i)
		}
	}
	b.narrowed = true
	b.which, b.quick = rest, nil
	for i := range b.outs {
		b.outs[i] = store.Outcome{Code: store.Locked}
	}
}

// named are the ops before those at the end that search, and a Fire if it is the first of
// these.
func named(ops []store.Op) []store.Op {
	n := len(ops)
	for n > 0 && searches(ops[n-1]) {
		n--
	}
	if n < len(ops) {
		if _, ok := ops[n].(*store.Fire); ok {
			n++
		}
	}
	return ops[:n]
}

// queues says whether op may have to wait for another lock than that of its run.
func queues(op store.Op) bool {
	switch o := op.(type) {
	case *store.Start, *store.EndActivity, *store.RetryActivity, *store.Beat, *store.Terminate:
		return true
	case *store.Commit:
		return o.Then == store.Close || len(o.DropActivities) > 0
	}
	return false
}

// unlocked says whether op is about an open run that the batch has no lock of, because
// somebody else has it.
func (u *unit) unlocked(op store.Op) bool {
	var r *run
	switch o := op.(type) {
	case *store.Commit:
		r = u.runs[o.Run]
	case *store.Fetch:
		r = u.runs[o.Run]
	case *store.EndActivity:
		r = u.runs[o.Run]
	case *store.Release:
		r = u.runs[o.Run]
	case *store.Deliver:
		r = u.find(o.Ref)
	case *store.Resume:
		r = u.find(o.Ref)
	case *store.Terminate:
		r = u.find(o.Ref)
	}
	return r != nil && r.Status == store.Open && !u.locked[r.ID]
}
