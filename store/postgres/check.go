package postgres

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// rule is a question about the tables whose answers must be none. Each is one statement
// and sees one moment, so that what an engine does meanwhile is no finding. $1 is how long
// something may lie there, and {only} what a repair narrows the question to.
type rule struct {
	check store.CheckID
	sql   string // its columns: those of sqlWhose, then the words that text needs
	owner string // of the column run_id that the finding is about: r, t or a
	text  func(status store.Status, words []string) string
	table bool // ask the table itself: an index may be what is wrong
}

// sqlWhose is where a finding is: its run_id, and the run if it is there.
const sqlWhose = ".run_id, r.run_id, r.namespace, r.workflow_id, r.status, "

// answer is a row of a rule.
type answer struct {
	on    store.RunID // the run that it is about, there or not
	run   store.RunID
	ns    string
	id    string
	words []string
	state store.Status
}

func readAnswer(rows pgx.Rows) (a answer, err error) {
	var on, run pgtype.UUID
	var ns, id pgtype.Text
	var status pgtype.Int2
	var words []pgtype.Text
	if err := rows.Scan(&on, &run, &ns, &id, &status, &words); err != nil {
		return a, err
	}
	a = answer{on: uuidOf(on), run: uuidOf(run), ns: ns.String, id: id.String, state: store.Status(status.Int16)}
	for _, w := range words {
		a.words = append(a.words, w.String)
	}
	return a, nil
}

// Check implements [store.Inspector]. Postgres is asked only what it can say at once: that
// the indexes and constraints are there and valid, and that no checksum has failed. amcheck
// and pg_amcheck compare the indexes with their tables.
func (s *Store) Check(ctx context.Context, late time.Duration, found func(store.Finding) error) error {
	return s.apart(ctx, func(v *visit) error {
		if err := v.moment(func() error { return v.integrity(found) }); err != nil {
			return err
		}
		for _, r := range checks() {
			if err := v.moment(func() error { return v.check(r, late, found) }); err != nil {
				return err
			}
		}
		return v.moment(func() error { return v.checkTokens(found) })
	})
}

// checks are all rules that one statement answers.
func checks() []rule {
	return slices.Concat([]rule{historyRule()}, wakeupRules(), orphanRules(), []rule{openRule()}, runOwnerRules(), []rule{taskOwnerRule()}, overdueRules(), requestRules())
}

// statement is the rule's question, about all runs or about those of $2; these are found
// by their ids, for which the words of the index of open runs must not stand there.
func (r rule) statement(narrow bool) string {
	if !narrow {
		return strings.ReplaceAll(r.sql, "{only}", "")
	}
	return strings.NewReplacer("{only}", " AND "+r.owner+".run_id = ANY($2::uuid[])", "r.status = 1", "r.closed_at IS NULL").Replace(r.sql)
}

// check calls found for each answer to r.
func (v *visit) check(r rule, late time.Duration, found func(store.Finding) error) error {
	if r.table {
		if err := v.one("SELECT set_config('enable_indexscan', 'off', true), set_config('enable_indexonlyscan', 'off', true), set_config('enable_bitmapscan', 'off', true)",
			nil, nil, nil, nil); err != nil {
			return err
		}
	}
	return v.each(func(rows pgx.Rows) error {
		a, err := readAnswer(rows)
		if err != nil {
			return err
		}
		if err := v.ctx.Err(); err != nil {
			return err
		}
		return found(store.Finding{Check: r.check, Run: a.run, Namespace: a.ns, WorkflowID: a.id, Text: r.text(a.state, a.words)})
	}, r.statement(false), interval(late))
}

// historyRule is the part of L1 that nobody sees who reads run by run.
func historyRule() rule {
	return rule{check: store.CheckGap, owner: "e", sql: "SELECT DISTINCT e" + sqlWhose + `ARRAY[e.run_id::text] FROM ~event e LEFT JOIN ~run r ON r.run_id = e.run_id
		WHERE r.run_id IS NULL AND $1::interval IS NOT NULL`,
		text: func(_ store.Status, w []string) string {
			return fmt.Sprintf("there is a history of run %s, and no such run", w[0])
		}}
}

const (
	sqlNoDispatch = " AND NOT EXISTS (SELECT 1 FROM ~dispatch d WHERE d.run_id = r.run_id)"

	sqlUnseen = "SELECT r" + sqlWhose + "'{}'::text[] FROM ~run r WHERE r.status = 1 AND $1::interval IS NOT NULL{only}" + sqlNoDispatch +
		" AND EXISTS (SELECT 1 FROM ~inbox i WHERE i.run_id = r.run_id)"

	// sqlForgotten finds runs that should be claimed and cannot be. One that is parked to
	// wait has no dispatch row, and says what for.
	sqlForgotten = "SELECT r" + sqlWhose + "ARRAY[r.block_count::text] FROM ~run r WHERE r.status = 1 AND $1::interval IS NOT NULL{only} AND r.owner IS NULL AND r.waiting IS NULL" +
		sqlNoDispatch + " AND NOT EXISTS (SELECT 1 FROM ~inbox i WHERE i.run_id = r.run_id)"

	// sqlMiscounted finds what an engine goes by without looking at the inbox itself.
	sqlMiscounted = "SELECT r" + sqlWhose + `ARRAY[r.entries, r.unread, r.gen, i.entries, i.unread, i.gen]::text[]
		FROM ~run r CROSS JOIN LATERAL (SELECT count(*) AS entries, count(*) FILTER (WHERE i.kind IN (1, 2)) AS unread, coalesce(max(i.ord), 0) AS gen
			FROM ~inbox i WHERE i.run_id = r.run_id) i
		WHERE r.status = 1 AND $1::interval IS NOT NULL{only} AND (r.entries <> i.entries OR r.unread <> i.unread OR r.gen < i.gen)`
)

