package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/findings"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// rule is a query that must return no rows. Each is one statement with one snapshot, so that concurrent
// work of an engine is no finding. $1 is how long something may wait, and {only} is replaced by the
// runs to which a repair restricts the query.
type rule struct {
	findings.Rule
	sql   string // its columns: those of sqlWhose, then the values for the rule's text
	owner string // the table whose run_id the finding is about: e, r, t, a or q
	table bool   // read the table itself: an index may be what is wrong
}

// sqlWhose identifies a finding: its run_id, and the run if it exists.
const sqlWhose = ".run_id, r.run_id, r.namespace, r.workflow_id, r.status, "

// answer is a row of a rule.
type answer struct {
	on store.RunID // the run that it is about, which may not exist
	findings.Answer
}

func readAnswer(rows pgx.Rows) (a answer, err error) {
	var status int64
	var words []pgtype.Text
	err = rows.Scan(anID(&a.on), anID(&a.Run), aText(&a.Namespace), aText(&a.WorkflowID), anInt(&status), &words)
	a.On, a.Status = fmt.Sprintf("run %s", a.on), store.Status(status)
	for _, w := range words {
		a.Words = append(a.Words, w.String)
	}
	return a, err
}

// Check implements [store.Inspector]. It asks Postgres only what it can answer at once: whether
// the indexes and constraints exist and are valid, and whether a checksum has failed. Use
// amcheck or pg_amcheck to compare the indexes with their tables.
func (s *Store) Check(ctx context.Context, late time.Duration, found func(store.Finding) error) error {
	return s.apart(ctx, func(v *visit) error {
		if err := v.moment(func() error { return v.integrity(found) }); err != nil {
			return err
		}
		for _, r := range checks() {
			if err := v.moment(func() error { return v.check(r, late, found) }); err != nil && !tableIsLost(err) {
				return err
			}
		}
		if err := v.moment(func() error { return v.checkShares(found) }); err != nil && !tableIsLost(err) {
			return err
		}
		if err := v.moment(func() error { return v.checkTokens(found) }); !tableIsLost(err) {
			return err
		}
		return nil
	})
}

// tableIsLost reports whether a query failed because a table is missing, which integrity has reported.
func tableIsLost(err error) bool {
	pg := (*pgconn.PgError)(nil)
	return errors.As(err, &pg) && pg.Code == undefinedTable
}

// checks returns all rules that one statement answers.
func checks() []rule {
	return slices.Concat([]rule{strayRule}, wakeupRules(), orphanRules(), attrRules(), []rule{openRule, behindRule}, ownerRules(), overdueRules, requestRules)
}

// statement returns the rule's query, about all runs or only those in $2. The latter are found by their
// ids, so the condition for the index of open runs must not be there.
func (r rule) statement(narrow bool) string {
	if !narrow {
		return strings.ReplaceAll(r.sql, "{only}", "")
	}
	return strings.NewReplacer("{only}", " AND "+r.owner+".run_id = ANY($2::uuid[])", "r.status = 1", "r.closed_at IS NULL").Replace(r.sql)
}

// check calls found for each row that r returns.
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
		f, ok := r.Finding(&a.Answer)
		if !ok {
			return nil
		}
		return found(f)
	}, r.statement(false), interval(late))
}

// sqlAtOnce is for rules that ignore the lateness.
const sqlAtOnce = " AND $1::interval IS NOT NULL"

var strayRule = rule{Rule: findings.Stray, owner: "e", sql: "SELECT DISTINCT e" + sqlWhose + "'{}'::text[] FROM ~event e LEFT JOIN ~run r ON r.run_id = e.run_id WHERE r.run_id IS NULL" + sqlAtOnce}

const (
	sqlNoDispatch = " AND NOT EXISTS (SELECT 1 FROM ~dispatch d WHERE d.run_id = r.run_id)"
	sqlUnseen     = "SELECT r" + sqlWhose + "'{}'::text[] FROM ~run r WHERE r.status = 1" + sqlAtOnce + "{only}" + sqlNoDispatch +
		" AND EXISTS (SELECT 1 FROM ~inbox i WHERE i.run_id = r.run_id)"
	// A run that is parked to wait has no dispatch row, and says what it waits for.
	sqlForgotten = "SELECT r" + sqlWhose + "ARRAY[r.block_count::text] FROM ~run r WHERE r.status = 1" + sqlAtOnce + "{only} AND r.owner IS NULL AND r.waiting IS NULL" +
		sqlNoDispatch + " AND NOT EXISTS (SELECT 1 FROM ~inbox i WHERE i.run_id = r.run_id)"
	sqlMiscounted = "SELECT r" + sqlWhose + `ARRAY[r.entries, r.unread, r.gen, i.entries, i.unread, i.gen]::text[]
		FROM ~run r CROSS JOIN LATERAL (SELECT count(*) AS entries, count(*) FILTER (WHERE i.kind IN (1, 2, 6, 7, 8)) AS unread, coalesce(max(i.ord), 0) AS gen
			FROM ~inbox i WHERE i.run_id = r.run_id) i
		WHERE r.status = 1` + sqlAtOnce + "{only} AND (r.entries <> i.entries OR r.unread <> i.unread OR r.gen < i.gen)"
)

