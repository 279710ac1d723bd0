package storetest

import (
	"slices"

	"github.com/reprise-run/reprise/store"
)

// on sends an activity to the worker's own queue.
func on(w store.WorkerID) func(*store.Activity) {
	return func(a *store.Activity) { a.Queue = store.OwnQueue(w) }
}

// ofGone makes a claim take only what waits for workers that are gone.
func ofGone(c *store.ClaimActivities) { c.Gone, c.Filter = true, store.Filter{} }

func affinity() []scenario {
	return []scenario{
		{"a_workers_own_queue_is_served_by_it_alone", func(k *kit) {
			w, other := k.worker(), k.worker()
			k.begin(w, "order-1").commit(schedule(2, on(w)))
			mine := func(c *store.ClaimActivities) { c.Filter.Own = store.OwnQueue(c.Worker) }
			for id, want := range map[store.WorkerID]int{w: 1, other: 0} {
				t := k.tick(id, func(q *store.Tick) { q.Filter.Own = store.OwnQueue(id) })
				if t.ReadyActivities != want || t.Gone {
					k.t.Errorf("ready are %d, gone is %v; want %d of a worker that is there", t.ReadyActivities, t.Gone, want)
				}
			}
			if ts := k.tasks(other, 10, mine); len(ts) != 0 {
				k.t.Errorf("another worker takes %v", ts)
			}
			if ts := k.tasks(other, 10, ofGone); len(ts) != 0 {
				k.t.Errorf("of a worker that lives is taken %v", ts)
			}
			if t := k.task(w, mine); t.Queue != store.OwnQueue(w) || t.Attempt != 1 {
				k.t.Errorf("claimed %s", showTask(t))
			}
		}},
		{"what_waits_for_a_worker_that_is_gone_is_taken_by_whoever_comes", func(k *kit) {
			w, left, died := k.worker(), k.worker(), k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2, on(left)), schedule(3, on(died)), schedule(4, on(k.id())), schedule(5, on(w)), schedule(6),
				schedule(7, on(died), func(a *store.Activity) { a.Delay = theTTL }),
				schedule(8, on(died), ownedBy(died)), schedule(9, func(a *store.Activity) { a.Queue = store.OwnQueue(w) + "x" }))
			k.ok(k.st.Leave(k.ctx, left))
			k.kill(died) // activity 8 is given back
			if !k.tick(w).Gone {
				k.t.Error("the tick knows of nothing that waits for a worker that is gone")
			}
			var ids []int64
			for _, t := range k.tasks(w, 10, ofGone) {
				ids = append(ids, t.ID)
				k.do(&store.EndActivity{Run: t.Run, Activity: t.ID, Worker: w, Attempt: t.Attempt, Claim: t.Claim, Entry: store.Entry{ID: string(rune('a' + t.ID))}})
			}
			if slices.Sort(ids); !slices.Equal(ids, []int64{2, 3, 4, 7, 8, 9}) {
				k.t.Errorf("claimed %v", ids)
			}
			if p := k.pending(h.run); k.tick(w).Gone || len(p.Activities) != 2 {
				k.t.Errorf("pending are %+v", p)
			}
		}},
		{"a_claim_of_what_waits_for_gone_workers_is_bounded_and_known_again", func(k *kit) {
			w, gone := k.worker(), []store.WorkerID{k.id(), k.id(), k.id()}
			k.begin(w, "order-1").commit(schedule(2, on(gone[0])), schedule(3, on(gone[1])), schedule(4, on(gone[1])), schedule(5, on(gone[2])))
			c := &store.ClaimActivities{Worker: w, ID: k.id(), Max: 3, Filter: store.Filter{}, Gone: true}
			first, again := k.do(c).Tasks, k.do(c).Tasks
			if len(first) != 3 || len(again) != 3 {
				k.t.Errorf("claimed are %d, and again %d", len(first), len(again))
			}
			if rest := k.tasks(w, 3, ofGone); len(rest) != 1 {
				k.t.Errorf("left were %d", len(rest))
			}
			k.refused(0, &store.ClaimActivities{Worker: w, ID: k.id(), Max: 1, Gone: true, Quarantine: true})
		}},
		{"what_waits_in_quarantine_for_a_worker_that_is_gone_is_taken", func(k *kit) {
			w, gone := k.worker(), k.id()
			h := k.begin(w, "order-1")
			h.commit(schedule(2, on(gone), func(a *store.Activity) { a.Owner = gone }))
			for range store.QuarantineAfter {
				k.do(&store.Recover{Dead: gone, Limit: 10})
				if ts := k.tasks(gone, 10, func(c *store.ClaimActivities) { c.Filter.Own = store.OwnQueue(gone) }); len(ts) > 1 {
					k.t.Errorf("claimed %v", ts)
				}
			}
			k.do(&store.Recover{Dead: gone, Limit: 10})
			if ts := k.tasks(w, 10, ofGone); len(ts) != 1 || ts[0].Deaths < store.QuarantineAfter {
				k.t.Errorf("claimed %v", ts)
			}
		}},
		{"a_worker_of_another_namespace_is_gone", func(k *kit) {
			k.namespaces = append(k.namespaces, "other")
			w := k.worker()
			h := k.begin(w, "order-1", func(s *store.Start) { s.Namespace = "other" })
			h.commit(schedule(2, on(w)))
			if k.tick(w).Gone || len(k.tasks(w, 10, ofGone)) != 0 {
				k.t.Error("what waits in another namespace is taken")
			}
			there := func(q *store.Tick) { q.Filter.Namespace = "other" }
			if ts := k.tasks(w, 10, ofGone, func(c *store.ClaimActivities) { c.Filter.Namespace = "other" }); len(ts) != 1 || k.tick(w, there).Gone {
				k.t.Errorf("claimed %v", ts)
			}
		}},
	}
}
