package postgres

import (
	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// owned finds the run that worker owns at epoch.
func (u *unit) owned(id store.RunID, worker store.WorkerID, epoch int64) *run {
	r := u.runs[id]
	if r == nil || worker == uuid.Nil || r.Owner != worker || r.Epoch != epoch {
		return nil
	}
	return r
}

func (u *unit) release(o *store.Release) store.Outcome {
	r := u.owned(o.Run, o.Worker, o.Epoch)
	if r == nil {
		return store.Outcome{Code: store.Fenced, Run: o.Run}
	}
	r.giveUp(u.now)
	if o.Block != nil {
		r.block(*o.Block)
		r.Blocked.Until = stamp(u.now.Add(o.Delay))
	}
	return store.Outcome{Run: r.ID}
}

func (u *unit) resume(o *store.Resume) store.Outcome {
	r := u.find(o.Ref)
	switch {
	case r == nil:
		return store.Outcome{Code: store.NotFound}
	case r.Status != store.Open:
		return store.Outcome{Code: store.Closed, Run: r.ID}
	}
	u.absolve(r)
	if r.dispatch.exists && r.Owner == uuid.Nil {
		r.prefers, r.changed = uuid.Nil, true
		r.makeReady(u.now)
	}
	return store.Outcome{Run: r.ID, Owner: r.Owner}
}

func (u *unit) terminate(o *store.Terminate) store.Outcome {
	if id, ok := u.terminated(o); ok {
		return store.Outcome{Run: id}
	}
	r := u.find(o.Ref)
	switch {
	case r == nil:
		return store.Outcome{Code: store.NotFound}
	case r.Status != store.Open:
		return store.Outcome{Code: store.Closed, Run: r.ID}
	}
	out := store.Outcome{Run: r.ID, Owner: r.Owner}
	undelivered := 0
	for _, e := range r.inbox {
		if e.Kind == store.EntrySignal {
			undelivered++
		}
	}
	r.append(o.Token, store.Row{Seq: r.NextSeq, N: o.N, Data: o.Data})
	u.end(r, store.Terminated, undelivered)
	if o.Ref.Run == uuid.Nil {
		u.ended[ending{nameKey{r.Namespace, r.WorkflowID}, o.Token}] = r.ID
	}
	return out
}

// terminated finds the run that o has terminated already, even where another run has
// the workflow id by now.
func (u *unit) terminated(o *store.Terminate) (store.RunID, bool) {
	if o.Ref.Run == uuid.Nil {
		id, ok := u.ended[ending{nameKey{o.Ref.Namespace, o.Ref.WorkflowID}, o.Token}]
		return id, ok
	}
	r := u.runs[o.Ref.Run]
	return o.Ref.Run, r != nil && r.Status == store.Terminated && r.LastCommit == o.Token
}
