package storetest

import (
	"fmt"

	"github.com/reprise-run/reprise/store"
)

// dedupe states what a store promises about ids: a waiting id is accepted once. An
// id that was taken is accepted again, because the inbox has forgotten it; the run
// drops the duplicate, because its history holds the ids.
func dedupe() []scenario {
	return []scenario{
		{"an_id_that_waits_is_accepted_once", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			first := k.deliver(h.run, "a")
			k.env.Advance(ms)
			k.deliver(h.run, "b")
			before := k.dump()
			again := k.do(signal(h.run, "a", func(d *store.Deliver) { d.Entry.Data = []byte("other") }))
			if len(again.Entries) != 1 || again.Entries[0].Order != first.Order || showEntry(again.Entries[0]) != showEntry(first) {
				k.t.Errorf("again: %+v, want %+v", again.Entries, first)
			}
			if again.Run != h.run || again.Owner != h.owner {
				k.t.Errorf("again: run %v, owner %v", again.Run, again.Owner)
			}
			k.same(before)
		}},
		{"redteam_5_an_id_that_was_taken_is_accepted_again_and_left_to_the_run", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			first := k.deliver(h.run, "a")
			h.commit(take(first.Order))
			second := k.deliver(h.run, "a")
			if second.Order <= first.Order {
				k.t.Errorf("order %d after %d", second.Order, first.Order)
			}
			h.commit(take(second.Order))
			k.kill(w)
			young := k.worker()
			k.claim(young)
			third := k.deliver(h.run, "a") // after a take-over as well
			if third.Order <= second.Order {
				k.t.Errorf("order %d after %d", third.Order, second.Order)
			}
		}},
		{"an_id_is_of_one_run", func(k *kit) {
			a, b := k.start("1"), k.start("2")
			k.deliver(a, "x")
			k.deliver(b, "x")
			if n := len(k.pending(b).Entries); n != 1 {
				k.t.Errorf("%d entries, want 1", n)
			}
		}},
		{"a_signal_and_a_cancel_may_have_the_same_id", func(k *kit) {
			run := k.start("order-1")
			for range 2 {
				k.deliver(run, "x")
				k.deliver(run, "x", cancel)
			}
			if n := len(k.pending(run).Entries); n != 2 {
				k.t.Errorf("%d entries, want a signal and a cancel", n)
			}
		}},
		{"an_empty_id_is_never_the_same", func(k *kit) {
			run := k.start("order-1")
			k.deliver(run, "")
			k.deliver(run, "")
			if n := len(k.pending(run).Entries); n != 2 {
				k.t.Errorf("%d entries, want 2", n)
			}
		}},
		{"an_id_twice_in_a_batch_is_accepted_once", func(k *kit) {
			run := k.start("order-1")
			outs := k.apply(signal(run, "a"), signal(run, "b"), signal(run, "a"))
			if outs[2].Code != store.Done || outs[2].Entries[0].Order != outs[0].Entries[0].Order {
				k.t.Errorf("the second is answered %v", outs[2])
			}
			if n := len(k.pending(run).Entries); n != 2 {
				k.t.Errorf("%d entries, want 2", n)
			}
		}},
		{"ids_are_compared_byte_by_byte", func(k *kit) {
			run := k.start("order-1")
			ids := []string{"a", "A", "a ", "ä", "a\u0308", "%", "_", "'", "\\", "\n"}
			for range 2 {
				for _, id := range ids {
					k.deliver(run, id)
				}
			}
			es := k.pending(run).Entries
			if len(es) != len(ids) {
				k.t.Fatalf("%d entries, want %d", len(es), len(ids))
			}
			for i, e := range es {
				if e.ID != ids[i] {
					k.t.Errorf("entry %d has id %q, want %q", i, e.ID, ids[i])
				}
			}
		}},
		{"a_deliverer_hears_what_it_needs", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			by := store.Ref{WorkflowID: "order-1"}
			out := k.do(signal(h.run, "a", func(d *store.Deliver) { d.Ref, d.Entry.At, d.Entry.Order = by, k.now().Add(ms), 99 }))
			e := out.Entries[0]
			if out.Run != h.run || out.Owner != w || !e.At.Equal(k.now()) || e.Order >= 99 || string(e.Data) != "signal a" {
				k.t.Errorf("answered run %v owner %v entry %+v", out.Run, out.Owner, e)
			}
			h.commit(func(c *store.Commit) { c.Take, c.Seen = []int64{e.Order}, e.Order }, end)
			if out := k.want(store.Closed, signal(h.run, "a", func(d *store.Deliver) { d.Ref = by })); out.Run != h.run {
				k.t.Errorf("Closed names run %v, want %v", out.Run, h.run)
			}
		}},
		{"seeds_75_a_signal_to_nobody_is_not_found", func(k *kit) {
			k.start("order-1")
			for _, ref := range []store.Ref{{WorkflowID: "order-2"}, {Run: k.id()}, {}, {Namespace: "other", WorkflowID: "order-1"}} {
				k.want(store.NotFound, signal(store.RunID{}, "a", func(d *store.Deliver) { d.Ref = ref }))
			}
		}},
		{"seeds_73_a_signal_by_workflow_id_reaches_the_open_run", func(k *kit) {
			w := k.worker()
			k.begin(w, "order-1").commit(end)
			second := k.start("order-1")
			out := k.do(signal(store.RunID{}, "a", func(d *store.Deliver) { d.Ref = store.Ref{WorkflowID: "order-1"} }))
			if out.Run != second {
				k.t.Errorf("it reached %v, want %v", out.Run, second)
			}
			if n := len(k.pending(second).Entries); n != 1 {
				k.t.Error(fmt.Sprint(n, " entries, want 1"))
			}
		}},
	}
}
