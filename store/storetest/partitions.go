package storetest

import (
	"fmt"
	"strings"
	"time"

	"github.com/reprise-run/reprise/store"
)

// keyed gives an activity a key within its queue.
func keyed(key string) func(*store.Activity) {
	return func(a *store.Activity) { a.Partition = key }
}

// perPartition sets the limits for each partition.
func perPartition(l store.Limit) *store.ChangeQueue {
	return change(store.SetQueue, func(o *store.ChangeQueue) { o.Settings.PerPartition = l })
}

// byPartition is a claim of the usual queue by partition.
func (k *kit) byPartition(w store.WorkerID, most int, after string) *store.ClaimActivities {
	return &store.ClaimActivities{Worker: w, ID: k.id(), Max: most, Filter: filter(), Partitioned: true, After: after}
}

// takes claims by partition and checks how many rows of each key were claimed.
func (k *kit) takes(w store.WorkerID, most int, after, want string) []store.Task {
	k.t.Helper()
	o := k.byPartition(w, most, after)
	all := k.do(o).Tasks
	if again := k.do(o).Tasks; len(again) != len(all) {
		k.t.Errorf("the same claim again has %d rows, and had %d", len(again), len(all))
	}
	have := map[string]int{}
	for _, t := range all {
		have[t.Partition]++
	}
	if keys := strings.TrimSuffix(strings.TrimPrefix(fmt.Sprint(have), "map["), "]"); keys != want {
		k.t.Errorf("taken are %q, want %q", keys, want)
	}
	return all
}

// endRow ends an activity.
func (k *kit) endRow(t store.Task) {
	k.t.Helper()
	k.do(&store.EndActivity{Run: t.Run, Activity: t.ID, Worker: t.Owner, Attempt: t.Attempt, Claim: t.Claim, Entry: store.Entry{ID: fmt.Sprint("end of ", t.ID)}})
}

// fill schedules n activities for each key, in turn.
func (k *kit) fill(w store.WorkerID, n int, keys ...string) {
	k.t.Helper()
	h := k.begin(w, "order-1")
	for i := range n * len(keys) {
		h.commit(schedule(int64(100+i), keyed(keys[i%len(keys)])))
		k.env.Advance(ms)
	}
}

