package memory

import (
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

var errUnknownOp = errors.New("memory: an op of a kind this store does not know")

func (x *tx) start(o *store.Start) (store.Outcome, error) {
	if r := x.runs[o.Run]; r != nil {
		out := store.Outcome{Run: r.ID}
		if o.First != nil {
			if r.rows[0].Token != o.First.Token {
				return store.Outcome{Code: store.Fenced, Run: r.ID}, nil
			}
			out = r.committed(o.First)
		}
		if d := r.dispatch; o.Owner != uuid.Nil && d.owner == o.Owner && d.claim == o.Claim {
			out.Claims = []store.Claimed{r.claimed()}
		}
		return out, nil
	}
	if _, ok := x.keys[o.Run]; ok {
		if o.First != nil {
			return store.Outcome{Code: store.Fenced, Run: o.Run}, nil
		}
		return store.Outcome{Run: o.Run}, nil
	}
	if r := x.named(nameKey{o.Namespace, o.WorkflowID}); r != nil && (o.Once || r.Status == store.Open) {
		return store.Outcome{Code: store.Exists, Run: r.ID}, nil
	}
	if out, ok := x.spoken(o); ok {
		return out, nil
	}
	r := &run{
		Run: store.Run{
			ID: o.Run, Chain: o.Chain, Namespace: o.Namespace, WorkflowID: o.WorkflowID,
			Workflow: o.Workflow, Queue: o.Queue, Priority: o.Priority, Status: store.Open,
			NextSeq: 1, Level: o.Level, Created: x.now,
		},
		ord:      x.created,
		dispatch: dispatch{exists: true, ready: x.now},
	}
	if o.First == nil {
		r.append(o.Row.Token, o.Row)
	}
	out := store.Outcome{Run: r.ID}
	if o.Owner != uuid.Nil {
		r.Epoch = 1
		r.dispatch.owner, r.dispatch.claim = o.Owner, o.Claim
		out.Claims = []store.Claimed{r.claimed()}
	}
	x.addRun(r)
	if o.First == nil {
		return out, nil
	}
	claims := out.Claims
	out, err := x.commit(o.First)
	out.Claims = claims
	return out, err
}

func (r *run) claimed() store.Claimed {
	return store.Claimed{Run: r.show(), Gen: r.gen, Entries: r.entries(0)}
}

func (x *tx) commit(o *store.Commit) (store.Outcome, error) {
	r := x.runs[o.Run]
	if r == nil {
		return store.Outcome{Code: store.NotFound}, nil
	}
	if i, ok := r.row(o.Seq); ok && r.rows[i].Token == o.Token {
		return r.committed(o), nil
	}
	if r.Status != store.Open || r.Epoch != o.Epoch || r.NextSeq != o.Seq {
		return store.Outcome{Code: store.Fenced, Run: r.ID}, nil
	}
	taken := make(map[int64]bool, len(o.Take))
	for _, order := range o.Take {
		taken[order] = true
	}
	var inbox []store.Entry
	unseen, signal := false, false
	for _, e := range r.inbox {
		if taken[e.Order] {
			continue
		}
		inbox = append(inbox, e)
		unseen = unseen || e.Order > o.Seen
		signal = signal || e.Order > o.Seen && e.Kind == store.EntrySignal
	}
	if o.Then == store.Close && signal {
		if o.Closing {
			x.edit(r, func() { r.dispatch.closing = true })
		}
		return store.Outcome{Code: store.Refused, Run: r.ID, Gen: r.gen, Entries: r.entries(o.Seen)}, nil
	}
	var err error
	x.edit(r, func() {
		r.append(o.Token, o.Rows...)
		r.Level, r.Build, r.Waiting = o.Level, o.Build, ""
		r.inbox = inbox
		r.dispatch.closing = false
		if err = r.hang(o, x); err != nil {
			return
		}
		if o.Absolve {
			r.Deaths, r.LaneDeaths, r.Blocked = 0, 0, nil
		}
		switch o.Then {
		case store.Park:
			r.Waiting = o.Waiting
			if unseen {
				break
			}
			r.prefers = uuid.Nil
			if o.Prefer {
				r.prefers = r.dispatch.owner
			}
			r.dispatch = dispatch{exists: len(inbox) > 0, ready: x.now}
		case store.Close:
			r.close(o.Status, o.Undelivered, x)
		}
	})
	if err != nil {
		return store.Outcome{}, err
	}
	if o.Absolve {
		x.leaveLane(store.ActivityKey{Run: r.ID})
	}
	return r.committed(o), nil
}

// committed is the answer to a commit that stands, now or since its first try.
func (r *run) committed(o *store.Commit) store.Outcome {
	out := store.Outcome{Run: r.ID, Gen: r.gen, Owner: r.dispatch.owner}
	if o.Then == store.Park && o.Owner != uuid.Nil && r.dispatch.owner == o.Owner && r.Epoch == o.Epoch {
		out.Owned, out.Entries = true, r.entries(o.Seen)
	}
	return out
}

func (r *run) row(seq int64) (int, bool) {
	return slices.BinarySearchFunc(r.rows, seq, func(w store.Row, seq int64) int {
		return int(max(-1, min(1, w.Seq-seq)))
	})
}

func (r *run) append(token store.Token, rows ...store.Row) {
	for _, w := range rows {
		w.Token = token
		r.rows = append(r.rows, copyRow(w))
		r.NextSeq = w.Seq + int64(w.N)
	}
	r.LastCommit = token
}

// hang adds and removes what hangs on the run.
func (r *run) hang(o *store.Commit, x *tx) error {
	for _, t := range o.StartTimers {
		i, ok := r.timer(t.ID)
		if ok {
			return fmt.Errorf("timer %d is outstanding already", t.ID)
		}
		r.timers = put(r.timers, i, store.Timer{ID: t.ID, FireAt: stamp(t.FireAt)})
	}
	for _, a := range o.Schedule {
		i, ok := r.task(a.ID)
		if ok {
			return fmt.Errorf("activity %d is outstanding already", a.ID)
		}
		r.tasks = put(r.tasks, i, newTask(r, a, x))
	}
	for _, id := range o.DropTimers {
		if i, ok := r.timer(id); ok {
			r.timers = drop(r.timers, i)
		}
	}
	for _, id := range o.DropActivities {
		if i, ok := r.task(id); ok {
			r.tasks = drop(r.tasks, i)
		}
	}
	return nil
}

// close ends the run and removes what hangs on it.
func (r *run) close(status store.Status, undelivered int, x *tx) {
	r.Status, r.Closed, r.Undelivered = status, x.now, undelivered
	r.Waiting, r.Blocked = "", nil
	r.dispatch, r.inbox, r.timers, r.tasks = dispatch{}, nil, nil, nil
}

func (x *tx) release(o *store.Release) store.Outcome {
	r := x.runs[o.Run]
	if r == nil || r.dispatch.owner != o.Worker || o.Worker == uuid.Nil || r.Epoch != o.Epoch {
		return store.Outcome{Code: store.Fenced, Run: o.Run}
	}
	x.giveUp(r)
	if o.Block != nil {
		x.edit(r, func() { r.block(*o.Block, x); r.Blocked.Until = stamp(x.now.Add(o.Delay)) })
	}
	return store.Outcome{Run: r.ID}
}

func (r *run) block(b store.Block, x *tx) {
	b.Count = 1
	if r.Blocked != nil {
		b.Count += r.Blocked.Count
	}
	r.Blocked = &b
}

func (x *tx) resume(o *store.Resume) store.Outcome {
	r := x.find(o.Ref)
	switch {
	case r == nil:
		return store.Outcome{Code: store.NotFound}
	case r.Status != store.Open:
		return store.Outcome{Code: store.Closed, Run: r.ID}
	}
	x.edit(r, func() {
		r.Deaths, r.LaneDeaths, r.Blocked = 0, 0, nil
		if r.dispatch.exists && r.dispatch.owner == uuid.Nil {
			r.dispatch.ready, r.prefers = x.now, uuid.Nil
		}
	})
	x.leaveLane(store.ActivityKey{Run: r.ID})
	return store.Outcome{Run: r.ID, Owner: r.dispatch.owner}
}

func (x *tx) terminate(o *store.Terminate) store.Outcome {
	if r := x.terminated(o); r != nil {
		return store.Outcome{Run: r.ID}
	}
	r := x.find(o.Ref)
	switch {
	case r == nil:
		return store.Outcome{Code: store.NotFound}
	case r.Status != store.Open:
		return store.Outcome{Code: store.Closed, Run: r.ID}
	}
	out := store.Outcome{Run: r.ID, Owner: r.dispatch.owner}
	undelivered := 0
	for _, e := range r.inbox {
		if e.Kind == store.EntrySignal {
			undelivered++
		}
	}
	x.edit(r, func() {
		r.append(o.Token, store.Row{Seq: r.NextSeq, N: o.N, Data: o.Data})
		r.close(store.Terminated, undelivered, x)
	})
	return out
}

// terminated finds the run that o has terminated already. It looks at every run with
// the workflow id: by now another one may have it.
func (x *tx) terminated(o *store.Terminate) *run {
	all := x.byID[nameKey{o.Ref.Namespace, o.Ref.WorkflowID}]
	if o.Ref.Run != uuid.Nil {
		all = nil
		if r := x.runs[o.Ref.Run]; r != nil {
			all = []*run{r}
		}
	}
	for _, r := range all {
		if r.Status == store.Terminated && r.LastCommit == o.Token {
			return r
		}
	}
	return nil
}
