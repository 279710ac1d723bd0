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

func born(s *store.Start) newborn {
	r := newborn{
		Start: s, owner: s.Owner, commit: s.Row.Token, level: s.Level, next: s.Row.Seq + int64(s.Row.N),
		status: store.Open, ready: true,
	}
	if s.Owner != (store.WorkerID{}) {
		r.epoch = 1
	}
	o := s.First
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

var tableOfStarts = table{
	name: "s", columns: (*quick).startColumns,
	kinds: "run_id uuid, chain_id uuid, owner uuid, last_owner uuid, claim uuid, token uuid, namespace text, workflow_id text, workflow text, queue text, build text, " +
		"prio int, level int, next_seq bigint, epoch bigint, status smallint, undelivered int, waiting text, ready boolean",
}

func (q *quick) startColumns() []pgtype.ArrayGetter {
	var run, chain, owner, prefers, claim, commit ids
	var namespace, workflowID, workflow, queue, build names
	var prio, level, next, epoch, status, undelivered ints
	var waiting words
	var ready bools
	n := len(q.starts)
	sized(n, &run, &chain, &owner, &prefers, &claim, &commit)
	sized(n, &namespace, &workflowID, &workflow, &queue, &build)
	sized(n, &prio, &level, &next, &epoch, &status, &undelivered)
	sized(n, &waiting)
	sized(n, &ready)
	for _, o := range q.starts {
		r := born(o)
		run, chain, commit = append(run, token(o.Run)), append(chain, token(o.Chain)), append(commit, token(r.commit))
		owner, prefers, claim = append(owner, id(r.owner)), append(prefers, id(r.prefers)), append(claim, id(o.Claim))
		namespace, workflowID = append(namespace, o.Namespace), append(workflowID, o.WorkflowID)
		workflow, queue, build = append(workflow, o.Workflow), append(queue, o.Queue), append(build, r.build)
		prio, level, next = append(prio, int64(o.Priority)), append(level, int64(r.level)), append(next, r.next)
		epoch, status, undelivered = append(epoch, r.epoch), append(status, int64(r.status)), append(undelivered, int64(r.undelivered))
		waiting, ready = append(waiting, r.waiting), append(ready, r.ready)
	}
	return []pgtype.ArrayGetter{
		run, chain, owner, prefers, claim, commit, namespace, workflowID, workflow, queue, build,
		prio, level, next, epoch, status, undelivered, waiting, ready,
	}
}
