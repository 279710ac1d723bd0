package storetest

import (
	"fmt"
	"time"

	"github.com/reprise-run/reprise/store"
)

// steer delivers a note that changes the run.
func steer(run store.RunID, id string, do store.Steering, change ...func(*store.Steer)) *store.Deliver {
	s := &store.Steer{Do: do, Text: "paused by anna"}
	for _, f := range change {
		f(s)
	}
	return &store.Deliver{Ref: store.Ref{Run: run}, Entry: store.Entry{ID: id, Kind: store.EntryNote, Data: []byte("note " + id)}, Steer: s}
}

func retried(activities ...int64) func(*store.Steer) {
	return func(s *store.Steer) { s.Activities = activities }
}

func (k *kit) steered(run store.RunID, id string, do store.Steering, count int, change ...func(*store.Steer)) store.Outcome {
	k.t.Helper()
	out := k.do(steer(run, id, do, change...))
	if out.Count != count || len(out.Entries) != min(count, 1) {
		k.t.Errorf("%v is answered %+v; want a count of %d, and an entry if there is one", do, out, count)
	}
	return out
}

// resting is a run with two activities that have rows: the first is delayed, the second
// ready.
func (k *kit) resting(w store.WorkerID, workflowID string) *held {
	k.t.Helper()
	h := k.begin(w, workflowID)
	h.commit(func(c *store.Commit) {
		c.Schedule = []store.Activity{{ID: 8, Name: theActivity, Queue: theQueue, Delay: time.Second}, {ID: 9, Name: theActivity, Queue: theQueue}}
		c.Then = store.Park
	})
	return h
}

// bound makes a claim also take runs that are pinned to the build.
func bound(build string) func(*store.Claim) {
	return func(c *store.Claim) { c.Filter.Workflows = append(c.Filter.Workflows, store.Bound(theWorkflow, build)) }
}

