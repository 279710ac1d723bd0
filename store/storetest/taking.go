package storetest

import (
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// near starts a run that is parked and sticky to w.
func (k *kit) near(w store.WorkerID, workflowID string) *held {
	k.t.Helper()
	h := k.begin(w, workflowID)
	h.commit(sticky)
	return h
}

// asleep starts a run that waits for timer 2, due in so many milliseconds, and is sticky to w.
func (k *kit) asleep(w store.WorkerID, workflowID string, due time.Duration) *held {
	k.t.Helper()
	h := k.begin(w, workflowID)
	h.commit(startTimer(2, k.now().Add(due*ms)), sticky)
	return h
}

func (k *kit) newTake(w store.WorkerID, room int) *store.Take {
	return &store.Take{Worker: w, Claim: k.id(), Room: room}
}

// taking sends ops as one batch that also claims up to room runs for w.
func (k *kit) taking(w store.WorkerID, room int, ops ...store.Op) ([]store.Outcome, []store.Claimed) {
	k.t.Helper()
	outs := k.apply(append(ops, k.newTake(w, room))...)
	return outs[:len(ops)], outs[len(ops)].Claims
}

// runsOf returns the runs of claims, ordered by id.
func runsOf(claims []store.Claimed) (all []store.RunID) {
	for _, c := range claims {
		all = append(all, c.Run.ID)
	}
	slices.SortFunc(all, func(a, b store.RunID) int { return slices.Compare(a[:], b[:]) })
	return all
}

// waker is one way in which an entry makes a parked run ready.
type waker struct {
	name string
	// before changes an earlier commit of the run, for op. Both use n as the id of their timer or
	// activity.
	before func(k *kit, w store.WorkerID, n int64) func(*store.Commit)
	op     func(k *kit, c *store.Commit, w store.WorkerID, n int64) store.Op
}

func wakers() []waker {
	nothing := func(*kit, store.WorkerID, int64) func(*store.Commit) { return func(*store.Commit) {} }
	return []waker{
		{"a_signal", nothing, func(_ *kit, c *store.Commit, w store.WorkerID, _ int64) store.Op { return signal(c.Run, "", from(w)) }},
		{"a_cancel", nothing, func(_ *kit, c *store.Commit, w store.WorkerID, _ int64) store.Op {
			return signal(c.Run, "", from(w), cancel)
		}},
		{"a_timer", func(k *kit, _ store.WorkerID, n int64) func(*store.Commit) { return startTimer(n, k.now()) },
			func(*kit, *store.Commit, store.WorkerID, int64) store.Op { return &store.Fire{Max: 10} }},
		{"an_activity", func(_ *kit, w store.WorkerID, n int64) func(*store.Commit) { return schedule(n, ownedBy(w)) },
			func(_ *kit, c *store.Commit, w store.WorkerID, n int64) store.Op {
				return &store.EndActivity{Run: c.Run, Activity: n, Worker: w, Attempt: 1, Claim: c.Token, Entry: store.Entry{ID: "end", Data: []byte("end")}}
			}},
	}
}

// byRequest wakes a run by a signal sent in a user's transaction.
func byRequest() waker {
	return waker{
		"a_request",
		func(*kit, store.WorkerID, int64) func(*store.Commit) { return func(*store.Commit) {} },
		func(k *kit, c *store.Commit, _ store.WorkerID, _ int64) store.Op {
			k.within(func(u user) { u.want(store.Done, signal(c.Run, "sent")) })
			return &store.Forward{Max: 10}
		},
	}
}

// entryOf returns what an op put into an inbox, and who owned the run at that time.
func entryOf(o store.Outcome) (store.Entry, store.WorkerID) {
	switch {
	case len(o.Fired) == 1:
		return o.Fired[0].Entry, o.Fired[0].Owner
	case len(o.Forwarded) == 1:
		return o.Forwarded[0].Entry, o.Forwarded[0].Owner
	case len(o.Entries) == 1:
		return o.Entries[0], o.Owner
	}
	return store.Entry{}, uuid.Nil
}

// parks commits what op needs, and whatever change adds, such as a park. It advances h.
func (h *held) parks(v waker, w store.WorkerID, n int64, change ...func(*store.Commit)) *store.Commit {
	h.k.t.Helper()
	c := h.next(append(change, v.before(h.k, w, n))...)
	out := h.k.do(c)
	h.seq, h.last = c.Rows[0].Seq+1, c.Token
	h.saw(out.Entries)
	return c
}

// taken is about batches that make runs ready and claim them for the sender.
func taken(w ways, by []waker) (cases []scenario) {
	for i, v := range by {
		for _, c := range slices.Concat(theyTake(v), theyTakeNothing(v), theyTakeAgain(v, unknownWays(w, i))) {
			cases = append(cases, scenario{v.name + "_" + c.name, c.run})
		}
	}
	return cases
}

// wentOn checks that claim c gave the parked run h to a and to nobody else, and delivered news.
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

func theyTake(v waker) []scenario {
	return []scenario{
		{"has_it_go_on_where_it_is_sticky", func(k *kit) {
			a, b := k.worker(), k.worker()
			h := k.begin(a, "order-1")
			c := h.parks(v, a, 2, sticky)
			k.env.Advance(ms)
			outs, claims := k.taking(a, 10, v.op(k, c, a, 2))
			want := k.run(h.run)
			if want.Owner != a || want.Epoch != h.epoch+1 || want.Waiting == "" {
				k.t.Errorf("the run is %s", showRun(want))
			}
			news, owner := entryOf(outs[0])
			if owner != a || len(claims) != 1 || showRun(claims[0].Run) != showRun(want) {
				k.t.Fatalf("answered %s\nand %d claims, want that of %s", showOutcome(outs[0]), len(claims), showRun(want))
			}
			k.wentOn(h, claims[0], a, b, news)
		}},
		{"does_so_each_time", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			var orders []int64
			for n := int64(2); n < 5; n++ {
				c := h.parks(v, w, n, sticky, take(orders...))
				_, claims := k.taking(w, 1, v.op(k, c, w, n))
				h = k.holding(w, claims[0])
				orders = []int64{claims[0].Gen}
			}
			if r := k.run(h.run); r.Epoch != 4 {
				k.t.Errorf("epoch %d, want 4", r.Epoch)
			}
		}},
		{"does_so_after_the_park_in_one_batch", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			c := h.next(v.before(k, w, 2), sticky)
			outs, claims := k.taking(w, 1, c, v.op(k, c, w, 2))
			if outs[0].Owned || len(claims) != 1 || claims[0].Run.Epoch != h.epoch+1 {
				k.t.Errorf("answered owned %v, and %+v", outs[0].Owned, claims)
			}
		}},
		{"and_more_for_it_are_one_claim", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			c := h.parks(v, w, 2, sticky)
			outs, claims := k.taking(w, 10, signal(h.run, "a", from(w)), signal(h.run, "b"), v.op(k, c, w, 2))
			if _, owner := entryOf(outs[2]); owner != w || len(claims) != 1 || claims[0].Run.Epoch != h.epoch+1 || len(claims[0].Entries) != 3 || claims[0].Gen != claims[0].Entries[2].Order {
				k.t.Errorf("the last is answered %s\nthe claims are %+v", showOutcome(outs[2]), claims)
			}
			if dirty := k.tick(w).Dirty; len(dirty) != 0 {
				k.t.Errorf("%v is dirty, and the claim has all of it", dirty)
			}
		}},
		{"leaves_what_a_dead_worker_owns_by_it_to_recover", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			k.taking(w, 1, v.op(k, h.parks(v, w, 2, sticky), w, 2))
			k.kill(w)
			if got := k.claim(k.worker()); got.run != h.run || got.epoch != h.epoch+3 {
				k.t.Errorf("claimed is %v at epoch %d", got.run, got.epoch)
			}
		}},
	}
}

