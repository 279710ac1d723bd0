package postgres

import (
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
)

// table is a part of a quick batch's statement that holds arguments.
type table struct {
	name    string
	kinds   string // "column type, column type"
	columns func(*quick) []pgtype.ArrayGetter
	several bool // one run may have several rows of it, or none
}

// tables are those of a statement, in the order of its arguments.
func (k shape) tables() []table {
	all := make([]table, 0, 8)
	if k.commits {
		m := tableOfCommits
		if k.lets || k.takes {
			m = tableOfLettingCommits
		}
		all = append(all, m)
	}
	if k.starts {
		all = append(all, tableOfStarts)
	}
	if k.delivers {
		all = append(all, tableOfArrivals)
	}
	if k.commits || k.starts {
		all = append(all, tableOfEvents)
	}
	if k.takes {
		all = append(all, tableOfTakes)
	}
	if k.timers {
		all = append(all, tableOfTimers, tableOfDroppedTimers)
	}
	if k.tasks {
		all = append(all, tableOfTasks, tableOfDroppedTasks)
	}
	return all
}

// text is how the statement makes the table; n counts its arguments.
func (t table) text(one bool, n *int) string {
	var names, values []string
	for column := range strings.SplitSeq(t.kinds, ", ") {
		name, kind, _ := strings.Cut(column, " ")
		*n++
		names = append(names, name)
		if one && !t.several {
			values = append(values, fmt.Sprintf("$%d::%s AS %s", *n, kind, name))
		} else {
			values = append(values, fmt.Sprintf("$%d::%s[]", *n, kind))
		}
	}
	if one && !t.several {
		return fmt.Sprintf("%s AS NOT MATERIALIZED (SELECT %s)", t.name, strings.Join(values, ", "))
	}
	return fmt.Sprintf("%s AS MATERIALIZED (SELECT * FROM unnest(%s) AS x(%s))", t.name, strings.Join(values, ", "), strings.Join(names, ", "))
}

const kindsOfCommit = "run_id uuid, epoch bigint, seq bigint, next_seq bigint, token uuid, level int, build text, absolve boolean"

var (
	tableOfCommits        = table{name: "m", kinds: kindsOfCommit, columns: (*quick).commitColumns}
	tableOfLettingCommits = table{
		name: "m", columns: (*quick).lettingColumns,
		kinds: kindsOfCommit + ", takes int, fate smallint, seen bigint, waiting text, status smallint, undelivered int, prefer boolean",
	}
	tableOfEvents = table{name: "e", kinds: "run_id uuid, seq bigint, n int, token uuid, data bytea", columns: (*quick).eventColumns}
	tableOfTakes  = table{name: "t", kinds: "run_id uuid, ord bigint", columns: (*quick).takeColumns, several: true}
)

func (q *quick) commitColumns() []pgtype.ArrayGetter {
	var run, commit ids
	var epoch, seq, next, level ints
	var build names
	var absolve bools
	n := len(q.commits)
	sized(n, &run, &commit)
	sized(n, &epoch, &seq, &next, &level)
	sized(n, &build)
	sized(n, &absolve)
	for _, o := range q.commits {
		last := o.Rows[len(o.Rows)-1]
		run, commit, epoch = append(run, token(o.Run)), append(commit, token(o.Token)), append(epoch, o.Epoch)
		seq, next, level = append(seq, o.Seq), append(next, last.Seq+int64(last.N)), append(level, int64(o.Level))
		build, absolve = append(build, o.Build), append(absolve, o.Absolve)
	}
	return []pgtype.ArrayGetter{run, epoch, seq, next, commit, level, build, absolve}
}

func (q *quick) lettingColumns() []pgtype.ArrayGetter {
	var takes, then, seen, status, undelivered ints
	var waiting words
	var prefer bools
	n := len(q.commits)
	sized(n, &takes, &then, &seen, &status, &undelivered)
	sized(n, &waiting)
	sized(n, &prefer)
	for _, o := range q.commits {
		w := pgtype.Text{String: o.Waiting, Valid: o.Then == store.Park}
		takes, then, seen, waiting = append(takes, int64(len(o.Take))), append(then, int64(o.Then)), append(seen, o.Seen), append(waiting, w)
		prefer = append(prefer, o.Prefer)
		status, undelivered = append(status, int64(o.Status)), append(undelivered, int64(o.Undelivered))
	}
	return append(q.commitColumns(), takes, then, seen, waiting, status, undelivered, prefer)
}

func (q *quick) eventColumns() []pgtype.ArrayGetter {
	var run, commit ids
	var seq, n ints
	var data blobs
	sized(len(q.ops), &run, &commit) // most have one row
	sized(len(q.ops), &seq, &n)
	sized(len(q.ops), &data)
	add := func(id store.RunID, t store.Token, w *store.Row) {
		run, commit, seq = append(run, token(id)), append(commit, token(t)), append(seq, w.Seq)
		n, data = append(n, int64(w.N)), append(data, w.Data)
	}
	for _, op := range q.ops {
		switch o := op.(type) {
		case *store.Commit:
			for i := range o.Rows {
				add(o.Run, o.Token, &o.Rows[i])
			}
		case *store.Start:
			if o.First == nil {
				add(o.Run, o.Row.Token, &o.Row)
				continue
			}
			for i := range o.First.Rows {
				add(o.Run, o.First.Token, &o.First.Rows[i])
			}
		}
	}
	return []pgtype.ArrayGetter{run, seq, n, commit, data}
}

func (q *quick) takeColumns() []pgtype.ArrayGetter {
	var run ids
	var ord ints
	for _, o := range q.commits {
		for _, v := range o.Take {
			run, ord = append(run, token(o.Run)), append(ord, v)
		}
	}
	return []pgtype.ArrayGetter{run, ord}
}
