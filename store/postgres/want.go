package postgres

import (
	"maps"

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
}

const (
	locked   = true
	unlocked = false
)

func want(ops []store.Op) wanted {
	w := wanted{
		runs: make(map[store.RunID]bool), names: make(map[nameKey]bool), tasks: make(map[store.ActivityKey]bool),
		timers: make(map[store.ActivityKey]bool), endings: make(map[ending]bool),
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
		case *store.Deliver:
			w.ref(o.Ref)
		case *store.Fetch:
			w.run(o.Run, locked)
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

// runColumn is the runs as a column; with lockedOnly, those to be locked.
func (w *wanted) runColumn(lockedOnly bool) ids {
	var all ids
	for id, lock := range w.runs {
		if lock || !lockedOnly {
			all = append(all, token(id))
		}
	}
	return all
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
	whole  map[*run]bool // the whole inbox
	known  map[idKey]bool
	tokens map[store.ActivityKey]bool // of the row at a seq
}

// idKey is an entry by the id its sender gave it.
type idKey struct {
	run store.RunID
	id  string
}

func (u *unit) wantMore(ops []store.Op) more {
	m := more{whole: make(map[*run]bool), known: make(map[idKey]bool), tokens: make(map[store.ActivityKey]bool)}
	for _, op := range ops {
		switch o := op.(type) {
		case *store.Start:
			m.inbox(u.runs[o.Run], o.Owner != uuid.Nil)
			if o.First != nil && u.runs[o.Run] != nil {
				m.tokens[store.ActivityKey{Run: o.Run, Activity: o.First.Seq}] = true
			}
		case *store.Commit:
			r := u.runs[o.Run]
			m.inbox(r, len(o.Take) > 0 || o.Then != store.Keep)
			if r != nil && (r.NextSeq != o.Seq || r.Epoch != o.Epoch || r.Status != store.Open) {
				m.tokens[store.ActivityKey{Run: o.Run, Activity: o.Seq}] = true
			}
		case *store.Fetch:
			m.inbox(u.runs[o.Run], true)
		case *store.Terminate:
			m.inbox(u.find(o.Ref), true)
		case *store.Deliver:
			r := u.find(o.Ref)
			// What Owner gets, or holds by this claim, is the whole inbox.
			m.inbox(r, o.Owner != uuid.Nil && r != nil && (!r.dispatch.exists || r.dispatch.claim == o.Claim))
			m.entry(r, o.Entry.ID)
		case *store.EndActivity:
			m.entry(u.runs[o.Run], o.Entry.ID)
		}
	}
	for r := range m.whole {
		maps.DeleteFunc(m.known, func(k idKey, _ bool) bool { return k.run == r.ID })
	}
	return m
}

func (m *more) inbox(r *run, needed bool) {
	if r != nil && needed && !r.whole {
		m.whole[r] = true
	}
}

func (m *more) entry(r *run, id string) {
	if r != nil && !r.whole && id != "" {
		m.known[idKey{r.ID, id}] = true
	}
}
