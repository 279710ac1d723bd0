package memory

import (
	"cmp"
	"slices"
	"time"

	"github.com/reprise-run/reprise/store"
)

// tombstone is what is kept of a run that was removed.
type tombstone struct {
	nameKey
	run store.RunID
	at  time.Time // when it was removed
}

// lastRemoved returns the tombstone of the last removed run of the workflow id.
func (s *state) lastRemoved(name nameKey) (tombstone, bool) {
	for _, k := range slices.Backward(s.removed) {
		if k.nameKey == name {
			return k, true
		}
	}
	return tombstone{}, false
}

// missing says why there is no run that ref names.
func (s *state) missing(ref store.Ref) error {
	_, removed := s.tombstones[ref.Run]
	if ref.Run == (store.RunID{}) {
		_, removed = s.lastRemoved(nameKey{ref.Namespace, ref.WorkflowID})
	}
	if removed {
		return store.ErrRemoved
	}
	return store.ErrNotFound
}

func (x *tx) retain(o *store.Retain) (out store.Outcome) {
	by := x.now.Add(-o.Age)
	chains := x.over(o, by)
	if o.Dry {
		for _, r := range x.remains(o) {
			out.Over = append(out.Over, overOf(r, 0))
		}
		for _, c := range chains {
			out.Over = append(out.Over, overOf(c[len(c)-1], c[len(c)-1].Status))
		}
		slices.SortStableFunc(out.Over, func(a, b store.Over) int { return a.Closed.Compare(b.Closed) })
		out.Over = out.Over[:min(o.Max, len(out.Over))]
		for _, c := range out.Over {
			if c.Status != 0 {
				out.Count++
			}
		}
		return out
	}
	budget := o.Allowance()
	for _, r := range x.remains(o) {
		if !x.wear(r, &budget) {
			out.Next = cmp.Or(out.Next, r.Closed)
		}
	}
	for _, c := range chains {
		if !out.Next.IsZero() {
			break
		}
		for _, r := range c {
			x.remove(r)
		}
		out.Count += len(c)
		for _, r := range slices.Backward(c) {
			if !x.wear(r, &budget) {
				out.Next = c[len(c)-1].Closed
			}
		}
	}
	if o.Tombstones > 0 && x.forget(o) {
		out.Next = cmp.Or(out.Next, by)
	}
	return out
}

func overOf(r *run, status store.Status) store.Over {
	return store.Over{Run: r.ID, Chain: r.Chain, WorkflowID: r.WorkflowID, Queue: r.Queue, Status: status, Closed: r.Closed}
}

// over returns the chains that o may remove and that closed by then, the earliest end
// first.
func (x *tx) over(o *store.Retain, by time.Time) [][]*run {
	var all [][]*run
	for name, runs := range x.byID {
		if name.namespace != o.Namespace || o.Chain != (store.RunID{}) && name.workflowID != o.WorkflowID {
			continue
		}
		for from := 0; from < len(runs); {
			to := from + 1
			for to < len(runs) && runs[to].Chain == runs[from].Chain {
				to++
			}
			if last := runs[to-1]; last.Status.Closed() && !x.sends(last.ID) && (o.Chain == (store.RunID{}) || last.Chain == o.Chain) && !last.Closed.Before(o.From) && !last.Closed.After(by) {
				all = append(all, runs[from:to:to])
			}
			from = to
		}
	}
	slices.SortFunc(all, func(a, b []*run) int {
		x, y := a[len(a)-1], b[len(b)-1]
		return cmp.Or(x.Closed.Compare(y.Closed), cmp.Compare(x.ord, y.ord))
	})
	return all
}

// remove hides r and leaves a tombstone.
func (x *tx) remove(r *run) {
	name := nameKey{r.Namespace, r.WorkflowID}
	runs, removed := x.byID[name], x.removed
	x.undo = append(x.undo, func() {
		x.runs[r.ID], x.byID[name], x.removed = r, runs, removed
		delete(x.tombstones, r.ID)
	})
	delete(x.runs, r.ID)
	if x.byID[name] = slices.DeleteFunc(slices.Clone(runs), func(o *run) bool { return o == r }); len(runs) == 1 {
		delete(x.byID, name)
	}
	x.tombstones[r.ID] = struct{}{}
	x.removed = append(removed[:len(removed):len(removed)], tombstone{name, r.ID, x.now})
	x.remain(append(slices.Clone(x.worn), r))
}

// wear removes rows of r, the newest first, and reports whether none is left.
func (x *tx) wear(r *run, budget *store.Allowance) bool {
	n := len(r.rows)
	for n > 0 && budget.Spend(len(r.rows[n-1].Data)) {
		n--
	}
	x.edit(r, func() { r.rows = r.rows[:n:n] })
	if n > 0 {
		return false
	}
	x.remain(slices.DeleteFunc(slices.Clone(x.worn), func(o *run) bool { return o == r }))
	return true
}

// remain sets the runs that are hidden and have rows left.
func (x *tx) remain(worn []*run) {
	old := x.worn
	x.undo = append(x.undo, func() { x.worn = old })
	x.worn = worn
}

func (x *tx) remains(o *store.Retain) []*run {
	return slices.DeleteFunc(slices.Clone(x.worn), func(r *run) bool {
		return r.Namespace != o.Namespace || o.Chain != (store.RunID{}) && r.Chain != o.Chain
	})
}

// forget deletes old tombstones, and reports whether more are left.
func (x *tx) forget(o *store.Retain) (more bool) {
	old, n := x.removed, 0
	kept := make([]tombstone, 0, len(old))
	for _, k := range old {
		old := k.namespace == o.Namespace && !k.at.After(x.now.Add(-o.Tombstones)) &&
			!slices.ContainsFunc(x.worn, func(r *run) bool { return r.ID == k.run })
		if !old || n == o.Max {
			kept, more = append(kept, k), more || old
			continue
		}
		n++
		delete(x.tombstones, k.run)
		x.undo = append(x.undo, func() { x.tombstones[k.run] = struct{}{} })
	}
	x.undo = append(x.undo, func() { x.removed = old })
	x.removed = kept
	return more
}
