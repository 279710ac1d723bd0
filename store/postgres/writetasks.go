package postgres

const (
	sqlClearTasks = "DELETE FROM ~activity a WHERE a.run_id = ANY($1::uuid[])"
	sqlDropTasks  = `DELETE FROM ~activity a USING unnest($1::uuid[], $2::bigint[]) AS m(run_id, activity)
		WHERE a.run_id = ANY(ARRAY[m.run_id]) AND a.activity = m.activity`
	sqlUpdateTasks = `UPDATE ~activity a SET owner = m.owner, claim = CASE WHEN m.owner IS NULL THEN NULL ELSE a.claim END, attempt = m.attempt,
			deaths = m.deaths, suspect = m.suspect, delayed = m.delayed, ready_at = m.ready_at, claimed_at = m.claimed_at, beat_at = m.beat_at, last = m.last, details = m.details
		FROM unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::int[], $5::int[], $6::boolean[], $7::boolean[], $8::timestamptz[], $9::timestamptz[],
			$10::timestamptz[], $11::bytea[], $12::bytea[]) AS m(run_id, activity, owner, attempt, deaths, suspect, delayed, ready_at, claimed_at, beat_at, last, details)
		WHERE a.run_id = ANY(ARRAY[m.run_id]) AND a.activity = m.activity`
	sqlInsertTasks = `INSERT INTO ~activity (run_id, activity, owner, attempt, deaths, suspect, delayed, ready_at, claimed_at, beat_at, last, details,
			namespace, workflow_id, workflow, name, queue, prio, limited, deadline, data, claim, scheduled_at)
		SELECT m.*, now() FROM unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::int[], $5::int[], $6::boolean[], $7::boolean[], $8::timestamptz[],
			$9::timestamptz[], $10::timestamptz[], $11::bytea[], $12::bytea[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::int[],
			$19::boolean[], $20::timestamptz[], $21::bytea[], $22::uuid[]) AS m`
)

// taskChanges are the columns of an activity row that change, for a number of rows.
type taskChanges struct {
	run, owner              ids
	number, attempt, deaths ints
	suspect, delayed        bools
	ready, claimed, beat    times
	last, details           blobs
}

func (c *taskChanges) add(t *task) {
	c.run, c.number, c.owner = append(c.run, token(t.Run)), append(c.number, t.ID), append(c.owner, id(t.Owner))
	c.attempt, c.deaths, c.suspect = append(c.attempt, int64(t.Attempt)), append(c.deaths, int64(t.Deaths)), append(c.suspect, t.suspect)
	c.delayed, c.ready = append(c.delayed, t.delayed), append(c.ready, at(t.Ready))
	c.claimed, c.beat = append(c.claimed, at(t.Claimed)), append(c.beat, at(t.Beat))
	c.last, c.details = append(c.last, t.Last), append(c.details, t.Details)
}

func (c *taskChanges) args() []any {
	return []any{c.run, c.number, c.owner, c.attempt, c.deaths, c.suspect, c.delayed, c.ready, c.claimed, c.beat, c.last, c.details}
}

func (u *unit) writeTasks() {
	var goneRun ids
	var gone ints
	var changed taskChanges
	for _, r := range u.order {
		for _, n := range r.dropped {
			goneRun, gone = append(goneRun, token(r.ID)), append(gone, n)
		}
	}
	for _, t := range u.taskOrder {
		switch {
		case t.gone && !t.fresh:
			goneRun, gone = append(goneRun, token(t.Run)), append(gone, t.ID)
		case t.changed && !t.fresh:
			changed.add(t)
		}
	}
	if len(gone) > 0 {
		u.write(sqlDropTasks, goneRun, gone)
	}
	if len(changed.run) > 0 {
		u.write(sqlUpdateTasks, changed.args()...)
	}
	u.insertTasks()
}

func (u *unit) insertTasks() {
	var all taskChanges
	var namespace, workflowID, workflow, name, queue names
	var prio ints
	var limited bools
	var deadline times
	var data blobs
	var claim ids
	for _, t := range u.taskOrder {
		if !t.fresh || t.gone {
			continue
		}
		all.add(t)
		namespace, workflowID, workflow = append(namespace, t.namespace), append(workflowID, t.WorkflowID), append(workflow, t.Workflow)
		name, queue, prio = append(name, t.Name), append(queue, t.Queue), append(prio, int64(t.Priority))
		limited, deadline, data = append(limited, t.Limited), append(deadline, at(t.Deadline)), append(data, t.Data)
		claim = append(claim, id(t.Claim))
	}
	if len(all.run) > 0 {
		u.write(sqlInsertTasks, append(all.args(), namespace, workflowID, workflow, name, queue, prio, limited, deadline, data, claim)...)
	}
}
