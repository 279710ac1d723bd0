package memory

import (
	"cmp"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

func (x *tx) claim(o *store.Claim) store.Outcome {
	var out store.Outcome
	var free []*run
	for _, r := range x.sorted() {
		switch {
		case r.Owner == o.Worker && r.Dispatch.Claim == o.ID:
			out.Claims = append(out.Claims, r.Claimed())
		case r.Quarantined() == o.Quarantine && x.claimable(r, o.Worker, o.Filter):
			free = append(free, r)
		}
	}
	if len(out.Claims) > 0 {
		return out // the claim is a repetition
	}
	slices.SortStableFunc(free, func(a, b *run) int {
		return cmp.Or(cmp.Compare(a.QuarantineDeaths, b.QuarantineDeaths)*one(o.Quarantine),
			cmp.Compare(a.Priority, b.Priority), a.Dispatch.Ready.Compare(b.Dispatch.Ready))
	})
	for _, r := range free[:x.most(o.Max, len(free), o.Worker, o.Quarantine)] {
		x.edit(r, func() { r.Claim(o) })
		if o.Quarantine {
			x.enterQuarantine(o.Worker, store.ActivityKey{Run: r.ID})
		}
		out.Claims = append(out.Claims, r.Claimed())
	}
	return out
}

// claimable reports whether worker w with filter f could take r now, in quarantine or not.
func (x *tx) claimable(r *run, w store.WorkerID, f store.Filter) bool {
	return r.fits(f) && !x.left(r, w) &&
		(r.Blocked == nil || allows(r.Blocked, f.Build, x.now))
}

// left reports whether r is reserved for another worker than w.
func (x *tx) left(r *run, w store.WorkerID) bool {
	p := x.workers[r.StickyTo]
	return p != nil && p.ID != w && p.lives(x.now) && r.Access() == rules.AccessFree &&
		!x.now.Before(r.Dispatch.Ready) && x.now.Before(r.Dispatch.Ready.Add(store.StickyFor))
}

// allows reports whether a worker of build may try a run with block b.
func allows(b *store.Block, build string, now time.Time) bool {
	return !b.Until.IsZero() && (!slices.Contains(b.Tried, build) || !b.Until.After(now))
}

// fits reports whether r has work, no owner, and matches f.
func (r *run) fits(f store.Filter) bool {
	return r.Status == store.Open && r.Dispatch.Exists && r.Owner == uuid.Nil &&
		r.Namespace == f.Namespace && r.Level <= f.Level &&
		slices.Contains(f.Queues, r.Queue) && slices.Contains(f.Workflows, store.Bound(r.Workflow, r.Pin))
}

// taskAt is an activity of a run.
type taskAt struct {
	*run
	i int
}

func (x *tx) claimActivities(o *store.ClaimActivities) store.Outcome {
	var out store.Outcome
	if !o.Quarantine && !o.Gone {
		x.endDelays(o.Filter.Namespace)
	}
	var free []taskAt
	for _, r := range x.sorted() {
		for i := range r.Tasks.Loaded {
			t := &r.Tasks.Loaded[i]
			switch {
			case t.Owner == o.Worker && t.Claim == o.ID:
				out.Tasks = append(out.Tasks, t.Task)
			case o.Gone:
				if x.gone(r, t, o.Filter.Namespace) {
					free = append(free, taskAt{r, i})
				}
			case t.Quarantined() == o.Quarantine && x.claimableTask(r, t, o.Filter):
				free = append(free, taskAt{r, i})
			}
		}
	}
	if len(out.Tasks) > 0 {
		return out // the claim is a repetition
	}
	slices.SortStableFunc(free, func(a, b taskAt) int {
		if o.Gone {
			return 0 // in the order of their keys
		}
		p, q := &a.Tasks.Loaded[a.i], &b.Tasks.Loaded[b.i]
		switch over, late := x.overdue(a.run, p, o.Filter), x.overdue(b.run, q, o.Filter); {
		case over && late:
			return p.Deadline.Compare(q.Deadline)
		case over || late:
			return one(late) - one(over)
		}
		return cmp.Or(cmp.Compare(p.Deaths, q.Deaths)*one(o.Quarantine),
			cmp.Compare(p.Priority, q.Priority), p.Ready.Compare(q.Ready))
	})
	if o.Partitioned {
		free = x.byPartition(free, o)
	}
	for _, f := range free[:x.most(o.Max, len(free), o.Worker, o.Quarantine)] {
		x.edit(f.run, func() { out.Tasks = append(out.Tasks, f.run.Tasks.Claim(f.i, o, x.now)) })
		if o.Quarantine {
			x.enterQuarantine(o.Worker, store.ActivityKey{Run: f.ID, Activity: f.Tasks.Loaded[f.i].ID})
		}
	}
	return out
}

// endDelays makes rows ready whose delay is over. They stay ready even if the clock is set
// back.
func (x *tx) endDelays(namespace string) {
	for _, r := range x.sorted() {
		for i := range r.Tasks.Loaded {
			if t := &r.Tasks.Loaded[i]; r.Namespace == namespace && t.Delayed && !t.Ready.After(x.now) {
				x.edit(r, func() { r.Tasks.EndDelay(i) })
			}
		}
	}
}

func (x *tx) claimableTask(r *run, t *rules.Task, f store.Filter) bool {
	return r.fitsTask(t, f) && !(t.Delayed && t.Ready.After(x.now)) || x.overdue(r, t, f)
}

// overdue reports whether t has no owner and its deadline has passed: then any worker of the
// namespace may take it, to end it.
func (x *tx) overdue(r *run, t *rules.Task, f store.Filter) bool {
	return t.Owner == uuid.Nil && r.Namespace == f.Namespace && !t.Quarantined() && !t.Deadline.IsZero() && !t.Deadline.After(x.now)
}

// gone reports whether t, a row of r, waits in a namespace for a worker that is gone.
func (x *tx) gone(r *run, t *rules.Task, namespace string) bool {
	if t.Owner != uuid.Nil || r.Namespace != namespace || !store.IsOwnQueue(t.Queue) {
		return false
	}
	id, _ := store.OwnerOf(t.Queue)
	w := x.workers[id]
	return w == nil || w.dead || w.Serves.Namespace != namespace
}

// fitsTask reports whether t, a row of r, has no owner, and matches f.
func (r *run) fitsTask(t *rules.Task, f store.Filter) bool {
	return t.Owner == uuid.Nil && r.Namespace == f.Namespace &&
		slices.Contains(f.ActivityQueues(), t.Queue) && slices.Contains(f.Activities, t.Name)
}

func one(on bool) int {
	if on {
		return 1
	}
	return 0
}

// most returns how many of n a claim may take.
func (x *tx) most(limit, n int, w store.WorkerID, quarantine bool) int {
	if quarantine {
		limit = min(limit, 1)
		if x.quarantineHolds(w) {
			limit = 0
		}
	}
	return max(0, min(limit, n))
}

// quarantineHolds reports whether w still owns what its row names.
func (x *tx) quarantineHolds(id store.WorkerID) bool {
	w := x.workers[id]
	if w == nil {
		return false
	}
	r := x.runs[w.quarantine.Run]
	if r == nil {
		return false
	}
	if w.quarantine.Activity == 0 {
		return r.Owner == id
	}
	i, ok := r.Tasks.Find(w.quarantine.Activity)
	return ok && r.Tasks.Loaded[i].Owner == id
}

func (x *tx) enterQuarantine(id store.WorkerID, k store.ActivityKey) {
	if w := x.workers[id]; w != nil {
		x.editWorker(w, func() { w.quarantine = k })
	}
}

func (x *tx) leaveQuarantine(k store.ActivityKey) {
	for _, w := range x.workers {
		if w.quarantine == k {
			x.editWorker(w, func() { w.quarantine = store.ActivityKey{} })
		}
	}
}
