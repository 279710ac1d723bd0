package postgres

import (
	"slices"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
)

// What hangs on the runs of a batch. One run may have several of each, or none.
var (
	tableOfTimers = table{
		name: "ts", kinds: "run_id uuid, timer bigint, fire_at timestamptz", columns: (*quick).timerColumns, several: true,
	}
	tableOfDroppedTimers = table{name: "td", kinds: "run_id uuid, timer bigint", several: true, columns: func(q *quick) []pgtype.ArrayGetter {
		return q.dropped(func(o *store.Commit) []int64 { return o.DropTimers })
	}}
	tableOfTasks = table{
		name: "x", columns: (*quick).taskColumns, several: true,
		kinds: "run_id uuid, activity bigint, owner uuid, attempt int, prio int, delay bigint, name text, queue text, limited boolean, deadline timestamptz, data bytea, last bytea, details bytea",
	}
	tableOfDroppedTasks = table{name: "ad", kinds: "run_id uuid, activity bigint", several: true, columns: func(q *quick) []pgtype.ArrayGetter {
		return q.dropped(func(o *store.Commit) []int64 { return o.DropActivities })
	}}
)

// all are the commits of q, those of runs that it starts last.
func (q *quick) all() []*store.Commit {
	all := slices.Clone(q.commits)
	for _, s := range q.starts {
		if s.First != nil {
			all = append(all, s.First)
		}
	}
	return all
}

func (q *quick) dropped(of func(*store.Commit) []int64) []pgtype.ArrayGetter {
	var run ids
	var number ints
	for _, o := range q.all() {
		for _, v := range of(o) {
			run, number = append(run, token(o.Run)), append(number, v)
		}
	}
	return []pgtype.ArrayGetter{run, number}
}

func (q *quick) timerColumns() []pgtype.ArrayGetter {
	var run ids
	var timer ints
	var fireAt times
	for _, o := range q.all() {
		for _, t := range o.StartTimers {
			run, timer, fireAt = append(run, token(o.Run)), append(timer, t.ID), append(fireAt, at(stamp(t.FireAt)))
		}
	}
	return []pgtype.ArrayGetter{run, timer, fireAt}
}

func (q *quick) taskColumns() []pgtype.ArrayGetter {
	var run, owner ids
	var number, attempt, prio, delay ints
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
	}
	return []pgtype.ArrayGetter{run, number, owner, attempt, prio, delay, name, queue, limited, deadline, data, last, details}
}
