package memory

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

var errUnknownOp = errors.New("memory: an op of a kind this store does not know")

// tx is one transaction: one now, and what undoes it.
type tx struct {
	*state
	now   time.Time
	take  rules.Taking
	undo  []func()
	saved map[*run]bool // runs whose former state is in undo
}

// begin counts what the Take of ops already holds.
func (x *tx) begin(ops []store.Op) {
	if x.take = rules.TakingOf(ops); x.take.By != nil {
		x.take.Held = len(x.heldBy(x.take.By.Worker, x.take.By.Claim))
	}
}

// heldBy returns the runs that a worker holds by a claim.
func (x *tx) heldBy(worker store.WorkerID, claim store.Token) (all []*run) {
	for _, r := range x.sorted() {
		if r.Owner == worker && r.Dispatch.Claim == claim {
			all = append(all, r)
		}
	}
	return all
}

func (x *tx) rollback() {
	for i := len(x.undo) - 1; i >= 0; i-- {
		x.undo[i]()
	}
}

func (x *tx) apply(op store.Op) (store.Outcome, error) {
	if err := store.Check(op); err != nil {
		return store.Outcome{}, err
	}
	out, err := x.carryOut(op)
	return private(out), err
}

func (x *tx) carryOut(op store.Op) (store.Outcome, error) {
	if ref, ok := rules.RefOf(op); ok {
		return x.keyed(x.find(ref), op)
	}
	switch o := op.(type) {
	case *store.Start:
		return x.start(o)
	case *store.StartAll:
		return x.startAll(o)
	case *store.Claim:
		return x.claim(o), nil
	case *store.Take:
		var out store.Outcome
		for _, r := range x.heldBy(o.Worker, o.Claim) {
			out.Claims = append(out.Claims, r.Claimed())
		}
		return out, nil
	case *store.Fire:
		return x.fire(o), nil
	case *store.Forward:
		return x.forward(o), nil
	case *store.Relay:
		return x.relay(o)
	case *store.ClaimActivities:
		return x.claimActivities(o), nil
	case *store.Condemn:
		return x.condemn(o), nil
	case *store.Recover:
		return x.recover(o), nil
	case *store.Sweep:
		return x.sweep(), nil
	case *store.Retain:
		return x.retain(o), nil
	case *store.Expire:
		return x.expire(o), nil
	case *store.ShareQueue:
		return x.shareQueue(o), nil
	case *store.ChangeQueue:
		return x.changeQueue(o), nil
	case *store.DrainWorker:
		return x.drainWorker(o), nil
	case *store.PutSchedule:
		return x.putSchedule(o), nil
	case *store.FireSchedule:
		return x.fireSchedule(o)
	}
	return store.Outcome{}, errUnknownOp
}

// keyed carries out an op about r; r is nil if there is no such run.
func (x *tx) keyed(r *run, op store.Op) (out store.Outcome, err error) {
	if o, ok := op.(*store.Terminate); ok {
		r = cmp.Or(x.terminated(o), r)
	}
	if r == nil {
		return rules.Apply(nil, op, nil, x.now)
	}
	x.edit(r, func() {
		r.remember(op)
		if _, ok := op.(*store.Terminate); ok {
			r.Orphans = x.orphans(r.ID)
		}
		out, err = rules.Apply(&r.Run, op, &x.take, x.now)
	})
	return out, err
}

// remember loads the token of the row that op asks for, because the rules do not keep
// old rows.
func (r *run) remember(op store.Op) {
	if i, ok := r.row(rules.Needs(&r.Run, op, 0).Token); ok {
		r.Tokens = map[int64]store.Token{r.rows[i].Seq: r.rows[i].Token}
	}
}

// terminated finds the run that o has already terminated. It looks at every run with
// the workflow id, because another run may have the id by now.
func (x *tx) terminated(o *store.Terminate) *run {
	for _, r := range x.byID[nameKey{o.Ref.Namespace, o.Ref.WorkflowID}] {
		if o.Ref.Run == uuid.Nil && r.Status == store.Terminated && r.LastCommit == o.Token {
			return r
		}
	}
	return nil
}

func (x *tx) start(o *store.Start) (out store.Outcome, err error) {
	p := x.placeOf(o)
	if r := x.runs[o.Run]; r != nil {
		x.edit(r, func() {
			r.remember(o)
			_, out, err = rules.Start(o, p, x.now)
		})
		return out, err
	}
	fresh, out, err := rules.Start(o, p, x.now)
	if fresh != nil && err == nil {
		r := &run{Run: *fresh, ord: x.created}
		x.addRun(r)
		x.edit(r, func() {})
	}
	return out, err
}

