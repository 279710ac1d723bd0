package rules

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/reprise-run/reprise/store"
)

// CoolsPartition reports whether o, which changes q, is about one of its partitions.
//
// Q16. If a queue has limits per partition, throttling an activity with a key cools down its partition,
// as Q6 and Q7 say for a queue, and nothing else in the queue.
func CoolsPartition(q store.Queue, o *store.ChangeQueue) bool {
	return o.Do == store.CoolQueue && o.Partition != "" && q.Settings().Partitioned()
}

// CoolPartition returns a partition of q after o.
func CoolPartition(q store.Queue, p store.Partition, o *store.ChangeQueue, now time.Time) store.Partition {
	p.CoolUntil, p.Cools = cool(p.CoolUntil, p.Cools, o, now)
	p.TAT = afterCooling(q.Settings().PerPartition.Rate, p.TAT, p.CoolUntil)
	return p
}

// ForgetsPartitions reports whether the change o of a queue, from q to next, drops all records of its
// partitions, or only their cool-downs.
//
// Q20. A queue without limits per partition has no records of any. Resuming the queue ends their
// cool-downs.
func ForgetsPartitions(q, next store.Queue, o *store.ChangeQueue) (all, cools bool) {
	if !q.Settings().Partitioned() {
		return false, false // there are none
	}
	all = !next.Settings().Partitioned()
	return all, !all && o.Do == store.ResumeQueue
}

// PartitionRoom returns how many rows of a partition a claim may take, and never more than most.
//
// Q17. As many attempts of a partition run at once as its concurrency allows. A row with an owner
// counts as running, even if the owner is dead and not yet recovered. Each row takes a token of the
// partition's rate (Q13, Q15). None begins while the partition cools down.
func PartitionRoom(s store.QueueSettings, p store.Partition, running, most int, now time.Time) int {
	if now.Before(p.CoolUntil) {
		return 0
	}
	if limit := s.PerPartition.Concurrency; limit > 0 {
		most = min(most, limit-running)
	}
	if rate := s.PerPartition.Rate; rate.N > 0 {
		n, _ := tokens(rate, p.TAT, p.CoolUntil, p.Cools, now)
		most = min(most, n)
	}
	return max(0, most)
}

// PartitionNow sets when more of p may begin, as far as that depends on time.
func PartitionNow(limit store.Limit, p store.PartitionLoad, now time.Time) store.PartitionLoad {
	if p.NextAt = limit.Rate.NextAt(p.TAT, now); p.CoolUntil.After(now) && p.CoolUntil.After(p.NextAt) {
		p.NextAt = p.CoolUntil
	}
	p.Running = min(p.Running, limit.Concurrency)
	return p
}

// TellPartitions sets what q reports: the load of each partition with a key under which something
// waits, and since when the oldest ready work waits. all also has the key "", and oldestRun is since
// when the oldest run is ready. If keys is not nil, only those keys are reported.
//
// Q21. Work that only its partition keeps from beginning is held, and is not the oldest that is ready.
func TellPartitions(q *store.Queue, all []store.PartitionLoad, oldestRun time.Time, keys []string, now time.Time) {
	limit := q.Settings().PerPartition
	if q.Load != nil {
		q.Load.Held, q.Load.OldestReady = 0, oldestRun
	}
	ready := 0
	for _, p := range all {
		ready += p.Ready
		if p.Key != "" {
			p = PartitionNow(limit, p, now)
			if keys == nil || slices.Contains(keys, p.Key) {
				q.Partitions = append(q.Partitions, p)
			}
		}
		switch l := q.Load; {
		case l == nil:
		case p.Key != "" && p.Held(limit.Concurrency):
			l.Held += p.Ready
		case l.OldestReady.IsZero() || p.OldestReady.Before(l.OldestReady):
			l.OldestReady = p.OldestReady
		}
	}
	if q.Load != nil { // more rows are counted for partitions than elsewhere for what is ready
		q.Load.ReadyActivities = max(q.Load.ReadyActivities, ready)
	}
	slices.SortFunc(q.Partitions, func(a, b store.PartitionLoad) int { return cmp.Or(b.Ready-a.Ready, strings.Compare(a.Key, b.Key)) })
	q.Partitions = q.Partitions[:min(len(q.Partitions), store.MostPartitions)]
}

// TakeOfPartition returns a partition after a claim has taken n of its rows, and whether it has
// changed.
func TakeOfPartition(s store.QueueSettings, p store.Partition, n int, now time.Time) (store.Partition, bool) {
	rate := s.PerPartition.Rate
	if rate.N == 0 || n == 0 {
		return p, false
	}
	_, after := tokens(rate, p.TAT, p.CoolUntil, p.Cools, now)
	p.TAT = Stamp(after(n))
	return p, true
}

// KeptUntil returns when the record of a partition may be dropped.
//
// Q18. The record of a partition is dropped when all its tokens are back and it has not cooled down for
// an hour.
func KeptUntil(p store.Partition) time.Time {
	until := p.TAT
	if p.Cools > 0 {
		if quiet := p.CoolUntil.Add(time.Hour); quiet.After(until) {
			until = quiet
		}
	}
	return until
}

// InTurn returns keys in the order in which a claim visits them.
//
// Q19. A claim visits the partitions in turn, in the order of their keys, beginning with the one after
// After, and takes as many rows from each as it may.
func InTurn(keys []string, after string) []string {
	slices.Sort(keys)
	at, found := slices.BinarySearch(keys, after)
	if found {
		at++
	}
	return slices.Concat(keys[at:], keys[:at])
}
