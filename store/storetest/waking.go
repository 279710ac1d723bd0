package storetest

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// asleep starts a run that waits for its timer 2, due in so many milliseconds, and is sticky to w.
func (k *kit) asleep(w store.WorkerID, workflowID string, due time.Duration) *held {
	k.t.Helper()
	h := k.begin(w, workflowID)
	h.commit(startTimer(2, k.now().Add(due*ms)), sticky)
	return h
}

// wake fires what is due for a worker that would go on with so many runs at once.
func (k *kit) wake(w store.WorkerID, room int) store.Outcome {
	k.t.Helper()
	return k.do(&store.Fire{From: w, Max: 10, Room: room, Claim: k.id()})
}

// claimedRuns are the runs of the claims, in the order of their ids.
func claimedRuns(o store.Outcome) (all []store.RunID) {
	for _, c := range o.Claims {
		all = append(all, c.Run.ID)
	}
	slices.SortFunc(all, func(a, b store.RunID) int { return slices.Compare(a[:], b[:]) })
	return all
}

// waking is about timers that make the run the worker's that fires them.
func waking() []scenario {
	return slices.Concat(theyWake(), theyWakeAgain(), theyWakeNothing())
}

func theyWake() []scenario {
	return []scenario{
		{"a_sleeping_run_goes_on_where_it_is_sticky", func(k *kit) {
			a, b := k.worker(), k.worker()
			h := k.asleep(a, "order-1", 1)
			if out := k.wake(a, 10); len(out.Fired)+len(out.Claims) != 0 {
				k.t.Fatalf("before it is due: %s", showOutcome(out))
			}
			k.env.Advance(ms)
			out := k.wake(a, 10)
			want := k.run(h.run)
			if want.Owner != a || want.Epoch != h.epoch+1 || want.Unread != 0 || want.Waiting == "" {
				k.t.Errorf("the run is %s", showRun(want))
			}
			if len(out.Fired) != 1 || out.Fired[0].Owner != a || len(out.Claims) != 1 || showRun(out.Claims[0].Run) != showRun(want) || !out.Next.IsZero() {
				k.t.Fatalf("answered %s\nwant the claim of %s", showOutcome(out), showRun(want))
			}
			k.wentOn(h, out.Claims[0], a, b, out.Fired[0].Entry)
		}},
		{"it_goes_on_each_time_it_sleeps", func(k *kit) {
			w := k.worker()
			h := k.asleep(w, "order-1", 0)
			for i := range int64(3) {
				out := k.wake(w, 1)
				h = k.holding(w, out.Claims[0])
				h.commit(sticky, take(out.Fired[0].Entry.Order), startTimer(3+i, k.now()))
			}
			if r := k.run(h.run); r.Epoch != 4 {
				k.t.Errorf("epoch %d, want 4", r.Epoch)
			}
		}},
		{"after_the_park_in_one_batch", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			outs := k.apply(h.next(startTimer(2, k.now()), sticky), &store.Fire{From: w, Max: 10, Room: 1, Claim: k.id()})
			if outs[0].Owned || len(outs[1].Claims) != 1 || outs[1].Claims[0].Run.Epoch != h.epoch+1 {
				k.t.Errorf("answered owned %v, and %s", outs[0].Owned, showOutcome(outs[1]))
			}
		}},
		{"two_timers_of_one_run_are_one_claim", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(startTimer(2, k.now().Add(ms)), startTimer(3, k.now().Add(2*ms)), startTimer(4, k.now().Add(9*ms)), sticky)
			k.env.Advance(2 * ms)
			out := k.wake(w, 10)
			if len(out.Fired) != 2 || out.Fired[0].Entry.Ref != 2 || out.Fired[1].Entry.Ref != 3 || out.Fired[0].Owner != w || out.Fired[1].Owner != w {
				k.t.Errorf("answered %s", showOutcome(out))
			}
			if len(out.Claims) != 1 || out.Claims[0].Run.Epoch != h.epoch+1 || len(out.Claims[0].Entries) != 2 || out.Claims[0].Gen != out.Fired[1].Entry.Order {
				k.t.Errorf("answered %s", showOutcome(out))
			}
			if dirty := k.tick(w).Dirty; len(dirty) != 0 {
				k.t.Errorf("%v is dirty", dirty)
			}
			if out.Next.IsZero() || len(k.pending(h.run).Timers) != 1 {
				k.t.Error("the third timer is gone")
			}
		}},
		{"the_first_ones_up_to_its_room", func(k *kit) {
			w := k.worker()
			var all []*held
			for i, id := range []string{"order-3", "order-1", "order-2"} {
				all = append(all, k.asleep(w, id, time.Duration(i+1)))
			}
			k.env.Advance(3 * ms)
			out := k.wake(w, 2)
			if len(out.Fired) != 3 || len(out.Claims) != 2 || k.run(all[0].run).Owner != w || k.run(all[1].run).Owner != w {
				k.t.Fatalf("answered %s", showOutcome(out))
			}
			if out.Fired[2].Owner != uuid.Nil || k.claim(w).run != all[2].run {
				k.t.Error("the last one is not ready for whoever claims it")
			}
		}},
		{"without_room_none", func(k *kit) {
			w := k.worker()
			h := k.asleep(w, "order-1", 0)
			out := k.do(&store.Fire{From: w, Max: 10, Claim: k.id()})
			if len(out.Fired) != 1 || len(out.Claims) != 0 || out.Fired[0].Owner != uuid.Nil {
				k.t.Errorf("answered %s", showOutcome(out))
			}
			k.noClaim(k.worker()) // it is left to the one it is sticky to
			if k.claim(w).run != h.run {
				k.t.Error("it is not ready")
			}
		}},
		{"those_beside_it_that_it_cannot_have", func(k *kit) {
			a, b := k.worker(), k.worker()
			mine, theirs := k.asleep(a, "mine", 1), k.asleep(b, "theirs", 2)
			owned := k.begin(b, "owned")
			owned.commit(startTimer(2, k.now()))
			k.env.Advance(2 * ms)
			out := k.wake(a, 10)
			if runs := claimedRuns(out); len(out.Fired) != 3 || len(runs) != 1 || runs[0] != mine.run {
				k.t.Errorf("answered %s", showOutcome(out))
			}
			if dirty := k.tick(b).Dirty; len(dirty) != 1 || dirty[0] != owned.run {
				k.t.Errorf("%v is dirty, want the run that was owned", dirty)
			}
			if k.claim(b).run != theirs.run {
				k.t.Error("the other one is not ready where it is sticky")
			}
		}},
		{"what_a_dead_worker_owns_by_a_timer_is_recovered", func(k *kit) {
			w := k.worker()
			h := k.asleep(w, "order-1", 0)
			k.wake(w, 1)
			k.kill(w)
			if got := k.claim(k.worker()); got.run != h.run || got.epoch != h.epoch+3 {
				k.t.Errorf("claimed is %v at epoch %d", got.run, got.epoch)
			}
		}},
	}
}