// placeOf returns what o finds in its place.
func (x *tx) placeOf(o *store.Start) (p rules.Place) {
	if r := x.runs[o.Run]; r != nil {
		return rules.Place{Run: &r.Run}
	}
	_, p.Removed = x.tombstones[o.Run]
	name := nameKey{o.Namespace, o.WorkflowID}
	if r := x.named(name); r != nil {
		p.Last, p.Open, p.Workflow = r.ID, r.Status == store.Open, r.Workflow
	}
	last, _ := x.lastRemoved(name)
	p.LastRemoved = last.run
	return p
}

func (x *tx) startAll(o *store.StartAll) (store.Outcome, error) {
	return rules.StartAll(o, x.placeOf, x.start)
}

// edit runs change on r, and remembers how r was.
func (x *tx) edit(r *run, change func()) {
	x.save(r)
	change()
	for _, w := range r.Diff.Rows {
		r.rows, r.last = append(r.rows, copyRow(w)), x.now
	}
	if next := r.Next; next != nil {
		r.Next = nil
		x.goOn(next)
	}
	x.send(r.Diff.Sent)
	for _, k := range r.Diff.Kept {
		x.keep(k)
	}
	if r.Diff.LeftQuarantine {
		x.leaveQuarantine(store.ActivityKey{Run: r.ID})
	}
	for _, id := range r.Tasks.Left {
		x.leaveQuarantine(store.ActivityKey{Run: r.ID, Activity: id})
	}
	// Everything else is already in place.
	r.Diff, r.Tokens, r.Inbox.Taken, r.Timers.Gone, r.Tasks.Gone, r.Tasks.Left, r.Tasks.Cancelled = rules.Diff{}, nil, nil, nil, nil, nil, nil
	x.index(r)
}

// save remembers how r was when the transaction began, or when it was created.
func (x *tx) save(r *run) {
	if x.saved[r] {
		return
	}
	if x.saved == nil {
		x.saved = make(map[*run]bool)
	}
	x.saved[r] = true
	r.Tasks.Share()
	old := *r
	x.undo = append(x.undo, func() {
		*r = old
		x.index(r)
	})
}

// goOn adds the run that continues an ended one.
func (x *tx) goOn(next *rules.Run) {
	r := &run{Run: *next, ord: x.created}
	for i := range r.Inbox.Loaded {
		r.Inbox.Loaded[i].Fresh = false
	}
	x.addRun(r)
	x.edit(r, func() {})
}

func (x *tx) editWorker(w *worker, change func()) {
	old := *w
	x.undo = append(x.undo, func() { *w = old })
	change()
}

func (x *tx) addRun(r *run) {
	k := nameKey{r.Namespace, r.WorkflowID}
	all := x.byID[k]
	x.undo = append(x.undo, func() {
		delete(x.runs, r.ID)
		delete(x.busy, r.ID)
		x.byID[k] = all
	})
	x.created++ // not undone: numbers only have to rise
	x.runs[r.ID] = r
	x.byID[k] = append(all[:len(all):len(all)], r)
}

func (x *tx) addWorker(w *worker) {
	x.undo = append(x.undo, func() { delete(x.workers, w.ID) })
	x.workers[w.ID] = w
}

func (x *tx) dropWorker(w *worker) {
	x.undo = append(x.undo, func() { x.workers[w.ID] = w })
	delete(x.workers, w.ID)
}

func (x *tx) fire(o *store.Fire) store.Outcome {
	type at struct {
		*run
		store.Timer
	}
	var due []at
	var out store.Outcome
	for _, r := range x.sorted() {
		for _, t := range r.Timers.Loaded {
			if r.Namespace == o.Namespace && !t.FireAt.After(x.now) {
				due = append(due, at{r, t.Timer})
			}
		}
	}
	slices.SortStableFunc(due, func(a, b at) int {
		return cmp.Or(a.FireAt.Compare(b.FireAt), cmp.Compare(a.ord, b.ord))
	})
	for _, d := range due[:max(0, min(o.Max, len(due)))] {
		x.edit(d.run, func() {
			if fired, ok := d.run.Timer(d.Timer.ID, &x.take, x.now); ok {
				out.Fired = append(out.Fired, fired)
			}
		})
	}
	out.Next = x.nextTimer(o.Namespace)
	return out
}

func (x *tx) nextTimer(namespace string) time.Time {
	var next time.Time
	for _, r := range x.busy {
		if r.Namespace != namespace {
			continue
		}
		for _, t := range r.Timers.Loaded {
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
		x.edit(r, func() {
			if r.Sweep(x.now) {
				out.Count++
			}
		})
	}
	return out
}
