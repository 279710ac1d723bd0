package memory

import (
	"github.com/reprise-run/reprise/store"
)

// request is a signal or cancel that was sent inside a transaction of the user's.
type request struct {
	ref   store.Ref // with Namespace, whatever names the run
	id    string    // the workflow id, for people
	entry store.Entry
	lost  bool // it names no run
}

// request keeps o until it is forwarded.
func (x *tx) request(o *store.Deliver) store.Outcome {
	r := x.find(o.Ref)
	if r == nil {
		return store.Outcome{Code: store.NotFound}
	}
	out := store.Outcome{Run: r.ID}
	switch {
	case r.Status != store.Open:
		out.Code = store.Closed
		return out
	case r.unread() >= store.MaxUnread:
		out.Code = store.Full
		return out
	}
	x.accepted(o, r)
	return out
}

// accepted keeps a request to r, whatever r takes by now.
func (x *tx) accepted(o *store.Deliver, r *run) {
	q := request{ref: o.Ref, id: o.Ref.WorkflowID, entry: copyEntry(o.Entry)}
	if r != nil {
		q.ref.Namespace, q.id = r.Namespace, r.WorkflowID
	}
	q.entry.Ref = 0
	x.setRequests(append(x.requests[:len(x.requests):len(x.requests)], q))
}

func (x *tx) setRequests(all []request) {
	old := x.requests
	x.undo = append(x.undo, func() { x.requests = old })
	x.requests = all
}

// target is the run of q, and whether q can leave its waiting now.
func (x *tx) target(q *request, namespace string) (r *run, due bool) {
	if q.lost || q.ref.Namespace != namespace {
		return nil, false
	}
	r = x.find(q.ref)
	return r, r == nil || r.Status != store.Open || !r.dispatch.closing && r.unread() < store.MaxUnread
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
		out.Count++
		f := store.Forwarded{WorkflowID: q.id, Entry: store.Entry{ID: q.entry.ID, Kind: q.entry.Kind}}
		if r == nil {
			f.Code, q.lost = store.NotFound, true
			left = append(left, q)
		} else if d := x.deliver(&store.Deliver{Ref: store.Ref{Run: r.ID}, Entry: q.entry}); d.Code == store.Done {
			f.Run, f.Owner, f.Entry = r.ID, d.Owner, d.Entries[0]
		} else {
			f.Code, f.Run = store.Closed, r.ID
			if q.entry.Kind == store.EntrySignal {
				x.edit(r, func() { r.Undelivered++ })
			}
		}
		out.Forwarded = append(out.Forwarded, f)
	}
	if out.Count > 0 {
		x.setRequests(left)
	}
	return out
}

// requested says whether a Forward in namespace has something to do.
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