// sqlMislaid computes what [rules.Run.Access] returns for a run.
var sqlMislaid = "SELECT r" + sqlWhose + fmt.Sprintf(`ARRAY[r.access_now, r.access_due]::text[] FROM (
		SELECT r.*, d.access AS access_now, CASE WHEN r.block_count > 0 AND r.block_until IS NULL THEN %d WHEN r.deaths >= %d THEN %d WHEN r.block_count > 0 THEN %d ELSE %d END AS access_due
		FROM ~dispatch d JOIN ~run r ON r.run_id = d.run_id WHERE d.owner IS NULL AND r.owner IS NULL AND r.status = 1{only}) r
	WHERE r.access_now <> r.access_due`, rules.AccessNobody, store.QuarantineAfter, rules.AccessQuarantined, rules.AccessBlocked, rules.AccessFree) + sqlAtOnce

func wakeupRules() []rule {
	return []rule{
		{Rule: findings.Mislaid, owner: "r", sql: sqlMislaid}, {Rule: findings.Unseen, owner: "r", sql: sqlUnseen},
		{Rule: findings.Forgotten, owner: "r", sql: sqlForgotten}, {Rule: findings.Miscounted, owner: "r", sql: sqlMiscounted},
	}
}

func orphanRules() []rule {
	left := func(table, what string) rule {
		return rule{Rule: findings.Left, owner: "t", sql: "SELECT t" + sqlWhose + "ARRAY[" + what + "] FROM ~" + table + ` t LEFT JOIN ~run r ON r.run_id = t.run_id
			WHERE r.status IS DISTINCT FROM 1` + sqlAtOnce + "{only} ORDER BY t.run_id"}
	}
	return []rule{
		left("timer", "'timer ' || t.timer"), left("activity", "'activity ' || t.activity"),
		left("inbox", "'inbox entry ' || t.ord"), left("dispatch", "'a dispatch row'"),
	}
}

var behindRule = rule{Rule: findings.LeftBehind, owner: "r", sql: "SELECT r" + sqlWhose + "ARRAY[coalesce(r.behind, '')] FROM ~run r WHERE r.behind_data IS NOT NULL AND r.closed_at IS NOT NULL AND r.status <> 0" + sqlAtOnce}

// openRule reads the table itself: the unique index that forbids this may be what is wrong.
var openRule = rule{Rule: findings.Twins, owner: "r", table: true, sql: "SELECT r" + sqlWhose + `ARRAY[r.n::text] FROM (
		SELECT r.*, count(*) OVER w AS n, row_number() OVER (w ORDER BY r.nth DESC, r.created_at DESC, r.run_id DESC) AS at
		FROM ~run r WHERE r.status = 1 WINDOW w AS (PARTITION BY r.namespace, r.workflow_id)) r
	WHERE r.n > 1 AND r.at = 1` + sqlAtOnce}

// attrRules compare a run's attributes with the rows by which it is found. They leave out runs that
// retention has hidden, whose rows go with them. Rows of runs that do not exist have a rule of their own, with one
// finding each.
func attrRules() []rule {
	return []rule{
		{Rule: findings.Misfound, owner: "r", sql: "SELECT r" + sqlWhose + `ARRAY[coalesce(r.attrs, ''), (SELECT coalesce(json_agg(json_build_array(a.name, encode(a.key, 'hex'), a.namespace = r.namespace AND a.created_at = r.created_at)), '[]')::text
				FROM ~attr a WHERE a.run_id = r.run_id)]
			FROM ~run r WHERE r.status <> 0 AND (r.attrs IS NOT NULL OR EXISTS (SELECT 1 FROM ~attr a WHERE a.run_id = r.run_id))` + sqlAtOnce + "{only}"},
		{Rule: findings.Misfound, owner: "t", sql: "SELECT DISTINCT t" + sqlWhose + "ARRAY['', '[]'] FROM ~attr t LEFT JOIN ~run r ON r.run_id = t.run_id WHERE r.run_id IS NULL" + sqlAtOnce + "{only}"},
	}
}
