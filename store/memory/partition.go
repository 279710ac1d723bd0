package memory

import (
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

func (x *tx) partition(queue queueKey, key string) store.Partition {
	p := x.partitions[queue][key]
	p.Key = key
	return p
}

// putPartition stores the record of a partition, and deletes expired records of its queue.
func (x *tx) putPartition(queue queueKey, p store.Partition) {
	old := x.partitions[queue]
	x.undo = append(x.undo, func() { x.partitions[queue] = old })
	all := maps.Clone(old)
	if all == nil {
		all = map[string]store.Partition{}
	}
	all[p.Key] = p
	maps.DeleteFunc(all, func(_ string, p store.Partition) bool { return !rules.KeptUntil(p).After(x.now) })
	x.partitions[queue] = all
}

// forgetPartitions deletes what a change of a queue makes obsolete.
func (x *tx) forgetPartitions(queue queueKey, q, next store.Queue, o *store.ChangeQueue) {
	old := x.partitions[queue]
	all, cools := rules.ForgetsPartitions(q, next, o)
	if len(old) == 0 || !all && !cools {
		return
	}
	x.undo = append(x.undo, func() { x.partitions[queue] = old })
	if delete(x.partitions, queue); all {
		return
	}
	x.partitions[queue] = maps.Clone(old)
	for key, p := range old {
		p.CoolUntil, p.Cools = time.Time{}, 0
		x.partitions[queue][key] = p
	}
}

// byPartition takes for a claim what is free in its queue, as the limits per partition allow.
func (x *tx) byPartition(free []taskAt, o *store.ClaimActivities) (taken []taskAt) {
	queue := queueKey{o.Filter.Namespace, o.Filter.ActivityQueues()[0]}
	s := x.queues[queue]
	settings := s.Settings()
	running := map[string]int{}
	for _, r := range x.busy {
		for i := range r.Tasks.Loaded {
			if t := &r.Tasks.Loaded[i]; r.Namespace == queue.namespace && t.Queue == queue.name && t.Owner != uuid.Nil {
				running[t.Partition]++
			}
		}
	}
	waiting := map[string][]taskAt{}
	for _, f := range free {
		switch t := &f.Tasks.Loaded[f.i]; {
		case t.Partition == "" || x.overdue(f.run, t, o.Filter):
			taken = append(taken, f)
		case !o.Quarantine:
			waiting[t.Partition] = append(waiting[t.Partition], f)
		case settings.PerPartition.Concurrency == 0 || running[t.Partition] < settings.PerPartition.Concurrency:
			taken = append(taken, f)
		}
	}
	taken = taken[:min(len(taken), max(0, o.Max))]
	for _, key := range rules.InTurn(slices.Collect(maps.Keys(waiting)), o.After) {
		p := x.partition(queue, key)
		n := min(len(waiting[key]), rules.PartitionRoom(settings, p, running[key], max(0, o.Max-len(taken)), x.now))
		taken = append(taken, waiting[key][:n]...)
		if p, changed := rules.TakeOfPartition(settings, p, n, x.now); changed {
			x.putPartition(queue, p)
		}
	}
	return taken
}

// tellPartitions sets what a queue reports about its partitions.
func (x *tx) tellPartitions(q *store.Queue, keys []string) {
	var oldestRun time.Time
	all := map[string]*store.PartitionLoad{}
	for _, r := range x.busy {
		if r.Namespace != q.Namespace {
			continue
		}
		if d := r.Dispatch; d.Exists && r.Queue == q.Name && r.Owner == uuid.Nil && r.Access() == rules.AccessFree {
			oldestRun = earliest(oldestRun, d.Ready)
		}
		for i := range r.Tasks.Loaded {
			t := &r.Tasks.Loaded[i]
			if t.Queue != q.Name || t.Quarantined() || t.Owner == uuid.Nil && t.Delayed && t.Ready.After(x.now) {
				continue
			}
			p := all[t.Partition]
			if p == nil {
				p = &store.PartitionLoad{Partition: x.partition(queueKey{q.Namespace, q.Name}, t.Partition)}
				all[t.Partition] = p
			}
			if t.Owner != uuid.Nil {
				p.Running++
				continue
			}
			p.Ready, p.OldestReady = p.Ready+1, earliest(p.OldestReady, t.Ready)
		}
	}
	var waiting []store.PartitionLoad
	for _, p := range all {
		if p.Ready > 0 {
			waiting = append(waiting, *p)
		}
	}
	rules.TellPartitions(q, waiting, oldestRun, keys, x.now)
}