func partitionsOfQueues() []scenario {
	return []scenario{
		{"of_a_partition_so_many_run_as_its_limit_says", func(k *kit) {
			w := k.worker()
			k.do(perPartition(store.Limit{Concurrency: 2}))
			k.fill(w, 4, "a", "b")
			all := k.takes(w, 9, "", "a:2 b:2")
			k.takes(k.worker(), 9, "", "")
			ended := false
			for _, t := range all {
				switch {
				case t.Partition == "b":
					k.retry(t, func(o *store.RetryActivity) { o.Claim, o.Delay = t.Claim, time.Hour })
				case !ended:
					k.endRow(t)
					ended = true
				}
			}
			k.takes(k.worker(), 9, "", "a:1 b:2")
		}},
		{"a_partition_of_one_goes_first_in_first_out", func(k *kit) {
			w := k.worker()
			k.do(perPartition(store.Limit{Concurrency: 1}))
			k.fill(w, 5, "a")
			for i := range 5 {
				all := k.takes(w, 9, "", "a:1")
				if len(all) == 1 && all[0].ID != int64(100+i) {
					k.t.Errorf("number %d is %d", i, all[0].ID)
				}
				for _, t := range all {
					k.endRow(t)
				}
			}
			k.takes(w, 9, "", "")
		}},
		{"priorities_count_within_a_partition", func(k *kit) {
			w := k.worker()
			k.do(perPartition(store.Limit{Concurrency: 1}))
			k.begin(w, "order-1").commit(schedule(2, keyed("a")), schedule(3, keyed("a"), func(a *store.Activity) { a.Priority = -1 }))
			if all := k.takes(w, 9, "", "a:1"); len(all) == 1 && all[0].ID != 3 {
				k.t.Errorf("taken is %d", all[0].ID)
			}
		}},
		{"partitions_are_taken_in_turn", func(k *kit) {
			w := k.worker()
			k.do(perPartition(store.Limit{Concurrency: 1}))
			k.fill(w, 3, "a", "b", "c", "d")
			k.takes(w, 2, "b", "c:1 d:1")
			k.takes(w, 1, "d", "a:1")
			k.takes(w, 9, "x", "b:1")
		}},
		{"the_places_of_a_dead_worker_are_free_with_its_rows", func(k *kit) {
			w, other := k.worker(), k.worker()
			k.do(perPartition(store.Limit{Concurrency: 1}))
			k.fill(other, 2, "a")
			k.takes(w, 9, "", "a:1")
			k.env.Advance(theTTL + ms)
			k.renew(other)
			k.takes(other, 9, "", "")
			k.kill(w)
			k.do(&store.Recover{Dead: w, Limit: 10})
			k.takes(other, 9, "", "a:1")
			k.takes(other, 9, "", "")
		}},
		{"a_rate_holds_for_each_partition", func(k *kit) {
			w := k.worker()
			k.do(perPartition(store.Limit{Rate: store.Rate{N: 4, Per: 2 * time.Second, Burst: 2}}))
			k.fill(w, 20, "a", "b")
			k.env.Advance(time.Hour)
			all := k.takes(w, 9, "", "a:2 b:2")
			k.takes(w, 9, "", "")
			k.endRow(all[0])
			k.takes(w, 9, "", "")
			k.env.Advance(500 * ms)
			k.takes(w, 9, "", "a:1 b:1")
			k.env.Advance(time.Hour)
			k.takes(w, 3, "", "a:2 b:1")
		}},
		{"what_is_throttled_cools_its_partition_down", func(k *kit) {
			w := k.worker()
			k.do(perPartition(store.Limit{Concurrency: 5}))
			k.fill(w, 2, "a", "b")
			cool := change(store.CoolQueue, func(o *store.ChangeQueue) { o.For, o.Partition = time.Minute, "a" })
			if out := k.do(cool); !out.Next.Equal(k.now().Add(time.Minute)) {
				k.t.Errorf("it cools down until %v", out.Next)
			}
			if q := k.oneQueue(w, theQueue); q.Cools > 0 {
				k.t.Errorf("known of the queue is %+v", q)
			}
			k.takes(w, 9, "", "b:2")
			k.env.Advance(time.Minute)
			k.takes(w, 9, "", "a:2")
			k.do(change(store.SetQueue))
			k.do(cool)
			if q := k.oneQueue(w, theQueue); q.Cools != 1 {
				k.t.Errorf("known of a queue without partitions is %+v", q)
			}
		}},
		{"what_is_known_of_partitions_goes_with_their_limits", func(k *kit) {
			w := k.worker()
			limits := perPartition(store.Limit{Rate: store.Rate{N: 1, Per: time.Hour}})
			k.do(limits)
			k.fill(w, 5, "a")
			cool := change(store.CoolQueue, func(o *store.ChangeQueue) { o.For, o.Partition = time.Hour, "a" })
			k.takes(w, 9, "", "a:1")
			k.do(change(store.SetQueue))
			k.do(limits)
			k.takes(w, 9, "", "a:1")
			k.takes(w, 9, "", "")
			k.do(change(store.ResumeQueue))
			k.takes(w, 9, "", "")
			k.env.Advance(time.Hour)
			k.do(cool)
			k.takes(w, 9, "", "")
			k.do(change(store.ResumeQueue))
			k.takes(w, 9, "", "a:1")
		}},
		{"what_only_its_partition_holds_up_is_told_apart", func(k *kit) {
			w := k.worker()
			k.do(perPartition(store.Limit{Concurrency: 2, Rate: store.Rate{N: 1, Per: time.Hour}}))
			begun := k.now()
			k.fill(w, 3, "a", "b", "c")
			k.begin(w, "order-2").commit(schedule(2))
			late := k.now()
			told := func(held int, since time.Time, keys []string, want ...store.PartitionLoad) {
				k.t.Helper()
				all, err := k.st.Queues(k.ctx, store.QueueQuery{Names: []string{theQueue}, Load: keys == nil, Keys: keys})
				k.ok(err)
				if len(all) != 1 || keys == nil && (all[0].Load.Held != held || !all[0].Load.OldestReady.Equal(since)) {
					k.t.Errorf("told is %s, want %d held, and the others since %s", showQueues(all), held, clock(since))
					return
				}
				if a, b := showQueues([]store.Queue{{Partitions: all[0].Partitions}}), showQueues([]store.Queue{{Partitions: want}}); a != b {
					k.t.Errorf("partitions are %s, want %s", a, b)
				}
			}
			load := func(key string, ready, running int, first int, next time.Duration) store.PartitionLoad {
				p := store.PartitionLoad{Partition: store.Partition{Key: key}, Ready: ready, Running: running, OldestReady: begun.Add(time.Duration(first) * ms)}
				if next > 0 {
					p.NextAt = late.Add(next)
				}
				return p
			}
			a, b, c := load("a", 3, 0, 0, 0), load("b", 3, 0, 1, 0), load("c", 3, 0, 2, 0)
			told(0, begun, nil, a, b, c)
			k.takes(w, 2, "", ":1 a:1")
			a = load("a", 2, 1, 3, time.Hour)
			told(2, begun.Add(ms), nil, b, c, a)
			k.takes(w, 9, "", "b:1 c:1")
			b, c = load("b", 2, 1, 4, time.Hour), load("c", 2, 1, 5, time.Hour)
			told(6, time.Time{}, nil, a, b, c)
			told(0, time.Time{}, []string{"b", "no such key"}, b)
			k.start("order-3")
			told(6, k.now(), nil, a, b, c)
			k.do(change(store.CoolQueue, func(o *store.ChangeQueue) { o.For, o.Partition = 2*time.Hour, "a" }))
			k.env.Advance(time.Hour)
			a = load("a", 2, 1, 3, 2*time.Hour)
			b, c = load("b", 2, 1, 4, 0), load("c", 2, 1, 5, 0)
			told(2, begun.Add(4*ms), nil, a, b, c)
			k.do(change(store.SetQueue))
			told(0, begun.Add(3*ms), nil)
		}},
		{"rows_without_a_key_are_in_no_partition", func(k *kit) {
			w := k.worker()
			k.do(perPartition(store.Limit{Concurrency: 1}))
			k.begin(w, "order-1").commit(schedule(2), schedule(3), schedule(4, keyed("a")), schedule(5, keyed("a")))
			k.takes(w, 9, "", ":2 a:1")
		}},
		{"where_there_is_no_limit_keys_mean_nothing", func(k *kit) {
			w := k.worker()
			k.fill(w, 3, "a", "b")
			if tasks := k.tasks(w, 2); len(tasks) != 2 || tasks[0].Partition != "a" || tasks[1].Partition != "b" {
				k.t.Errorf("taken are %v", tasks)
			}
			k.takes(w, 9, "", "a:2 b:2")
		}},
		{"in_quarantine_the_limit_holds_too", func(k *kit) {
			w := k.worker()
			k.do(perPartition(store.Limit{Concurrency: 1}))
			k.fill(w, 1, "a")
			for range store.QuarantineAfter {
				dead := k.worker()
				k.takes(dead, 9, "", "a:1")
				k.env.Advance(theTTL + ms)
				k.renew(w)
				k.kill(dead)
				k.do(&store.Recover{Dead: dead, Limit: 10})
			}
			k.takes(w, 9, "", "")
			k.begin(w, "order-2").commit(schedule(2, keyed("a")))
			all := k.takes(w, 9, "", "a:1")
			alone := func() int {
				o := k.byPartition(w, 1, "")
				o.Quarantine = true
				return len(k.do(o).Tasks)
			}
			if n := alone(); n != 0 {
				k.t.Errorf("%d were taken in quarantine while one of the partition runs", n)
			}
			for _, t := range all {
				k.endRow(t)
			}
			if n := alone(); n != 1 {
				k.t.Errorf("%d were taken in quarantine", n)
			}
		}},
		{"what_cannot_be_claimed_by_partitions_is_refused", func(k *kit) {
			o := k.byPartition(k.worker(), 1, "")
			o.Filter.Queues = append(o.Filter.Queues, "another")
			k.refused(0, o)
			o = k.byPartition(k.worker(), 1, "")
			o.Gone = true
			k.refused(0, o)
			k.refused(0, perPartition(store.Limit{Concurrency: -1}))
			k.refused(0, perPartition(store.Limit{Rate: store.Rate{N: 1}}))
			k.refused(0, change(store.CoolQueue, func(o *store.ChangeQueue) { o.For, o.Partition = 1, strings.Repeat("k", store.MaxID+1) }))
		}},
	}
}

