package postgres

import (
	"bytes"
	"cmp"
	"errors"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
)

// quick is a batch that needs no look first, because what its members must find is known:
// steps of runs that their workers hold, and starts under workflow ids that are new, with
// the first commit of the run or without; such a run is inserted as that leaves it. Before
// them come deliveries, see quickdeliver.go. One statement checks all of it under the
// locks, and writes everything or nothing; with BEGIN and COMMIT it is one round trip.
// When anything is not as expected, a run is locked by another included, nothing was
// written and the batch takes the ordinary way.
//
// A Fire behind them goes the same way, by a statement of its own, see quickfire.go. It
// makes two round trips of a batch that has more: the transaction ends when both have said
// that all is as expected.
type quick struct {
	ops     []store.Op
	fire    *store.Fire // behind them; may be nil
	commits []*store.Commit
	starts  []*store.Start
	arrivals

	shape   shape
	nTaken  int
	members map[store.RunID]bool
}

// maxQuickTakes bounds the entries that one statement removes.
const maxQuickTakes = 200

// newQuick is nil when the batch is not of that kind.
func newQuick(ops []store.Op) *quick {
	if len(ops) == 0 {
		return nil
	}
	fire, _ := ops[len(ops)-1].(*store.Fire)
	if fire != nil {
		ops = ops[:len(ops)-1]
	}
	q := &quick{ops: ops, fire: fire, members: make(map[store.RunID]bool, len(ops))}
	started := make(map[nameKey]bool)
	for _, op := range ops {
		switch o := op.(type) {
		case *store.Commit:
			if q.members[o.Run] || !q.commit(o) {
				return nil
			}
			q.members[o.Run] = true
		case *store.Start:
			k := nameKey{o.Namespace, o.WorkflowID}
			if q.members[o.Run] || started[k] || o.First != nil && !q.hangs(o.First) {
				return nil
			}
			q.members[o.Run], started[k] = true, true
			q.starts = append(q.starts, o)
			q.shape.firsts = q.shape.firsts || o.First != nil
		case *store.Deliver:
			if !q.deliver(o) {
				return nil
			}
		default:
			return nil
		}
	}
	slices.SortFunc(q.commits, func(a, b *store.Commit) int { return bytes.Compare(a.Run[:], b.Run[:]) }) // the order of the locks
	// Two that start the same workflow ids wait for each other in one order.
	slices.SortFunc(q.starts, func(a, b *store.Start) int {
		return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.WorkflowID, b.WorkflowID))
	})
	q.shape.one, q.shape.commits, q.shape.starts = len(q.members) == 1 && q.rows() == 1, len(q.commits) > 0, len(q.starts) > 0
	return q
}

// commit says whether o changes nothing twice, which one statement could not.
func (q *quick) commit(o *store.Commit) bool {
	q.commits = append(q.commits, o)
	q.shape.lets = q.shape.lets || o.Then != store.Keep
	q.shape.closes = q.shape.closes || o.Then == store.Close
	q.shape.takes = q.shape.takes || len(o.Take) > 0
	q.nTaken += len(o.Take)
	return q.nTaken <= maxQuickTakes && !twice(o.Take) && q.hangs(o)
}

// rows is how many rows of history q has.
func (q *quick) rows() (n int) {
	for _, o := range q.all() {
		n += len(o.Rows)
	}
	for _, o := range q.starts {
		if o.First == nil {
			n++
		}
	}
	return n
}

// hangs says whether o changes nothing twice of what hangs on its run.
func (q *quick) hangs(o *store.Commit) bool {
	q.shape.timers = q.shape.timers || len(o.StartTimers)+len(o.DropTimers) > 0
	q.shape.tasks = q.shape.tasks || len(o.Schedule)+len(o.DropActivities) > 0
	if o.Then == store.Close {
		return len(o.StartTimers)+len(o.DropTimers)+len(o.Schedule)+len(o.DropActivities) == 0
	}
	return (len(o.StartTimers) == 0 || len(o.DropTimers) == 0) && (len(o.Schedule) == 0 || len(o.DropActivities) == 0)
}