// theyTakeNothing lists situations in which a batch may only make the run ready.
func theyTakeNothing(v waker) []scenario {
	var cases []scenario
	for _, s := range []struct {
		name string
		room int
		set  func(k *kit, w store.WorkerID) *store.Commit
	}{
		{"a_run_sticky_to_another", 10, func(k *kit, w store.WorkerID) *store.Commit {
			return k.begin(k.worker(), "order-1").parks(v, w, 2, sticky)
		}},
		{"a_run_that_is_not_sticky", 10, func(k *kit, w store.WorkerID) *store.Commit { return k.begin(w, "order-1").parks(v, w, 2, park) }},
		{"a_run_when_there_is_no_room", 0, func(k *kit, w store.WorkerID) *store.Commit { return k.begin(w, "order-1").parks(v, w, 2, sticky) }},
		{"a_run_that_was_sticky_to_it_once", 10, func(k *kit, w store.WorkerID) *store.Commit {
			h := k.near(w, "order-1")
			e := k.deliver(h.run, "b")
			return k.claim(w).parks(v, w, 2, park, take(e.Order))
		}},
		{"a_run_that_is_in_its_line_already", 10, func(k *kit, w store.WorkerID) *store.Commit {
			c := k.begin(w, "order-1").parks(v, w, 2, sticky)
			k.deliver(c.Run, "b")
			return c
		}},
		{"a_run_that_was_given_back", 10, func(k *kit, w store.WorkerID) *store.Commit {
			h := k.begin(w, "order-1")
			c := h.parks(v, w, 2)
			k.do(&store.Release{Run: h.run, Worker: w, Epoch: h.epoch})
			return c
		}},
		{"a_blocked_run", 10, func(k *kit, w store.WorkerID) *store.Commit {
			h := k.begin(w, "order-1")
			k.do(h.block(ms))
			c := k.claim(w, byBuild("build-2")).parks(v, w, 2, sticky) // no progress, so the run stays blocked
			k.env.Advance(time.Second)
			return c
		}},
		{"a_run_in_quarantine", 10, func(k *kit, w store.WorkerID) *store.Commit {
			k.quarantined("order-1")
			return k.claim(w, inQuarantine).parks(v, w, 2, sticky)
		}},
		{"a_run_it_owns", 10, func(k *kit, w store.WorkerID) *store.Commit { return k.begin(w, "order-1").parks(v, w, 2) }},
		{"a_run_that_another_owns", 10, func(k *kit, w store.WorkerID) *store.Commit {
			return k.begin(k.worker(), "order-1").parks(v, w, 2)
		}},
	} {
		cases = append(cases, scenario{"takes_nothing_of_" + s.name, func(k *kit) {
			w := k.worker()
			c := s.set(k, w)
			before, entries := k.run(c.Run), len(k.pending(c.Run).Entries)
			outs, claims := k.taking(w, s.room, v.op(k, c, w, 2))
			if _, owner := entryOf(outs[0]); len(claims) != 0 || owner != before.Owner {
				k.t.Errorf("answered %s\nand claims %+v", showOutcome(outs[0]), claims)
			}
			if r := k.run(c.Run); r.Epoch != before.Epoch || r.Owner != before.Owner {
				k.t.Errorf("the run is %s\nwas %s", showRun(r), showRun(before))
			}
			if n := len(k.pending(c.Run).Entries); n != entries+1 {
				k.t.Errorf("%d entries are in its inbox, want %d", n, entries+1)
			}
		}})
	}
	return cases
}

