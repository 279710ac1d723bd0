package sqlite

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/findings"
	"github.com/reprise-run/reprise/store/sqlite/internal/lib"
)

// rule is a query that must return no rows. Each is one statement with one snapshot, so that
// concurrent work of an engine is no finding.
type rule struct {
	findings.Rule
	sql  string // its columns: those of sqlWhose, then the values for the rule's text
	args []any
}

// sqlWhose identifies a finding: the number of its run, and the run if it exists.
const sqlWhose = ".run, r.run_id, r.namespace, r.workflow_id, r.status"

// firstWord is the first column after sqlWhose.
const firstWord = 5

// Check implements [store.Inspector]. The database's own check comes first: if it finds damage,
// the other checks mean little, and may fail.
func (s *Store) Check(ctx context.Context, late time.Duration, found func(store.Finding) error) error {
	return s.apart(ctx, func(c *conn) error {
		if err := c.integrity(found); err != nil {
			return err
		}
		damaged := c.Err()
		if damaged != nil && lib.CodeOf(damaged) != lib.Interrupt {
			_ = c.Clear() // what can still be read is worth reporting
		}
		for _, r := range checks(s.now().Add(-late)) {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := c.check(r, found); err != nil {
				return err
			}
		}
		err := checkShares(c, found)
		if err == nil {
			err = c.checkTokens(found)
		}
		c.Fail(damaged) // apart explains it
		return err
	})
}

// checks returns all rules that one statement answers. What has waited since before before is
// overdue.
func checks(before time.Time) []rule {
	return slices.Concat([]rule{strayRule}, wakeupRules(), orphanRules(), attrRules(), []rule{openRule, behindRule, asideRule}, ownerRules(before), overdueRules(before))
}

// check calls found for each row that r returns.
func (c *conn) check(r rule, found func(store.Finding) error) error {
	for q := c.Query(r.sql, r.args...); q.Next(); {
		a := r.answer(q)
		f, ok := r.Finding(&a)
		if !ok {
			continue
		}
		if err := found(f); err != nil {
			q.End()
			return err
		}
	}
	return nil
}

func (r rule) answer(q lib.Rows) findings.Answer {
	a := findings.Answer{On: fmt.Sprintf("run number %d", q.Int(0)), Run: q.ID(1), Namespace: q.Text(2), WorkflowID: q.Text(3), Status: store.Status(q.Int(4))}
	for i := range r.Words {
		a.Words = append(a.Words, q.Text(firstWord+i))
	}
	return a
}

// integrity lets SQLite check the whole file, including the application's own tables. These may
// need a collation or a function that only the application has; then integrity checks the tables
// of this package one by one. quick_check would take a quarter of the time, but would not
// compare the indexes with their tables. These matter: a unique index guarantees that a seq has
// one row, and every claim and every listing reads an index alone.
func (c *conn) integrity(found func(store.Finding) error) error {
	err := c.integrityOf("PRAGMA integrity_check", found)
	if err != nil || lib.CodeOf(c.Err()) != lib.General {
		return err
	}
	_ = c.Clear() // that is the case
	for _, table := range tables() {
		if err := c.integrityOf("PRAGMA integrity_check(~"+table+")", found); err != nil {
			return err
		}
	}
	return nil
}

func (c *conn) integrityOf(pragma string, found func(store.Finding) error) error {
	for q := c.Query(pragma); q.Next(); {
		if text := q.Text(0); text != "ok" {
			if err := found(store.Finding{Check: store.CheckIntegrity, Text: strings.ReplaceAll(text, "\n", "; ")}); err != nil {
				q.End()
				return err
			}
		}
	}
	return nil
}

var strayRule = rule{findings.Stray, "SELECT e" + sqlWhose + " FROM (SELECT DISTINCT run FROM ~event INDEXED BY ~event_seq) e LEFT JOIN ~run r ON r.run = e.run WHERE r.run IS NULL", nil}

// sqlMiscounted finds counts that an engine relies on without reading the inbox.
const sqlMiscounted = "SELECT r" + sqlWhose + `, r.entries, r.unread, r.gen, i.entries, i.unread, i.gen
	FROM (SELECT r.run, (SELECT count(*) FROM ~inbox i WHERE i.run = r.run) AS entries,
			(SELECT count(*) FROM ~inbox i WHERE i.run = r.run AND i.kind IN (1, 2, 6, 7, 8)) AS unread,
			(SELECT coalesce(max(ord), 0) FROM ~inbox i WHERE i.run = r.run) AS gen
		FROM ~run r NOT INDEXED WHERE r.status = 1) i
	JOIN ~run r ON r.run = i.run
	WHERE r.entries <> i.entries OR r.unread <> i.unread OR r.gen < i.gen`

