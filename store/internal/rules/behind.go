package rules

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// queueBehind has a start wait behind r, or takes back what waits there.
//
// B1. There is no run, or the start is one of another workflow id: NotFound.
// B2. What o asks for is so, or has been carried out since: Done.
// B3. The run has ended: Closed. Something else than Over waits, or did last: Fenced.
// B4. Else Start waits, since now, in place of what did.
// B5. Without Start what waits is taken back. That it did wait stays known, as by B2 and B3.
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

// queued says whether what o asks for is so.
func queued(r *Run, o *store.QueueBehind) bool {
	switch {
	case r.Behind == nil:
		return false
	case o.Start == nil:
		return r.Behind.Run == o.Over && r.Behind.Withdrawn
	}
	return r.Behind.Run == o.Start.Run && !r.Behind.Withdrawn
}

// lastBehind is the run of the start that waits, or did last; zero: none ever has.
func lastBehind(r *Run) (run store.RunID) {
	if r.Behind != nil {
		run = r.Behind.Run
	}
	return run
}

// emptied leaves nothing waiting behind r, and known what did.
func emptied(r *Run, withdrawn bool) {
	b := *r.Behind
	b.Gone, b.Withdrawn, b.Attrs = true, withdrawn, nil
	r.Behind, r.BehindData, r.Diff.Behind = &b, nil, true
}

// passBehind has what waits behind r wait behind next, which goes on where r has ended.
func passBehind(r, next *Run) {
	if r.Behind == nil {
		return
	}
	next.Behind, next.BehindData, next.Diff.Behind = r.Behind, r.BehindData, true
	if r.Behind.Waits() {
		emptied(r, false)
	}
}

// follow begins what waits behind r, which has ended; zero: nothing does.
//
// B6. A run that ends, and does not go on, has the start that waits behind it carried out, by S5, in the same
// transaction.
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