func steering() []scenario {
	return []scenario{
		{"a_pinned_run_is_for_its_build", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(func(c *store.Commit) { c.Pin = "b1" })
			h.commit(func(c *store.Commit) { c.Pin, c.Then = "b2", store.Park })
			if r := k.run(h.run); r.Pin != "b1" {
				k.t.Errorf("it is pinned to %q, want the first pin, b1", r.Pin)
			}
			k.deliver(h.run, "signal")
			k.noClaim(w)
			k.noClaim(w, bound("b2"))
			if t := k.tick(w); t.ReadyRuns != 0 {
				k.t.Errorf("a worker of another build is told of %d ready runs", t.ReadyRuns)
			}
			h = k.claim(w, bound("b1"))
			h.commit(take(1), func(c *store.Commit) { c.Then = store.Park })

			k.steered(h.run, "a", store.Repin, 0, func(s *store.Steer) { s.Pin = "b1" })
			k.steered(h.run, "a", store.Repin, 1, func(s *store.Steer) { s.Pin = "b2" })
			k.noClaim(w, bound("b1"))
			h = k.claim(w, bound("b2"))
			k.steered(h.run, "b", store.Repin, 1)
			if r := k.run(h.run); r.Pin != "" || r.Owner != w {
				k.t.Errorf("unpinned while it is owned, it is %+v", r)
			}
			h.commit(take(2, 3), func(c *store.Commit) { c.Then = store.Park })
			k.deliver(h.run, "signal-2")
			k.claim(w)
		}},
		{"a_run_that_is_repinned_does_not_stay_with_a_worker_of_the_other_build", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(func(c *store.Commit) { c.Pin = theBuild })
			k.steered(h.run, "a", store.Repin, 1, func(s *store.Steer) { s.Pin = "b2" })
			h.commit(take(1))
			h.commit(sticky)
			if _, claims := k.taking(w, 1, signal(h.run, "s", from(w))); len(claims) != 0 {
				k.t.Errorf("the worker that had it takes %v with what it sends", runsOf(claims))
			}
			k.claim(k.worker(), bound("b2"))
		}},
		{"nobody_claims_a_paused_run", func(k *kit) {
			w := k.worker()
			run := k.parked("order-1")
			k.steered(run, "a", store.Pause, 1)
			if r := k.run(run); r.Blocked == nil || r.Blocked.Reason != store.ReasonPaused || r.Blocked.Text != "paused by anna" || !r.Blocked.Until.IsZero() || r.Unread != 1 {
				k.t.Errorf("paused, it is %+v, %+v", r, r.Blocked)
			}
			k.deliver(run, "signal")
			k.env.Advance(time.Hour)
			k.noClaim(w)
			k.noClaim(w, byBuild("any"))
			if t := k.tick(w); t.ReadyRuns != 0 || t.Quarantined != 0 {
				k.t.Errorf("a paused run is counted as ready: %+v", t)
			}
			k.steered(run, "b", store.Unpause, 1)
			h := k.claim(w)
			if es := k.pending(run).Entries; len(es) != 3 || es[0].Kind != store.EntryNote || es[0].ID != "a" || es[2].ID != "b" {
				k.t.Errorf("its inbox has %+v", es)
			}
			if r := k.run(run); r.Blocked != nil {
				k.t.Errorf("unpaused, it is blocked: %+v", r.Blocked)
			}
			h.commit(take(1, 2, 3))
		}},
		{"to_pause_twice_changes_nothing", func(k *kit) {
			run := k.parked("order-1")
			k.steered(run, "a", store.Unpause, 0)
			first := k.steered(run, "a", store.Pause, 1)
			again := k.steered(run, "a", store.Pause, 1)
			if again.Entries[0].Order != first.Entries[0].Order {
				k.t.Errorf("the same again is %+v, not %+v", again, first)
			}
			k.steered(run, "b", store.Pause, 0)
			if n := len(k.pending(run).Entries); n != 1 {
				k.t.Errorf("%d notes, want 1", n)
			}
			k.steered(run, "c", store.Unpause, 1)
			k.steered(run, "d", store.Unpause, 0)
			k.want(store.NotFound, steer(k.id(), "a", store.Pause))
		}},
		{"an_owner_hears_of_a_pause_and_gives_the_run_up", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			out := k.steered(h.run, "a", store.Pause, 1)
			if out.Owner != w {
				k.t.Errorf("the owner is %v", out.Owner)
			}
			if t := k.tick(w); len(t.Dirty) != 1 {
				k.t.Errorf("the owner is not told: %+v", t)
			}
			h.commit(progress) // the task it was working on
			k.do(&store.Release{Run: h.run, Worker: w, Epoch: h.epoch})
			k.noClaim(w)
			k.want(store.Paused, &store.Resume{Ref: store.Ref{Run: h.run}})
			if b := k.run(h.run).Blocked; b == nil || b.Reason != store.ReasonPaused {
				k.t.Errorf("it is blocked by %+v, want the pause", b)
			}
			k.steered(h.run, "b", store.Unpause, 1)
			k.claim(w)
		}},
		{"a_pause_outlives_its_owner_and_other_reasons", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			k.steered(h.run, "a", store.Pause, 1)
			k.do(h.block(ms))
			k.env.Advance(time.Hour)
			k.noClaim(w, byBuild("any"))
			dying := k.worker()
			other := k.begin(dying, "order-2")
			k.steered(other.run, "a", store.Pause, 1)
			k.kill(dying)
			k.condemn(dying)
			k.recoverAll(dying)
			k.noClaim(w)
			k.steered(other.run, "b", store.Unpause, 1)
			k.steered(h.run, "b", store.Unpause, 1)
			k.claims(w, 2)
		}},
		{"no_attempt_begins_while_a_run_is_paused", func(k *kit) {
			w := k.worker()
			h := k.resting(w, "order-1")
			k.steered(h.run, "a", store.Pause, 1)
			k.env.Advance(time.Hour)
			k.tasks(w, 0)
			if t := k.tick(w); t.ReadyActivities != 0 {
				k.t.Errorf("%d activities are ready", t.ReadyActivities)
			}
			for _, t := range k.pending(h.run).Activities {
				if ready, held := t.Held(); !held || ready.After(k.now()) {
					k.t.Errorf("activity %d is held: %v, ready at %s", t.ID, held, clock(ready))
				}
			}
			k.steered(h.run, "b", store.Unpause, 1)
			k.tasks(w, 2)
		}},
		{"a_row_stays_held_when_it_is_given_back", func(k *kit) {
			w := k.worker()
			h := k.resting(w, "order-1")
			t := k.task(w)
			k.steered(h.run, "a", store.Pause, 1)
			k.do(&store.Beat{Run: t.Run, Activity: t.ID, Worker: w, Attempt: t.Attempt, Claim: t.Claim})
			k.retry(t)
			k.env.Advance(time.Hour)
			k.tasks(w, 0)
			k.steered(h.run, "b", store.Unpause, 1)
			t = k.tasks(w, 2)[0]
			k.steered(h.run, "c", store.Pause, 1)
			k.kill(w)
			k.condemn(w)
			k.recoverAll(w)
			other := k.worker()
			k.tasks(other, 0)
			k.steered(h.run, "d", store.Unpause, 1)
			k.tasks(other, 2)
		}},
		{"an_attempt_that_runs_ends_while_its_run_is_paused", func(k *kit) {
			w := k.worker()
			h := k.resting(w, "order-1")
			t := k.task(w)
			k.steered(h.run, "a", store.Pause, 1)
			k.do(&store.EndActivity{Run: t.Run, Activity: t.ID, Worker: w, Attempt: t.Attempt, Claim: t.Claim, Entry: store.Entry{ID: "end", Data: []byte("done")}})
			k.noClaim(w)
			if es := k.pending(h.run).Entries; len(es) != 2 || es[1].Kind != store.EntryActivity {
				k.t.Errorf("its inbox has %+v", es)
			}
		}},
		{"what_a_paused_run_schedules_is_held", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			k.steered(h.run, "a", store.Pause, 1)
			h.commit(func(c *store.Commit) {
				c.Schedule = []store.Activity{{ID: 8, Name: theActivity, Queue: theQueue}}
			})
			k.tasks(w, 0)
			k.steered(h.run, "b", store.Unpause, 1)
			k.tasks(w, 1)
		}},
		{"a_run_that_goes_on_as_another_stays_paused", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			k.steered(h.run, "a", store.Pause, 1)
			next := k.id()
			h.commit(goesOn(next))
			k.noClaim(w)
			if r := k.run(next); r.Blocked == nil || r.Blocked.Reason != store.ReasonPaused || r.Unread != 1 {
				k.t.Errorf("the next run is %+v, blocked by %+v; want it to be paused, with the note", r, r.Blocked)
			}
			k.steered(next, "b", store.Unpause, 1)
			k.claim(w)
		}},
		{"a_paused_run_can_be_terminated", func(k *kit) {
			h := k.resting(k.worker(), "order-1")
			k.steered(h.run, "a", store.Pause, 1)
			k.do(&store.Terminate{Ref: store.Ref{Run: h.run}, Token: k.id(), Data: []byte{1}, N: 1})
			k.want(store.Closed, steer(h.run, "b", store.Unpause))
		}},
		{"a_retry_ends_the_wait_of_an_attempt", func(k *kit) {
			w := k.worker()
			h := k.resting(w, "order-1")
			k.steered(h.run, "a", store.RetryNow, 0, retried(9, 10))
			k.tasks(w, 1)
			k.steered(h.run, "b", store.RetryNow, 1, retried(8, 9))
			if t := k.task(w); t.ID != 8 || t.Attempt != 1 {
				k.t.Errorf("the task is %+v", t)
			}
			if h := k.claim(w); h.run == (store.RunID{}) {
				k.t.Error("nobody records it")
			}
		}},
		{"a_retry_has_a_blocked_run_be_tried", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			k.do(h.block(time.Hour))
			k.steered(h.run, "a", store.RetryNow, 0)
			k.noClaim(w)
			k.steered(h.run, "b", store.RetryNow, 1, func(s *store.Steer) { s.Run = true })
			k.claim(w)
		}},
		{"a_paused_run_is_not_retried", func(k *kit) {
			h := k.resting(k.worker(), "order-1")
			k.steered(h.run, "a", store.Pause, 1)
			k.want(store.Paused, steer(h.run, "b", store.RetryNow, retried(8)))
		}},
		{"notes_have_room_in_a_full_inbox", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			var ops []store.Op
			for i := range store.MaxUnread - 1 {
				ops = append(ops, signal(h.run, fmt.Sprint(i)))
			}
			for i := range store.MaxNotes + 1 {
				ops = append(ops, steer(h.run, fmt.Sprint("note-", i), store.Pause+store.Steering(i%2)))
			}
			k.apply(ops...)
			if r := k.run(h.run); r.Unread != store.MaxUnread+store.MaxNotes {
				k.t.Errorf("%d are unread", r.Unread)
			}
			k.want(store.Full, steer(h.run, "one more", store.Pause))
			k.steered(h.run, "go on", store.Unpause, 1) // otherwise the run would stay paused for ever
			if r := k.run(h.run); r.Blocked != nil || r.Unread != store.MaxUnread+store.MaxNotes+1 {
				k.t.Errorf("unpaused, it is blocked by %+v, and %d are unread", r.Blocked, r.Unread)
			}
			k.want(store.Full, steer(h.run, "one more", store.Pause))
			k.steered(h.run, "go on again", store.Unpause, 0)
		}},
		{"a_run_may_begin_with_several_rows_and_timers", func(k *kit) {
			w := k.worker()
			due := k.now().Add(time.Second)
			s := k.newStart("order-1", func(s *store.Start) {
				s.More = []store.Row{row(s.Row.Seq+int64(s.Row.N), 2), row(s.Row.Seq+int64(s.Row.N)+2, 1)}
				s.Timers = []store.Timer{{ID: 2, FireAt: due}}
			})
			k.do(s)
			k.do(s)
			rows := k.rows(s.Run)
			if len(rows) != 3 || rows[1].N != 2 || rows[2].Token != s.Row.Token {
				k.t.Errorf("its history is %+v", rows)
			}
			if ts := k.pending(s.Run).Timers; len(ts) != 1 || !ts[0].FireAt.Equal(due) {
				k.t.Errorf("its timers are %+v", ts)
			}
			h := k.claim(w)
			h.commit()
			k.want(store.Exists, k.newStart("order-1", func(s *store.Start) { s.More = []store.Row{row(s.Row.Seq+int64(s.Row.N), 2)} }))
			k.refused(0, k.newStart("order-2", func(s *store.Start) { s.More = []store.Row{row(s.Row.Seq+int64(s.Row.N)+1, 2)} }))
		}},
		{"what_is_no_note_steers_nothing", func(k *kit) {
			run := k.parked("order-1")
			bad := steer(run, "a", store.Pause)
			bad.Entry.Kind = store.EntrySignal
			k.refused(0, bad)
			k.refused(0, steer(run, "", store.Pause))
			k.refused(0, steer(run, "a", store.Repin+1))
			bad = steer(run, "a", store.Pause)
			bad.Steer = nil
			k.refused(0, bad)
		}},
	}
}
