package storetest

import (
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// goOn is a delivery of a worker that would go on with the run at once.
func goOn(w store.WorkerID, claim store.Token) func(*store.Deliver) {
	return func(d *store.Deliver) { d.From, d.Owner, d.Claim = w, w, claim }
}

// near starts a run that waits and is sticky to w.
func (k *kit) near(w store.WorkerID, workflowID string) *held {
	k.t.Helper()
	h := k.begin(w, workflowID)
	h.commit(sticky)
	return h
}

// goingOn is about deliveries that make the run the worker's that would go on with it.
func goingOn() []scenario {
	return append(theyClaim(), theyClaimNothing()...)
}

// wentOn checks that the parked run h is a's by the claim c, which came with news, and
// nobody else's.
func (k *kit) wentOn(h *held, c store.Claimed, a, b store.WorkerID, news store.Entry) {
	k.t.Helper()
	if len(c.Entries) != 1 || c.Gen != c.Entries[0].Order || showEntry(c.Entries[0]) != showEntry(news) {
		k.t.Fatalf("the claim has gen %d and entries %+v, the news are %+v", c.Gen, c.Entries, news)
	}
	k.noClaim(a)
	k.noClaim(b)
	if o := k.owned(a); len(o.Runs) != 1 || o.Runs[h.run] != h.epoch+1 {
		k.t.Errorf("it owns %v", o.Runs)
	}
	if dirty := k.tick(a).Dirty; len(dirty) != 0 {
		k.t.Errorf("%v is dirty", dirty)
	}
	k.want(store.Fenced, h.next(park))
	if out := k.holding(a, c).commit(sticky, take(c.Entries[0].Order)); out.Owned {
		k.t.Error("the park does not let go")
	}
}

func theyClaim() []scenario {
	return []scenario{
		{"a_parked_run_goes_on_where_it_is_sticky", func(k *kit) {
			a, b := k.worker(), k.worker()
			h := k.near(a, "order-1")
			k.env.Advance(ms)
			out := k.do(signal(h.run, "news", goOn(a, k.id())))
			want := k.run(h.run)
			if want.Owner != a || want.Epoch != h.epoch+1 || want.Unread != 1 || want.Waiting == "" {
				k.t.Errorf("the run is %s", showRun(want))
			}
			if out.Owner != a || len(out.Claims) != 1 || showRun(out.Claims[0].Run) != showRun(want) {
				k.t.Fatalf("answered %s\nwant the claim of %s", showOutcome(out), showRun(want))
			}
			k.wentOn(h, out.Claims[0], a, b, out.Entries[0])
		}},
		{"it_goes_on_each_time_it_is_parked", func(k *kit) {
			w := k.worker()
			h := k.near(w, "order-1")
			for range 3 {
				out := k.do(signal(h.run, "", goOn(w, k.id())))
				h = k.holding(w, out.Claims[0])
				h.commit(sticky, take(out.Entries[0].Order))
			}
			if r := k.run(h.run); r.Epoch != 4 {
				k.t.Errorf("epoch %d, want 4", r.Epoch)
			}
		}},
		{"by_its_workflow_id_too", func(k *kit) {
			w := k.worker()
			h := k.near(w, "order-1")
			out := k.do(signal(store.RunID{}, "a", goOn(w, k.id()), func(d *store.Deliver) { d.Ref.WorkflowID = "order-1" }))
			if out.Run != h.run || len(out.Claims) != 1 {
				k.t.Errorf("answered %s", showOutcome(out))
			}
		}},
		{"a_cancel_too", func(k *kit) {
			w := k.worker()
			h := k.near(w, "order-1")
			if out := k.do(signal(h.run, "a", cancel, goOn(w, k.id()))); len(out.Claims) != 1 {
				k.t.Errorf("answered %s", showOutcome(out))
			}
		}},
		{"after_the_park_in_one_batch", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			outs := k.apply(h.next(sticky), signal(h.run, "a", goOn(w, k.id())))
			if outs[0].Owned || len(outs[1].Claims) != 1 || outs[1].Claims[0].Run.Epoch != h.epoch+1 {
				k.t.Errorf("answered owned %v, and %s", outs[0].Owned, showOutcome(outs[1]))
			}
		}},
		{"of_several_in_one_batch_the_first", func(k *kit) {
			w := k.worker()
			h := k.near(w, "order-1")
			outs := k.apply(
				signal(h.run, "a", goOn(w, k.id())), signal(h.run, "b", goOn(w, k.id())), signal(h.run, "c", from(w)), signal(h.run, "a"))
			if n := len(outs[0].Claims); n != 1 || len(outs[0].Claims[0].Entries) != 1 {
				k.t.Fatalf("the first has claims %+v", outs[0].Claims)
			}
			for _, out := range outs[1:] {
				if out.Owner != w || len(out.Claims) != 0 {
					k.t.Errorf("another is answered %s", showOutcome(out))
				}
			}
			if r := k.run(h.run); r.Epoch != h.epoch+1 || r.Unread != 3 {
				k.t.Errorf("the run is %s", showRun(r))
			}
			if dirty := k.tick(w).Dirty; len(dirty) != 0 {
				k.t.Errorf("%v is dirty, and the owner has delivered all of it", dirty)
			}
		}},
		{"its_owner_hears_of_what_others_deliver", func(k *kit) {
			w := k.worker()
			h := k.near(w, "order-1")
			k.apply(signal(h.run, "a", goOn(w, k.id())), signal(h.run, "b", from(k.worker())))
			if dirty := k.tick(w).Dirty; len(dirty) != 1 {
				k.t.Errorf("%v is dirty, want the run", dirty)
			}
		}},
		{"a_repetition_is_answered_with_what_is_held_still", func(k *kit) {
			w := k.worker()
			h := k.near(w, "order-1")
			op := signal(h.run, "a", goOn(w, k.id()))
			first := k.do(op)
			k.deliver(h.run, "b", from(w))
			again := k.do(op)
			if len(again.Claims) != 1 || again.Claims[0].Run.Epoch != h.epoch+1 || len(again.Claims[0].Entries) != 2 {
				k.t.Errorf("repeated: %s", showOutcome(again))
			}
			k.do(&store.Release{Run: h.run, Worker: w, Epoch: first.Claims[0].Run.Epoch})
			if late := k.do(op); len(late.Claims) != 0 || late.Owner != (store.WorkerID{}) {
				k.t.Errorf("repeated after it was given up: %s", showOutcome(late))
			}
			k.claim(w)
			if late := k.do(op); len(late.Claims) != 0 || late.Owner != w {
				k.t.Errorf("repeated after another claim: %s", showOutcome(late))
			}
		}},
		{"what_a_dead_worker_owns_by_it_is_recovered", func(k *kit) {
			w := k.worker()
			h := k.near(w, "order-1")
			k.do(signal(h.run, "a", goOn(w, k.id())))
			k.kill(w)
			if got := k.claim(k.worker()); got.run != h.run || got.epoch != h.epoch+3 {
				k.t.Errorf("claimed is %v at epoch %d", got.run, got.epoch)
			}
		}},
	}
}

