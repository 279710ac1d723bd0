package postgres

import (
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
)

// newborn is a run as it is inserted: started, and changed by its first commit if that
// came with it.
type newborn struct {
	*store.Start
	owner, prefers store.WorkerID
	commit         store.Token
	level          int
	next, epoch    int64
	build          string
	waiting        pgtype.Text
	status         store.Status
	undelivered    int
	ready          bool // it has a dispatch row
}

func (q *quick) newborn(s *store.Start) newborn {
	r := newborn{
		Start: s, owner: s.Owner, commit: s.Row.Token, level: s.Level, next: s.Row.Seq + int64(s.Row.N),
		status: store.Open, ready: true,
	}
	if s.Owner != (store.WorkerID{}) {
		r.epoch = 1
	}
	o := q.firsts[s.Run]
	if o == nil {
		return r
	}
	last := o.Rows[len(o.Rows)-1]
	r.commit, r.next, r.level, r.build, r.ready = o.Token, last.Seq+int64(last.N), o.Level, o.Build, o.Then == store.Keep
	if !r.ready {
		r.owner = store.WorkerID{}
	}
	switch o.Then {
	case store.Park:
		r.waiting = pgtype.Text{String: o.Waiting, Valid: true}
		if o.Prefer {
			r.prefers = s.Owner
		}
	case store.Close:
		r.status, r.undelivered = o.Status, o.Undelivered
	}
	return r
}

func (q *quick) start(s *statement) {
	var run, chain, owner, prefers, claim, commit ids
	var namespace, workflowID, workflow, queue, build names
	var prio, level, next, epoch, status, undelivered ints
	var waiting words
	var ready bools
	for _, o := range q.starts {
		r := q.newborn(o)
		run, chain, commit = append(run, token(o.Run)), append(chain, token(o.Chain)), append(commit, token(r.commit))
		owner, prefers, claim = append(owner, id(r.owner)), append(prefers, id(r.prefers)), append(claim, id(o.Claim))
		namespace, workflowID = append(namespace, o.Namespace), append(workflowID, o.WorkflowID)
		workflow, queue, build = append(workflow, o.Workflow), append(queue, o.Queue), append(build, r.build)
		prio, level, next = append(prio, int64(o.Priority)), append(level, int64(r.level)), append(next, r.next)
		epoch, status, undelivered = append(epoch, r.epoch), append(status, int64(r.status)), append(undelivered, int64(r.undelivered))
		waiting, ready = append(waiting, r.waiting), append(ready, r.ready)
	}
	s.part(`sm AS MATERIALIZED (SELECT * FROM unnest(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
		AS x(run_id, chain_id, owner, last_owner, claim, token, namespace, workflow_id, workflow, queue, build, prio, level, next_seq,
			epoch, status, undelivered, waiting, ready))`,
		s.arg(run, "uuid[]"), s.arg(chain, "uuid[]"), s.arg(owner, "uuid[]"), s.arg(prefers, "uuid[]"), s.arg(claim, "uuid[]"), s.arg(commit, "uuid[]"),
		s.arg(namespace, "text[]"), s.arg(workflowID, "text[]"), s.arg(workflow, "text[]"), s.arg(queue, "text[]"), s.arg(build, "text[]"),
		s.arg(prio, "int[]"), s.arg(level, "int[]"), s.arg(next, "bigint[]"), s.arg(epoch, "bigint[]"), s.arg(status, "smallint[]"),
		s.arg(undelivered, "int[]"), s.arg(waiting, "text[]"), s.arg(ready, "boolean[]"))
	s.part(`sr AS (INSERT INTO ~run (run_id, status, epoch, next_seq, level, prio, nth, owner, last_owner, last_commit, chain_id, created_at,
			closed_at, namespace, workflow_id, workflow, queue, build, waiting, undelivered)
		SELECT x.run_id, x.status, x.epoch, x.next_seq, x.level, x.prio, 0, x.owner, x.last_owner, x.token, x.chain_id, now(),
			CASE WHEN x.status <> 1 THEN now() END, x.namespace, x.workflow_id, x.workflow, x.queue, x.build, x.waiting, x.undelivered
		FROM sm x, ok WHERE ok.ok RETURNING run_id, owner)`)
	s.part(`sd AS (INSERT INTO ~dispatch (run_id, ready_at, owner, claim, prio, level, namespace, queue, workflow)
		SELECT x.run_id, now(), x.owner, CASE WHEN x.owner IS NOT NULL THEN x.claim END, x.prio, x.level, x.namespace, x.queue, x.workflow
		FROM sm x, ok WHERE ok.ok AND x.ready)`)
}