// sqlForgotten finds runs that should be claimable and are not. A run that is parked to wait has
// no dispatch row, and says what it waits for. sqlLost covers the inbox.
const sqlForgotten = "SELECT r" + sqlWhose + `, r.block_count FROM ~run r NOT INDEXED WHERE r.status = 1 AND r.owner IS NULL AND r.waiting IS NULL
	AND NOT EXISTS (SELECT 1 FROM ~dispatch d WHERE d.run = r.run) AND NOT EXISTS (SELECT 1 FROM ~inbox i WHERE i.run = r.run)`

// sqlAccessOf computes rules.Run.Access from a run's row.
const sqlAccessOf = `CASE
	WHEN block_count > 0 AND block_until IS NULL THEN 3
	WHEN deaths >= ?1 THEN 2
	WHEN block_count > 0 THEN 1
	ELSE 0 END`

// sqlMislaid finds runs without an owner where workers that may claim them do not look.
const sqlMislaid = "SELECT r" + sqlWhose + ", d.access, " + sqlAccessOf + ` FROM ~dispatch d JOIN ~run r ON r.run = d.run
	WHERE r.status = 1 AND r.owner IS NULL AND d.owner IS NULL AND d.access <> ` + sqlAccessOf

var (
	mislaidRule    = rule{findings.Mislaid, sqlMislaid, []any{store.QuarantineAfter}}
	forgottenRule  = rule{findings.Forgotten, sqlForgotten, nil}
	miscountedRule = rule{findings.Miscounted, sqlMiscounted, nil}

	behindRule = rule{findings.LeftBehind, "SELECT r" + sqlWhose + ", coalesce(r.behind, '') FROM ~run r NOT INDEXED WHERE r.behind_data IS NOT NULL AND r.closed_at IS NOT NULL AND r.status > 0", nil}

	// openRule reads the table itself: the index that a start uses may be what is wrong.
	openRule = rule{findings.Twins, "SELECT max(r.run), r.run_id, r.namespace, r.workflow_id, r.status, count(*)" +
		" FROM ~run r NOT INDEXED WHERE r.status = 1 GROUP BY r.namespace, r.workflow_id HAVING count(*) > 1", nil}
)

func wakeupRules() []rule {
	unseen := rule{findings.Unseen, "SELECT r" + sqlWhose + " FROM (" + sqlLost + ") l JOIN ~run r ON r.run = l.run", nil}
	return []rule{mislaidRule, unseen, forgottenRule, miscountedRule}
}

func orphanRules() []rule {
	left := func(table, what string) rule {
		return rule{findings.Left, "SELECT t" + sqlWhose + ", " + what + " FROM ~" + table + " t LEFT JOIN ~run r ON r.run = t.run WHERE r.status IS NOT 1", nil}
	}
	return []rule{
		left("timer", "'timer ' || t.timer"), left("activity", "'activity ' || t.activity"),
		left("inbox", "'inbox entry ' || t.ord"), left("dispatch", "'a dispatch row'"),
	}
}

// attrRules compare a run's attributes with the rows by which it is found. They leave out runs
// that retention has hidden, whose rows go with them. Rows of runs that do not exist have a rule
// of their own, with one finding each.
func attrRules() []rule {
	return []rule{
		{findings.Misfound, "SELECT r" + sqlWhose + `, coalesce(r.attrs, ''), (SELECT json_group_array(json_array(a.name, hex(a.key), a.namespace = r.namespace)) FROM ~attr a WHERE a.run = r.run)
			FROM ~run r NOT INDEXED WHERE r.status > 0 AND (r.attrs IS NOT NULL OR EXISTS (SELECT 1 FROM ~attr a WHERE a.run = r.run))`, nil},
		{findings.Misfound, "SELECT a" + sqlWhose + ", '', '[]' FROM (SELECT DISTINCT run FROM ~attr) a LEFT JOIN ~run r ON r.run = a.run WHERE r.run IS NULL", nil},
	}
}
