package storetest

import (
	"bytes"
	"slices"
	"time"

	"github.com/reprise-run/reprise/store"
)

// tasks claims up to n activities.
func (k *kit) tasks(w store.WorkerID, n int, change ...func(*store.ClaimActivities)) []store.Task {
	k.t.Helper()
	c := &store.ClaimActivities{Worker: w, ID: k.id(), Max: n, Filter: filter()}
	for _, f := range change {
		f(c)
	}
	return k.do(c).Tasks
}

// task claims the only activity that is ready.
func (k *kit) task(w store.WorkerID, change ...func(*store.ClaimActivities)) store.Task {
	k.t.Helper()
	ts := k.tasks(w, 10, change...)
	if len(ts) != 1 {
		k.t.Fatalf("a claim takes %d activities, want 1", len(ts))
	}
	return ts[0]
}

func taskInQuarantine(c *store.ClaimActivities) { c.Quarantine = true }

// retry ends an attempt and asks for another.
func (k *kit) retry(t store.Task, change ...func(*store.RetryActivity)) store.Outcome {
	k.t.Helper()
	r := &store.RetryActivity{Run: t.Run, Activity: t.ID, Worker: t.Owner, Attempt: t.Attempt, Consume: true}
	for _, f := range change {
		f(r)
	}
	return k.do(r)
}

