package postgres

import (
	"context"
	"errors"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// unit carries out the ops of one batch. It reads what they name, applies the rules in memory, op by
// op, and writes the differences: two round trips for any number of ops. An op that searches the tables
// sees what those before it wrote.
//
// The lock of a run's row covers everything that belongs to the run. All runs that the ops name are
// locked first, in the order of their ids. Runs that others have locked are skipped, by searches as
// well; only a batch about one run waits for it. So nobody waits for a run while holding another.
type unit struct {
	*tx
	ops   []store.Op
	outs  []store.Outcome
	waits bool // for locks of others, instead of skipping them

	steps bool // there are only starts and commits: runs are locked when they are read

	taking  rules.Taking
	claims  []store.Claimed // what ops have taken, if counted and not reread
	reread  bool            // what was taken has changed since, or an earlier try has taken some
	counted bool            // what an earlier try has taken is known
	locked  map[store.RunID]bool
	outbox  outbox
	behind  map[store.Subject]bool // subjects with a locked member
	known
}

// known is what has been read, and changed since.
type known struct {
	runs   map[store.RunID]*run
	order  []*run                     // the same runs, in the order in which they were read or started
	newest map[nameKey]*run           // the newest run with that workflow id
	ended  map[ending]*run            // runs that a Terminate by workflow id has already ended
	loose  map[store.RunID]*run       // runs of which only activity rows were read
	taken  map[store.ActivityKey]bool // activity rows: whether others have them locked

	kept []store.Kept // to be kept, in the order of the ops

	removed     map[store.RunID]bool      // by retention, as far as known
	lastRemoved map[nameKey]lastTombstone // likewise, by workflow id
}

type nameKey struct{ namespace, workflowID string }

// ending is a Terminate by workflow id.
type ending struct {
	nameKey
	token store.Token
}

func endingOf(o *store.Terminate) ending {
	return ending{nameKey{o.Ref.Namespace, o.Ref.WorkflowID}, o.Token}
}

// Apply implements [store.Store].
//
// It locks and reads the rows that the members of a batch name, lets the rules of store/internal/rules change them in memory,
// member by member, and writes the difference, one statement for each table, together with the COMMIT. That takes two round trips
// for any number of members, and three if an inbox must be read. A commit that is alone in its batch, and touches only its run
// and its history, is one statement and one round trip instead.
//
// The lock of a run's row covers everything that belongs to the run. Runs are locked in the
// order of their ids, and locked rows are skipped, also by searches (a claim, the firing of
// timers, a recovery). So no transaction of the store waits for another while it holds what
// others need. If another transaction, such as an operator's open psql or one of the user's,
// keeps a run locked, what a batch wants of that run is answered [store.Locked], and the rest of
// the batch is carried out. The same applies to a start whose workflow id an uncommitted start
// has taken, and to an activity row that is being ended. These cannot be skipped, and cost the
// first batch that meets them a tenth of a second. A Runtime sends again, alone, what was
// locked, until it succeeds; a waiting client is told after 5 s, and the worker's log now and
// then. A client that stalls inside a transaction of the store's loses its locks after 10 s.
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
	if last := len(ops) - 1; last > 0 && rules.TakingOf(ops).By != nil {
		b.ops, b.take = ops[:last], ops[last:]
	}
	if err := b.apply(ctx); err != nil {
		return nil, err
	}
	return b.outs, nil
}

// forget makes everything be read again, because the tables may have changed.
func (u *unit) forget() {
	u.known = known{
		runs: make(map[store.RunID]*run), newest: make(map[nameKey]*run), ended: make(map[ending]*run),
		loose: make(map[store.RunID]*run), taken: make(map[store.ActivityKey]bool),
		removed: make(map[store.RunID]bool), lastRemoved: make(map[nameKey]lastTombstone),
	}
}

func (u *unit) apply() (err error) {
	if u.taking = rules.TakingOf(u.ops); u.taking.By != nil {
		u.queue(sqlCountHeld, id(u.taking.By.Worker), id(u.taking.By.Claim)).QueryRow(func(row pgx.Row) error {
			err := row.Scan(&u.taking.Held)
			u.counted, u.reread = true, u.taking.Held > 0
			return err
		})
	}
	if u.steps = onlySteps(u.ops); !u.steps {
		u.lock()
	}
	for i := 0; i < len(u.ops) && err == nil; {
		if searches(u.ops[i]) {
			err = u.search(i)
			i++
		} else {
			i, err = u.keyed(i)
		}
		u.flush()
	}
	return err
}

// last reports whether the op is the last one: its statements and the COMMIT then go in one round trip.
func (u *unit) last(i int) bool { return i == len(u.ops)-1 }