// theyWakeAgain has a Fire whose answer was lost.
func theyWakeAgain() []scenario {
	return []scenario{
		{"a_repetition_is_answered_with_what_is_held_still", func(k *kit) {
			w := k.worker()
			a, b := k.asleep(w, "order-1", 0), k.asleep(w, "order-2", 0)
			op := &store.Fire{From: w, Max: 10, Room: 10, Claim: k.id()}
			first := k.do(op)
			k.deliver(a.run, "a", from(w))
			again := k.do(op)
			if len(again.Fired) != 0 || !slices.Equal(claimedRuns(again), claimedRuns(first)) || len(again.Claims) != 2 {
				k.t.Fatalf("repeated: %s", showOutcome(again))
			}
			for _, c := range again.Claims {
				if want := map[store.RunID]int{a.run: 2, b.run: 1}[c.Run.ID]; c.Run.Epoch != a.epoch+1 || len(c.Entries) != want {
					k.t.Errorf("repeated: %s", showOutcome(again))
				}
			}
			k.do(&store.Release{Run: a.run, Worker: w, Epoch: a.epoch + 1})
			if late := k.do(op); len(late.Claims) != 1 || late.Claims[0].Run.ID != b.run {
				k.t.Errorf("repeated after one was given up: %s", showOutcome(late))
			}
			k.claim(w)
			if late := k.do(op); len(late.Claims) != 1 {
				k.t.Errorf("repeated after another claim: %s", showOutcome(late))
			}
		}},
		{"a_repetition_fires_what_is_due_since_and_claims_none_of_it", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(startTimer(2, k.now()), startTimer(3, k.now().Add(ms)), sticky)
			other := k.asleep(w, "order-2", 1)
			op := &store.Fire{From: w, Max: 10, Room: 10, Claim: k.id()}
			k.do(op)
			k.env.Advance(ms)
			again := k.do(op)
			if len(again.Fired) != 2 || len(again.Claims) != 1 || len(again.Claims[0].Entries) != 2 {
				k.t.Errorf("repeated: %s", showOutcome(again))
			}
			if k.claim(w).run != other.run {
				k.t.Error("the other one is not ready")
			}
		}},
		{"one_that_claimed_nothing_may_claim_when_it_is_repeated", func(k *kit) {
			w := k.worker()
			k.asleep(w, "order-1", 1)
			op := &store.Fire{From: w, Max: 10, Room: 10, Claim: k.id()}
			k.do(op)
			k.env.Advance(ms)
			if again := k.do(op); len(again.Claims) != 1 {
				k.t.Errorf("repeated: %s", showOutcome(again))
			}
		}},
	}
}

