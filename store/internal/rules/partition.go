package rules

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/reprise-run/reprise/store"
)

// CoolsPartition says whether o, of what is known of a queue, is about one of its partitions.
//
// Q16. Where a queue has limits for each partition, what throttles an activity with a key cools down its partition, as Q6 and Q7 say of a
// queue, and nothing else of the queue.
func CoolsPartition(q store.Queue, o *store.ChangeQueue) bool {
	return o.Do == store.CoolQueue && o.Partition != "" && q.Settings().Partitioned()
}

// CoolPartition is a partition of q after o.
func CoolPartition(q store.Queue, p store.Partition, o *store.ChangeQueue, now time.Time) store.Partition {
	p.CoolUntil, p.Cools = cool(p.CoolUntil, p.Cools, o, now)
	p.TAT = afterCooling(q.Settings().PerPartition.Rate, p.TAT, p.CoolUntil)
	return p
}

// ForgetsPartitions says whether a change of a queue, from q to next, forgets what is known of its partitions, or how they cool down.
//
// Q20. Where a queue has no limits for each partition nothing is known of any. To resume it ends their cool-downs.
func ForgetsPartitions(q, next store.Queue, o *store.ChangeQueue) (all, cools bool) {
	if !q.Settings().Partitioned() {
		return false, false // none is
	}
	all = !next.Settings().Partitioned()
	return all, !all && o.Do == store.ResumeQueue
}

// PartitionRoom is how many rows of a partition a claim may take, most at most.
//
// Q17. So many attempts of a partition run at once as its concurrency says. What somebody has a row for runs, also where that is one who is
// dead and not recovered yet. Each takes a token of the partition's rate (Q13, Q15), and while the partition cools down none begins.
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

// PartitionNow fills in when more of p may begin, as far as time decides that.
func PartitionNow(limit store.Limit, p store.PartitionLoad, now time.Time) store.PartitionLoad {
	if p.NextAt = limit.Rate.NextAt(p.TAT, now); p.CoolUntil.After(now) && p.CoolUntil.After(p.NextAt) {
		p.NextAt = p.CoolUntil
	}
	p.Running = min(p.Running, limit.Concurrency)
	return p
}

// TellPartitions fills in what is told of the partitions of q, of each key of which something waits, and of "", and since when the
// oldest of its runs is ready. Only some keys are told of where they are asked for.
//
// Q21. What only its partition keeps from beginning is held, and is not the oldest that is ready.
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
	if q.Load != nil { // of those that are held more are counted than of what is ready elsewhere
		q.Load.ReadyActivities = max(q.Load.ReadyActivities, ready)
	}
	slices.SortFunc(q.Partitions, func(a, b store.PartitionLoad) int { return cmp.Or(b.Ready-a.Ready, strings.Compare(a.Key, b.Key)) })
	q.Partitions = q.Partitions[:min(len(q.Partitions), store.MostPartitions)]
}

// TakeOfPartition is a partition after a claim has taken n of its rows, and whether it has changed.
func TakeOfPartition(s store.QueueSettings, p store.Partition, n int, now time.Time) (store.Partition, bool) {
	rate := s.PerPartition.Rate
	if rate.N == 0 || n == 0 {
		return p, false
	}
	_, after := tokens(rate, p.TAT, p.CoolUntil, p.Cools, now)
	p.TAT = Stamp(after(n))
	return p, true
}

// KeptUntil is when nothing is to be known of a partition any more.
//
// Q18. A partition is forgotten when its tokens are all there again and it has not cooled down for an hour.
func KeptUntil(p store.Partition) time.Time {
	until := p.TAT
	if p.Cools > 0 {
		if quiet := p.CoolUntil.Add(time.Hour); quiet.After(until) {
			until = quiet
		}
	}
	return until
}

// InTurn are keys in the order in which a claim comes to them.
//
// Q19. A claim takes of the partitions in turn, in the order of their keys, from that on which follows After: of each as many as it may.
func InTurn(keys []string, after string) []string {
	slices.Sort(keys)
	at, found := slices.BinarySearch(keys, after)
	if found {
		at++
	}
	return slices.Concat(keys[at:], keys[:at])
}
