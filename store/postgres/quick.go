package postgres

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
)

// quick is a batch that needs no look first, because what its members must find is known:
// steps of runs that their workers hold, and starts under workflow ids that are new, with
// the first commit of the run or without; such a run is inserted as that leaves it. One
// statement checks all of it under the locks, and writes everything or nothing; with
// BEGIN and COMMIT it is one round trip. When anything is not as expected, a run is
// locked by another included, nothing was written and the batch takes the ordinary way.
type quick struct {
	ops     []store.Op
	commits []*store.Commit
	starts  []*store.Start
	firsts  map[store.RunID]*store.Commit // the first commits of those

	takes   bool // entries leave inboxes
	lets    bool // runs are parked or closed
	timers  bool // timers are started or dropped
	tasks   bool // activity rows are scheduled or dropped
	closes  bool
	nTaken  int
	members map[store.RunID]bool
}

// maxQuickTakes bounds the entries that one statement removes.
const maxQuickTakes = 200

// newQuick is nil when the batch is not of that kind.
func newQuick(ops []store.Op) *quick {
	q := &quick{ops: ops, members: make(map[store.RunID]bool, len(ops)), firsts: make(map[store.RunID]*store.Commit)}
	started := make(map[nameKey]bool)
	begun := make(map[store.RunID]*store.Start)
	for _, op := range ops {
		switch o := op.(type) {
		case *store.Commit:
			if s := begun[o.Run]; s != nil {
				if q.firsts[o.Run] != nil || !q.first(s, o) {
					return nil
				}
				continue
			}
			if q.members[o.Run] || !q.commit(o) {
				return nil
			}
			q.members[o.Run] = true
		case *store.Start:
			k := nameKey{o.Namespace, o.WorkflowID}
			if q.members[o.Run] || started[k] {
				return nil
			}
			q.members[o.Run], started[k] = true, true
			q.starts = append(q.starts, o)
			begun[o.Run] = o
		default:
			return nil
		}
	}
	slices.SortFunc(q.commits, func(a, b *store.Commit) int { return bytes.Compare(a.Run[:], b.Run[:]) }) // the order of the locks
	// Two that start the same workflow ids wait for each other in one order.
	slices.SortFunc(q.starts, func(a, b *store.Start) int {
		return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.WorkflowID, b.WorkflowID))
	})
	return q
}

// commit says whether o changes nothing twice, which one statement could not.
func (q *quick) commit(o *store.Commit) bool {
	q.commits = append(q.commits, o)
	q.lets = q.lets || o.Then != store.Keep
	q.closes = q.closes || o.Then == store.Close
	q.takes = q.takes || len(o.Take) > 0
	q.nTaken += len(o.Take)
	return q.nTaken <= maxQuickTakes && !twice(o.Take) && q.hangs(o)
}

// first says whether o is what the owner of a run that s starts commits first.
func (q *quick) first(s *store.Start, o *store.Commit) bool {
	q.firsts[o.Run] = o
	return s.Owner != uuid.Nil && o.Owner == s.Owner && o.Epoch == 1 && o.Seq == s.Row.Seq+int64(s.Row.N) &&
		len(o.Take) == 0 && q.hangs(o)
}

