package postgres

func (q *quick) hangTimers(s *statement) {
	var run, goneRun ids
	var timer, gone ints
	var fireAt times
	for _, o := range q.commits {
		for _, t := range o.StartTimers {
			run, timer, fireAt = append(run, token(o.Run)), append(timer, t.ID), append(fireAt, at(stamp(t.FireAt)))
		}
		for _, v := range o.DropTimers {
			goneRun, gone = append(goneRun, token(o.Run)), append(gone, v)
		}
	}
	s.part(`st AS (INSERT INTO ~timer (run_id, timer, fire_at) SELECT x.run_id, x.timer, x.fire_at
		FROM ok, unnest(%s, %s, %s) AS x(run_id, timer, fire_at) WHERE ok.ok)`, s.arg(run, "uuid[]"), s.arg(timer, "bigint[]"), s.arg(fireAt, "timestamptz[]"))
	s.part(`dt AS (DELETE FROM ~timer t USING ok, unnest(%s, %s) AS x(run_id, timer)
		WHERE ok.ok AND t.run_id = x.run_id AND t.timer = x.timer)`, s.arg(goneRun, "uuid[]"), s.arg(gone, "bigint[]"))
}

func (q *quick) hangTasks(s *statement) {
	var run, owner, goneRun ids
	var number, attempt, prio, delay, gone ints
	var name, queue names
	var limited bools
	var deadline times
	var data, last, details blobs
	for _, o := range q.commits {
		for i := range o.Schedule {
			a := &o.Schedule[i]
			run, number, owner = append(run, token(o.Run)), append(number, a.ID), append(owner, id(a.Owner))
			attempt, prio, delay = append(attempt, int64(a.Attempt)), append(prio, int64(a.Priority)), append(delay, interval(a.Delay).Microseconds)
			name, queue, limited = append(name, a.Name), append(queue, a.Queue), append(limited, a.Limited)
			deadline, data = append(deadline, at(stamp(a.Deadline))), append(data, a.Data)
			last, details = append(last, a.Last), append(details, a.Details)
		}
		for _, v := range o.DropActivities {
			goneRun, gone = append(goneRun, token(o.Run)), append(gone, v)
		}
	}
	// What is owned from the start is being run already.
	s.part(`sa AS (INSERT INTO ~activity (run_id, activity, owner, attempt, prio, name, queue, limited, deadline, data, last, details,
			ready_at, claimed_at, scheduled_at, namespace, workflow_id, workflow)
		SELECT x.run_id, x.activity, x.owner, x.attempt + CASE WHEN x.owner IS NULL THEN 0 ELSE 1 END, x.prio, x.name, x.queue, x.limited,
			x.deadline, x.data, x.last, x.details, CASE WHEN x.owner IS NULL THEN now() + x.delay * interval '1 microsecond' ELSE now() END,
			CASE WHEN x.owner IS NOT NULL THEN now() END, now(), r.namespace, r.workflow_id, r.workflow
		FROM ok, unnest(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
			AS x(run_id, activity, owner, attempt, prio, delay, name, queue, limited, deadline, data, last, details)
		JOIN ~run r ON r.run_id = x.run_id WHERE ok.ok)`,
		s.arg(run, "uuid[]"), s.arg(number, "bigint[]"), s.arg(owner, "uuid[]"), s.arg(attempt, "int[]"), s.arg(prio, "int[]"),
		s.arg(delay, "bigint[]"), s.arg(name, "text[]"), s.arg(queue, "text[]"), s.arg(limited, "boolean[]"), s.arg(deadline, "timestamptz[]"),
		s.arg(data, "bytea[]"), s.arg(last, "bytea[]"), s.arg(details, "bytea[]"))
	s.part(`da AS (DELETE FROM ~activity a USING ok, unnest(%s, %s) AS x(run_id, activity)
		WHERE ok.ok AND a.run_id = x.run_id AND a.activity = x.activity)`, s.arg(goneRun, "uuid[]"), s.arg(gone, "bigint[]"))
}

func (q *quick) start(s *statement) {
	var run, chain, owner, claim, commit ids
	var namespace, workflowID, workflow, queue names
	var prio, level, next ints
	for _, o := range q.starts {
		run, chain, commit = append(run, token(o.Run)), append(chain, token(o.Chain)), append(commit, token(o.Row.Token))
		owner, claim = append(owner, id(o.Owner)), append(claim, id(o.Claim))
		namespace, workflowID = append(namespace, o.Namespace), append(workflowID, o.WorkflowID)
		workflow, queue = append(workflow, o.Workflow), append(queue, o.Queue)
		prio, level, next = append(prio, int64(o.Priority)), append(level, int64(o.Level)), append(next, o.Row.Seq+int64(o.Row.N))
	}
	s.part(`sm AS MATERIALIZED (SELECT * FROM unnest(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
		AS x(run_id, chain_id, owner, claim, token, namespace, workflow_id, workflow, queue, prio, level, next_seq))`,
		s.arg(run, "uuid[]"), s.arg(chain, "uuid[]"), s.arg(owner, "uuid[]"), s.arg(claim, "uuid[]"), s.arg(commit, "uuid[]"),
		s.arg(namespace, "text[]"), s.arg(workflowID, "text[]"), s.arg(workflow, "text[]"), s.arg(queue, "text[]"),
		s.arg(prio, "int[]"), s.arg(level, "int[]"), s.arg(next, "bigint[]"))
	s.part(`sr AS (INSERT INTO ~run (run_id, status, epoch, next_seq, level, prio, nth, owner, last_commit, chain_id, created_at,
			namespace, workflow_id, workflow, queue)
		SELECT x.run_id, 1, CASE WHEN x.owner IS NULL THEN 0 ELSE 1 END, x.next_seq, x.level, x.prio, 0, x.owner, x.token, x.chain_id, now(),
			x.namespace, x.workflow_id, x.workflow, x.queue FROM sm x, ok WHERE ok.ok RETURNING run_id, owner)`)
	s.part(`sd AS (INSERT INTO ~dispatch (run_id, ready_at, owner, claim, prio, level, namespace, queue, workflow)
		SELECT x.run_id, now(), x.owner, CASE WHEN x.owner IS NOT NULL THEN x.claim END, x.prio, x.level, x.namespace, x.queue, x.workflow
		FROM sm x, ok WHERE ok.ok)`)
}
