package memory

import (
	"bytes"
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// Join implements [store.Store].
func (s *Store) Join(ctx context.Context, w store.Worker) error {
	return s.update(ctx, func(x *tx) error {
		until := rules.Stamp(x.now.Add(w.TTL))
		if old := x.workers[w.ID]; old == nil {
			x.addWorker(&worker{Worker: w, leaseUntil: until, load: store.Load{Free: w.Slots}})
		} else if !old.dead {
			x.editWorker(old, func() {
				w.Drain = old.Drain
				old.Worker, old.leaseUntil = w, until
			})
		}
		return nil
	})
}

// Leave implements [store.Store].
func (s *Store) Leave(ctx context.Context, id store.WorkerID) error {
	return s.update(ctx, func(x *tx) error {
		for _, r := range x.sorted() {
			x.edit(r, func() {
				if r.Owner == id {
					r.GiveUp(x.now)
				}
				for i := range r.Tasks.Loaded {
					if r.Tasks.Loaded[i].Owner == id {
						r.Tasks.Disown(i, false, x.now)
					}
				}
			})
		}
		x.dropShares(id)
		if w := x.workers[id]; w != nil {
			x.dropWorker(w)
		}
		return nil
	})
}

func (x *tx) drainWorker(o *store.DrainWorker) store.Outcome {
	w := x.workers[o.Worker]
	if w == nil || w.dead || w.Serves.Namespace != o.Namespace {
		return store.Outcome{Code: store.NotFound}
	}
	x.editWorker(w, func() { w.Drain = rules.DrainWorker(w.Drain, o, x.now) })
	return store.Outcome{}
}

func (x *tx) condemn(o *store.Condemn) store.Outcome {
	w := x.workers[o.Worker]
	if w == nil || w.dead {
		return store.Outcome{}
	}
	if !w.leaseUntil.Equal(o.LeaseUntil) {
		return store.Outcome{Code: store.Fenced}
	}
	x.editWorker(w, func() { w.dead = true })
	return store.Outcome{}
}

func (x *tx) recover(o *store.Recover) store.Outcome {
	w := x.workers[o.Dead]
	if w != nil && !w.dead || o.Dead == uuid.Nil {
		return store.Outcome{}
	}
	var named store.ActivityKey
	if w != nil {
		named = w.quarantine
	}
	n := 0
	for _, r := range x.sorted() {
		x.edit(r, func() {
			if r.Owner == o.Dead && n < o.Limit {
				n++
				r.Died(named == store.ActivityKey{Run: r.ID}, x.now)
			}
			for i := range r.Tasks.Loaded {
				if r.Tasks.Loaded[i].Owner == o.Dead && n < o.Limit {
					n++
					r.Tasks.Disown(i, true, x.now)
				}
			}
		})
	}
	if n == 0 && w != nil {
		x.dropWorker(w)
	}
	return store.Outcome{Count: n}
}

// Tick implements [store.Store].
func (s *Store) Tick(ctx context.Context, q store.Tick) (t store.Ticked, err error) {
	err = s.update(ctx, func(x *tx) error {
		t.Now = x.now
		if w := x.workers[q.Worker]; w != nil {
			if !w.dead && q.Renew > 0 {
				x.editWorker(w, func() { w.leaseUntil = rules.Stamp(x.now.Add(q.Renew)) })
			}
			if !w.dead && (q.Renew > 0 || q.Tell) {
				x.editWorker(w, func() { w.load = q.Load })
			}
			t.Alive, t.LeaseUntil, t.Drain = !w.dead, w.leaseUntil, w.Drain
		}
		x.judge(&t, q.Worker)
		x.survey(&t, q)
		t.Peers = x.peers(q.Worker, q.Filter)
		t.Queues = x.askQueues(store.QueueQuery{Namespace: q.Filter.Namespace, Names: q.Queues})
		for i := range t.Queues {
			if t.Queues[i].Settings().Limited() {
				t.Queues[i].Waiting = x.waiting(t.Queues[i], q.Filter.Activities)
			}
		}
		for _, id := range q.Awaited {
			_, removed := x.tombstones[id]
			if r := x.runs[id]; removed || r != nil && r.Status != store.Open {
				t.Closed = append(t.Closed, id)
			}
		}
		return nil
	})
	return t, err
}

// judge lists the workers that may be dead.
func (x *tx) judge(t *store.Ticked, self store.WorkerID) {
	orphans := make(map[store.WorkerID]bool)
	for id, w := range x.workers {
		switch {
		case w.dead:
			orphans[id] = true
		case id != self && w.leaseUntil.Before(x.now):
			t.Expired = append(t.Expired, store.Expired{ID: id, LeaseUntil: w.leaseUntil})
		}
	}
	for _, r := range x.busy {
		if id := r.Owner; id != uuid.Nil && x.workers[id] == nil {
			orphans[id] = true
		}
		for i := range r.Tasks.Loaded {
			if id := r.Tasks.Loaded[i].Owner; id != uuid.Nil && x.workers[id] == nil {
				orphans[id] = true
			}
		}
	}
	for id := range orphans {
		t.Orphans = append(t.Orphans, id)
	}
	slices.SortFunc(t.Expired, func(a, b store.Expired) int { return bytes.Compare(a.ID[:], b.ID[:]) })
	slices.SortFunc(t.Orphans, func(a, b store.WorkerID) int { return bytes.Compare(a[:], b[:]) })
}

// survey counts what is ready for the worker, and returns when more will be.
func (x *tx) survey(t *store.Ticked, q store.Tick) {
	for _, r := range x.sorted() {
		switch {
		case x.claimable(r, q.Worker, q.Filter):
			count(r.Quarantined(), &t.ReadyRuns, &t.Quarantined)
		case r.fits(q.Filter) && r.Blocked != nil:
			t.NextReady = earliest(t.NextReady, r.Blocked.Until)
		}
		for i := range r.Tasks.Loaded {
			if k := &r.Tasks.Loaded[i]; k.Cancelled && k.Owner == q.Worker {
				t.Cancelled = append(t.Cancelled, store.ActivityKey{Run: r.ID, Activity: k.ID})
			}
			t.Gone = t.Gone || x.gone(r, &r.Tasks.Loaded[i], q.Filter.Namespace)
			switch k := &r.Tasks.Loaded[i]; {
			case x.claimableTask(r, k, q.Filter):
				count(k.Quarantined(), &t.ReadyActivities, &t.Quarantined)
			case r.fitsTask(k, q.Filter):
				t.NextReady = earliest(t.NextReady, k.Ready)
			}
			if k := &r.Tasks.Loaded[i]; k.Owner == uuid.Nil && r.Namespace == q.Filter.Namespace && !k.Quarantined() && k.Deadline.After(x.now) {
				t.NextReady = earliest(t.NextReady, k.Deadline)
			}
		}
		if r.Dispatch.Dirty && r.Owner == q.Worker {
			t.Dirty = append(t.Dirty, r.ID)
		}
	}
	t.NextTimer = x.nextTimer(q.Filter.Namespace)
	t.Stale = len(x.stale(q.Filter.Namespace)) > 0
	t.Schedule = x.nextSchedule(q.Filter)
	t.Requests = x.requested(q.Filter.Namespace)
	t.Outbox = len(x.sent(store.OutboxQuery{Namespace: q.Filter.Namespace, Max: 1})) > 0
}

// peers lists the other workers that can run everything that f matches.
func (x *tx) peers(self store.WorkerID, f store.Filter) (all []store.Peer) {
	for id, w := range x.workers {
		s := &w.Serves
		if id != self && w.lives(x.now) && s.Namespace == f.Namespace && w.Level >= f.Level &&
			holdsAll(s.Queues, f.Queues) && holdsAll(s.Workflows, f.Workflows) && holdsAll(s.Activities, f.Activities) {
			all = append(all, store.Peer{ID: id, Slots: w.Slots, Load: w.load})
		}
	}
	slices.SortFunc(all, func(a, b store.Peer) int { return bytes.Compare(a.ID[:], b.ID[:]) })
	return all
}

func holdsAll(all, some []string) bool {
	return !slices.ContainsFunc(some, func(s string) bool { return !slices.Contains(all, s) })
}

// lives reports whether w is not marked dead and has a current lease.
func (w *worker) lives(now time.Time) bool { return !w.dead && !w.leaseUntil.Before(now) }

func count(quarantined bool, ready, alone *int) {
	if quarantined {
		ready = alone
	}
	*ready = min(*ready+1, 100)
}
