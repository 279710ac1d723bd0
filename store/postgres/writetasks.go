package postgres

import "github.com/reprise-run/reprise/store/internal/rules"

const (
	sqlClearTasks = "DELETE FROM ~activity a WHERE a.run_id = ANY($1::uuid[])"
	sqlDropTasks  = `DELETE FROM ~activity a USING unnest($1::uuid[], $2::bigint[]) AS m(run_id, activity)
		WHERE a.run_id = ANY(ARRAY[m.run_id]) AND a.activity = m.activity`
	sqlUpdateTasks = `UPDATE ~activity a SET owner = m.owner, claim = CASE WHEN m.owner IS NULL THEN NULL ELSE a.claim END, attempt = m.attempt,
			deaths = m.deaths, quarantined = m.quarantined, delayed = m.delayed, ready_at = m.ready_at, claimed_at = m.claimed_at, beat_at = m.beat_at,
			last = coalesce(m.last, a.last), details = coalesce(m.details, a.details)
		FROM unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::int[], $5::int[], $6::boolean[], $7::boolean[], $8::timestamptz[], $9::timestamptz[],
			$10::timestamptz[], $11::bytea[], $12::bytea[]) AS m(run_id, activity, owner, attempt, deaths, quarantined, delayed, ready_at, claimed_at, beat_at, last, details)
		WHERE a.run_id = ANY(ARRAY[m.run_id]) AND a.activity = m.activity`
	sqlInsertTasks = `INSERT INTO ~activity (run_id, activity, owner, attempt, deaths, quarantined, delayed, ready_at, claimed_at, beat_at, last, details,
			namespace, workflow_id, workflow, name, queue, prio, limited, deadline, data, claim, scheduled_at)
		SELECT m.*, now() FROM unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::int[], $5::int[], $6::boolean[], $7::boolean[], $8::timestamptz[],
			$9::timestamptz[], $10::timestamptz[], $11::bytea[], $12::bytea[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::int[],
			$19::boolean[], $20::timestamptz[], $21::bytea[], $22::uuid[]) AS m`

	sqlLeaveQuarantines = `UPDATE ~worker w SET quarantine_run = NULL, quarantine_activity = NULL
		FROM unnest($1::uuid[], $2::bigint[]) AS m(run_id, activity) WHERE w.quarantine_run = m.run_id AND w.quarantine_activity = m.activity`
)

// taskChanges are the columns of an activity row that change, for a number of rows.
type taskChanges struct {
	run, owner              ids
	number, attempt, deaths ints
	quarantined, delayed    bools
	ready, claimed, beat    times
	last, details           blobs
}

func (c *taskChanges) add(t *rules.Task) {
	c.run, c.number, c.owner = append(c.run, token(t.Run)), append(c.number, t.ID), append(c.owner, id(t.Owner))
	c.attempt, c.deaths, c.quarantined = append(c.attempt, int64(t.Attempt)), append(c.deaths, int64(t.Deaths)), append(c.quarantined, t.Quarantined())
	c.delayed, c.ready = append(c.delayed, t.Delayed), append(c.ready, at(t.Ready))
	c.claimed, c.beat = append(c.claimed, at(t.Claimed)), append(c.beat, at(t.Beat))
	c.last, c.details = append(c.last, t.Last), append(c.details, t.Details)
}

func (c *taskChanges) args() []any {
	return []any{c.run, c.number, c.owner, c.attempt, c.deaths, c.quarantined, c.delayed, c.ready, c.claimed, c.beat, c.last, c.details}
}

// taskAdditions are those of a row that is new.
type taskAdditions struct {
	taskChanges
	claim                                        ids
	namespace, workflowID, workflow, name, queue names
	prio                                         ints
	limited                                      bools
	deadline                                     times
	data                                         blobs
}

func (c *taskAdditions) add(r *run, t *rules.Task) {
	c.taskChanges.add(t)
	c.namespace, c.workflowID, c.workflow = append(c.namespace, r.Namespace), append(c.workflowID, t.WorkflowID), append(c.workflow, t.Workflow)
	c.name, c.queue, c.prio = append(c.name, t.Name), append(c.queue, t.Queue), append(c.prio, int64(t.Priority))
	c.limited, c.deadline, c.data = append(c.limited, t.Limited), append(c.deadline, at(t.Deadline)), append(c.data, t.Data)
	c.claim = append(c.claim, id(t.Claim))
}

func (c *taskAdditions) args() []any {
	return append(c.taskChanges.args(), c.namespace, c.workflowID, c.workflow, c.name, c.queue, c.prio, c.limited, c.deadline, c.data, c.claim)
}

// writeTasks writes activity rows, and which of these and of the runs leave quarantine.
func (u *unit) writeTasks() {
	var goneRun, leftRun ids
	var gone, left ints
	var changed taskChanges
	var added taskAdditions
	write := func(r *run) {
		for _, n := range r.Tasks.Gone {
			goneRun, gone = append(goneRun, token(r.ID)), append(gone, n)
		}
		for _, n := range r.Tasks.Left {
			leftRun, left = append(leftRun, token(r.ID)), append(left, n)
		}
		if r.Diff.LeftQuarantine {
			leftRun, left = append(leftRun, token(r.ID)), append(left, 0)
		}
		for i := range r.Tasks.Loaded {
			switch t := &r.Tasks.Loaded[i]; {
			case t.Fresh:
				added.add(r, t)
			case t.Changed:
				changed.add(t)
			}
		}
	}
	for _, r := range u.order {
		write(r)
	}
	for _, r := range u.loose {
		write(r)
	}
	if len(gone) > 0 {
		u.write(sqlDropTasks, goneRun, gone)
	}
	if len(changed.run) > 0 {
		u.write(sqlUpdateTasks, changed.args()...)
	}
	if len(added.run) > 0 {
		u.write(sqlInsertTasks, added.args()...)
	}
	if len(left) > 0 {
		u.write(sqlLeaveQuarantines, leftRun, left)
	}
}
