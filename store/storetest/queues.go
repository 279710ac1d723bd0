package storetest

import (
	"fmt"
	"strings"
	"time"

	"github.com/reprise-run/reprise/store"
)

// change is an op about the usual queue.
func change(do store.QueueChange, modify ...func(*store.ChangeQueue)) *store.ChangeQueue {
	o := &store.ChangeQueue{Queue: theQueue, Do: do, Who: "anna", Why: "the provider is down"}
	for _, f := range modify {
		f(o)
	}
	return o
}

// atOnce sets how many activities run at once in one worker.
func atOnce(n int) func(*store.ChangeQueue) {
	return func(o *store.ChangeQueue) { o.Settings.PerWorker = n }
}

// queues returns what is known of all queues.
func (k *kit) queues(namespace string, load bool) (all []store.Queue) {
	k.t.Helper()
	all, err := k.st.Queues(k.ctx, store.QueueQuery{Namespace: namespace, All: true, Load: load})
	k.ok(err)
	return all
}

// oneQueue returns what is known of a queue. A Tick and a query must agree about it.
func (k *kit) oneQueue(w store.WorkerID, name string) store.Queue {
	k.t.Helper()
	all, err := k.st.Queues(k.ctx, store.QueueQuery{Names: []string{"no such queue", name}})
	k.ok(err)
	ticked := k.tick(w, func(q *store.Tick) { q.Queues = []string{name, "no such queue"} })
	if asked, told := showQueues(all), showQueues(ticked.Queues); asked != told || ticked.QueuesUnknown || len(all) > 1 {
		k.t.Errorf("known is %s, the tick says %s", asked, told)
	}
	if len(all) == 0 {
		return store.Queue{}
	}
	return all[0]
}

