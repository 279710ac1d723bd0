package storetest

import (
	"time"

	"github.com/reprise-run/reprise/store"
)

// verb is one kind of op, in a situation in which it is Done and changes
// something.
type verb struct {
	name string
	// set prepares the situation and returns the op. Its ids depend only on the kit's
	// counter.
	set func(*kit) store.Op
	// fenced: a repetition may be answered Fenced.
	fenced bool
	// rest: a repetition does what is left to do, and may report that.
	rest bool
}

func verbs() []verb {
	return []verb{
		{name: "start", set: func(k *kit) store.Op { return k.newStart("start") }},
		{name: "start_owned", set: func(k *kit) store.Op {
			w := k.worker()
			return k.newStart("start-owned", func(s *store.Start) { s.Owner, s.Claim = w, k.id() })
		}},
		{name: "claim", set: func(k *kit) store.Op {
			w := k.worker()
			k.start("claim-1")
			k.env.Advance(ms)  // of two runs that are ready at the same time either may come first
			k.start("claim-2") // a repeated claim must leave it alone
			return k.newClaim(w, 1)
		}},
		{name: "claim_in_quarantine", set: func(k *kit) store.Op {
			for _, id := range []string{"claim-quarantine-1", "claim-quarantine-2"} {
				k.quarantined(id)
				k.env.Advance(ms)
			}
			return k.newClaim(k.worker(), 1, inQuarantine)
		}},
		{name: "commit", set: func(k *kit) store.Op {
			h := k.begin(k.worker(), "commit")
			h.commit(startTimer(90, k.now().Add(time.Hour)), schedule(91))
			e := k.deliver(h.run, "a")
			return h.next(take(e.Order), startTimer(4, k.now().Add(time.Hour)), schedule(5), func(c *store.Commit) {
				c.Rows = append(c.Rows, row(h.seq+1, 3))
				c.DropTimers, c.CancelActivities = []int64{90}, []int64{91}
			})
		}},
		{name: "commit_and_park", set: func(k *kit) store.Op {
			return k.begin(k.worker(), "park").next(park)
		}},
		{name: "commit_and_park_over_news", set: func(k *kit) store.Op {
			h := k.begin(k.worker(), "park-over-news")
			k.deliver(h.run, "a")
			return h.next(park)
		}},
		{name: "commit_and_close", set: func(k *kit) store.Op {
			h := k.begin(k.worker(), "close")
			h.commit(startTimer(90, k.now().Add(time.Hour)), schedule(91))
			return h.next(end, func(c *store.Commit) { c.Undelivered = 2 })
		}},
		{name: "commit_with_absolution", set: func(k *kit) store.Op {
			w := k.worker()
			k.quarantined("progress")
			cs := k.claims(w, 1, inQuarantine)
			return k.holding(w, cs[0]).next(progress)
		}},
		{name: "deliver_a_signal", set: func(k *kit) store.Op {
			return signal(k.parked("signal"), "a")
		}},
		{name: "deliver_a_cancel_to_an_owned_run", set: func(k *kit) store.Op {
			return signal(k.begin(k.worker(), "cancel").run, "a", cancel)
		}},
		{name: "deliver_by_the_owner", set: func(k *kit) store.Op {
			w := k.worker()
			return signal(k.begin(w, "own").run, "a", from(w))
		}},
		{name: "deliver_and_go_on", set: func(k *kit) store.Op {
			w := k.worker()
			return signal(k.near(w, "go-on").run, "a", from(w))
		}},
		{name: "fetch", set: func(k *kit) store.Op {
			h := k.begin(k.worker(), "fetch")
			k.deliver(h.run, "a")
			return &store.Fetch{Run: h.run, Worker: h.owner, Epoch: h.epoch}
		}},
		{name: "fire", rest: true, set: func(k *kit) store.Op {
			w := k.worker()
			k.begin(w, "fire").commit(startTimer(2, k.now().Add(ms)), park)
			k.begin(w, "fire-owned").commit(startTimer(2, k.now().Add(ms)))
			k.env.Advance(ms)
			return &store.Fire{Max: 100}
		}},
		{name: "claim_activities", set: func(k *kit) store.Op {
			w := k.worker()
			h := k.begin(w, "claim-activities")
			h.commit(schedule(2))
			k.env.Advance(ms)
			h.commit(schedule(3))
			return &store.ClaimActivities{Worker: w, ID: k.id(), Max: 1, Filter: filter()}
		}},
		{name: "end_activity", set: func(k *kit) store.Op {
			h := k.begin(k.worker(), "end-activity")
			w := k.worker()
			h.commit(schedule(2, ownedBy(w)), park)
			return &store.EndActivity{Run: h.run, Activity: 2, Worker: w, Attempt: 1, Entry: store.Entry{ID: "end", Data: []byte("end")}}
		}},
		{name: "retry_activity", fenced: true, set: func(k *kit) store.Op {
			w := k.worker()
			h := k.begin(w, "retry-activity")
			h.commit(schedule(2, ownedBy(w)))
			return &store.RetryActivity{Run: h.run, Activity: 2, Worker: w, Attempt: 1, Delay: time.Second, Last: []byte("last"), Consume: true}
		}},
		{name: "hand_back_activity", fenced: true, set: func(k *kit) store.Op {
			w := k.worker()
			h := k.begin(w, "hand-back-activity")
			h.commit(schedule(2, ownedBy(w)))
			return &store.RetryActivity{Run: h.run, Activity: 2, Worker: w, Attempt: 1}
		}},
		{name: "beat", set: func(k *kit) store.Op {
			w := k.worker()
			h := k.begin(w, "beat")
			h.commit(schedule(2, ownedBy(w)))
			return &store.Beat{Run: h.run, Activity: 2, Worker: w, Attempt: 1, Details: []byte("half")}
		}},
		{name: "release", fenced: true, set: func(k *kit) store.Op {
			h := k.begin(k.worker(), "release")
			return &store.Release{Run: h.run, Worker: h.owner, Epoch: h.epoch}
		}},
		{name: "release_blocked", fenced: true, set: func(k *kit) store.Op {
			h := k.begin(k.worker(), "block")
			return h.block(time.Minute)
		}},
		{name: "resume", set: func(k *kit) store.Op {
			h := k.begin(k.worker(), "resume")
			k.do(h.block(time.Minute))
			return &store.Resume{Ref: store.Ref{Run: h.run}}
		}},
		{name: "terminate", set: func(k *kit) store.Op {
			h := k.begin(k.worker(), "terminate")
			h.commit(startTimer(90, k.now().Add(time.Hour)), schedule(91))
			k.deliver(h.run, "a")
			return &store.Terminate{Ref: store.Ref{Run: h.run}, Token: k.id(), Data: []byte("bye"), N: 1}
		}},
		{name: "queue_behind", set: func(k *kit) store.Op {
			return k.behind(k.begin(k.worker(), "queue-behind").run, store.RunID{}, "queue-behind")
		}},
		{name: "take_back_what_waits", set: func(k *kit) store.Op {
			h := k.begin(k.worker(), "take-back")
			first := k.behind(h.run, store.RunID{}, "take-back")
			k.do(first)
			return &store.QueueBehind{Run: h.run, Over: first.Start.Run}
		}},
		{name: "condemn", set: func(k *kit) store.Op {
			w := k.worker()
			return &store.Condemn{Worker: w, LeaseUntil: k.tick(w).LeaseUntil}
		}},
		{name: "recover", rest: true, set: func(k *kit) store.Op {
			w := k.worker()
			k.begin(w, "recover").commit(schedule(2, ownedBy(w)))
			k.condemn(w)
			return &store.Recover{Dead: w, Limit: 100}
		}},
		{name: "recover_nothing_and_remove_the_row", rest: true, set: func(k *kit) store.Op {
			w := k.worker()
			k.condemn(w)
			return &store.Recover{Dead: w, Limit: 100}
		}},
	}
}

func ownedBy(w store.WorkerID) func(*store.Activity) {
	return func(a *store.Activity) { a.Owner = w }
}

// parked starts a run that is parked and owned by nobody.
func (k *kit) parked(workflowID string) store.RunID {
	k.t.Helper()
	h := k.begin(k.worker(), workflowID)
	h.commit(park)
	return h.run
}

// quarantined starts a run and lets enough owners die to quarantine it.
func (k *kit) quarantined(workflowID string) store.RunID {
	k.t.Helper()
	w := k.worker()
	h := k.begin(w, workflowID)
	k.kill(w)
	for i := 1; i < store.QuarantineAfter; i++ {
		w = k.worker()
		k.claim(w)
		k.kill(w)
	}
	return h.run
}

// block is the Release by which the usual build blocks the run.
func (h *held) block(delay time.Duration) *store.Release {
	return &store.Release{
		Run: h.run, Worker: h.owner, Epoch: h.epoch, Delay: delay,
		Block: &store.Block{Reason: "mismatch", Text: "order.go:12 asks for charge", Build: theBuild},
	}
}
