package memory

import (
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

type queueKey struct{ namespace, name string }

func (x *tx) changeQueue(o *store.ChangeQueue) store.Outcome {
	key := queueKey{o.Namespace, o.Queue}
	q := x.queueNow(x.queues[key])
	q.Namespace, q.Name = o.Namespace, o.Queue
	if rules.CoolsPartition(q, o) {
		p := rules.CoolPartition(q, x.partition(key, o.Partition), o, x.now)
		x.putPartition(key, p)
		return store.Outcome{Next: p.CoolUntil}
	}
	next := rules.ChangeQueue(q, o, x.now)
	x.putQueue(key, next)
	x.forgetPartitions(key, q, next, o)
	return store.Outcome{Next: next.CoolUntil}
}

func (x *tx) shareQueue(o *store.ShareQueue) store.Outcome {
	key := queueKey{o.Namespace, o.Queue}
	q, there := x.queues[key]
	if !there {
		return store.Outcome{}
	}
	q, n, tokens := rules.ShareQueue(x.queueNow(q), o, x.now)
	x.putQueue(key, q)
	return store.Outcome{Count: n, Tokens: tokens}
}

// putQueue stores what is known of a queue.
func (x *tx) putQueue(key queueKey, q store.Queue) {
	old, there := x.queues[key]
	x.undo = append(x.undo, func() {
		if delete(x.queues, key); there {
			x.queues[key] = old
		}
	})
	if rules.HasRow(q) {
		x.queues[key] = q
	} else {
		delete(x.queues, key)
	}
}

// queueNow returns q with its shares marked whose workers are gone. The caller may change the result.
func (x *tx) queueNow(q store.Queue) store.Queue {
	q.Shares = slices.Clone(q.Shares)
	for i := range q.Shares {
		q.Shares[i].Gone = x.workers[q.Shares[i].Worker] == nil
	}
	return q
}

// dropShares removes a worker that leaves from all queues.
func (x *tx) dropShares(id store.WorkerID) {
	for key, q := range x.queues {
		mine := func(s store.Share) bool { return s.Worker == id }
		if slices.ContainsFunc(q.Shares, mine) {
			q.Shares = slices.DeleteFunc(slices.Clone(q.Shares), mine)
			x.putQueue(key, q)
		}
	}
}

// waiting counts the ready activities of a queue with these names.
func (x *tx) waiting(q store.Queue, names []string) (n int) {
	for _, r := range x.busy {
		for i := range r.Tasks.Loaded {
			t := &r.Tasks.Loaded[i]
			if r.Namespace == q.Namespace && t.Queue == q.Name && t.Owner == uuid.Nil && !t.Quarantined() && slices.Contains(names, t.Name) && (!t.Delayed || !t.Ready.After(x.now)) {
				n++
			}
		}
	}
	return min(n, store.MostWaiting)
}

// Queues implements [store.Store].
func (s *Store) Queues(ctx context.Context, q store.QueueQuery) (all []store.Queue, err error) {
	err = s.view(ctx, func(x *tx) { all = x.askQueues(q) })
	return all, err
}

func (x *tx) askQueues(q store.QueueQuery) (all []store.Queue) {
	found := map[string]store.Queue{}
	for key, row := range x.queues {
		if key.namespace == q.Namespace {
			found[key.name] = x.queueNow(row)
		}
	}
	if q.Load {
		for name, load := range x.queueLoads(q.Namespace) {
			row := found[name]
			row.Namespace, row.Name, row.Load = q.Namespace, name, load
			found[name] = row
		}
	}
	for name, row := range found {
		if !q.All && !slices.Contains(q.Names, name) {
			continue
		}
		if q.Load && row.Load == nil {
			row.Load = &store.QueueLoad{}
		}
		if row.Settings().Partitioned() && (q.Load || len(q.Keys) > 0) {
			x.tellPartitions(&row, q.Keys)
		}
		all = append(all, row)
	}
	slices.SortFunc(all, func(a, b store.Queue) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// queueLoads returns the work in the queues of a namespace.
func (x *tx) queueLoads(namespace string) map[string]*store.QueueLoad {
	all := map[string]*store.QueueLoad{}
	load := func(queue string) *store.QueueLoad {
		if all[queue] == nil {
			all[queue] = &store.QueueLoad{}
		}
		return all[queue]
	}
	for _, r := range x.busy {
		if r.Namespace != namespace {
			continue
		}
		switch l := r.Dispatch; {
		case !l.Exists:
		case r.Owner != uuid.Nil:
			load(r.Queue).Owned++
		case r.Access() == rules.AccessFree:
			q := load(r.Queue)
			q.ReadyRuns++
			q.OldestReady = earliest(q.OldestReady, l.Ready)
		}
		for i := range r.Tasks.Loaded {
			t := &r.Tasks.Loaded[i]
			switch {
			case t.Owner != uuid.Nil:
				load(t.Queue).Running++
			case t.Quarantined():
			case t.Delayed && t.Ready.After(x.now):
				if t.Attempt > 0 && t.Ready.Sub(x.now) < store.HoldFor/2 {
					load(t.Queue).Retrying++
				}
			default:
				q := load(t.Queue)
				q.ReadyActivities++
				q.OldestReady = earliest(q.OldestReady, t.Ready)
			}
		}
	}
	for _, l := range all {
		l.Cap()
	}
	return all
}