// hangs says whether o changes nothing twice of what hangs on its run.
func (q *quick) hangs(o *store.Commit) bool {
	q.timers = q.timers || len(o.StartTimers)+len(o.DropTimers) > 0
	q.tasks = q.tasks || len(o.Schedule)+len(o.DropActivities) > 0
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

// errNotQuick: the batch takes the ordinary way.
var errNotQuick = errors.New("something is not as the batch expects it")

// quickly carries out q as one transaction, in one round trip.
func (x *tx) quickly(q *quick) ([]store.Outcome, error) {
	done := make(map[store.RunID]store.Outcome, len(q.ops))
	sql, args := q.statement()
	rows(x.queue(sql, args...), func(rows pgx.Rows) error {
		var run, owner pgtype.UUID
		var out store.Outcome
		err := rows.Scan(&run, &out.Gen, &owner)
		out.Run, out.Owner = uuidOf(run), uuidOf(owner)
		done[out.Run] = out
		return err
	})
	if err := x.send(true); err != nil {
		return nil, err
	}
	if len(done) != len(q.members) {
		return nil, errNotQuick
	}
	outs := make([]store.Outcome, len(q.ops))
	for i, op := range q.ops {
		switch o := op.(type) {
		case *store.Commit:
			outs[i] = done[o.Run]
		case *store.Start:
			outs[i] = x.started(o)
		}
	}
	return outs, nil
}

// started is the answer to a Start of a run that is new.
func (x *tx) started(o *store.Start) store.Outcome {
	out := store.Outcome{Run: o.Run}
	if o.Owner != uuid.Nil {
		out.Claims = []store.Claimed{newRun(o, 0, x.now).claimed()}
	}
	return out
}

// statement is built from the parts that the batch needs. There are few shapes of it,
// which connections prepare one by one.
func (q *quick) statement() (string, []any) {
	var s statement
	q.member(&s)
	q.check(&s)
	q.update(&s)
	q.events(&s)
	if q.takes {
		s.part("taken AS (DELETE FROM ~inbox i USING tk, ok WHERE ok.ok AND i.run_id = tk.run_id AND i.ord = tk.ord)")
	}
	if q.lets {
		s.part("freed AS (DELETE FROM ~dispatch d USING m, ok WHERE ok.ok AND m.fate <> 0 AND d.run_id = m.run_id)")
	}
	if q.closes {
		s.part("ends AS (DELETE FROM ~timer t USING m, ok WHERE ok.ok AND m.fate = 2 AND t.run_id = m.run_id)")
		s.part("enda AS (DELETE FROM ~activity a USING m, ok WHERE ok.ok AND m.fate = 2 AND a.run_id = m.run_id)")
	}
	result := "SELECT u.run_id, u.gen, u.owner FROM u"
	if len(q.starts) > 0 {
		q.start(&s)
		result += " UNION ALL SELECT sr.run_id, 0, sr.owner FROM sr"
	}
	if q.timers {
		q.hangTimers(&s)
	}
	if q.tasks {
		q.hangTasks(&s)
	}
	return "WITH " + strings.Join(s.parts, ",\n") + "\n" + result, s.args
}

// statement is text with its arguments.
type statement struct {
	parts []string
	args  []any
}

func (s *statement) part(format string, args ...any) {
	s.parts = append(s.parts, fmt.Sprintf(format, args...))
}

// arg adds an argument and returns how the text names it.
func (s *statement) arg(v any, kind string) string {
	s.args = append(s.args, v)
	return fmt.Sprintf("$%d::%s", len(s.args), kind)
}

func (q *quick) member(s *statement) {
	var run, commit ids
	var epoch, seq, next, level, then, seen, status, undelivered, takes ints
	var build names
	var waiting words
	var absolve, prefer bools
	for _, o := range q.commits {
		last := o.Rows[len(o.Rows)-1]
		run, commit, epoch = append(run, token(o.Run)), append(commit, token(o.Token)), append(epoch, o.Epoch)
		seq, next, level = append(seq, o.Seq), append(next, last.Seq+int64(last.N)), append(level, int64(o.Level))
		build, absolve = append(build, o.Build), append(absolve, o.Absolve)
		if q.lets {
			w := pgtype.Text{String: o.Waiting, Valid: o.Then == store.Park}
			then, seen, waiting = append(then, int64(o.Then)), append(seen, o.Seen), append(waiting, w)
			prefer = append(prefer, o.Prefer)
			status, undelivered = append(status, int64(o.Status)), append(undelivered, int64(o.Undelivered))
		}
		if q.lets || q.takes {
			takes = append(takes, int64(len(o.Take)))
		}
	}
	columns := "run_id, epoch, seq, next_seq, token, level, build, absolve"
	list := []string{
		s.arg(run, "uuid[]"), s.arg(epoch, "bigint[]"), s.arg(seq, "bigint[]"), s.arg(next, "bigint[]"), s.arg(commit, "uuid[]"),
		s.arg(level, "int[]"), s.arg(build, "text[]"), s.arg(absolve, "boolean[]"),
	}
	if q.lets || q.takes {
		columns += ", takes"
		list = append(list, s.arg(takes, "int[]"))
	}
	if q.lets {
		columns += ", fate, seen, waiting, status, undelivered, prefer"
		list = append(list, s.arg(then, "smallint[]"), s.arg(seen, "bigint[]"), s.arg(waiting, "text[]"), s.arg(status, "smallint[]"), s.arg(undelivered, "int[]"),
			s.arg(prefer, "boolean[]"))
	}
	s.part("m AS MATERIALIZED (SELECT * FROM unnest(%s) AS m(%s))", strings.Join(list, ", "), columns)
}

// check locks the runs and says whether every member finds what it expects. A run is let
// go only if its inbox holds nothing but what the commit takes.
func (q *quick) check(s *statement) {
	expects := "r.closed_at IS NULL AND r.epoch = m.epoch AND r.next_seq = m.seq AND (NOT m.absolve OR r.deaths = 0 AND r.lane_deaths = 0 AND r.block_count = 0)"
	if q.lets {
		expects += " AND (m.fate = 0 OR r.entries = m.takes AND (m.fate = 2 OR r.gen <= m.seen))"
	}
	s.part("l AS MATERIALIZED (SELECT l.run_id FROM m CROSS JOIN LATERAL (SELECT r.run_id FROM ~run r WHERE r.run_id = m.run_id AND %s FOR UPDATE SKIP LOCKED) l)", expects)
	all := "(SELECT count(*) FROM l) = " + s.arg(len(q.commits), "bigint")
	if q.takes {
		var run ids
		var ord ints
		for _, o := range q.commits {
			for _, v := range o.Take {
				run, ord = append(run, token(o.Run)), append(ord, v)
			}
		}
		s.part(`tk AS MATERIALIZED (SELECT i.run_id, i.ord, i.kind FROM unnest(%s, %s) AS t(run_id, ord)
			JOIN ~inbox i ON i.run_id = t.run_id AND i.ord = t.ord)`, s.arg(run, "uuid[]"), s.arg(ord, "bigint[]"))
		all += " AND (SELECT count(*) FROM tk) = " + s.arg(len(run), "bigint")
	}
	if len(q.starts) > 0 {
		var run ids
		var namespace, workflowID names
		for _, o := range q.starts {
			run, namespace, workflowID = append(run, token(o.Run)), append(namespace, o.Namespace), append(workflowID, o.WorkflowID)
		}
		// The order and the limit leave one index that will do, whatever the plan was made for.
		all += fmt.Sprintf(` AND NOT EXISTS (SELECT 1 FROM unnest(%[1]s, %[2]s) AS x(namespace, workflow_id)
				CROSS JOIN LATERAL (SELECT 1 FROM ~run r WHERE r.namespace = x.namespace AND r.workflow_id = x.workflow_id ORDER BY r.nth DESC LIMIT 1) y)
			AND NOT EXISTS (SELECT 1 FROM ~run r WHERE r.run_id = ANY(%[3]s))
			AND NOT EXISTS (SELECT 1 FROM unnest(%[1]s, %[2]s) AS x(namespace, workflow_id)
				CROSS JOIN LATERAL (SELECT 1 FROM ~start_key k WHERE k.namespace = x.namespace AND k.key = x.workflow_id ORDER BY k.nth DESC LIMIT 1) y)
			AND NOT EXISTS (SELECT 1 FROM ~start_key k WHERE k.run_id = ANY(%[3]s))`, s.arg(namespace, "text[]"), s.arg(workflowID, "text[]"), s.arg(run, "uuid[]"))
	}
	s.part("ok AS MATERIALIZED (SELECT %s AS ok)", all)
}

func (q *quick) update(s *statement) {
	set := "next_seq = m.next_seq, last_commit = m.token, level = m.level, build = m.build, closing = false"
	if q.takes {
		set += `, entries = r.entries - m.takes,
			unread = r.unread - (SELECT count(*) FROM tk WHERE tk.run_id = m.run_id AND tk.kind IN (1, 2))`
	}
	if q.lets {
		set += `, waiting = m.waiting, owner = CASE WHEN m.fate = 0 THEN r.owner END, last_owner = CASE WHEN m.fate = 1 AND m.prefer THEN r.owner END, status = CASE WHEN m.fate = 2 THEN m.status ELSE 1 END,
			undelivered = CASE WHEN m.fate = 2 THEN m.undelivered ELSE 0 END, closed_at = CASE WHEN m.fate = 2 THEN now() END`
	} else {
		set += ", waiting = NULL"
	}
	if q.closes {
		for _, column := range []string{"block_reason", "block_text", "block_build", "block_until"} {
			set += fmt.Sprintf(", %s = CASE WHEN m.fate = 2 THEN NULL ELSE r.%s END", column, column)
		}
		set += ", block_count = CASE WHEN m.fate = 2 THEN 0 ELSE r.block_count END"
	}
	s.part("u AS (UPDATE ~run r SET %s FROM m, ok WHERE ok.ok AND r.run_id = m.run_id RETURNING r.run_id, r.gen, r.owner)", set)
}

func (q *quick) events(s *statement) {
	var run, commit ids
	var seq, n ints
	var data blobs
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
			add(o.Run, o.Row.Token, &o.Row)
		}
	}
	s.part(`e AS (INSERT INTO ~event (run_id, seq, n, token, at, data) SELECT x.run_id, x.seq, x.n, x.token, now(), x.data
		FROM ok, unnest(%s, %s, %s, %s, %s) AS x(run_id, seq, n, token, data) WHERE ok.ok)`,
		s.arg(run, "uuid[]"), s.arg(seq, "bigint[]"), s.arg(n, "int[]"), s.arg(commit, "uuid[]"), s.arg(data, "bytea[]"))
}