func showQueues(all []store.Queue) string {
	var b strings.Builder
	for _, q := range all {
		fmt.Fprintf(&b, "queue %q %q", q.Namespace, q.Name)
		if p := q.Paused; p != nil {
			fmt.Fprintf(&b, " paused %s %s %s", p.Who, p.Why, clock(p.At))
		}
		fmt.Fprintf(&b, " declared %+v at %d waiting %d", q.Declared, q.Revision, q.Waiting)
		for _, s := range q.Shares {
			fmt.Fprintf(&b, " share %s %d of %d until %s gone %v", short(s.Worker), s.N, s.Want, clock(s.Until), s.Gone)
		}
		if o := q.Overruled; o != nil {
			fmt.Fprintf(&b, " overruled %s %s %s %+v", o.Who, o.Why, clock(o.At), o.QueueSettings)
		}
		if q.Cools > 0 {
			fmt.Fprintf(&b, " cools %d until %s", q.Cools, clock(q.CoolUntil))
		}
		if !q.TAT.IsZero() {
			fmt.Fprintf(&b, " used up %s", clock(q.TAT))
		}
		if l := q.Load; l != nil {
			fmt.Fprintf(&b, " ready %d+%d held %d since %s running %d owned %d retrying %d", l.ReadyRuns, l.ReadyActivities, l.Held, clock(l.OldestReady), l.Running, l.Owned, l.Retrying)
		}
		for _, p := range q.Partitions {
			fmt.Fprintf(&b, " partition %q ready %d since %s running %d next %s", p.Key, p.Ready, clock(p.OldestReady), p.Running, clock(p.NextAt))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// limited sets how many activities run at once across all workers.
func limited(n int) func(*store.ChangeQueue) {
	return func(o *store.ChangeQueue) { o.Settings.Concurrency = n }
}

// shared returns a worker's share after it has asked for one.
func (k *kit) shared(w store.WorkerID, want, holds int) int {
	k.t.Helper()
	return k.do(&store.ShareQueue{Queue: theQueue, Worker: w, Want: want, Holds: holds, Grace: time.Minute}).Count
}

func sharesOfQueues() []scenario {
	declare := func(revision, n int) *store.ChangeQueue {
		return change(store.DeclareQueue, limited(n), func(o *store.ChangeQueue) { o.Revision = revision })
	}
	return []scenario{
		{"the_highest_revision_is_declared", func(k *kit) {
			w := k.worker()
			k.do(declare(2, 5))
			k.do(declare(1, 9))
			k.do(declare(2, 9))
			if q := k.oneQueue(w, theQueue); q.Declared.Concurrency != 5 || q.Revision != 2 {
				k.t.Errorf("known is %+v", q)
			}
			k.do(declare(3, 0))
			k.do(declare(2, 5))
			if q := k.oneQueue(w, theQueue); q.Declared.Concurrency != 0 || q.Revision != 3 {
				k.t.Errorf("known is %+v", q)
			}
		}},
		{"shares_go_to_who_has_work", func(k *kit) {
			a, b := k.worker(), k.worker()
			k.do(declare(0, 10))
			if n := k.shared(a, 0, 0); n != 10 {
				k.t.Errorf("the only worker has %d", n)
			}
			if n := k.shared(b, 20, 0); n != 0 {
				k.t.Errorf("one that comes has %d of what another one has", n)
			}
			if n := k.shared(a, 4, 0); n != 4 {
				k.t.Errorf("one that wants 4 keeps %d", n)
			}
			if n := k.shared(b, 20, 0); n != 6 {
				k.t.Errorf("what is left is 6, and one that wants 20 has %d", n)
			}
			if n := k.shared(b, 20, 6); n != 6 {
				k.t.Errorf("asked again it has %d", n)
			}
			if q := k.oneQueue(a, theQueue); store.Shared(q.Shares) != 10 || len(q.Shares) != 2 {
				k.t.Errorf("known is %+v", q)
			}
		}},
		{"a_share_does_not_fall_below_what_its_worker_holds", func(k *kit) {
			a, b := k.worker(), k.worker()
			k.do(declare(0, 4))
			k.shared(a, 9, 0)
			k.shared(b, 9, 0)
			for i, want := range []int{3, 3, 2} {
				if n := k.shared(a, 9, 3-i/2); n != want {
					k.t.Errorf("it holds %d, and has %d", 3-i/2, n)
				}
			}
			if n := k.shared(b, 9, 0); n != 2 {
				k.t.Errorf("the other one has %d", n)
			}
		}},
		{"with_less_than_workers_some_have_none", func(k *kit) {
			k.do(declare(0, 2))
			all := 0
			for range 5 {
				all += k.shared(k.worker(), 7, 0)
			}
			if all != 2 {
				k.t.Errorf("they have %d together", all)
			}
		}},
		{"a_lower_limit_cuts_shares_at_once", func(k *kit) {
			a, b := k.worker(), k.worker()
			k.do(declare(0, 10))
			k.shared(a, 0, 0)
			k.shared(b, 9, 0)
			k.shared(a, 9, 5)
			k.shared(b, 9, 0)
			k.do(change(store.SetQueue, limited(3)))
			if q := k.oneQueue(a, theQueue); store.Shared(q.Shares) != 3 {
				k.t.Errorf("known is %+v", q)
			}
			k.do(change(store.SetQueue, limited(0)))
			if q := k.oneQueue(a, theQueue); len(q.Shares) != 0 || k.shared(a, 9, 9) != 0 {
				k.t.Errorf("known is %+v", q)
			}
		}},
		{"who_leaves_gives_its_share_back_at_once", func(k *kit) {
			a, b := k.worker(), k.worker()
			k.do(declare(0, 4))
			k.shared(a, 9, 0)
			k.ok(k.st.Leave(k.ctx, a))
			if n := k.shared(b, 9, 0); n != 4 {
				k.t.Errorf("the other one has %d", n)
			}
		}},
		{"the_share_of_a_dead_worker_is_kept_for_a_time", func(k *kit) {
			a, b := k.worker(), k.worker()
			k.do(declare(0, 4))
			k.shared(a, 9, 0)
			k.env.Advance(theTTL + ms)
			k.renew(b)
			k.kill(a)
			if n := k.shared(b, 9, 0); n != 0 {
				k.t.Errorf("at once the other one has %d", n)
			}
			k.env.Advance(time.Minute - ms)
			if n := k.shared(b, 9, 0); n != 0 {
				k.t.Errorf("a moment before the other one has %d", n)
			}
			k.env.Advance(ms)
			if n := k.shared(b, 9, 0); n != 4 {
				k.t.Errorf("after its time the other one has %d", n)
			}
		}},
		{"a_queue_without_a_limit_has_no_shares", func(k *kit) {
			w := k.worker()
			if n := k.shared(w, 9, 0); n != 0 || len(k.queues("", false)) != 0 {
				k.t.Errorf("it has %d of a queue of which nothing is known", n)
			}
			k.do(change(store.PauseQueue))
			if n := k.shared(w, 9, 0); n != 0 || len(k.oneQueue(w, theQueue).Shares) != 0 {
				k.t.Errorf("it has %d of a queue that has no limit", n)
			}
		}},
		{"tokens_of_a_rate_are_handed_out_once", func(k *kit) {
			a, b := k.worker(), k.worker()
			draws := func(w store.WorkerID, want, tokens, back int) {
				k.t.Helper()
				out := k.do(&store.ShareQueue{Queue: theQueue, Worker: w, Tokens: tokens, Back: back})
				if k.oneQueue(w, theQueue); out.Tokens != want || out.Count != 0 {
					k.t.Errorf("it gets %d tokens and a share of %d, want %d and none", out.Tokens, out.Count, want)
				}
			}
			draws(a, 0, 5, 0) // nothing is known of the queue
			k.do(change(store.DeclareQueue, func(o *store.ChangeQueue) { o.Settings.Rate = store.Rate{N: 10, Per: time.Second} }))
			draws(a, 6, 6, 0)
			draws(b, 4, 6, 0)
			draws(b, 0, 6, 0)
			k.env.Advance(300 * ms)
			draws(a, 3, 6, 0)
			draws(b, 2, 6, 2)
			k.env.Advance(time.Hour)
			draws(b, 10, 60, 5)
			k.do(change(store.CoolQueue, func(o *store.ChangeQueue) { o.For = time.Minute }))
			draws(b, 0, 60, 0)
			k.env.Advance(time.Minute)
			draws(a, 1, 60, 0)
			k.do(change(store.SetQueue))
			if q := k.oneQueue(a, theQueue); !q.TAT.IsZero() {
				k.t.Errorf("known of a queue that has no rate is %+v", q)
			}
		}},
		{"a_tick_counts_what_waits_for_a_rate", func(k *kit) {
			w := k.worker()
			k.do(change(store.SetQueue, func(o *store.ChangeQueue) { o.Settings.Rate = store.Rate{N: 1, Per: time.Hour} }))
			k.begin(w, "order-1").commit(schedule(2), schedule(3))
			if n := k.tick(w, func(q *store.Tick) { q.Queues = []string{theQueue} }).Queues[0].Waiting; n != 2 {
				k.t.Errorf("%d wait", n)
			}
		}},
		{"a_tick_counts_what_waits_for_a_share", func(k *kit) {
			w := k.worker()
			k.do(declare(0, 4))
			h := k.begin(w, "order-1")
			h.commit(schedule(2), schedule(3), schedule(4, func(a *store.Activity) { a.Delay = time.Minute }), schedule(5, func(a *store.Activity) { a.Name = "another" }))
			waits := func() int {
				return k.tick(w, func(q *store.Tick) { q.Queues = []string{theQueue} }).Queues[0].Waiting
			}
			if n := waits(); n != 2 {
				k.t.Errorf("%d wait", n)
			}
			k.env.Advance(time.Minute)
			if n := waits(); n != 3 {
				k.t.Errorf("a minute later %d wait", n)
			}
		}},
		{"what_cannot_be_shared_is_refused", func(k *kit) {
			for _, modify := range []func(*store.ShareQueue){
				func(o *store.ShareQueue) { o.Queue = "" }, func(o *store.ShareQueue) { o.Worker = store.WorkerID{} }, func(o *store.ShareQueue) { o.Want = -1 },
				func(o *store.ShareQueue) { o.Holds = -1 }, func(o *store.ShareQueue) { o.Grace = -1 }, func(o *store.ShareQueue) { o.Want = 1 << 40 },
				func(o *store.ShareQueue) { o.Tokens = -1 }, func(o *store.ShareQueue) { o.Back = -1 }, func(o *store.ShareQueue) { o.Tokens = 1 << 40 },
			} {
				o := &store.ShareQueue{Queue: theQueue, Worker: k.id(), Want: 1}
				modify(o)
				k.refused(0, o)
			}
			k.refused(0, (*store.ShareQueue)(nil))
			k.refused(0, declare(-1, 1))
			k.refused(0, declare(0, -1))
			for _, rate := range []store.Rate{{N: 1}, {Per: 1}, {N: -1, Per: 1}, {N: 1, Per: -1}, {N: 1, Per: time.Second, Burst: -1}, {Burst: 1}, {N: 2, Per: 1}, {N: 1, Per: 1 << 60, Burst: 9}} {
				k.refused(0, change(store.SetQueue, func(o *store.ChangeQueue) { o.Settings.Rate = rate }))
			}
		}},
	}
}

func queueStates() []scenario {
	return []scenario{
		{"a_queue_is_paused_until_it_is_resumed", func(k *kit) {
			w := k.worker()
			if q := k.oneQueue(w, theQueue); q.Name != "" {
				k.t.Errorf("known is %+v", q)
			}
			k.do(change(store.PauseQueue))
			q := k.oneQueue(w, theQueue)
			if q.Paused == nil || q.Paused.Who != "anna" || q.Paused.Why != "the provider is down" || !q.Paused.At.Equal(k.now()) || q.Overruled != nil {
				k.t.Errorf("known is %+v", q)
			}
			k.env.Advance(time.Second)
			k.do(change(store.PauseQueue, func(o *store.ChangeQueue) { o.Who = "bob" }))
			if again := k.oneQueue(w, theQueue); again.Paused == nil || again.Paused.Who != "anna" || !again.Paused.At.Equal(q.Paused.At) {
				k.t.Errorf("known is %+v", again)
			}
			k.do(change(store.ResumeQueue))
			k.do(change(store.ResumeQueue))
			if got := k.queues("", false); len(got) != 0 {
				k.t.Errorf("a queue of which nothing is known has a row: %+v", got)
			}
		}},
		{"what_is_set_counts_until_it_is_cleared", func(k *kit) {
			w := k.worker()
			k.do(change(store.SetQueue, atOnce(3)))
			k.do(change(store.PauseQueue))
			k.env.Advance(time.Second)
			k.do(change(store.SetQueue, atOnce(2), func(o *store.ChangeQueue) { o.Who = "bob" }))
			q := k.oneQueue(w, theQueue)
			if q.Paused == nil || q.Overruled == nil || q.Overruled.PerWorker != 2 || q.Overruled.Who != "bob" || !q.Overruled.At.Equal(k.now()) {
				k.t.Errorf("known is %+v", q)
			}
			k.do(change(store.ClearQueue))
			if q := k.oneQueue(w, theQueue); q.Paused == nil || q.Overruled != nil {
				k.t.Errorf("known is %+v", q)
			}
		}},
		{"a_queue_cools_down", func(k *kit) {
			w := k.worker()
			unknown := func(o *store.ChangeQueue) { o.Initial, o.Max = time.Second, 3*time.Second }
			cools := func(want time.Duration, modify func(*store.ChangeQueue)) {
				k.t.Helper()
				out := k.do(change(store.CoolQueue, modify))
				if q := k.oneQueue(w, theQueue); !q.CoolUntil.Equal(k.now().Add(want)) || !out.Next.Equal(q.CoolUntil) {
					k.t.Errorf("it cools down until %v, the answer is %v, want %v", q.CoolUntil, out.Next, k.now().Add(want))
				}
			}
			cools(time.Minute, func(o *store.ChangeQueue) { o.For = time.Minute })
			cools(time.Minute, func(o *store.ChangeQueue) { o.For = time.Second })
			cools(time.Minute, unknown)
			k.env.Advance(time.Minute)
			cools(2*time.Second, unknown)
			k.env.Advance(2 * time.Second)
			cools(3*time.Second, unknown)
			k.env.Advance(time.Hour)
			cools(time.Second, unknown)
			k.do(change(store.ResumeQueue))
			if got := k.queues("", false); len(got) != 0 {
				k.t.Errorf("known is %s", showQueues(got))
			}
		}},
		{"queues_of_namespaces_keep_apart", func(k *kit) {
			k.do(change(store.PauseQueue, func(o *store.ChangeQueue) { o.Namespace = "other" }))
			k.do(change(store.PauseQueue, func(o *store.ChangeQueue) { o.Namespace, o.Queue = "other", "a" }))
			if here, there := k.queues("", false), k.queues("other", false); len(here) != 0 || len(there) != 2 || there[0].Name != "a" || there[1].Name != theQueue || there[0].Namespace != "other" {
				k.t.Errorf("here are %s, there %s", showQueues(here), showQueues(there))
			}
		}},
		{"a_tick_tells_of_a_change", func(k *kit) {
			w := k.worker()
			for _, want := range []bool{false, true, false} {
				if k.oneQueue(w, theQueue).Paused != nil != want {
					k.t.Errorf("paused is %v", !want)
				}
				k.do(change(map[bool]store.QueueChange{false: store.PauseQueue, true: store.ResumeQueue}[want]))
			}
		}},
		{"what_lies_in_a_queue_is_counted", func(k *kit) {
			w := k.worker()
			elsewhere := func(s *store.Start) { s.Queue = "elsewhere" }
			since := k.now()
			k.start("order-1", elsewhere)
			k.env.Advance(time.Second)
			k.start("order-2", elsewhere)
			h := k.begin(w, "order-3")
			h.commit(schedule(2), schedule(3, ownedBy(w)), schedule(4, func(a *store.Activity) { a.Delay = time.Hour }),
				schedule(5, func(a *store.Activity) { a.Delay, a.Attempt = time.Hour, 1 }))
			k.do(change(store.PauseQueue, func(o *store.ChangeQueue) { o.Queue = "idle" }))
			got := map[string]store.QueueLoad{}
			for _, q := range k.queues("", true) {
				if q.Load == nil {
					k.t.Fatalf("queue %q has no load", q.Name)
				}
				got[q.Name] = *q.Load
			}
			want := map[string]store.QueueLoad{
				"elsewhere": {ReadyRuns: 2, OldestReady: since}, "idle": {},
				theQueue: {ReadyActivities: 1, OldestReady: k.now(), Running: 1, Owned: 1, Retrying: 1},
			}
			if a, b := fmt.Sprint(got), fmt.Sprint(want); a != b {
				k.t.Errorf("counted is %v, want %v", a, b)
			}
			k.env.Advance(time.Hour)
			all, err := k.st.Queues(k.ctx, store.QueueQuery{Names: []string{theQueue}, Load: true})
			k.ok(err)
			if len(all) != 1 || all[0].Load.ReadyActivities != 3 || all[0].Load.Retrying != 0 {
				k.t.Errorf("an hour later it is %s", showQueues(all))
			}
		}},
		{"a_batch_takes_no_run_of_a_queue_that_it_does_not_take", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(park, func(c *store.Commit) { c.Sticky = true })
			outs := k.apply(signal(h.run, "a"), &store.Take{Worker: w, Claim: k.id(), Room: 1, Not: []string{theQueue}})
			if len(outs[1].Claims) != 0 || k.run(h.run).Owner == w {
				k.t.Errorf("taken is %+v", outs[1].Claims)
			}
			k.env.Advance(store.StickyFor)
			k.claim(w)
		}},
		{"what_cannot_be_known_is_refused", func(k *kit) {
			long := strings.Repeat("q", store.MaxID+1)
			for _, modify := range []func(*store.ChangeQueue){
				func(o *store.ChangeQueue) { o.Queue = "" }, func(o *store.ChangeQueue) { o.Queue = long }, func(o *store.ChangeQueue) { o.Namespace = long },
				func(o *store.ChangeQueue) { o.Do = 0 }, func(o *store.ChangeQueue) { o.Who = "a\x00" }, func(o *store.ChangeQueue) { o.Why = "\xff" }, atOnce(-1), atOnce(1 << 40),
				func(o *store.ChangeQueue) { o.Do = store.CoolQueue }, func(o *store.ChangeQueue) { o.Do, o.For = store.CoolQueue, -1 },
				func(o *store.ChangeQueue) { o.Do, o.Initial, o.Max = store.CoolQueue, 2, 1 },
			} {
				k.refused(0, change(store.SetQueue, modify))
			}
			k.refused(0, (*store.ChangeQueue)(nil))
			k.do(change(store.PauseQueue, func(o *store.ChangeQueue) { o.Queue = long[1:] }))
			if got := k.queues("", false); len(got) != 1 || got[0].Name != long[1:] {
				k.t.Errorf("known are %d", len(got))
			}
		}},
	}
}