// theyClaimNothing has what must keep a delivery from more than delivering.
func theyClaimNothing() []scenario {
	var cases []scenario
	for _, c := range []struct {
		name  string
		owner bool // the run is owned when it comes
		set   func(k *kit, w store.WorkerID) store.RunID
	}{
		{"a_run_sticky_to_another", false, func(k *kit, w store.WorkerID) store.RunID { return k.near(k.worker(), "order-1").run }},
		{"a_run_that_is_not_sticky", false, func(k *kit, w store.WorkerID) store.RunID {
			h := k.begin(w, "order-1")
			h.commit(park)
			return h.run
		}},
		{"a_run_that_was_sticky_to_it_once", false, func(k *kit, w store.WorkerID) store.RunID {
			h := k.near(w, "order-1")
			e := k.deliver(h.run, "b")
			k.claim(w).commit(park, take(e.Order))
			return h.run
		}},
		{"a_run_that_is_in_its_line_already", false, func(k *kit, w store.WorkerID) store.RunID { return k.left(w, "order-1").run }},
		{"a_run_that_was_given_back", false, func(k *kit, w store.WorkerID) store.RunID {
			k.left(w, "order-1")
			h := k.claim(w)
			k.do(&store.Release{Run: h.run, Worker: w, Epoch: h.epoch})
			return h.run
		}},
		{"a_run_that_was_never_claimed", false, func(k *kit, w store.WorkerID) store.RunID { return k.start("order-1") }},
		{"a_blocked_run", false, func(k *kit, w store.WorkerID) store.RunID {
			h := k.begin(w, "order-1")
			k.do(h.block(ms))
			k.claim(w, byBuild("build-2")).commit(sticky) // without progress: the block stays
			k.env.Advance(time.Second)
			return h.run
		}},
		{"a_suspect", false, func(k *kit, w store.WorkerID) store.RunID {
			run := k.quarantined("order-1")
			k.claim(w, inQuarantine).commit(sticky)
			return run
		}},
		{"a_run_it_owns", true, func(k *kit, w store.WorkerID) store.RunID { return k.begin(w, "order-1").run }},
		{"a_run_that_another_owns", true, func(k *kit, w store.WorkerID) store.RunID {
			h := k.left(w, "order-1")
			k.env.Advance(store.StickyFor)
			k.claim(k.worker())
			return h.run
		}},
	} {
		cases = append(cases, scenario{"nothing_of_" + c.name, func(k *kit) {
			w := k.worker()
			run := c.set(k, w)
			before := k.run(run)
			out := k.do(signal(run, "news", goOn(w, k.id())))
			if len(out.Claims) != 0 || out.Owner != before.Owner || len(out.Entries) != 1 {
				k.t.Errorf("answered %s", showOutcome(out))
			}
			if r := k.run(run); r.Epoch != before.Epoch || r.Owner != before.Owner || r.Unread != before.Unread+1 {
				k.t.Errorf("the run is %s\nwas %s", showRun(r), showRun(before))
			}
		}})
	}
	return append(cases,
		scenario{"what_is_not_accepted_claims_nothing", func(k *kit) {
			w := k.worker()
			k.near(w, "closed")
			k.do(&store.Terminate{Ref: store.Ref{WorkflowID: "closed"}, Token: k.id(), N: 1})
			before := k.dump()
			for code, ref := range map[store.Code]store.Ref{store.Closed: {WorkflowID: "closed"}, store.NotFound: {WorkflowID: "nobody"}} {
				out := k.want(code, signal(store.RunID{}, "a", goOn(w, k.id()), func(d *store.Deliver) { d.Ref = ref }))
				if len(out.Claims) != 0 {
					k.t.Errorf("%v with claims %+v", code, out.Claims)
				}
			}
			k.same(before)
		}},
		scenario{"a_claim_without_an_id_is_a_member_error", func(k *kit) {
			w := k.worker()
			k.refused(0, signal(k.near(w, "order-1").run, "a", goOn(w, uuid.Nil)))
		}},
	)
}