// claimOfActivities generates a claim of activities, of any kind.
func (c *contest) claimOfActivities() store.Op {
	o := &store.ClaimActivities{Worker: c.worker(), ID: c.model.id(), Max: c.rnd.IntN(4), Filter: c.filter(), Quarantine: c.chance(40)}
	if c.chance(30) {
		o.Filter.Own, o.Filter.Full, o.Partitioned, o.After = "", nil, true, oneOf(c, "", "a", "bb")
	}
	return o
}

// changeOfQueue generates a change of a queue.
func (c *contest) changeOfQueue() store.Op {
	return change(oneOf(c, store.PauseQueue, store.ResumeQueue, store.SetQueue, store.ClearQueue, store.CoolQueue, store.DeclareQueue), func(o *store.ChangeQueue) {
		o.Settings = store.QueueSettings{PerWorker: c.rnd.IntN(3), Concurrency: c.rnd.IntN(9)}
		if c.chance(50) {
			o.Settings.Rate = store.Rate{N: 1 + c.rnd.IntN(40), Per: time.Second, Burst: c.rnd.IntN(9)}
		}
		if c.chance(50) {
			o.Settings.PerPartition = store.Limit{Concurrency: c.rnd.IntN(3), Rate: oneOf(c, store.Rate{}, store.Rate{N: 1 + c.rnd.IntN(4), Per: time.Second})}
		}
		if o.Do == store.CoolQueue {
			o.Partition = oneOf(c, "", "a")
		}
		o.Revision = c.rnd.IntN(4)
		o.For, o.Initial, o.Max = time.Duration(c.rnd.IntN(3))*time.Second, time.Second, 4*time.Second
	})
}