// keyed carries out ops from from on that name their subjects, and returns where it stopped: at a
// search, or where something must be read again once the changes are written.
func (u *unit) keyed(from int) (next int, err error) {
	to := from
	for to < len(u.ops) && !searches(u.ops[to]) {
		to++
	}
	if err := u.load(u.ops[from:to]); err != nil {
		return from, err
	}
	for i := from; i < to; i++ {
		if u.short(u.ops[i]) {
			return i, nil
		}
		out, err := u.change(u.ops[i])
		if err != nil {
			return i, &store.MemberError{Index: i, Err: err}
		}
		u.outs[i] = out
	}
	return to, nil
}

// short reports whether ops have taken so many entries from the inbox that what is loaded is not enough
// for op's page.
func (u *unit) short(op store.Op) bool {
	r := u.about(op)
	if r == nil || len(r.Inbox.Taken) == 0 {
		return false
	}
	n := rules.Needs(&r.Run, op, 0)
	return n.Above && r.Inbox.Short(n.After)
}

func (u *unit) change(op store.Op) (store.Outcome, error) {
	if s := store.SubjectOf(op); !u.waits && (u.behind[s] || u.unlocked(op)) {
		u.behind[s] = s != store.Subject{} // later members must not overtake it
		return store.Outcome{Code: store.Locked}, nil
	}
	switch o := op.(type) {
	case *store.Start:
		return u.start(o)
	case *store.StartAll:
		return u.startAll(o)
	case *store.Relay:
		return u.relay(o)
	}
	r := u.about(op)
	out, err := rules.Apply(r.rules(), op, &u.taking, u.now)
	if r != nil && err == nil {
		u.goOn(r)
		u.keeps(r)
	}
	if o, ok := op.(*store.Terminate); ok && o.Ref.Run == uuid.Nil && out.Code == store.Done {
		u.ended[endingOf(o)] = r
	}
	return out, err
}

// goOn adds the run that continues r, if there is one.
func (u *unit) goOn(r *run) {
	if r.Next == nil {
		return
	}
	next := &run{Run: *r.Next, nth: r.nth + 1, from: r}
	r.Next = nil
	u.add(next)
	u.locked[next.ID] = true
}

// about returns the run that op is about, if it exists.
func (u *unit) about(op store.Op) *run {
	switch o := op.(type) {
	case *store.Start:
		return u.runs[o.Run]
	case *store.StartAll:
		return nil
	case *store.Relay:
		if o.Deliver == nil {
			return nil
		}
		return u.find(o.Deliver.Ref)
	case *store.RetryActivity, *store.Beat:
		run, _ := rowsOf(op)
		if r := u.loose[run]; r != nil {
			return r
		}
	case *store.Terminate:
		if r := u.ended[endingOf(o)]; r != nil { // even if another run has the workflow id by now
			return r
		}
	}
	ref, _ := rules.RefOf(op)
	return u.find(ref)
}

// searches reports whether op must search for its subjects.
func searches(op store.Op) bool {
	switch op.(type) {
	case *store.Claim, *store.Take, *store.ClaimActivities, *store.Fire, *store.Recover, *store.Condemn, *store.Sweep, *store.Retain, *store.Expire, *store.Forward, *store.ChangeQueue, *store.ShareQueue, *store.DrainWorker,
		*store.PutSchedule, *store.FireSchedule:
		return true
	}
	return false
}

func (u *unit) search(i int) error {
	u.forget()
	switch o := u.ops[i].(type) {
	case *store.Claim:
		return u.claim(i, o)
	case *store.Take:
		if o == u.taking.By && u.counted && !u.reread {
			u.outs[i].Claims = u.claims
			return nil
		}
		u.readClaims(&u.outs[i].Claims, o.Worker, o.Claim)
		return u.send(u.last(i))
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
	case *store.Expire:
		return u.expire(i, o)
	case *store.ChangeQueue:
		return u.changeQueue(i, o)
	case *store.DrainWorker:
		return u.drainWorker(i, o)
	case *store.PutSchedule:
		return u.putSchedule(i, o)
	case *store.FireSchedule:
		return u.fireSchedule(i, o)
	case *store.ShareQueue:
		return u.shareQueue(i, o)
	case *store.Forward:
		return u.forward(i, o)
	}
	return errUnknownOp
}

// noteTaken records what the ops since the last read have taken; the inbox of a run that was parked was
// empty. If later ops change the same runs, the tables are read at the end.
func (u *unit) noteTaken() {
	if u.taking.By == nil || u.reread {
		return
	}
	before := len(u.claims)
	for _, r := range u.order {
		if slices.ContainsFunc(u.claims[:before], func(c store.Claimed) bool { return c.Run.ID == r.ID }) {
			u.reread = true
		}
		if u.taking.Has(&r.Run) {
			c := r.Claimed()
			u.claims, u.reread = append(u.claims, c), u.reread || len(c.Entries) < r.Inbox.Entries
		}
	}
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