// theyTakeAgain repeats a batch whose answer was lost.
func theyTakeAgain(v waker, ways []unknownWay) []scenario {
	cases := []scenario{
		{"repeated_is_answered_with_what_is_held_still", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			ops := []store.Op{v.op(k, h.parks(v, w, 2, sticky), w, 2), k.newTake(w, 10)}
			k.apply(ops...)
			k.deliver(h.run, "more", from(w))
			// A repeated signal without an id is a new signal.
			again := k.apply(ops...)[1].Claims
			if len(again) != 1 || again[0].Run.Epoch != h.epoch+1 || len(again[0].Entries) < 2 {
				k.t.Fatalf("repeated: %+v", again)
			}
			k.do(&store.Release{Run: h.run, Worker: w, Epoch: again[0].Run.Epoch})
			if late := k.apply(ops...)[1].Claims; len(late) != 0 {
				k.t.Errorf("repeated after it was given up: %+v", late)
			}
			k.claim(w)
			if late := k.apply(ops...)[1].Claims; len(late) != 0 {
				k.t.Errorf("repeated after another claim: %+v", late)
			}
		}},
	}
	for _, f := range ways {
		cases = append(cases, scenario{"takes_it_when_it_" + f.name, func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			op := v.op(k, h.parks(v, w, 2, sticky), w, 2)
			if d, ok := op.(*store.Deliver); ok {
				d.Entry.ID = "once"
			}
			ops := []store.Op{op, k.newTake(w, 10)}
			k.st = Faulty(k.st, At(1, Fault{Kind: f.kind}))
			if _, err := k.st.Apply(k.ctx, ops); !errors.Is(err, store.ErrUnknownOutcome) {
				k.t.Fatalf("the fault gives %v", err)
			}
			claims := k.apply(ops...)[1].Claims
			if len(claims) != 1 || claims[0].Run.Epoch != h.epoch+1 || len(claims[0].Entries) != 1 {
				k.t.Fatalf("the repetition has the claims %+v", claims)
			}
			if r := k.run(h.run); r.Owner != w || r.Epoch != h.epoch+1 {
				k.t.Errorf("the run is %s", showRun(r))
			}
			k.holding(w, claims[0]).commit(park, take(claims[0].Gen))
		}})
	}
	return cases
}

