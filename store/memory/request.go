package memory

import (
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// request is a signal or cancel that was sent inside a user's transaction.
type request struct {
	ref   store.Ref // with Namespace, however it names the run
	id    string    // the workflow id, for people
	entry store.Entry
	lost  bool // it names no run
}

// request stores o until it is forwarded.
func (x *tx) request(o *store.Deliver) store.Outcome {
	r := x.find(o.Ref)
	if r == nil {
		return (*rules.Run)(nil).Request()
	}
	out := r.Request()
	if out.Code == store.Done {
		x.accepted(o, r)
	}
	return out
}

// accepted stores a request to r, whatever r accepts by now.
func (x *tx) accepted(o *store.Deliver, r *run) {
	q := request{ref: o.Ref, id: o.Ref.WorkflowID, entry: copyEntry(o.Entry)}
	if r != nil {
		q.ref, q.id = store.Ref{Run: r.ID, Namespace: r.Namespace}, r.WorkflowID
	}
	q.entry.Ref = 0
	x.setRequests(append(x.requests[:len(x.requests):len(x.requests)], q))
}

func (x *tx) setRequests(all []request) {
	old := x.requests
	x.undo = append(x.undo, func() { x.requests = old })
	x.requests = all
}

// target returns the run of q, and whether q can be forwarded now.
func (x *tx) target(q *request, namespace string) (r *run, due bool) {
	if q.lost || q.ref.Namespace != namespace {
		return nil, false
	}
	r = x.find(q.ref)
	if r != nil && r.Status == store.Continued {
		if last := x.find(store.Ref{Namespace: namespace, WorkflowID: r.WorkflowID}); last.Chain == r.Chain {
			r = last
		}
	}
	return r, r == nil || r.Status != store.Open || r.Takes()
}

func (x *tx) forward(o *store.Forward) store.Outcome {
	var out store.Outcome
	var left []request
	for _, q := range x.requests {
		r, due := x.target(&q, o.Namespace)
		if !due || out.Count == o.Max {
			left = append(left, q)
			continue
		}
		var f store.Forwarded
		if r != nil {
			x.edit(r, func() { f, _ = r.Forward(q.entry, &x.take, x.now) })
		} else {
			f, _ = (*rules.Run)(nil).Forward(q.entry, nil, x.now)
			q.lost = true
			left = append(left, q)
		}
		f.WorkflowID = q.id
		out.Count++
		out.Forwarded = append(out.Forwarded, f)
	}
	if out.Count > 0 {
		x.setRequests(left)
	}
	return out
}

// requested reports whether a Forward in namespace has something to do.
func (x *tx) requested(namespace string) bool {
	for i := range x.requests {
		if _, due := x.target(&x.requests[i], namespace); due {
			return true
		}
	}
	return false
}

// insert carries out an op of a user's transaction.
func (x *tx) insert(op store.Op) (store.Outcome, error) {
	if err := store.CheckInTx(op); err != nil {
		return store.Outcome{}, err
	}
	switch o := op.(type) {
	case *store.Start:
		return x.start(o)
	case *store.Deliver:
		return x.request(o), nil
	}
	return store.Outcome{}, errUnknownOp
}