func activities() []scenario {
	return []scenario{
		{"a_row_holds_what_it_was_given", func(k *kit) {
			w, owner := k.worker(), k.worker()
			h := k.begin(w, "order-1")
			deadline := k.now().Add(time.Hour)
			k.env.Advance(ms)
			h.commit(schedule(2, func(a *store.Activity) {
				a.Priority, a.Attempt, a.Deadline, a.Limited, a.Partition = 4, 3, deadline, true, "tenant-7"
				a.Last, a.Details = []byte("last"), []byte("details")
			}), schedule(3, ownedBy(owner), func(a *store.Activity) { a.Attempt = 6 }))
			now := k.now()
			base := store.Task{Run: h.run, WorkflowID: "order-1", Workflow: theWorkflow, Scheduled: now, Ready: now}
			a, b := base, base
			a.Activity = store.Activity{ID: 2, Name: theActivity, Queue: theQueue, Partition: "tenant-7", Priority: 4, Attempt: 3, Deadline: deadline, Limited: true, Data: []byte{2, 0xfe}, Last: []byte("last"), Details: []byte("details")}
			b.Activity = store.Activity{ID: 3, Name: theActivity, Queue: theQueue, Attempt: 7, Owner: owner, Data: []byte{3, 0xfe}}
			b.Claimed = now
			for i, want := range []store.Task{a, b} {
				if got := showTask(k.pending(h.run).Activities[i]); got != showTask(want) {
					k.t.Errorf("got  %s\nwant %s", got, showTask(want))
				}
			}
			if o := k.owned(owner); len(o.Activities) != 1 || o.Activities[store.ActivityKey{Run: h.run, Activity: 3}].N != 7 {
				k.t.Errorf("the owner owns %+v", o)
			}
			k.env.Advance(ms)
			a.Attempt, a.Owner, a.Claimed = 4, w, k.now()
			if got := showTask(k.task(w)); got != showTask(a) {
				k.t.Errorf("claimed %s\nwant    %s", got, showTask(a))
			}
		}},
		{"seeds_39_an_attempt_is_counted_at_the_claim", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2))
			for attempt := 1; attempt <= 3; attempt++ {
				t := k.task(w)
				if t.Attempt != attempt || k.pending(h.run).Activities[0].Attempt != attempt {
					k.t.Fatalf("attempt %d, want %d", t.Attempt, attempt)
				}
				if o := k.owned(w); o.Activities[store.ActivityKey{Run: h.run, Activity: 2}].N != attempt {
					k.t.Errorf("owned are %+v", o.Activities)
				}
				k.retry(t)
			}
		}},
		{"seeds_33_an_attempt_handed_back_is_not_consumed", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2, func(a *store.Activity) { a.Last = []byte("last") }))
			for range 3 {
				t := k.task(w)
				if t.Attempt != 1 || string(t.Last) != "last" {
					k.t.Fatalf("attempt %d, last %q", t.Attempt, t.Last)
				}
				k.retry(t, func(r *store.RetryActivity) { r.Consume = false })
			}
		}},
		{"seeds_34_a_retry_delay_is_honoured", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2, func(a *store.Activity) { a.Delay = 5 * ms }))
			for range 2 {
				due := k.now().Add(5 * ms)
				k.env.Advance(4 * ms)
				if ts := k.tasks(w, 1); len(ts) != 0 {
					k.t.Fatal("it is claimed before its delay is over")
				}
				if t := k.tick(w); t.ReadyActivities != 0 || !t.NextReady.Equal(due) {
					k.t.Errorf("the tick says %d ready, next at %s", t.ReadyActivities, clock(t.NextReady))
				}
				k.env.Advance(ms)
				if t := k.tick(w); t.ReadyActivities != 1 || !t.NextReady.IsZero() {
					k.t.Errorf("the tick says %d ready, next at %s", t.ReadyActivities, clock(t.NextReady))
				}
				t := k.task(w)
				if !t.Ready.Equal(due) {
					k.t.Errorf("ready at %s, want %s", clock(t.Ready), clock(due))
				}
				out := k.retry(t, func(r *store.RetryActivity) { r.Delay, r.Last = 5*ms, []byte("again") })
				if !out.Next.Equal(k.now().Add(5 * ms)) {
					k.t.Errorf("the next attempt is said to be at %s", clock(out.Next))
				}
			}
			k.env.Advance(5 * ms)
			if t := k.task(w); string(t.Last) != "again" {
				k.t.Errorf("the last failure is %q", t.Last)
			}
		}},
		{"an_end_removes_the_row_and_tells_the_run", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2), schedule(3), park)
			ts := k.tasks(w, 10)
			k.env.Advance(ms)
			out := k.do(&store.EndActivity{Run: h.run, Activity: 3, Worker: w, Attempt: 1,
				Entry: store.Entry{ID: "end", Data: []byte("result"), Kind: store.EntrySignal, Ref: 99, Order: 99}})
			e := out.Entries[0]
			if e.Kind != store.EntryActivity || e.Ref != 3 || string(e.Data) != "result" || !e.At.Equal(k.now()) || e.Order >= 99 {
				k.t.Errorf("the entry is %+v", e)
			}
			p := k.pending(h.run)
			if len(ts) != 2 || len(p.Activities) != 1 || p.Activities[0].ID != 2 || len(p.Entries) != 1 {
				k.t.Errorf("pending are %+v", p)
			}
			k.claim(w)
		}},
		{"details_survive_to_the_next_attempt", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2))
			t := k.task(w)
			beat := func(details []byte) {
				k.do(&store.Beat{Run: h.run, Activity: 2, Worker: w, Attempt: t.Attempt, Details: details})
			}
			k.env.Advance(ms)
			beat([]byte("half"))
			k.env.Advance(ms)
			beat(nil)
			a := k.pending(h.run).Activities[0]
			if string(a.Details) != "half" || !a.Beat.Equal(k.now()) {
				k.t.Errorf("details %q, beat %s", a.Details, clock(a.Beat))
			}
			k.retry(t)
			if a := k.pending(h.run).Activities[0]; !a.Claimed.IsZero() || !a.Beat.IsZero() {
				k.t.Errorf("nobody runs it, but it was claimed %s and beat %s", clock(a.Claimed), clock(a.Beat))
			}
			t = k.task(w)
			if string(t.Details) != "half" || !t.Beat.IsZero() || !t.Claimed.Equal(k.now()) {
				k.t.Errorf("attempt 2 has details %q, beat %s, claimed %s", t.Details, clock(t.Beat), clock(t.Claimed))
			}
			k.kill(w)
			young := k.worker()
			if t = k.task(young); string(t.Details) != "half" || t.Attempt != 3 {
				k.t.Errorf("after a death attempt %d has details %q", t.Attempt, t.Details)
			}
		}},
		{"seeds_29_an_attempt_lost_with_its_worker_is_consumed", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2, func(a *store.Activity) { a.Limited = true }), park)
			for attempt := 1; attempt <= 4; attempt++ {
				w := k.worker()
				if t := k.task(w); t.Attempt != attempt || t.Deaths != 0 {
					k.t.Fatalf("attempt %d with %d deaths, want %d without: it is limited", t.Attempt, t.Deaths, attempt)
				}
				k.kill(w)
			}
		}},
		{"an_attempt_given_up_by_leave_is_consumed_without_a_death", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2, ownedBy(w)))
			k.ok(k.st.Leave(k.ctx, w))
			if a := k.pending(h.run).Activities[0]; a.Attempt != 1 || a.Deaths != 0 || a.Owner != (store.WorkerID{}) || !a.Ready.Equal(k.now()) {
				k.t.Errorf("left: %s", showTask(a))
			}
		}},
		{"a_deadline_is_kept_and_left_to_the_worker", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			deadline := k.now().Add(ms)
			h.commit(schedule(2, func(a *store.Activity) { a.Deadline = deadline }))
			k.env.Advance(time.Hour)
			t := k.task(w)
			if !t.Deadline.Equal(deadline) {
				k.t.Errorf("the deadline is %s", clock(t.Deadline))
			}
			k.retry(t)
			if t = k.task(w); !t.Deadline.Equal(deadline) {
				k.t.Errorf("at attempt 2 the deadline is %s", clock(t.Deadline))
			}
		}},
		{"seeds_68_what_cannot_be_run_is_not_claimed", func(k *kit) {
			w := k.worker()
			k.begin(w, "order-1").commit(schedule(2), park)
			for name, change := range map[string]func(*store.Filter){
				"namespace":     func(f *store.Filter) { f.Namespace = "other" },
				"queue":         func(f *store.Filter) { f.Queues = []string{"other"} },
				"activity":      func(f *store.Filter) { f.Activities = []string{"other", theWorkflow} },
				"no queues":     func(f *store.Filter) { f.Queues = nil },
				"nothing":       func(f *store.Filter) { *f = store.Filter{} },
				"no activities": func(f *store.Filter) { f.Activities = nil },
			} {
				ts := k.tasks(w, 1, func(c *store.ClaimActivities) { change(&c.Filter) })
				tick := k.tick(w, func(q *store.Tick) { change(&q.Filter) })
				if len(ts) != 0 || tick.ReadyActivities != 0 {
					k.t.Errorf("%s: claimed %d, ready %d", name, len(ts), tick.ReadyActivities)
				}
			}
			// a claim of activities needs no workflow, level or build
			if ts := k.tasks(w, 1, func(c *store.ClaimActivities) {
				c.Filter.Workflows, c.Filter.Level, c.Filter.Build = nil, 0, ""
				c.Filter.Queues = append([]string{"other"}, c.Filter.Queues...)
			}); len(ts) != 1 {
				k.t.Errorf("claimed %d, want 1", len(ts))
			}
		}},
		{"what_is_overdue_is_for_any_worker_of_the_namespace", func(k *kit) {
			w := k.worker()
			due := func(d time.Duration) func(*store.Activity) {
				at := k.now().Add(d)
				return func(a *store.Activity) { a.Deadline = at }
			}
			k.begin(w, "order-1").commit(
				schedule(2),
				schedule(3, due(20*ms), func(a *store.Activity) { a.Queue, a.Name = "other", "unknown" }),
				schedule(4, due(10*ms), func(a *store.Activity) { a.Delay = time.Hour }),
				schedule(5, due(30*ms), ownedBy(w)),
				schedule(6, due(time.Hour), func(a *store.Activity) { a.Name = "unknown" }),
				park)
			if tick := k.tick(w); tick.ReadyActivities != 1 || !tick.NextReady.Equal(k.now().Add(10*ms)) {
				k.t.Errorf("before: %d ready, the next at %v; want 1, and the first deadline", tick.ReadyActivities, tick.NextReady)
			}
			elsewhere := func(c *store.ClaimActivities) { c.Filter.Namespace = "other" }
			k.env.Advance(20*ms - time.Microsecond)
			if tick := k.tick(w); tick.ReadyActivities != 2 {
				k.t.Errorf("%d ready, want one overdue row and one that is due", tick.ReadyActivities)
			}
			k.env.Advance(time.Second)
			if tick := k.tick(w); tick.ReadyActivities != 3 {
				k.t.Errorf("%d ready, want two overdue rows and one that is due", tick.ReadyActivities)
			}
			if ts := k.tasks(w, 10, elsewhere); len(ts) != 0 {
				k.t.Errorf("a worker of another namespace takes %d", len(ts))
			}
			var got []int64
			for _, t := range append(k.tasks(w, 1), k.tasks(w, 10)...) {
				got = append(got, t.ID)
			}
			if !slices.Equal(got, []int64{4, 3, 2}) {
				k.t.Errorf("taken %v, want the overdue ones by deadline, then the other", got)
			}
		}},
		{"activities_of_one_run_are_claimed_by_many", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2), schedule(3), schedule(4), park)
			seen := make(map[int64]bool)
			for range 3 {
				ts := k.tasks(k.worker(), 1)
				if len(ts) != 1 || seen[ts[0].ID] {
					k.t.Fatalf("claimed %+v after %v", ts, seen)
				}
				seen[ts[0].ID] = true
			}
			if ts := k.tasks(w, 1); len(ts) != 0 {
				k.t.Errorf("one more: %+v", ts)
			}
		}},
		{"activities_of_a_blocked_run_go_on", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2))
			k.do(h.block(time.Hour))
			t := k.task(w)
			k.do(&store.EndActivity{Run: t.Run, Activity: 2, Worker: w, Attempt: 1, Entry: store.Entry{ID: "end"}})
			if n := len(k.pending(h.run).Entries); n != 1 {
				k.t.Errorf("%d entries, want 1", n)
			}
		}},
		{"an_ended_activity_may_be_scheduled_again", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2, ownedBy(w)))
			out := k.do(&store.EndActivity{Run: h.run, Activity: 2, Worker: w, Attempt: 1, Entry: store.Entry{ID: "end"}})
			h.commit(take(out.Entries[0].Order), schedule(2, func(a *store.Activity) { a.Data = bytes.Repeat([]byte{7}, 9) }))
			if a := k.pending(h.run).Activities; len(a) != 1 || a[0].Attempt != 0 || len(a[0].Data) != 9 {
				k.t.Errorf("pending are %+v", a)
			}
		}},
	}
}