func twice(all []int64) bool {
	for i, v := range all {
		for _, w := range all[:i] {
			if v == w {
				return true
			}
		}
	}
	return false
}

// written is what is told of a run that a quick batch has changed.
type written struct {
	gen   int64
	owner store.WorkerID
}

// errNotQuick: the batch takes the ordinary way.
var errNotQuick = errors.New("something is not as the batch expects it")

// len is how many ops q carries out.
func (q *quick) len() int {
	if q.fire != nil {
		return len(q.ops) + 1
	}
	return len(q.ops)
}

// quickly carries out q in one round trip, with the end of the transaction if that is
// known to follow, and tells outs how each member has ended.
func (x *tx) quickly(q *quick, last bool, outs []store.Outcome) error {
	done := make(map[store.RunID]written, len(q.members))
	come := make([]arrived, len(q.arrivals.all))
	var fired firing
	var all []statement
	if len(q.ops) > 0 {
		sql, args := q.statement()
		all = append(all, statement{sql, args, x.readChanges(q, done, come)})
	}
	if q.fire != nil {
		all = append(all, statement{sqlFire, fireArgs(q.fire), func(rows pgx.Rows) error { return x.readFired(&fired, rows) }})
	}
	if err := x.directly(all, last); err != nil {
		return err
	}
	if len(done) != len(q.members) || slices.ContainsFunc(come, func(a arrived) bool { return !a.done }) || q.fire != nil && !fired.ok {
		return errNotQuick
	}
	next := 0
	for i, op := range q.ops {
		switch o := op.(type) {
		case *store.Commit:
			outs[i] = q.kept(o, done[o.Run], come)
		case *store.Start:
			outs[i] = x.started(o)
			if o.First != nil {
				outs[i].Owner = done[o.Run].owner
			}
		case *store.Deliver:
			outs[i], next = come[next].Outcome, next+1
		}
	}
	if q.fire != nil {
		outs[len(q.ops)] = fired.Outcome
	}
	return nil
}

// readChanges reads what has become of the runs of q, and of what was delivered to them.
func (x *tx) readChanges(q *quick, done map[store.RunID]written, come []arrived) func(pgx.Rows) error {
	var run, owner pgtype.UUID
	var now pgtype.Timestamptz
	var gen int64
	targets := []any{&run, &gen, &owner, &now}
	if q.shape.delivers {
		targets = append(targets, make([]any, 2+claimedColumns)...)
	}
	return func(rows pgx.Rows) error {
		if q.shape.delivers {
			if is, err := x.readArrival(q, rows, come); is || err != nil {
				return err
			}
		}
		err := rows.Scan(targets...)
		x.now = timeOf(now)
		done[uuidOf(run)] = written{gen, uuidOf(owner)}
		return err
	}
}

// statement is one with what reads each row of its answer.
type statement struct {
	sql  string
	args []any
	read func(pgx.Rows) error
}

// directly has statements carried out in one round trip that need no settings but those
// that the session has. A single one is the end of the transaction, too, with last; of
// several, that has to wait for what each of them says.
func (x *tx) directly(all []statement, last bool) error {
	x.bare, last = true, last && len(all) == 1
	if last && !x.begun && settled(x.conn.Conn()) {
		return x.single(all[0].sql, all[0].args, all[0].read)
	}
	for _, s := range all {
		rows(x.queue(s.sql, s.args...), s.read)
	}
	x.wrote = true
	return x.send(last)
}

// started is the answer to a Start of a run that is new.
func (x *tx) started(o *store.Start) store.Outcome {
	out := store.Outcome{Run: o.Run}
	if o.Owner != uuid.Nil {
		out.Claims = []store.Claimed{{Run: begun(o, x.now)}}
	}
	return out
}
