package storetest

import (
	"time"

	"github.com/reprise-run/reprise/store"
)

func closeOver() []scenario {
	return []scenario{
		{"a_close_over_an_unseen_signal_is_refused", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			h.commit(schedule(2), startTimer(3, k.now().Add(time.Hour)))
			e := k.deliver(h.run, "a")
			before := k.dump()
			out := k.want(store.Refused, h.next(end, progress))
			if len(out.Entries) != 1 || out.Entries[0].Order != e.Order || out.Gen < e.Order {
				k.t.Errorf("refused with %d entries, gen %d", len(out.Entries), out.Gen)
			}
			k.same(before)
			k.deliver(h.run, "b") // without Closing no sender is held back
		}},
		{"a_close_that_took_or_saw_every_signal_stands", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "took")
			h.commit(end, take(k.deliver(h.run, "a").Order))
			h = k.begin(w, "saw")
			h.saw([]store.Entry{k.deliver(h.run, "a")})
			h.commit(end, func(c *store.Commit) { c.Undelivered = 1 })
			if r := k.run(h.run); r.Undelivered != 1 || r.Status != store.Completed || !r.Closed.Equal(k.now()) {
				k.t.Errorf("closed: %s", showRun(r))
			}
		}},
		{"only_signals_refuse_a_close", func(k *kit) {
			w := k.worker()
			for _, n := range news() {
				if n.name == "a_signal" || n.name == "a_signal_of_the_owner" {
					continue
				}
				h := k.begin(w, n.name)
				n.set(k, h)()
				h.commit(end)
			}
		}},
		{"an_unseen_signal_among_seen_ones_refuses", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			h.saw([]store.Entry{k.deliver(h.run, "a")})
			k.deliver(h.run, "b", cancel)
			c := k.deliver(h.run, "c")
			out := k.want(store.Refused, h.next(end))
			if len(out.Entries) != 2 || out.Entries[1].Order != c.Order {
				k.t.Errorf("refused with %+v, want what was not seen", out.Entries)
			}
		}},
		{"redteam_19_a_refused_close_may_hold_senders_back", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(startTimer(2, k.now()), schedule(3, ownedBy(w)))
			a := k.deliver(h.run, "a")
			k.want(store.Refused, h.next(closing))
			k.want(store.HeldBack, signal(h.run, "b"))
			k.want(store.HeldBack, signal(h.run, "b", from(w)))
			k.want(store.HeldBack, signal(h.run, "b", cancel))
			k.deliver(h.run, "a") // its id is already in the inbox
			k.do(&store.Fire{Max: 1})
			k.do(&store.EndActivity{Run: h.run, Activity: 3, Worker: w, Attempt: 1, Entry: store.Entry{ID: "end"}})
			h.commit(closing, take(a.Order))
			k.want(store.Closed, signal(h.run, "b"))
		}},
		{"senders_are_let_in_again_when_the_run_goes_on", func(k *kit) {
			w := k.worker()
			for _, c := range []struct {
				name string
				goOn func(*held)
			}{
				{"commit", func(h *held) { h.commit() }},
				{"park", func(h *held) { h.commit(park) }},
				{"release", func(h *held) { k.do(&store.Release{Run: h.run, Worker: w, Epoch: h.epoch}) }},
				{"block", func(h *held) { k.do(h.block(time.Hour)) }},
				{"leave", func(h *held) { k.ok(k.st.Leave(k.ctx, w)) }},
			} {
				h := k.begin(w, c.name)
				k.deliver(h.run, "a")
				k.want(store.Refused, h.next(closing))
				k.want(store.HeldBack, signal(h.run, "b"))
				c.goOn(h)
				k.deliver(h.run, "b")
			}
		}},
		{"senders_are_let_in_again_when_the_owner_died", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			k.deliver(h.run, "a")
			k.want(store.Refused, h.next(closing))
			k.kill(w)
			k.deliver(h.run, "b")
		}},
		{"a_fenced_close_holds_nobody_back", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			k.deliver(h.run, "a")
			k.want(store.Fenced, h.next(closing, func(c *store.Commit) { c.Epoch++ }))
			k.deliver(h.run, "b")
		}},
		{"a_terminated_run_holds_nobody_back", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			k.deliver(h.run, "a")
			k.want(store.Refused, h.next(closing))
			k.do(&store.Terminate{Ref: store.Ref{Run: h.run}, Token: k.id(), Data: []byte{1}, N: 1})
			k.want(store.Closed, signal(h.run, "b"))
		}},
		{"every_end_is_kept_as_it_was_told", func(k *kit) {
			w := k.worker()
			for _, s := range []store.Status{store.Completed, store.Failed, store.Cancelled} {
				h := k.begin(w, s.String())
				h.commit(end, func(c *store.Commit) { c.Status = s })
				if r := k.run(h.run); r.Status != s {
					k.t.Errorf("the status is %v, want %v", r.Status, s)
				}
			}
			h := k.begin(w, "open")
			k.refused(0, h.next(end, func(c *store.Commit) { c.Status = store.Open }))
			k.refused(0, h.next(end, func(c *store.Commit) { c.Status = 0 }))
			k.refused(0, h.next(end, func(c *store.Commit) { c.Status = 7 }))
		}},
		{"seeds_83_an_end_clears_what_hung_on_the_run", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(startTimer(2, k.now()), schedule(3), schedule(4, ownedBy(w)))
			k.deliver(h.run, "a", cancel)
			h.commit(end)
			t := k.tick(w)
			if !t.NextTimer.IsZero() || t.ReadyActivities != 0 || t.ReadyRuns != 0 || len(t.Dirty) != 0 {
				k.t.Errorf("the tick still shows %+v", t)
			}
			if o := k.owned(w); len(o.Runs)+len(o.Activities) != 0 {
				k.t.Errorf("the worker still owns %+v", o)
			}
			if fired := k.do(&store.Fire{Max: 10}).Fired; len(fired) != 0 {
				k.t.Errorf("%d timers fire", len(fired))
			}
		}},
	}
}
