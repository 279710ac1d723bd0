package postgres

import (
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

func (u *unit) start(o *store.Start) (store.Outcome, error) {
	if r := u.runs[o.Run]; r != nil {
		out := store.Outcome{Run: r.ID}
		if o.First != nil {
			if r.tokens[o.First.Seq] != o.First.Token {
				return store.Outcome{Code: store.Fenced, Run: r.ID}, nil
			}
			out = r.committed(o.First)
		}
		if o.Owner != uuid.Nil && r.Owner == o.Owner && r.dispatch.claim == o.Claim {
			out.Claims = []store.Claimed{r.claimed()}
		}
		return out, nil
	}
	if u.removed[o.Run] {
		if o.First != nil {
			return store.Outcome{Code: store.Fenced, Run: o.Run}, nil
		}
		return store.Outcome{Run: o.Run}, nil
	}
	before := u.newest[nameKey{o.Namespace, o.WorkflowID}]
	if before != nil && (o.Once || before.Status == store.Open) {
		return store.Outcome{Code: store.Exists, Run: before.ID}, nil
	}
	last, kept := u.lastRemoved[nameKey{o.Namespace, o.WorkflowID}]
	if kept && o.Once {
		return store.Outcome{Code: store.Exists, Run: last.run}, nil
	}
	nth := 0
	if kept {
		nth = last.nth + 1
	}
	if before != nil {
		nth = max(nth, before.nth+1)
	}
	r := newRun(o, nth, u.now)
	out := store.Outcome{Run: r.ID}
	if o.Owner != uuid.Nil {
		out.Claims = []store.Claimed{r.claimed()}
	}
	u.add(r)
	u.locked[r.ID] = true
	if o.First == nil {
		return out, nil
	}
	claims := out.Claims
	out, err := u.commit(o.First)
	out.Claims = claims
	return out, err
}

// newRun is the run that o starts, with its dispatch row.
func newRun(o *store.Start, nth int, now time.Time) *run {
	r := &run{Run: begun(o, now), nth: nth, fresh: true, whole: true}
	if o.First == nil {
		r.append(o.Row.Token, o.Row)
	}
	r.makeReady(now)
	if o.Owner != uuid.Nil {
		r.dispatch.claim = o.Claim
	}
	return r
}

// begun is what is shown of a run that o starts, before its first commit.
func begun(o *store.Start, now time.Time) store.Run {
	r := store.Run{
		ID: o.Run, Chain: o.Chain, Namespace: o.Namespace, WorkflowID: o.WorkflowID, Workflow: o.Workflow, Queue: o.Queue,
		Priority: o.Priority, Status: store.Open, NextSeq: 1 + int64(o.Row.N), LastCommit: o.Row.Token, Level: o.Level, Created: now,
	}
	if o.Owner != uuid.Nil {
		r.Epoch, r.Owner = 1, o.Owner
	}
	return r
}

// commit keeps the rules C1 to C12 of store/internal/rules; the fence is C3.
func (u *unit) commit(o *store.Commit) (store.Outcome, error) {
	r := u.runs[o.Run]
	if r == nil {
		return store.Outcome{Code: store.NotFound}, nil
	}
	if before, ok := r.tokens[o.Seq]; ok && before == o.Token {
		return r.committed(o), nil
	}
	if r.Status != store.Open || r.Epoch != o.Epoch || r.LastCommit != o.After || r.NextSeq != o.Seq {
		return store.Outcome{Code: store.Fenced, Run: r.ID}, nil
	}
	if o.Then == store.Close && r.unseenSignal(o) {
		if o.Closing && !r.closing {
			r.closing = true
		}
		return store.Outcome{Code: store.Refused, Run: r.ID, Gen: r.gen, Entries: r.page(o.Seen)}, nil
	}
	r.append(o.Token, o.Rows...)
	r.Level, r.Build, r.Waiting, r.waits, r.closing = o.Level, o.Build, "", false, false
	r.take(o.Take)
	if err := u.hang(o, r); err != nil {
		return store.Outcome{}, err
	}
	if o.Absolve {
		u.absolve(r)
	}
	switch o.Then {
	case store.Park:
		r.Waiting, r.waits = o.Waiting, true
		if r.above(o.Seen) < len(r.inbox) {
			break
		}
		r.prefers = uuid.Nil
		if o.Prefer {
			r.prefers = r.Owner
		}
		r.Owner, r.dispatch, r.moved = uuid.Nil, dispatch{}, true
		if r.entries > 0 {
			r.makeReady(u.now)
		}
	case store.Close:
		u.end(r, o.Status, o.Undelivered)
	}
	return r.committed(o), nil
}

// committed is the answer to a commit that stands, now or since its first try.
func (r *run) committed(o *store.Commit) store.Outcome {
	out := store.Outcome{Run: r.ID, Gen: r.gen, Owner: r.Owner}
	if o.Then == store.Park && o.Owner != uuid.Nil && r.Owner == o.Owner && r.Epoch == o.Epoch {
		out.Owned, out.Entries = true, r.page(o.Seen)
	}
	return out
}

// unseenSignal says whether a signal that the committer neither takes nor knows is in
// the inbox.
func (r *run) unseenSignal(o *store.Commit) bool {
	return slices.ContainsFunc(r.inbox, func(e entry) bool {
		return e.Kind == store.EntrySignal && e.Order > o.Seen && !slices.Contains(o.Take, e.Order)
	})
}

// hang adds and removes what hangs on the run.
func (u *unit) hang(o *store.Commit, r *run) error {
	for _, t := range o.StartTimers {
		if _, fresh := r.timers[t.ID]; fresh || r.armed[t.ID] {
			return fmt.Errorf("timer %d is outstanding already", t.ID)
		}
		r.startTimer(t)
	}
	for i := range o.Schedule {
		a := &o.Schedule[i]
		if t := u.tasks[store.ActivityKey{Run: r.ID, Activity: a.ID}]; t != nil && !t.gone {
			return fmt.Errorf("activity %d is outstanding already", a.ID)
		}
		u.addTask(newTask(r, a, o.Token, u.now))
	}
	for _, id := range o.DropTimers {
		r.dropTimer(id)
	}
	for _, id := range o.DropActivities {
		u.dropTask(r, id)
	}
	return nil
}

// end closes the run, and with it whatever the batch knows to hang on it.
func (u *unit) end(r *run, status store.Status, undelivered int) {
	r.end(status, undelivered, u.now)
	for _, t := range u.taskOrder {
		if t.Run == r.ID {
			t.gone = true
		}
	}
}

// absolve forgets what speaks against the run.
func (u *unit) absolve(r *run) {
	if r.Deaths == 0 && r.LaneDeaths == 0 && r.Blocked == nil {
		return
	}
	r.Deaths, r.LaneDeaths, r.Blocked = 0, 0, nil
	u.lanes = append(u.lanes, store.ActivityKey{Run: r.ID})
}
