package storetest

import (
	"fmt"
	"slices"
	"sync"

	"github.com/reprise-run/reprise/store"
)

// wakeup combines every kind of arrival with a Park, in every order. Afterwards the
// owner still owns the run and knows why, or the run is ready.
func wakeup() []scenario {
	cases := []scenario{
		{"a_run_parked_without_news_is_not_ready", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			if out := h.commit(park); out.Owned || len(out.Entries) != 0 {
				k.t.Errorf("the park is answered %+v", out)
			}
			k.noClaim(w)
			if r := k.run(h.run); r.Owner != (store.WorkerID{}) || r.Status != store.Open || r.Waiting != "signal approve" || r.Epoch != h.epoch {
				k.t.Errorf("parked: %s", showRun(r))
			}
			if o := k.owned(w); len(o.Runs) != 0 {
				k.t.Errorf("it still owns %v", o.Runs)
			}
		}},
		{"waiting_is_cleared_by_the_next_commit", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(park)
			k.deliver(h.run, "a")
			h = k.claim(w)
			if r := k.run(h.run); r.Waiting != "signal approve" {
				k.t.Errorf("claimed, it waits for %q", r.Waiting)
			}
			h.commit()
			if r := k.run(h.run); r.Waiting != "" {
				k.t.Errorf("after a commit it waits for %q", r.Waiting)
			}
		}},
		{"a_park_over_what_was_seen_and_taken_lets_go", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			e := k.deliver(h.run, "a")
			h.saw([]store.Entry{e})
			if out := h.commit(park, take(e.Order)); out.Owned {
				k.t.Error("the worker still owns the run")
			}
			k.noClaim(w)
		}},
		{"a_park_that_takes_but_has_not_seen_more_keeps_the_run", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			a := k.deliver(h.run, "a")
			b := k.deliver(h.run, "b")
			h.saw([]store.Entry{a})
			out := h.commit(park, take(a.Order))
			if !out.Owned || len(out.Entries) != 1 || out.Entries[0].Order != b.Order {
				k.t.Fatalf("the park is answered %+v, want the second entry", out)
			}
			if rows := k.rows(h.run); len(rows) != 2 {
				k.t.Errorf("%d rows: the commit itself stands", len(rows))
			}
			if out := h.commit(park, take(b.Order)); out.Owned {
				k.t.Error("the second park does not let go")
			}
		}},
		{"a_run_released_with_entries_left_is_ready_at_once", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.saw([]store.Entry{k.deliver(h.run, "a")})
			if out := h.commit(park); out.Owned {
				k.t.Error("it knew of the entry and is kept nevertheless")
			}
			if h = k.claim(w); h.seen == 0 {
				k.t.Error("the claim does not bring the entry")
			}
		}},
		{"an_entry_accepted_after_the_park_in_one_batch_makes_the_run_ready", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			outs := k.apply(h.next(park), signal(h.run, "a", from(w)))
			if outs[0].Owned || outs[1].Owner != (store.WorkerID{}) {
				k.t.Errorf("answered owned %v, owner %v", outs[0].Owned, outs[1].Owner)
			}
			k.claim(w)
		}},
		{"redteam_1_the_owner_of_a_busy_run_hears_of_news", func(k *kit) {
			w, other := k.worker(), k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2, ownedBy(other)))
			for _, send := range []func(){
				func() { k.deliver(h.run, "a") },
				func() { k.deliver(h.run, "b", cancel, from(other)) },
				func() {
					k.do(&store.EndActivity{Run: h.run, Activity: 2, Worker: other, Attempt: 1, Entry: store.Entry{ID: "end"}})
				},
			} {
				send()
				if dirty := k.tick(w).Dirty; !slices.Equal(dirty, []store.RunID{h.run}) {
					k.t.Fatalf("the owner's tick shows %v dirty", dirty)
				}
				if dirty := k.tick(other).Dirty; len(dirty) != 0 {
					k.t.Errorf("another's tick shows %v dirty", dirty)
				}
				out := k.do(&store.Fetch{Run: h.run, Worker: w, Epoch: h.epoch, After: h.seen})
				if len(out.Entries) != 1 || out.Gen < out.Entries[0].Order {
					k.t.Fatalf("the fetch has %d entries and gen %d, want the newest", len(out.Entries), out.Gen)
				}
				h.saw(out.Entries)
				if dirty := k.tick(w).Dirty; len(dirty) != 0 {
					k.t.Errorf("after the fetch %v is dirty", dirty)
				}
			}
			if es := k.do(&store.Fetch{Run: h.run, Worker: w, Epoch: h.epoch}).Entries; len(es) != 3 {
				k.t.Errorf("a fetch from the start has %d entries, want 3", len(es))
			}
		}},
		{"an_owner_that_delivers_itself_is_told_by_the_outcome", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2, ownedBy(w)))
			if out := k.do(signal(h.run, "a", from(w))); out.Owner != w || len(out.Entries) != 1 {
				k.t.Errorf("the Deliver is answered %+v", out)
			}
			out := k.do(&store.EndActivity{Run: h.run, Activity: 2, Worker: w, Attempt: 1, Entry: store.Entry{ID: "end"}})
			if out.Owner != w || len(out.Entries) != 1 || out.Entries[0].Ref != 2 || out.Entries[0].Kind != store.EntryActivity {
				k.t.Errorf("the EndActivity is answered %+v", out)
			}
			if dirty := k.tick(w).Dirty; len(dirty) != 0 {
				k.t.Errorf("%v is dirty", dirty)
			}
		}},
		{"a_claim_brings_the_whole_inbox_and_starts_clean", func(k *kit) {
			a, b := k.worker(), k.worker()
			h := k.begin(a, "order-1")
			k.deliver(h.run, "1")
			k.deliver(h.run, "2", cancel)
			k.kill(a)
			k.deliver(h.run, "3")
			c := k.claims(b, 1)[0]
			if len(c.Entries) != 3 || c.Gen < c.Entries[2].Order || c.Run.Unread != 3 {
				k.t.Errorf("the claim has %d entries, gen %d, %d unread", len(c.Entries), c.Gen, c.Run.Unread)
			}
			if dirty := k.tick(b).Dirty; len(dirty) != 0 {
				k.t.Errorf("%v is dirty", dirty)
			}
		}},
		{"a_blocked_run_collects_and_stays_blocked", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			k.do(h.block(theTTL))
			k.deliver(h.run, "a")
			k.noClaim(w)
			k.env.Advance(theTTL)
			if h := k.claim(w); h.seen == 0 {
				k.t.Error("the claim does not bring what was collected")
			}
		}},
		{"seeds_78_no_signal_is_lost_between_a_park_and_many_senders", func(k *kit) { storm(k) }},
	}
	for _, n := range news() {
		cases = append(cases,
			scenario{n.name + "_then_park", func(k *kit) {
				w := k.worker()
				h := k.begin(w, "order-1")
				send := n.set(k, h)
				send()
				out := h.commit(park)
				if !out.Owned || len(out.Entries) != 1 {
					k.t.Fatalf("the park is answered owned %v with %d entries", out.Owned, len(out.Entries))
				}
				if r := k.run(h.run); r.Owner != w || r.Epoch != h.epoch {
					k.t.Errorf("owner %v, epoch %d", r.Owner, r.Epoch)
				}
				k.noClaim(w)
				h.commit(park, take(out.Entries[0].Order))
				k.noClaim(w)
			}},
			scenario{"park_then_" + n.name, func(k *kit) {
				w := k.worker()
				h := k.begin(w, "order-1")
				send := n.set(k, h)
				h.commit(park)
				k.noClaim(w)
				send()
				if ready := k.tick(w).ReadyRuns; ready != 1 {
					k.t.Errorf("%d runs are ready, want 1", ready)
				}
				c := k.claims(w, 1)
				if len(c) != 1 || len(c[0].Entries) != 1 {
					k.t.Fatalf("claimed %+v", c)
				}
			}},
		)
	}
	return cases
}

