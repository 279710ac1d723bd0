package commit

import (
	"slices"

	"github.com/reprise-run/reprise/store"
)

// Bounds of a batch. A larger member goes alone.
const (
	maxBatch      = 500
	maxBatchBytes = 1 << 20
)

// first takes the next batch from a queue; nil if the queue is empty.
func first(queue *[]*Request, serial bool) []*Request {
	all, n, bytes := *queue, 0, 0
	for n < len(all) && n < maxBatch {
		size := opBytes(all[n].op)
		if n > 0 && (serial || bytes+size > maxBatchBytes) {
			break
		}
		bytes += size
		n++
	}
	if n == 0 {
		*queue = nil
		return nil
	}
	if *queue = all[n:]; n == len(all) {
		*queue = nil
	}
	batch := all[:n:n]
	order(batch)
	return batch
}

// order puts deliveries first, so that a run that is about to be parked finds its events in
// the same batch and continues. Ops that search come last, so that a store can keep together
// those that name their subject. All of them wait at the same time, so they have no order
// among them, except those of one subject, whose order stays.
func order(batch []*Request) {
	slices.SortStableFunc(batch, func(a, b *Request) int { return rank(a) - rank(b) })
}

func rank(r *Request) int {
	op := r.op
	if relay, ok := op.(*store.Relay); ok {
		op = relay.Op()
	}
	switch op.(type) {
	case *store.Deliver:
		return 0
	case *store.Fire:
		return 2
	}
	if store.SubjectOf(r.op) == (store.Subject{}) {
		return 3
	}
	return 1
}

// opBytes estimates how much an op adds to a batch.
func opBytes(op store.Op) int {
	const overhead = 200
	size := overhead
	switch op := op.(type) {
	case *store.Start:
		size += len(op.Row.Data)
		if op.First != nil {
			size += opBytes(op.First)
		}
	case *store.StartAll:
		for _, s := range op.Starts {
			size += opBytes(s)
		}
	case *store.Commit:
		for _, row := range op.Rows {
			size += len(row.Data)
		}
		for _, a := range op.Schedule {
			size += overhead + len(a.Data)
		}
		size += overhead * len(op.StartTimers)
		for _, m := range op.Send {
			size += overhead + len(m.Data)
		}
	case *store.Relay:
		if op.Op() != nil {
			size += opBytes(op.Op())
		}
	case *store.Deliver:
		size += len(op.Entry.Data)
	case *store.EndActivity:
		size += len(op.Entry.Data)
	case *store.EndJob:
		size += opBytes(&op.Commit)
	case *store.Beat:
		size += len(op.Details)
	case *store.RetryActivity:
		size += len(op.Last)
	}
	return size
}
