package storetest

import (
	"time"

	"github.com/reprise-run/reprise/store"
)

// fork models a store that has lost its last transactions. Both kits apply the ops of
// common. Then before makes the transactions that get lost, and now continues without
// them. A case sends to now what a worker has learnt from before, as a worker does that
// outlives the loss.
func (k *kit) fork(common func(*kit)) (before, now *kit) {
	k.t.Helper()
	before, now = k.again(), k
	common(before)
	common(now)
	before.side, now.side = 1, 2
	return before, now
}

// takes is a commit at the run's next seq that takes its whole inbox and schedules an
// activity. If owner is set, owner runs the activity from the start.
func (h *held) takes(owner store.WorkerID) *store.Commit {
	c := h.next(schedule(h.seq+1, ownedBy(owner)))
	for _, e := range h.k.pending(h.run).Entries {
		c.Take = append(c.Take, e.Order)
	}
	c.Rows[0].N = 2
	return c
}

// lostTail is about workers that know of transactions that the store has lost: a standby
// was promoted without them, or a backup was restored. Both sides reach the same numbers
// by different transactions.
func lostTail() []scenario {
	var a, b store.WorkerID
	var run store.RunID
	workers := func(k *kit) { a, b = k.worker(), k.worker() }
	parked := func(k *kit) {
		workers(k)
		h := k.begin(a, "order-1")
		h.commit(sticky)
		run = h.run
	}
	return []scenario{
		{"a_commit_after_a_lost_commit_is_fenced", func(k *kit) {
			before, now := k.fork(parked)
			before.deliver(run, "x")
			lost := before.claim(a)
			c := lost.takes(store.WorkerID{})
			before.do(c)
			lost.seq, lost.last = lost.seq+2, c.Token

			now.deliver(run, "y")
			h := now.claim(a)
			d := h.takes(store.WorkerID{})
			now.do(d)
			h.seq, h.last = h.seq+2, d.Token
			state := now.dump()
			now.want(store.Fenced, lost.next())
			// If the claim was not lost, only the commit's After distinguishes them.
			now.want(store.Fenced, lost.next(func(c *store.Commit) { c.Epoch = h.epoch }))
			now.same(state)
			h.commit(park)
		}},
		{"a_lost_claim_owns_nothing", func(k *kit) {
			before, now := k.fork(parked)
			before.deliver(run, "x")
			lost := before.claim(a)
			now.deliver(run, "y")
			h := now.claim(a)
			if lost.epoch == h.epoch || lost.seq != h.seq || lost.last != h.last {
				k.t.Fatalf("lost is epoch %d, seq %d after %v, now is %d, %d, %v: want the epochs apart, all else the same",
					lost.epoch, lost.seq, lost.last, h.epoch, h.seq, h.last)
			}
			state := now.dump()
			now.want(store.Fenced, lost.takes(store.WorkerID{}))
			now.want(store.Fenced, &store.Fetch{Run: run, Worker: a, Epoch: lost.epoch})
			now.want(store.Fenced, &store.Release{Run: run, Worker: a, Epoch: lost.epoch})
			now.same(state)
			if o := now.owned(a); o.Runs[run] != h.epoch {
				k.t.Errorf("it owns %v, want epoch %d", o.Runs, h.epoch)
			}
			h.commit(park)
		}},
		{"a_delivery_that_claimed_owns_nothing", func(k *kit) {
			before, now := k.fork(parked)
			takes := func(k *kit, id string) *held {
				_, claims := k.taking(a, 1, signal(run, id, from(a)))
				return k.holding(a, claims[0])
			}
			lost, h := takes(before, "x"), takes(now, "y")
			now.want(store.Fenced, lost.takes(store.WorkerID{}))
			h.commit(park)
		}},
		{"a_timer_that_claimed_owns_nothing", func(k *kit) {
			before, now := k.fork(func(k *kit) {
				workers(k)
				h := k.begin(a, "order-1")
				h.commit(startTimer(2, k.now()), startTimer(3, k.now().Add(ms)), sticky)
				run = h.run
			})
			fire := func(k *kit) *held {
				_, claims := k.taking(a, 1, &store.Fire{Max: 1})
				return k.holding(a, claims[0])
			}
			lost, h := fire(before), fire(now)
			now.want(store.Fenced, lost.takes(store.WorkerID{}))
			h.commit(park)
		}},
		{"an_attempt_at_a_lost_activity_ends_nothing", func(k *kit) {
			before, now := k.fork(parked)
			var lost, here store.Task
			for _, side := range []struct {
				k    *kit
				name string
				task *store.Task
			}{{before, "x", &lost}, {now, "y", &here}} {
				side.k.deliver(run, side.name)
				h := side.k.claim(a)
				side.k.do(h.takes(a)) // each side has a different activity
				*side.task = side.k.pending(run).Activities[0]
			}
			k.foreign(now, lost, here)
		}},
		{"a_lost_attempt_ends_nothing", func(k *kit) {
			before, now := k.fork(func(k *kit) {
				workers(k)
				h := k.begin(a, "order-1")
				h.commit(schedule(2), park)
				run = h.run
			})
			lost, here := before.task(a), now.task(a)
			k.foreign(now, lost, here)
		}},
		{"what_was_lost_may_be_sent_again", func(k *kit) {
			before, now := k.fork(func(k *kit) {
				workers(k)
				run = k.begin(a, "order-1").run
			})
			lost := &held{k: before, run: run, owner: a, epoch: 1, seq: 2, last: before.run(run).LastCommit}
			c := lost.next(schedule(2))
			before.do(c)
			now.do(c) // the worker repeats it because no answer came
			if r := now.run(run); r.LastCommit != c.Token || r.NextSeq != 3 {
				k.t.Errorf("the run has next seq %d after %v", r.NextSeq, r.LastCommit)
			}
			now.kill(a)
			now.claim(b)
		}},
	}
}

