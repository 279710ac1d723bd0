package storetest

import (
	"sync"
	"time"

	"github.com/reprise-run/reprise/store"
)

func timers() []scenario {
	return []scenario{
		{"a_timer_does_not_fire_before_it_is_due", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			due := k.now().Add(10 * ms)
			h.commit(startTimer(2, due), park)
			for range 9 {
				k.env.Advance(ms)
				if out := k.do(&store.Fire{Max: 10}); len(out.Fired) != 0 || !out.Next.Equal(due) {
					k.t.Fatalf("at %s it fires %d, next %s", clock(k.now()), len(out.Fired), clock(out.Next))
				}
			}
			k.env.Advance(ms)
			out := k.do(&store.Fire{Max: 10})
			if len(out.Fired) != 1 || !out.Next.IsZero() {
				k.t.Fatalf("due, it fires %d, next %s", len(out.Fired), clock(out.Next))
			}
			f := out.Fired[0]
			if f.Run != h.run || f.Entry.Kind != store.EntryTimer || f.Entry.Ref != 2 || f.Entry.At.Before(due) || f.Owner != (store.WorkerID{}) {
				k.t.Errorf("fired %+v", f)
			}
		}},
		{"redteam_12_a_due_time_is_never_rounded_down", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			due := k.now().Add(time.Microsecond + time.Nanosecond)
			h.commit(startTimer(2, due), schedule(3, func(a *store.Activity) { a.Deadline = due }), park)
			if a := k.pending(h.run).Activities[0]; !a.Deadline.Equal(due.Add(time.Microsecond - time.Nanosecond)) {
				k.t.Errorf("the deadline is kept as %v", a.Deadline)
			}
			k.env.Advance(time.Microsecond)
			if fired := k.do(&store.Fire{Max: 10}).Fired; len(fired) != 0 {
				k.t.Error("it fires a nanosecond early")
			}
			k.env.Advance(time.Microsecond)
			if fired := k.do(&store.Fire{Max: 10}).Fired; len(fired) != 1 {
				k.t.Error("it does not fire a microsecond later")
			}
			if got := k.pending(h.run).Entries[0].At; got.Before(due) {
				k.t.Errorf("it is accepted at %v, before it is due", got)
			}
		}},
		{"seeds_46_a_timer_fires_once", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(startTimer(2, k.now()), park)
			k.do(&store.Fire{Max: 10})
			k.do(&store.Fire{Max: 10})
			h = k.claim(w)
			p := k.pending(h.run)
			if len(p.Entries) != 1 || len(p.Timers) != 0 {
				k.t.Errorf("%d entries and %d timers, want 1 and 0", len(p.Entries), len(p.Timers))
			}
			h.commit(take(p.Entries[0].Order), park)
			k.do(&store.Fire{Max: 10})
			k.noClaim(w)
		}},
		{"two_pumps_fire_each_timer_once", func(k *kit) {
			const n = 50
			h := k.begin(k.worker(), "order-1")
			h.commit(func(c *store.Commit) {
				for i := range n {
					startTimer(int64(i), k.now())(c)
				}
			}, park)
			var mu sync.Mutex
			fired := make(map[int64]int)
			var wg sync.WaitGroup
			for range 3 {
				wg.Go(func() {
					for {
						outs, err := k.st.Apply(k.ctx, []store.Op{&store.Fire{Max: 7}})
						if err != nil {
							k.t.Error(err)
							return
						}
						// A store may skip a run that another Fire has just locked. Its timers are
						// still due, and Next reports that.
						if next := outs[0].Next; len(outs[0].Fired) == 0 && (next.IsZero() || next.After(k.now())) {
							return
						}
						mu.Lock()
						for _, f := range outs[0].Fired {
							fired[f.Entry.Ref]++
						}
						mu.Unlock()
					}
				})
			}
			wg.Wait()
			for i := range n {
				if fired[int64(i)] != 1 {
					k.t.Errorf("timer %d fires %d times", i, fired[int64(i)])
				}
			}
			if es := k.pending(h.run).Entries; len(es) != n {
				k.t.Errorf("%d entries, want %d", len(es), n)
			}
		}},
		{"a_dropped_timer_does_not_fire", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(startTimer(2, k.now()), startTimer(3, k.now()))
			h.commit(func(c *store.Commit) { c.DropTimers = []int64{2, 99} }, park)
			out := k.do(&store.Fire{Max: 10})
			if len(out.Fired) != 1 || out.Fired[0].Entry.Ref != 3 {
				k.t.Errorf("fired %+v", out.Fired)
			}
		}},
		{"a_timer_started_and_dropped_in_one_commit_is_not_there", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			h.commit(startTimer(2, k.now()), func(c *store.Commit) { c.DropTimers = []int64{2} })
			if p := k.pending(h.run); len(p.Timers) != 0 {
				k.t.Errorf("pending are %+v", p)
			}
		}},
		{"seeds_84_a_closed_runs_timers_are_removed", func(k *kit) {
			w := k.worker()
			k.begin(w, "closed").commit(startTimer(2, k.now()), end)
			h := k.begin(w, "terminated")
			h.commit(startTimer(2, k.now()))
			k.do(&store.Terminate{Ref: store.Ref{Run: h.run}, Token: k.id(), Data: []byte{1}, N: 1})
			if t := k.tick(w); !t.NextTimer.IsZero() {
				k.t.Errorf("the next timer is at %s", clock(t.NextTimer))
			}
			if out := k.do(&store.Fire{Max: 10}); len(out.Fired) != 0 || !out.Next.IsZero() {
				k.t.Errorf("fired %d, next %s", len(out.Fired), clock(out.Next))
			}
		}},
		{"next_is_the_earliest_timer_of_any_run_of_the_namespace", func(k *kit) {
			w := k.worker()
			now := k.now()
			k.namespaces = append(k.namespaces, "other")
			k.begin(w, "1").commit(startTimer(2, now.Add(3*ms)), startTimer(3, now.Add(9*ms)), park)
			k.begin(w, "2").commit(startTimer(2, now.Add(2*ms)), park)
			k.begin(w, "3", func(s *store.Start) { s.Namespace = "other" }).commit(startTimer(2, now.Add(ms)), park)
			for _, want := range []time.Duration{2, 3, 9} {
				if next := k.tick(w).NextTimer; !next.Equal(now.Add(want * ms)) {
					k.t.Errorf("the tick says %s, want %s", clock(next), clock(now.Add(want*ms)))
				}
				if next := k.do(&store.Fire{Max: 10}).Next; !next.Equal(now.Add(want * ms)) {
					k.t.Errorf("Fire says %s, want %s", clock(next), clock(now.Add(want*ms)))
				}
				for k.now().Before(now.Add(want * ms)) {
					k.env.Advance(ms)
				}
				k.do(&store.Fire{Max: 10})
			}
		}},
		{"an_owner_hears_of_a_timer_whoever_fired_it", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(startTimer(2, k.now()))
			out := k.do(&store.Fire{Max: 1})
			if len(out.Fired) != 1 || out.Fired[0].Owner != w {
				k.t.Errorf("fired %+v", out.Fired)
			}
			if dirty := k.tick(w).Dirty; len(dirty) != 1 {
				k.t.Errorf("%v is dirty, want the run", dirty)
			}
		}},
		{"a_timer_far_away_is_kept", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			far := k.now().AddDate(200, 0, 0)
			h.commit(startTimer(2, far), park)
			if p := k.pending(h.run); len(p.Timers) != 1 || p.Timers[0].ID != 2 || !p.Timers[0].FireAt.Equal(far) {
				k.t.Errorf("pending are %+v", p.Timers)
			}
		}},
		{"a_timer_due_long_ago_fires_at_once", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			h.commit(startTimer(2, time.Unix(0, 0)), startTimer(3, k.now().AddDate(-100, 0, 0)), park)
			if out := k.do(&store.Fire{Max: 10}); len(out.Fired) != 2 {
				k.t.Errorf("%d fire, want 2", len(out.Fired))
			}
		}},
	}
}