func unseenRule() rule {
	return rule{check: store.CheckWakeup, owner: "r", sql: sqlUnseen, text: func(store.Status, []string) string {
		return "entries lie in its inbox and it has no dispatch row: nobody will look"
	}}
}

func forgottenRule() rule {
	return rule{check: store.CheckWakeup, owner: "r", sql: sqlForgotten, text: func(_ store.Status, w []string) string {
		if w[0] != "0" {
			return "it is blocked and has no dispatch row: nobody will try it again"
		}
		return "it waits for nothing but a worker and has no dispatch row: nobody will look"
	}}
}

func miscountedRule() rule {
	return rule{check: store.CheckWakeup, owner: "r", sql: sqlMiscounted, text: func(_ store.Status, w []string) string {
		return fmt.Sprintf("it counts entries %s, unread %s, newest order %s; its inbox holds %s, %s, %s", w[0], w[1], w[2], w[3], w[4], w[5])
	}}
}

// sqlMislaid finds runs that nobody owns where those who may claim them do not look. What
// it asks of a run is what [rules.Run.Access] says.
var sqlMislaid = "SELECT r" + sqlWhose + fmt.Sprintf(`ARRAY[r.access_now, r.access_due]::text[] FROM (
		SELECT r.*, d.access AS access_now, CASE WHEN r.block_count > 0 AND r.block_until IS NULL THEN %d WHEN r.deaths >= %d THEN %d WHEN r.block_count > 0 THEN %d ELSE %d END AS access_due
		FROM ~dispatch d JOIN ~run r ON r.run_id = d.run_id WHERE d.owner IS NULL AND r.owner IS NULL AND r.status = 1{only}) r
	WHERE r.access_now <> r.access_due AND $1::interval IS NOT NULL`, rules.AccessNobody, store.QuarantineAfter, rules.AccessQuarantined, rules.AccessBlocked, rules.AccessFree)

func mislaidRule() rule {
	return rule{check: store.CheckWakeup, owner: "r", sql: sqlMislaid, text: func(_ store.Status, w []string) string {
		return fmt.Sprintf("its dispatch row has access %s and should have %s: the wrong workers see it, or none", w[0], w[1])
	}}
}

func wakeupRules() []rule {
	return []rule{mislaidRule(), unseenRule(), forgottenRule(), miscountedRule()}
}

// orphanRules need no lateness: the transaction that closes a run removes what hangs on it.
func orphanRules() []rule {
	left := func(table, what string) rule {
		return rule{check: store.CheckOrphan, owner: "t", sql: "SELECT t" + sqlWhose + "ARRAY[" + what + ", t.run_id::text] FROM ~" + table + ` t LEFT JOIN ~run r ON r.run_id = t.run_id
			WHERE r.status IS DISTINCT FROM 1 AND $1::interval IS NOT NULL{only} ORDER BY t.run_id`,
			text: func(status store.Status, w []string) string {
				if status == 0 {
					return fmt.Sprintf("%s belongs to run %s, which is not there", w[0], w[1])
				}
				return fmt.Sprintf("%s is left of a run that is %v", w[0], status)
			}}
	}
	return []rule{
		left("timer", "'timer ' || t.timer"), left("activity", "'activity ' || t.activity"),
		left("inbox", "'inbox entry ' || t.ord"), left("dispatch", "'a dispatch row'"),
	}
}

// openRule asks the table itself: the unique index that forbids it may be what is wrong.
func openRule() rule {
	return rule{check: store.CheckOpen, owner: "r", table: true, sql: `SELECT r` + sqlWhose + `ARRAY[r.n::text] FROM (
			SELECT r.*, count(*) OVER w AS n, row_number() OVER (w ORDER BY r.nth DESC, r.created_at DESC, r.run_id DESC) AS at
			FROM ~run r WHERE r.status = 1 WINDOW w AS (PARTITION BY r.namespace, r.workflow_id)) r
		WHERE r.n > 1 AND r.at = 1 AND $1::interval IS NOT NULL`,
		text: func(_ store.Status, w []string) string {
			return fmt.Sprintf("%s runs with this workflow id are open, this one is the newest", w[0])
		}}
}