// theyWakeNothing has what must keep a timer from more than firing.
func theyWakeNothing() []scenario {
	var cases []scenario
	sleep := func(k *kit, h *held, change ...func(*store.Commit)) store.RunID {
		h.commit(append(change, startTimer(2, k.now()))...)
		return h.run
	}
	for _, c := range []struct {
		name string
		set  func(k *kit, w store.WorkerID) store.RunID
	}{
		{"a_run_sticky_to_another", func(k *kit, w store.WorkerID) store.RunID { return sleep(k, k.begin(k.worker(), "order-1"), sticky) }},
		{"a_run_that_is_not_sticky", func(k *kit, w store.WorkerID) store.RunID { return sleep(k, k.begin(w, "order-1"), park) }},
		{"a_run_that_is_in_its_line_already", func(k *kit, w store.WorkerID) store.RunID {
			run := sleep(k, k.begin(w, "order-1"), sticky)
			k.deliver(run, "a")
			return run
		}},
		{"a_run_that_was_given_back", func(k *kit, w store.WorkerID) store.RunID {
			h := k.begin(w, "order-1")
			run := sleep(k, h)
			k.do(&store.Release{Run: run, Worker: w, Epoch: h.epoch})
			return run
		}},
		{"a_blocked_run", func(k *kit, w store.WorkerID) store.RunID {
			h := k.begin(w, "order-1")
			k.do(h.block(ms))
			run := sleep(k, k.claim(w, byBuild("build-2")), sticky)
			k.env.Advance(time.Second)
			return run
		}},
		{"a_suspect", func(k *kit, w store.WorkerID) store.RunID {
			k.quarantined("order-1")
			return sleep(k, k.claim(w, inQuarantine), sticky)
		}},
		{"a_run_it_owns", func(k *kit, w store.WorkerID) store.RunID { return sleep(k, k.begin(w, "order-1")) }},
		{"a_run_that_another_owns", func(k *kit, w store.WorkerID) store.RunID { return sleep(k, k.begin(k.worker(), "order-1")) }},
	} {
		cases = append(cases, scenario{"nothing_of_" + c.name, func(k *kit) {
			w := k.worker()
			run := c.set(k, w)
			before, entries := k.run(run), len(k.pending(run).Entries)
			out := k.wake(w, 10)
			if len(out.Fired) != 1 || len(out.Claims) != 0 || out.Fired[0].Owner != before.Owner {
				k.t.Errorf("answered %s", showOutcome(out))
			}
			if r := k.run(run); showRun(r) != showRun(before) {
				k.t.Errorf("the run is %s\nwas %s", showRun(r), showRun(before))
			}
			if n := len(k.pending(run).Entries); n != entries+1 {
				k.t.Errorf("%d entries are in its inbox, want %d", n, entries+1)
			}
		}})
	}
	return append(cases,
		scenario{"a_claim_without_an_id_is_a_member_error", func(k *kit) {
			k.refused(0, &store.Fire{From: k.worker(), Max: 1, Room: 1})
		}},
		scenario{"a_claim_for_nobody_is_a_member_error", func(k *kit) {
			k.refused(0, &store.Fire{Max: 1, Room: 1, Claim: k.id()})
		}},
	)
}
