package sqlite

import (
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// keyed carries out an op that names its run.
func (x *tx) keyed(ref store.Ref, op store.Op) (store.Outcome, error) {
	var r *run
	if o, ok := op.(*store.Terminate); ok && ref.Run == uuid.Nil {
		r = load(x.session(), sqlLoadTerminated, ref.Namespace, ref.WorkflowID, o.Token)
	}
	if r == nil {
		r = find(x.session(), ref)
	}
	if r == nil {
		return rules.Apply(nil, op, nil, x.now)
	}
	if _, commit := op.(*store.Commit); !commit {
		mend(x.session(), r, x.now)
	}
	x.fill(r, rules.Needs(&r.Run, op, 0))
	out, err := rules.Apply(&r.Run, op, &x.take, x.now)
	if err == nil {
		err = save(x.session(), r, x.now)
	}
	return out, err
}

// What a Start finds in its place, in one statement.
const sqlForStart = `SELECT (SELECT r.run FROM ~run r WHERE r.run_id = ?1 AND r.status > 0), EXISTS (SELECT 1 FROM ~tombstone WHERE run_id = ?1), n.run_id, n.status, n.workflow
	FROM (SELECT 1) LEFT JOIN ~run n ON n.run = (SELECT n.run FROM ~run n INDEXED BY ~run_name WHERE n.namespace = ?2 AND n.workflow_id = ?3 ORDER BY n.run DESC LIMIT 1)`

func (x *tx) start(o *store.Start) (store.Outcome, error) {
	p, number := placeOf(x.session(), o)
	var there *run
	if number != 0 {
		there = load(x.session(), sqlLoadByNumber, number)
		x.fill(there, rules.Needs(&there.Run, o, 0))
		p.Run = &there.Run
	}
	return started(x.session(), o, p, x.now)
}

func (x *tx) startAll(o *store.StartAll) (store.Outcome, error) {
	place := func(s *store.Start) rules.Place {
		p, number := placeOf(x.session(), s)
		if number != 0 {
			p.Run = load(x.session(), sqlLoadByNumber, number).rules()
		}
		return p
	}
	return rules.StartAll(o, place, x.start)
}

// placeOf returns what o finds in its place, and the number of the run with its
// id.
func placeOf(w session, o *store.Start) (p rules.Place, number int64) {
	q, ok := w.one(sqlForStart, o.Run, o.Namespace, o.WorkflowID)
	if !ok {
		return p, 0 // the connection has failed
	}
	number, p.Removed = q.Int(0), q.Bool(1)
	if status := store.Status(q.Int(3)); status > 0 {
		p.Last, p.Open, p.Workflow = q.ID(2), status == store.Open, q.Text(4)
	}
	q.End()
	if o.Once && p.Last == uuid.Nil {
		if q, ok := w.one(sqlLastRemoved, o.Namespace, o.WorkflowID); ok {
			p.LastRemoved = q.ID(0)
			q.End()
		}
	}
	return p, number
}

// started starts the run of o in its place.
func started(w session, o *store.Start, p rules.Place, now time.Time) (store.Outcome, error) {
	fresh, out, err := rules.Start(o, p, now)
	if fresh == nil || err != nil {
		return out, err
	}
	return out, save(w, &run{Run: *fresh}, now)
}
