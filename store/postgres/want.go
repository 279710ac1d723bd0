package postgres

import (
	"math"
	"slices"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// wanted is what a number of ops name: each thing once, and whether it is to be locked.
type wanted struct {
	runs    map[store.RunID]bool
	names   map[nameKey]bool
	tasks   map[store.ActivityKey]bool
	timers  map[store.ActivityKey]bool
	endings map[ending]bool
	inboxes inboxes
	weighed bool // how many bytes wait unread in the runs' inboxes
}

// inboxes is what of inboxes is to be known: for each page its span.
type inboxes map[page]span

// page is the beginning of a run's inbox above an order, with the payloads.
type page struct {
	run   store.RunID
	after int64
}

// span are orders of which all is to be known but the payloads.
type span struct{ first, last int64 }

// noPage is above all orders.
const noPage = math.MaxInt64

func (i inboxes) add(run store.RunID, after int64, s span) {
	p := page{run, after}
	if old, ok := i[p]; ok {
		s = span{min(old.first, s.first), max(old.last, s.last)}
	}
	i[p] = s
}

// addPage adds what is above an order.
func (i inboxes) addPage(run store.RunID, after int64) {
	i.add(run, after, span{after + 1, math.MaxInt64})
}

// addCommit adds what a commit goes by: what it takes and, unless it keeps the run, what it
// has not seen.
func (i inboxes) addCommit(o *store.Commit) {
	if o.Then != store.Keep {
		i.addPage(o.Run, o.Seen)
	}
	if len(o.Take) > 0 {
		i.add(o.Run, noPage, span{slices.Min(o.Take), slices.Max(o.Take)})
	}
}

const (
	locked   = true
	unlocked = false
)

func want(ops []store.Op) wanted {
	w := wanted{
		runs: make(map[store.RunID]bool), names: make(map[nameKey]bool), tasks: make(map[store.ActivityKey]bool),
		timers: make(map[store.ActivityKey]bool), endings: make(map[ending]bool),
		inboxes: make(inboxes),
	}
	for _, op := range ops {
		switch o := op.(type) {
		case *store.Start: // it changes no run that is there
			w.run(o.Run, unlocked)
			w.name(o.Namespace, o.WorkflowID, unlocked)
		case *store.Commit:
			w.run(o.Run, locked)
			for _, t := range o.StartTimers {
				w.timers[store.ActivityKey{Run: o.Run, Activity: t.ID}] = true
			}
			for i := range o.Schedule {
				w.tasks[store.ActivityKey{Run: o.Run, Activity: o.Schedule[i].ID}] = true
			}
			for _, id := range o.DropActivities {
				w.tasks[store.ActivityKey{Run: o.Run, Activity: id}] = true
			}
			if len(o.Take) > 0 { // else there is seldom anything
				w.inboxes.addCommit(o)
			}
		case *store.Deliver:
			w.ref(o.Ref)
			w.weighed = true
		case *store.Fetch:
			w.run(o.Run, locked)
			w.inboxes.addPage(o.Run, o.After)
		case *store.EndActivity:
			w.run(o.Run, locked)
			w.tasks[store.ActivityKey{Run: o.Run, Activity: o.Activity}] = true
		case *store.RetryActivity:
			w.tasks[store.ActivityKey{Run: o.Run, Activity: o.Activity}] = true
		case *store.Beat:
			w.tasks[store.ActivityKey{Run: o.Run, Activity: o.Activity}] = true
		case *store.Release:
			w.run(o.Run, locked)
		case *store.Resume:
			w.ref(o.Ref)
		case *store.Terminate:
			w.ref(o.Ref)
			if o.Ref.Run == uuid.Nil {
				w.endings[ending{nameKey{o.Ref.Namespace, o.Ref.WorkflowID}, o.Token}] = true
			}
		}
	}
	return w
}

func (w *wanted) run(id store.RunID, lock bool) { w.runs[id] = w.runs[id] || lock }

func (w *wanted) name(namespace, workflowID string, lock bool) {
	k := nameKey{namespace, workflowID}
	w.names[k] = w.names[k] || lock
}

func (w *wanted) ref(ref store.Ref) {
	if ref.Run != uuid.Nil {
		w.run(ref.Run, locked)
		return
	}
	w.name(ref.Namespace, ref.WorkflowID, locked)
}

// Which runs a column holds: those to be locked, the others, or all.
var (
	isLocked   = func(_ store.RunID, lock bool) bool { return lock }
	isUnlocked = func(_ store.RunID, lock bool) bool { return !lock }
	isEither   = func(store.RunID, bool) bool { return true }
)

// runColumn is the runs as a column.
func (w *wanted) runColumn(of func(run store.RunID, lock bool) bool) ids {
	var all ids
	for id, lock := range w.runs {
		if of(id, lock) {
			all = append(all, token(id))
		}
	}
	return all
}

// onlySteps says whether ops are starts and commits, none of a run that another one starts.
func onlySteps(ops []store.Op) bool {
	started := make(map[store.RunID]bool)
	for _, op := range ops {
		if o, ok := op.(*store.Start); ok {
			started[o.Run] = true
		}
	}
	return !slices.ContainsFunc(ops, func(op store.Op) bool {
		switch o := op.(type) {
		case *store.Start:
			return false
		case *store.Commit:
			return started[o.Run]
		}
		return true
	})
}

func (w *wanted) nameColumns(lockedOnly bool) (namespace, workflowID names) {
	for k, lock := range w.names {
		if lock || !lockedOnly {
			namespace, workflowID = append(namespace, k.namespace), append(workflowID, k.workflowID)
		}
	}
	return namespace, workflowID
}

func keyColumns(keys map[store.ActivityKey]bool) (run ids, number ints) {
	for k := range keys {
		run, number = append(run, token(k.Run)), append(number, k.Activity)
	}
	return run, number
}

// more is what only some ops need, once their runs are known.
type more struct {
	inboxes inboxes
	known   map[idKey]bool
	tokens  map[store.ActivityKey]bool // of the row at a seq
}

// idKey is an entry by the id its sender gave it.
type idKey struct {
	run store.RunID
	id  string
}

func (u *unit) wantMore(ops []store.Op) more {
	m := more{inboxes: make(inboxes), known: make(map[idKey]bool), tokens: make(map[store.ActivityKey]bool)}
	for _, op := range ops {
		switch o := op.(type) {
		case *store.Start:
			r := u.runs[o.Run]
			if o.Owner != uuid.Nil && r.waiting() {
				m.inboxes.addPage(r.ID, 0)
			}
			if o.First != nil && r != nil {
				m.tokens[store.ActivityKey{Run: o.Run, Activity: o.First.Seq}] = true
			}
		case *store.Commit:
			r := u.runs[o.Run]
			if len(o.Take) == 0 && r.waiting() {
				m.inboxes.addCommit(o)
			}
			if r != nil && (r.NextSeq != o.Seq || r.Epoch != o.Epoch || r.Status != store.Open) {
				m.tokens[store.ActivityKey{Run: o.Run, Activity: o.Seq}] = true
			}
		case *store.Terminate:
			if r := u.find(o.Ref); r.waiting() {
				m.inboxes.add(r.ID, noPage, span{0, math.MaxInt64})
			}
		case *store.Deliver:
			r := u.find(o.Ref)
			// What Owner gets, or holds by this claim, begins with the first entry.
			if o.Owner != uuid.Nil && r.waiting() && (!r.dispatch.exists || r.dispatch.claim == o.Claim) {
				m.inboxes.addPage(r.ID, 0)
			}
			m.entry(r, o.Entry.ID)
		case *store.EndActivity:
			// Its entry is there only if its row is not.
			if r := u.runs[o.Run]; u.held(o.Run, o.Activity, o.Worker, store.Attempt{N: o.Attempt, Claim: o.Claim}) == nil {
				m.entry(r, o.Entry.ID)
			}
		}
	}
	return m
}

// waiting says whether there may be entries of the run's that are not known.
func (r *run) waiting() bool { return r != nil && !r.whole }

func (m *more) entry(r *run, id string) {
	if id != "" && r.waiting() {
		m.known[idKey{r.ID, id}] = true
	}
}