// theyTakeTogether is about batches of several ops.
func theyTakeTogether() []scenario {
	return []scenario{
		{"the_first_ones_up_to_its_room", func(k *kit) {
			w := k.worker()
			var all []*held
			for i, id := range []string{"order-3", "order-1", "order-2"} {
				all = append(all, k.asleep(w, id, time.Duration(i+1)))
			}
			k.env.Advance(3 * ms)
			outs, claims := k.taking(w, 2, &store.Fire{Max: 10})
			if len(outs[0].Fired) != 3 || len(claims) != 2 || k.run(all[0].run).Owner != w || k.run(all[1].run).Owner != w {
				k.t.Fatalf("answered %s", showOutcome(outs[0]))
			}
			if outs[0].Fired[2].Owner != uuid.Nil || k.claim(w).run != all[2].run {
				k.t.Error("the last one is not ready for whoever claims it")
			}
		}},
		{"what_parks_again_in_the_batch_makes_room", func(k *kit) {
			w := k.worker()
			one, two := k.asleep(w, "order-1", 1000), k.asleep(w, "order-2", 1000)
			take := k.newTake(w, 1)
			c := one.next(sticky)
			c.Epoch, c.Take, c.Seen = store.NextEpoch(one.epoch, take.Claim), []int64{1}, 1
			outs := k.apply(signal(one.run, "", from(w)), c, signal(two.run, "", from(w)), take)
			if claims := outs[3].Claims; outs[1].Code != store.Done || len(claims) != 1 || claims[0].Run.ID != two.run {
				k.t.Errorf("the commit is %v, and taken is %+v", outs[1].Code, claims)
			}
		}},
		{"a_repetition_takes_what_there_is_room_for", func(k *kit) {
			w := k.worker()
			k.asleep(w, "order-1", 0)
			two, three := k.asleep(w, "order-2", 1), k.asleep(w, "order-3", 2)
			ops := []store.Op{&store.Fire{Max: 10}, k.newTake(w, 2)}
			k.apply(ops...)
			k.env.Advance(2 * ms)
			if again := k.apply(ops...); len(again[0].Fired) != 2 || len(again[1].Claims) != 2 {
				k.t.Errorf("repeated: %s", showOutcome(again[1]))
			}
			if k.run(two.run).Owner != w || k.claim(w).run != three.run {
				k.t.Error("it has another one than the second")
			}
		}},
		{"by_different_ops", func(k *kit) {
			w, other := k.worker(), k.worker()
			signalled, asleep, theirs := k.near(w, "order-1"), k.asleep(w, "order-2", 0), k.asleep(other, "order-3", 0)
			waits := k.begin(w, "order-4")
			c := waits.next(schedule(2, ownedBy(w)), sticky)
			k.do(c)
			_, claims := k.taking(w, 10, signal(signalled.run, "a", from(w)),
				&store.EndActivity{Run: waits.run, Activity: 2, Worker: w, Attempt: 1, Claim: c.Token, Entry: store.Entry{ID: "end"}}, &store.Fire{Max: 10})
			if len(claims) != 3 || slices.Contains(runsOf(claims), theirs.run) || !slices.Contains(runsOf(claims), asleep.run) {
				k.t.Errorf("it takes %v", runsOf(claims))
			}
			if k.claim(other).run != theirs.run {
				k.t.Error("the other's is not ready where it is sticky")
			}
		}},
		{"by_its_workflow_id", func(k *kit) {
			w := k.worker()
			h := k.near(w, "order-1")
			outs, claims := k.taking(w, 1, signal(store.RunID{}, "a", from(w), named("order-1")))
			if outs[0].Run != h.run || len(claims) != 1 {
				k.t.Errorf("answered %s", showOutcome(outs[0]))
			}
		}},
		{"not_what_has_ended_in_the_same_batch", func(k *kit) {
			w := k.worker()
			h := k.near(w, "order-1")
			_, claims := k.taking(w, 1, signal(h.run, "a", from(w)), &store.Terminate{Ref: store.Ref{Run: h.run}, Token: k.id(), N: 1})
			if len(claims) != 0 {
				k.t.Errorf("it takes %v", runsOf(claims))
			}
		}},
		{"not_what_another_batch_makes_ready", func(k *kit) {
			w := k.worker()
			h := k.near(w, "order-1")
			k.deliver(h.run, "a", from(w))
			if _, claims := k.taking(w, 1); len(claims) != 0 {
				k.t.Errorf("it takes %v", runsOf(claims))
			}
			if k.claim(w).run != h.run {
				k.t.Error("it is not ready")
			}
		}},
		{"nothing_unless_it_stands_last", func(k *kit) {
			w := k.worker()
			h := k.near(w, "order-1")
			if outs := k.apply(k.newTake(w, 1), signal(h.run, "a", from(w))); len(outs[0].Claims) != 0 || outs[1].Owner != uuid.Nil {
				k.t.Errorf("answered %s", showOutcome(outs[0]))
			}
		}},
		{"nothing_where_nothing_is_accepted", func(k *kit) {
			w := k.worker()
			k.near(w, "closed")
			k.do(&store.Terminate{Ref: store.Ref{WorkflowID: "closed"}, Token: k.id(), N: 1})
			before := k.dump()
			for _, id := range []string{"closed", "nobody"} {
				if _, claims := k.taking(w, 1, signal(store.RunID{}, "a", from(w), named(id))); len(claims) != 0 {
					k.t.Errorf("%s is taken", id)
				}
			}
			k.same(before)
		}},
		{"only_for_somebody_and_by_a_claim", func(k *kit) {
			run, w := k.start("order-1"), k.worker()
			k.refused(1, signal(run, "a"), &store.Take{Worker: w, Room: 1})
			k.refused(1, signal(run, "a"), &store.Take{Claim: k.id(), Room: 1})
		}},
	}
}
