package postgres

import (
	"slices"

	"github.com/reprise-run/reprise/store"
)

// all are the commits of q, those of runs that it starts last.
func (q *quick) all() []*store.Commit {
	all := slices.Clone(q.commits)
	for _, s := range q.starts {
		if o := q.firsts[s.Run]; o != nil {
			all = append(all, o)
		}
	}
	return all
}

func (q *quick) hangTimers(s *statement) {
	var run, goneRun ids
	var timer, gone ints
	var fireAt times
	for _, o := range q.all() {
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
	for _, o := range q.all() {
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
	of, names := "JOIN ~run r ON r.run_id = x.run_id", "r.namespace, r.workflow_id, r.workflow"
	if len(q.firsts) > 0 { // a statement does not see what it inserts
		of = "LEFT JOIN sm ON sm.run_id = x.run_id LEFT JOIN ~run r ON r.run_id = x.run_id"
		names = "coalesce(sm.namespace, r.namespace), coalesce(sm.workflow_id, r.workflow_id), coalesce(sm.workflow, r.workflow)"
	}
	// What is owned from the start is being run already.
	s.part(`sa AS (INSERT INTO ~activity (run_id, activity, owner, attempt, prio, name, queue, limited, deadline, data, last, details,
			ready_at, claimed_at, scheduled_at, namespace, workflow_id, workflow)
		SELECT x.run_id, x.activity, x.owner, x.attempt + CASE WHEN x.owner IS NULL THEN 0 ELSE 1 END, x.prio, x.name, x.queue, x.limited,
			x.deadline, x.data, x.last, x.details, CASE WHEN x.owner IS NULL THEN now() + x.delay * interval '1 microsecond' ELSE now() END,
			CASE WHEN x.owner IS NOT NULL THEN now() END, now(), %s
		FROM ok, unnest(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
			AS x(run_id, activity, owner, attempt, prio, delay, name, queue, limited, deadline, data, last, details)
		%s WHERE ok.ok)`,
		names, s.arg(run, "uuid[]"), s.arg(number, "bigint[]"), s.arg(owner, "uuid[]"), s.arg(attempt, "int[]"), s.arg(prio, "int[]"),
		s.arg(delay, "bigint[]"), s.arg(name, "text[]"), s.arg(queue, "text[]"), s.arg(limited, "boolean[]"), s.arg(deadline, "timestamptz[]"),
		s.arg(data, "bytea[]"), s.arg(last, "bytea[]"), s.arg(details, "bytea[]"), of)
	s.part(`da AS (DELETE FROM ~activity a USING ok, unnest(%s, %s) AS x(run_id, activity)
		WHERE ok.ok AND a.run_id = x.run_id AND a.activity = x.activity)`, s.arg(goneRun, "uuid[]"), s.arg(gone, "bigint[]"))
}