// foreign checks that an attempt from lost transactions cannot affect the current attempt
// with the same worker and number.
func (k *kit) foreign(now *kit, lost, here store.Task) {
	k.t.Helper()
	if lost.Run != here.Run || lost.ID != here.ID || lost.Owner != here.Owner || lost.Attempt != here.Attempt || lost.Claim == here.Claim {
		k.t.Fatalf("lost is %+v, now is %+v: want the claims apart, and all else the same", lost, here)
	}
	state := now.dump()
	now.want(store.Fenced, &store.EndActivity{Run: lost.Run, Activity: lost.ID, Worker: lost.Owner, Attempt: lost.Attempt, Claim: lost.Claim, Entry: store.Entry{ID: "end"}})
	now.want(store.Fenced, &store.RetryActivity{Run: lost.Run, Activity: lost.ID, Worker: lost.Owner, Attempt: lost.Attempt, Claim: lost.Claim, Delay: time.Hour})
	now.want(store.Fenced, &store.Beat{Run: lost.Run, Activity: lost.ID, Worker: lost.Owner, Attempt: lost.Attempt, Claim: lost.Claim, Details: []byte("half")})
	if begins, ok := now.st.(store.ActivityBeginner); ok && now.env.Ledger != nil {
		_, tx, err := begins.BeginActivity(now.ctx)
		now.ok(err)
		defer tx.Rollback()
		out, err := tx.End(now.ctx, &store.EndActivity{Run: lost.Run, Activity: lost.ID, Worker: lost.Owner, Attempt: lost.Attempt, Claim: lost.Claim, Entry: store.Entry{ID: "end"}})
		if err != nil || out.Code != store.Fenced {
			k.t.Errorf("the end in a transaction is answered %v, %v, want %v", out.Code, err, store.Fenced)
		}
		tx.Rollback()
	}
	now.same(state)
	want := store.Attempt{N: here.Attempt, Claim: here.Claim}
	if o := now.owned(here.Owner); o.Activities[store.ActivityKey{Run: here.Run, Activity: here.ID}] != want {
		k.t.Errorf("it owns %v, want %v", o.Activities, want)
	}
	now.do(&store.EndActivity{Run: here.Run, Activity: here.ID, Worker: here.Owner, Attempt: here.Attempt, Claim: here.Claim, Entry: store.Entry{ID: "end"}})
}
