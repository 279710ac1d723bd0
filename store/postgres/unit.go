package postgres

import (
	"context"
	"errors"
	"slices"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// unit carries out the ops of one batch. It looks up what they name, has each of them
// change that in memory, in order, and writes the difference: two round trips for any
// number of ops. An op that searches the tables sees what those before it wrote.
//
// The lock of a run's row is the lock of everything that hangs on the run. All runs
// that the ops name are locked first, in the order of their ids. What somebody else has
// locked is passed over, by those who search as well; only a batch about one run waits
// for it. So nobody waits for a run while holding another.
type unit struct {
	*tx
	ops   []store.Op
	outs  []store.Outcome
	waits bool // for locks that somebody has, instead of passing over them

	steps  bool // there are only starts and commits: runs are locked when they are looked up
	entire bool // of inboxes not only pages are looked up

	locked map[store.RunID]bool
	behind map[store.Subject]bool // what has a member that is locked
	known
}

// known is what has been looked up, and changed since.
type known struct {
	runs   map[store.RunID]*run
	newest map[nameKey]*run // the run with that workflow id that was started last
	tasks  map[store.ActivityKey]*task
	ended  map[ending]store.RunID     // runs that a Terminate by workflow id has ended already
	taken  map[store.ActivityKey]bool // rows of activities that somebody else has locked
	lanes  []store.ActivityKey        // what no worker's lane holds any more

	removed     map[store.RunID]bool      // by retention, as far as asked for
	lastRemoved map[nameKey]lastTombstone // the same, by workflow id

	order     []*run // as they were looked up or started
	taskOrder []*task
}

type nameKey struct{ namespace, workflowID string }

// ending is a Terminate by workflow id.
type ending struct {
	nameKey
	token store.Token
}

// Apply implements [store.Store].
func (s *Store) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	if len(ops) == 0 {
		_, err := s.Now(ctx)
		return nil, err
	}
	for i, op := range ops {
		if err := store.Check(op); err != nil {
			return nil, &store.MemberError{Index: i, Err: err}
		}
	}
	b := &batch{s: s, ops: ops, outs: make([]store.Outcome, len(ops))}
	if err := b.apply(ctx); err != nil {
		return nil, err
	}
	return b.outs, nil
}

// forget has everything looked up again: the tables may have changed beneath.
func (u *unit) forget() {
	u.known = known{
		runs: make(map[store.RunID]*run), newest: make(map[nameKey]*run),
		tasks: make(map[store.ActivityKey]*task), taken: make(map[store.ActivityKey]bool), ended: make(map[ending]store.RunID),
		removed: make(map[store.RunID]bool), lastRemoved: make(map[nameKey]lastTombstone),
	}
}

func (u *unit) apply() error {
	if u.steps = onlySteps(u.ops); !u.steps {
		u.lock()
	}
	for from := 0; from < len(u.ops); {
		to := from
		for to < len(u.ops) && !searches(u.ops[to]) {
			to++
		}
		if to > from {
			if err := u.keyed(from, to); err != nil {
				return err
			}
		}
		if to < len(u.ops) {
			u.flush()
			if err := u.search(to); err != nil {
				return err
			}
			u.flush()
			to++
		}
		from = to
	}
	u.flush()
	return nil
}

// last says whether the op is the last one: then its statements and the COMMIT go in
// one round trip.
func (u *unit) last(i int) bool { return i == len(u.ops)-1 }

// keyed carries out ops that name what they are about.
func (u *unit) keyed(from, to int) error {
	if err := u.load(u.ops[from:to]); err != nil {
		return err
	}
	for i := from; i < to; i++ {
		out, err := u.change(u.ops[i])
		if err != nil {
			return &store.MemberError{Index: i, Err: err}
		}
		u.outs[i] = out
	}
	// One op has taken what another one's page began with: the page reaches further then.
	if !u.entire && slices.ContainsFunc(u.order, func(r *run) bool { return r.short }) {
		u.entire = true
		defer func() { u.entire = false }()
		return u.keyed(from, to)
	}
	return nil
}

func (u *unit) change(op store.Op) (store.Outcome, error) {
	if s := store.SubjectOf(op); !u.waits && (u.behind[s] || u.unlocked(op)) {
		u.behind[s] = s != store.Subject{} // what follows must not overtake it
		return store.Outcome{Code: store.Locked}, nil
	}
	switch o := op.(type) {
	case *store.Start:
		return u.start(o)
	case *store.Commit:
		return u.commit(o)
	case *store.Deliver:
		return u.deliver(o), nil
	case *store.Fetch:
		return u.fetch(o), nil
	case *store.EndActivity:
		return u.endActivity(o), nil
	case *store.RetryActivity:
		return u.retryActivity(o), nil
	case *store.Beat:
		return u.beat(o), nil
	case *store.Release:
		return u.release(o), nil
	case *store.Resume:
		return u.resume(o), nil
	case *store.Terminate:
		return u.terminate(o), nil
	}
	return store.Outcome{}, errUnknownOp
}

// searches says whether op has to look for what it is about.
func searches(op store.Op) bool {
	switch op.(type) {
	case *store.Claim, *store.ClaimActivities, *store.Fire, *store.Recover, *store.Condemn, *store.Sweep, *store.Retain, *store.Forward:
		return true
	}
	return false
}

func (u *unit) search(i int) error {
	u.forget()
	switch o := u.ops[i].(type) {
	case *store.Claim:
		return u.claim(i, o)
	case *store.ClaimActivities:
		return u.claimActivities(i, o)
	case *store.Fire:
		return u.fire(i, o)
	case *store.Recover:
		return u.recover(i, o)
	case *store.Condemn:
		return u.condemn(i, o)
	case *store.Sweep:
		return u.sweep(i)
	case *store.Retain:
		return u.retain(i, o)
	case *store.Forward:
		return u.forward(i, o)
	}
	return errUnknownOp
}

var errUnknownOp = errors.New("it is of a kind this store does not know")

func (u *unit) find(ref store.Ref) *run {
	if ref.Run != uuid.Nil {
		return u.runs[ref.Run]
	}
	return u.newest[nameKey{ref.Namespace, ref.WorkflowID}]
}

// add makes r known.
func (u *unit) add(r *run) {
	u.runs[r.ID] = r
	u.order = append(u.order, r)
	k := nameKey{r.Namespace, r.WorkflowID}
	if old := u.newest[k]; old == nil || old.nth < r.nth {
		u.newest[k] = r
	}
}