// news lists everything that can come into an inbox. set prepares it in a commit and
// returns a function that makes it arrive.
func news() []struct {
	name string
	set  func(*kit, *held) func()
} {
	return []struct {
		name string
		set  func(*kit, *held) func()
	}{
		{"a_signal", func(k *kit, h *held) func() { return func() { k.deliver(h.run, "a") } }},
		{"a_signal_of_the_owner", func(k *kit, h *held) func() { return func() { k.deliver(h.run, "a", from(h.owner)) } }},
		{"a_cancel", func(k *kit, h *held) func() { return func() { k.deliver(h.run, "a", cancel) } }},
		{"a_timer", func(k *kit, h *held) func() {
			h.commit(startTimer(2, k.now()))
			return func() { k.do(&store.Fire{Max: 1}) }
		}},
		{"an_activity", func(k *kit, h *held) func() {
			h.commit(schedule(2, ownedBy(h.owner)))
			return func() {
				k.do(&store.EndActivity{Run: h.run, Activity: 2, Worker: h.owner, Attempt: 1, Entry: store.Entry{ID: "end"}})
			}
		}},
		{"anothers_activity", func(k *kit, h *held) func() {
			other := k.worker()
			h.commit(schedule(2, ownedBy(other)))
			return func() {
				k.do(&store.EndActivity{Run: h.run, Activity: 2, Worker: other, Attempt: 1, Entry: store.Entry{ID: "end"}})
			}
		}},
	}
}

// storm has several senders deliver while one worker claims, takes and parks, until
// every accepted signal was taken. Only the store's answers wake the worker.
func storm(k *kit) {
	const senders, each = 4, 25
	w := k.worker()
	run := k.parked("order-1")
	var wg sync.WaitGroup
	for s := range senders {
		wg.Go(func() {
			for i := range each {
				op := signal(run, fmt.Sprint(s, "-", i))
				outs, err := k.send(op)
				if err != nil || outs[0].Code != store.Done {
					k.t.Errorf("Deliver: %v, %v", outs, err)
					return
				}
			}
		})
	}
	sent := make(chan struct{})
	go func() { wg.Wait(); close(sent) }()
	var got []string
	drain := func() bool {
		cs := k.claims(w, 1)
		if len(cs) == 0 {
			return false
		}
		h := k.holding(w, cs[0])
		for es := cs[0].Entries; ; {
			orders := make([]int64, 0, len(es))
			for _, e := range es {
				got, orders = append(got, e.ID), append(orders, e.Order)
			}
			out := h.commit(take(orders...), park)
			if !out.Owned {
				return true
			}
			es = out.Entries
		}
	}
	for done := false; !done; {
		select {
		case <-sent:
			done = true
		default:
			drain()
		}
	}
	for drain() {
	}
	slices.Sort(got)
	if n := len(slices.Compact(got)); n != senders*each || n != len(got) {
		k.t.Errorf("%d signals were taken, %d different ones, want %d", len(got), n, senders*each)
	}
}
