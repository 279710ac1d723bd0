package postgres

import (
	"slices"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// wanted is what several ops name: each thing once, and whether to lock it.
type wanted struct {
	runs     map[store.RunID]bool
	names    map[nameKey]bool
	tasks    map[store.ActivityKey]bool
	timers   map[store.ActivityKey]bool
	endings  map[ending]bool
	inboxes  inboxes
	arrivals int // how many entries the ops may put into an inbox
}

// inboxes says what to read from inboxes.
type inboxes struct {
	taken map[store.RunID]span // everything except the payloads of these orders
	pages map[page]bool
}

type span struct{ first, last int64 }

// page is all entries of a run's inbox above an order, with the payloads of the first page.
type page struct {
	run   store.RunID
	after int64
}

func newInboxes() inboxes {
	return inboxes{taken: make(map[store.RunID]span), pages: make(map[page]bool)}
}

func (b inboxes) take(run store.RunID, orders []int64) {
	s := span{slices.Min(orders), slices.Max(orders)}
	if old, ok := b.taken[run]; ok {
		s = span{min(old.first, s.first), max(old.last, s.last)}
	}
	b.taken[run] = s
}

const (
	locked   = true
	unlocked = false
)

// want returns what ops name, and what they usually need. At this point it is not known which
// runs they are about, or whether these exist.
func want(ops []store.Op) wanted {
	w := wanted{
		runs: make(map[store.RunID]bool), names: make(map[nameKey]bool), tasks: make(map[store.ActivityKey]bool),
		timers: make(map[store.ActivityKey]bool), endings: make(map[ending]bool), inboxes: newInboxes(),
	}
	for _, op := range ops {
		run, numbers := rowsOf(op)
		for _, n := range numbers {
			w.tasks[store.ActivityKey{Run: run, Activity: n}] = true
		}
		switch o := op.(type) {
		case *store.Start: // it changes no existing run
			w.run(o.Run, unlocked)
			w.name(o.Namespace, o.WorkflowID, unlocked)
			continue
		case *store.RetryActivity, *store.Beat: // about the row alone
			continue
		case *store.Commit:
			for _, t := range o.StartTimers {
				w.timers[store.ActivityKey{Run: o.Run, Activity: t.ID}] = true
			}
			for i := range o.Schedule {
				w.tasks[store.ActivityKey{Run: o.Run, Activity: o.Schedule[i].ID}] = true
			}
			if len(o.Take) > 0 { // otherwise there are rarely any
				w.inboxes.take(o.Run, o.Take)
				if o.Then != store.Keep {
					w.inboxes.pages[page{o.Run, o.Seen}] = true
				}
			}
		case *store.Fetch:
			w.inboxes.pages[page{o.Run, o.After}] = true
		case *store.Deliver:
			w.arrivals++
		case *store.Terminate:
			if o.Ref.Run == uuid.Nil {
				w.endings[endingOf(o)] = true
			}
		}
		switch ref, names := rules.RefOf(op); {
		case !names: // it searches
		case ref.Run != uuid.Nil:
			w.run(ref.Run, locked)
		default:
			w.name(ref.Namespace, ref.WorkflowID, locked)
		}
	}
	return w
}

// rowsOf returns the activity rows that op is about, and changes.
func rowsOf(op store.Op) (run store.RunID, activities []int64) {
	switch o := op.(type) {
	case *store.Commit:
		return o.Run, o.CancelActivities
	case *store.EndActivity:
		return o.Run, []int64{o.Activity}
	case *store.EndJob:
		return o.Run, []int64{o.Activity}
	case *store.RetryActivity:
		return o.Run, []int64{o.Activity}
	case *store.Beat:
		return o.Run, []int64{o.Activity}
	}
	return run, nil
}

func (w *wanted) run(id store.RunID, lock bool) { w.runs[id] = w.runs[id] || lock }

func (w *wanted) name(namespace, workflowID string, lock bool) {
	k := nameKey{namespace, workflowID}
	w.names[k] = w.names[k] || lock
}

// Which runs a column holds: those to lock, the others, or all.
var (
	isLocked   = func(_ store.RunID, lock bool) bool { return lock }
	isUnlocked = func(_ store.RunID, lock bool) bool { return !lock }
	isEither   = func(store.RunID, bool) bool { return true }
)

// runColumn returns the runs as a column.
func (w *wanted) runColumn(of func(run store.RunID, lock bool) bool) ids {
	var all ids
	for id, lock := range w.runs {
		if of(id, lock) {
			all = append(all, token(id))
		}
	}
	return all
}

// onlySteps reports whether ops are only starts and commits, and no commit is of a run that
// another op starts.
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

// more is what ops need in addition, once their runs are known.
type more struct {
	inboxes inboxes
	known   map[idKey]bool
	signals map[store.RunID]bool       // how many signals an inbox holds
	tokens  map[store.ActivityKey]bool // of the row at a seq
	orphans ids                        // whether these runs have children
	behind  ids                        // what waits behind these runs
	tasks   ids                        // all activity rows of these runs
}

// idKey is an entry by the id that its sender gave it.
type idKey struct {
	run store.RunID
	id  string
}

// wantMore returns what ops need, without what was read for w.
func (u *unit) wantMore(ops []store.Op, w *wanted) more {
	m := more{inboxes: newInboxes(), known: make(map[idKey]bool), signals: make(map[store.RunID]bool), tokens: make(map[store.ActivityKey]bool)}
	for _, op := range ops {
		r := u.about(op)
		if r == nil {
			continue
		}
		n := rules.Needs(&r.Run, op, 0) // w accounts for the bytes of new entries
		p := page{r.ID, n.After}
		if n.Above && r.filled && !w.inboxes.pages[p] {
			m.inboxes.pages[p] = true
		}
		if n.Known.ID != "" {
			m.known[idKey{r.ID, n.Known.ID}] = true
		}
		if n.Signals {
			m.signals[r.ID] = true
		}
		if n.Tasks {
			m.tasks = append(m.tasks, token(r.ID))
		}
		if n.Behind {
			m.behind = append(m.behind, token(r.ID))
		}
		if n.Orphans {
			m.orphans = append(m.orphans, token(r.ID))
		}
		if n.Token != 0 {
			m.tokens[store.ActivityKey{Run: r.ID, Activity: n.Token}] = true
		}
	}
	return m
}
