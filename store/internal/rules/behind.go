package rules

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// queueBehind makes a start wait behind r, or withdraws the start that waits there.
//
// B1. There is no run, or the start has another workflow id: NotFound.
// B2. The request is already fulfilled, or its start has been carried out since: Done.
// B3. The run has ended: Closed. Another start than Over waits, or waited last: Fenced.
// B4. Otherwise Start waits from now on, and replaces the start that waited.
// B5. Without Start the waiting start is withdrawn. It stays known for B2 and B3.
func queueBehind(r *Run, o *store.QueueBehind, now time.Time) store.Outcome {
	switch {
	case r == nil || o.Start != nil && (o.Start.Namespace != r.Namespace || o.Start.WorkflowID != r.WorkflowID):
		return store.Outcome{Code: store.NotFound}
	case queued(r, o):
		return store.Outcome{Run: r.ID}
	case r.Status != store.Open:
		return store.Outcome{Code: store.Closed, Run: r.ID}
	case lastBehind(r) != o.Over:
		return store.Outcome{Code: store.Fenced, Run: r.ID}
	case o.Start == nil:
		emptied(r, true)
	default:
		r.Behind, r.BehindData, r.Diff.Behind = store.BehindOf(o.Start, now), append([]byte{}, o.Start.Row.Data...), true
		r.Behind.Attrs = slices.Clone(r.Behind.Attrs)
	}
	return store.Outcome{Run: r.ID}
}

// queued reports whether the request of o is already fulfilled.
func queued(r *Run, o *store.QueueBehind) bool {
	switch {
	case r.Behind == nil:
		return false
	case o.Start == nil:
		return r.Behind.Run == o.Over && r.Behind.Withdrawn
	}
	return r.Behind.Run == o.Start.Run && !r.Behind.Withdrawn
}

// lastBehind returns the run of the start that waits behind r, or waited last; zero: none ever did.
func lastBehind(r *Run) (run store.RunID) {
	if r.Behind != nil {
		run = r.Behind.Run
	}
	return run
}

// emptied removes the start that waits behind r, and keeps its run known.
func emptied(r *Run, withdrawn bool) {
	b := *r.Behind
	b.Gone, b.Withdrawn, b.Attrs = true, withdrawn, nil
	r.Behind, r.BehindData, r.Diff.Behind = &b, nil, true
}

// passBehind moves the start that waits behind r behind next, which continues r.
func passBehind(r, next *Run) {
	if r.Behind == nil {
		return
	}
	next.Behind, next.BehindData, next.Diff.Behind = r.Behind, r.BehindData, true
	if r.Behind.Waits() {
		emptied(r, false)
	}
}

// follow begins the start that waits behind r, which has ended; zero: none waits.
//
// B6. When a run ends and does not continue, the start that waits behind it is carried out, by S5, in
// the same transaction.
func follow(r *Run, now time.Time) (store.RunID, error) {
	if !r.Behind.Waits() {
		return uuid.Nil, nil
	}
	o := r.Behind.StartOf(r.Namespace, r.WorkflowID, r.BehindData)
	next, out, err := Start(o, Place{}, now)
	if err != nil {
		return uuid.Nil, err
	}
	r.Next = next
	emptied(r, false)
	return out.Run, nil
}
