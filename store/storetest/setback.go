package storetest

import (
	"time"

	"github.com/reprise-run/reprise/store"
)

// setBack checks that what is ready stays ready, whatever the clock does.
func setBack() []scenario {
	after := func(d time.Duration) func(*store.Activity) { return func(a *store.Activity) { a.Delay = d } }
	return []scenario{
		{"activities_that_are_ready_stay_so", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2), schedule(3), schedule(4, ownedBy(w)), schedule(5))
			k.retry(k.tasks(w, 1)[0])
			k.ok(k.st.Leave(k.ctx, w)) // which gives back its running activities
			young := k.worker()
			k.env.SetBack(time.Hour)
			k.renew(young)
			if t := k.tick(young); t.ReadyActivities != 4 {
				k.t.Errorf("a tick finds %d activities, want 4", t.ReadyActivities)
			}
			if ts := k.tasks(young, 10); len(ts) != 4 {
				k.t.Errorf("a claim takes %d activities, want 4", len(ts))
			}
		}},
		{"activities_whose_delay_was_seen_to_be_over_stay_ready", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2, after(ms)), schedule(3, after(ms)), schedule(4, after(2*ms)))
			k.env.Advance(ms)
			if ts := k.tasks(w, 1); len(ts) != 1 || ts[0].ID != 2 {
				k.t.Fatalf("a claim takes %d activities, want activity 2", len(ts))
			}
			k.env.SetBack(time.Hour)
			if ts := k.tasks(w, 10); len(ts) != 1 || ts[0].ID != 3 {
				k.t.Errorf("a claim takes %d activities, want activity 3", len(ts))
			}
			k.env.Advance(time.Hour)
			if ts := k.tasks(w, 10); len(ts) != 0 {
				k.t.Errorf("a claim takes %d activities whose delay is not over", len(ts))
			}
			k.env.Advance(ms)
			if t := k.task(w); t.ID != 4 {
				k.t.Errorf("a claim takes activity %d, want 4", t.ID)
			}
		}},
		{"runs_that_are_ready_stay_so_and_are_left_to_nobody", func(k *kit) {
			w := k.worker()
			sticky := func(c *store.Commit) { c.Then, c.Sticky = store.Park, true }
			h := k.begin(w, "order-1")
			h.commit(sticky)
			k.start("order-2")
			k.deliver(h.run, "poke")
			k.env.SetBack(time.Hour)
			other := k.worker()
			if t := k.tick(other); t.ReadyRuns != 2 {
				k.t.Errorf("a tick finds %d runs, want 2", t.ReadyRuns)
			}
			if cs := k.claims(other, 10); len(cs) != 2 {
				k.t.Errorf("a claim takes %d runs, want 2", len(cs))
			}
		}},
	}
}

// moving holds the cases with a clock that never shows the same time twice.
func moving() []scenario {
	return []scenario{
		{"seeds_17_one_transaction_reads_the_clock_once", func(k *kit) {
			s := k.newStart("order-1")
			k.env.Step(time.Second)
			outs := k.apply(s, signal(s.Run, "a"), signal(s.Run, "b"))
			k.env.Step(0)
			began := k.run(s.Run).Created
			for i, o := range outs[1:] {
				if at := o.Entries[0].At; !at.Equal(began) {
					k.t.Errorf("signal %d is of %s and the start before it of %s, in one transaction", i+1, clock(at), clock(began))
				}
			}
		}},
	}
}
