package storetest

import (
	"slices"
	"sync"
	"time"

	"github.com/reprise-run/reprise/store"
)

func leases() []scenario {
	return []scenario{
		{"a_worker_lives_from_join_to_leave", func(k *kit) {
			w := k.id()
			if t := k.tick(w); t.Alive || !t.LeaseUntil.IsZero() || !t.Now.Equal(k.now()) {
				k.t.Errorf("before Join: alive %v, lease until %s", t.Alive, clock(t.LeaseUntil))
			}
			k.join(w)
			until := k.now().Add(theTTL)
			if t := k.tick(w); !t.Alive || !t.LeaseUntil.Equal(until) {
				k.t.Errorf("joined: alive %v, lease until %s", t.Alive, clock(t.LeaseUntil))
			}
			k.env.Advance(time.Second)
			if t := k.tick(w); !t.LeaseUntil.Equal(until) {
				k.t.Errorf("a tick that does not ask to renew moves the lease to %s", clock(t.LeaseUntil))
			}
			if t := k.renew(w); !t.LeaseUntil.Equal(until.Add(time.Second)) {
				k.t.Errorf("renewed until %s", clock(t.LeaseUntil))
			}
			k.env.Advance(time.Second)
			k.ok(k.st.Join(k.ctx, store.Worker{ID: w, TTL: theTTL}))
			if t := k.tick(w); !t.LeaseUntil.Equal(k.now().Add(theTTL)) {
				k.t.Errorf("joined again until %s", clock(t.LeaseUntil))
			}
			k.ok(k.st.Leave(k.ctx, w))
			if t := k.renew(w); t.Alive {
				k.t.Error("it lives after Leave")
			}
		}},
		{"seeds_14_a_lease_below_a_second_is_kept", func(k *kit) {
			w := k.id()
			k.ok(k.st.Join(k.ctx, store.Worker{ID: w, TTL: 1500 * time.Microsecond}))
			if t := k.tick(w); !t.LeaseUntil.Equal(k.now().Add(1500 * time.Microsecond)) {
				k.t.Errorf("the lease is until %s", clock(t.LeaseUntil))
			}
			k.env.Advance(ms)
			if t := k.tick(k.worker()); len(t.Expired) != 0 {
				k.t.Errorf("after 1 ms %v is expired", t.Expired)
			}
			k.env.Advance(ms)
			if t := k.tick(k.worker()); len(t.Expired) != 1 || t.Expired[0].ID != w {
				k.t.Errorf("after 2 ms %v is expired", t.Expired)
			}
		}},
		{"redteam_3_expiry_is_not_death", func(k *kit) {
			a, b := k.worker(), k.worker()
			h := k.begin(a, "order-1")
			k.env.Advance(theTTL + time.Hour)
			t := k.tick(b)
			if len(t.Expired) != 1 || t.Expired[0].ID != a || !t.Expired[0].LeaseUntil.Equal(k.tick(a).LeaseUntil) {
				k.t.Fatalf("b sees %+v, want a only: nobody is listed to itself", t.Expired)
			}
			if t := k.tick(a); !t.Alive || len(t.Expired) != 1 || t.Expired[0].ID != b {
				k.t.Errorf("a: alive %v, sees %+v", t.Alive, t.Expired)
			}
			if n := k.recoverAll(a); n != 0 {
				k.t.Errorf("%d are recovered from an owner whose lease is over and that nobody condemned", n)
			}
			if t := k.renew(a); !t.Alive || !t.LeaseUntil.Equal(k.now().Add(theTTL)) {
				k.t.Errorf("renewed: alive %v until %s", t.Alive, clock(t.LeaseUntil))
			}
			if t := k.tick(b); len(t.Expired) != 0 || len(t.Orphans) != 0 {
				k.t.Errorf("b still sees expired %v, orphans %v", t.Expired, t.Orphans)
			}
			h.commit()
		}},
		{"a_renewal_wins_over_a_judgement_made_before_it", func(k *kit) {
			a, b := k.worker(), k.worker()
			k.env.Advance(theTTL + ms)
			judged := k.tick(b).Expired[0]
			k.renew(a)
			k.want(store.Fenced, &store.Condemn{Worker: a, LeaseUntil: judged.LeaseUntil})
			k.want(store.Fenced, &store.Condemn{Worker: a}) // nor may a lease be condemned that never existed
			if !k.tick(a).Alive {
				k.t.Error("it is dead")
			}
		}},
		{"a_condemned_worker_stays_dead", func(k *kit) {
			w := k.worker()
			until := k.tick(w).LeaseUntil
			k.condemn(w)
			if t := k.renew(w); t.Alive {
				k.t.Error("a renewal brings it back")
			}
			k.ok(k.st.Join(k.ctx, store.Worker{ID: w, TTL: theTTL}))
			if t := k.tick(w); t.Alive {
				k.t.Error("another Join brings it back")
			}
			k.do(&store.Condemn{Worker: w, LeaseUntil: until}) // repeated: it is dead already
			k.recoverAll(w)
			k.do(&store.Condemn{Worker: w, LeaseUntil: until}) // repeated: it is gone
		}},
		{"a_live_owner_is_never_recovered", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2, ownedBy(w)))
			before := k.dump()
			if out := k.do(&store.Recover{Dead: w, Limit: 10}); out.Count != 0 {
				k.t.Errorf("%d are recovered", out.Count)
			}
			k.same(before)
		}},
		{"a_dead_owner_is_recovered", func(k *kit) {
			w, young := k.worker(), k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2, ownedBy(w)), schedule(3))
			idle := k.parked("waits")
			k.condemn(w)
			if t := k.tick(young); !slices.Equal(t.Orphans, []store.WorkerID{w}) {
				k.t.Errorf("orphans are %v", t.Orphans)
			}
			k.env.Advance(ms)
			if out := k.do(&store.Recover{Dead: w, Limit: 10}); out.Count != 2 {
				k.t.Errorf("%d are recovered, want a run and an activity", out.Count)
			}
			r := k.run(h.run)
			if r.Owner != (store.WorkerID{}) || r.Epoch != h.epoch+1 || r.Deaths != 1 || r.QuarantineDeaths != 0 || r.Blocked != nil {
				k.t.Errorf("recovered: %s", showRun(r))
			}
			a := k.pending(h.run).Activities
			if a[0].Owner != (store.WorkerID{}) || a[0].Attempt != 1 || a[0].Deaths != 1 || !a[0].Ready.Equal(k.now()) {
				k.t.Errorf("recovered: %s", showTask(a[0]))
			}
			if a[1].Deaths != 0 || k.run(idle).Deaths != 0 || k.run(idle).Epoch != 1 {
				k.t.Error("what it did not own was touched")
			}
			if t := k.tick(young); t.ReadyRuns != 1 || t.ReadyActivities != 2 {
				k.t.Errorf("ready are %d runs and %d activities", t.ReadyRuns, t.ReadyActivities)
			}
			k.do(&store.Recover{Dead: w, Limit: 10})
			if t := k.tick(young); len(t.Orphans) != 0 || len(t.Expired) != 0 {
				k.t.Errorf("its row is still there: orphans %v", t.Orphans)
			}
			k.claim(young)
		}},
		{"redteam_14_an_owner_without_any_row_is_recovered", func(k *kit) {
			ghost, w := k.id(), k.worker()
			k.workers = append(k.workers, ghost)
			h := k.begin(ghost, "order-1")
			k.start("order-2")
			claimed := k.claim(ghost)
			h.commit(schedule(2), schedule(3, ownedBy(ghost)))
			k.task(ghost)
			if t := k.tick(w); !slices.Equal(t.Orphans, []store.WorkerID{ghost}) {
				k.t.Fatalf("orphans are %v", t.Orphans)
			}
			if n := k.recoverAll(ghost); n != 4 {
				k.t.Errorf("%d are recovered, want 2 runs and 2 activities", n)
			}
			if k.run(claimed.run).Deaths != 1 || k.run(h.run).Epoch != 2 {
				k.t.Error("no death is counted, or no epoch raised")
			}
			if t := k.tick(w); len(t.Orphans) != 0 {
				k.t.Errorf("orphans are %v", t.Orphans)
			}
		}},
		{"redteam_14_an_owner_of_an_activity_alone_is_an_orphan_too", func(k *kit) {
			ghost, w := k.id(), k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2, ownedBy(ghost)), schedule(3, ownedBy(w)))
			if t := k.tick(w); !slices.Equal(t.Orphans, []store.WorkerID{ghost}) {
				k.t.Errorf("orphans are %v, want %v", t.Orphans, ghost)
			}
			if n := k.recoverAll(ghost); n != 1 {
				k.t.Errorf("%d are recovered, want 1", n)
			}
		}},
		{"a_dead_worker_that_owns_nothing_is_an_orphan_until_its_row_is_gone", func(k *kit) {
			dead, w := k.worker(), k.worker()
			k.condemn(dead)
			if t := k.tick(w); !slices.Equal(t.Orphans, []store.WorkerID{dead}) {
				k.t.Errorf("orphans are %v", t.Orphans)
			}
			k.recoverAll(dead)
			if t := k.tick(w); len(t.Orphans) != 0 {
				k.t.Errorf("orphans are %v", t.Orphans)
			}
		}},
		{"recover_goes_by_limit_until_nothing_is_left", func(k *kit) {
			w := k.worker()
			for i := range 5 {
				k.begin(w, string(rune('a'+i))).commit(schedule(2, ownedBy(w)))
			}
			k.condemn(w)
			var counts []int
			for {
				n := k.do(&store.Recover{Dead: w, Limit: 4}).Count
				counts = append(counts, n)
				if n == 0 {
					break
				}
			}
			if !slices.Equal(counts, []int{4, 4, 2, 0}) {
				k.t.Errorf("recovered by %v", counts)
			}
			for _, r := range k.all() {
				if r.Deaths != 1 || r.Epoch != 2 {
					k.t.Errorf("run %s has %d deaths at epoch %d", r.WorkflowID, r.Deaths, r.Epoch)
				}
			}
		}},
		{"three_pollers_take_over_once", func(k *kit) {
			const n = 40
			w := k.worker()
			var runs []store.RunID
			for i := range n {
				runs = append(runs, k.begin(w, "order-"+string(rune('A'+i))).run)
			}
			k.env.Advance(theTTL + ms)
			var mu sync.Mutex
			total := 0
			var wg sync.WaitGroup
			for range 3 {
				poller := k.worker()
				wg.Go(func() {
					t, err := k.st.Tick(k.ctx, store.Tick{Worker: poller, Filter: filter()})
					for _, e := range t.Expired {
						_, err = k.st.Apply(k.ctx, []store.Op{&store.Condemn{Worker: e.ID, LeaseUntil: e.LeaseUntil}})
					}
					for err == nil {
						var outs []store.Outcome
						outs, err = k.st.Apply(k.ctx, []store.Op{&store.Recover{Dead: w, Limit: 3}})
						if err != nil || outs[0].Count == 0 {
							break
						}
						mu.Lock()
						total += outs[0].Count
						mu.Unlock()
					}
					if err != nil {
						k.t.Error(err)
					}
				})
			}
			wg.Wait()
			if total != n {
				k.t.Errorf("%d runs are taken over, want %d", total, n)
			}
			for _, id := range runs {
				if r := k.run(id); r.Epoch != 2 || r.Deaths != 1 {
					k.t.Errorf("run %s is at epoch %d with %d deaths", r.WorkflowID, r.Epoch, r.Deaths)
				}
			}
		}},
		{"leave_gives_back_everything_without_a_death", func(k *kit) {
			w, other := k.worker(), k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2, ownedBy(w)))
			theirs := k.begin(other, "order-2")
			k.env.Advance(ms)
			k.ok(k.st.Leave(k.ctx, w))
			r := k.run(h.run)
			if r.Owner != (store.WorkerID{}) || r.Epoch != h.epoch+1 || r.Deaths != 0 {
				k.t.Errorf("given back: %s", showRun(r))
			}
			if t := k.tick(other); t.ReadyRuns != 1 || t.ReadyActivities != 1 || len(t.Orphans) != 0 {
				k.t.Errorf("ready %d runs, %d activities; orphans %v", t.ReadyRuns, t.ReadyActivities, t.Orphans)
			}
			theirs.commit()
			k.ok(k.st.Leave(k.ctx, k.id())) // an unknown worker
		}},
		{"owned_lists_what_the_store_believes", func(k *kit) {
			a, b := k.worker(), k.worker()
			h := k.begin(a, "1")
			parked := k.begin(a, "2")
			parked.commit(park)
			closed := k.begin(a, "3")
			closed.commit(end)
			h.commit(schedule(2), schedule(3, ownedBy(b)))
			k.task(a)
			oa, ob := k.owned(a), k.owned(b)
			if len(oa.Runs) != 1 || oa.Runs[h.run] != h.epoch || len(oa.Activities) != 1 || oa.Activities[store.ActivityKey{Run: h.run, Activity: 2}].N != 1 {
				k.t.Errorf("a owns %+v", oa)
			}
			if len(ob.Runs) != 0 || len(ob.Activities) != 1 || ob.Activities[store.ActivityKey{Run: h.run, Activity: 3}].N != 1 {
				k.t.Errorf("b owns %+v", ob)
			}
			if o := k.owned(store.WorkerID{}); len(o.Runs)+len(o.Activities) != 0 {
				k.t.Errorf("nobody owns %+v", o)
			}
		}},
		{"two_claimers_never_get_the_same_run", func(k *kit) {
			const n = 60
			var ops []store.Op
			for i := range n {
				ops = append(ops, k.newStart("order-"+string(rune('A'+i))))
			}
			k.apply(ops...)
			var mu sync.Mutex
			got := make(map[store.RunID]int)
			var wg sync.WaitGroup
			for i := range 3 {
				w := k.worker()
				ids := make([]store.Token, n+1)
				for j := range ids {
					ids[j] = k.id()
				}
				wg.Go(func() {
					for _, id := range ids {
						outs, err := k.st.Apply(k.ctx, []store.Op{&store.Claim{Worker: w, ID: id, Max: 2 + i, Filter: filter()}})
						if err != nil {
							k.t.Error(err)
							return
						}
						if len(outs[0].Claims) == 0 {
							return
						}
						mu.Lock()
						for _, c := range outs[0].Claims {
							got[c.Run.ID]++
						}
						mu.Unlock()
					}
				})
			}
			wg.Wait()
			if len(got) != n {
				k.t.Errorf("%d runs are claimed, want %d", len(got), n)
			}
			for id, times := range got {
				if times != 1 {
					k.t.Errorf("run %v is claimed %d times", id, times)
				}
			}
		}},
	}
}
