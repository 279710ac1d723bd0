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

// rule is a question about the tables whose answers must be none. Each is one statement
// and sees one moment, so that what an engine does meanwhile is no finding.
type rule struct {
	findings.Rule
	sql  string // its columns: those of sqlWhose, then the words that the rule needs
	args []any
}

// sqlWhose is where a finding is: the number of its run, and the run if it is there.
const sqlWhose = ".run, r.run_id, r.namespace, r.workflow_id, r.status"

// firstWord is the first column behind sqlWhose.
const firstWord = 5

// Check implements [store.Inspector]. What the database says of itself comes first: where
// that is damaged, what the other checks say is worth little, and they may fail.
func (s *Store) Check(ctx context.Context, late time.Duration, found func(store.Finding) error) error {
	return s.apart(ctx, func(c *conn) error {
		if err := c.integrity(found); err != nil {
			return err
		}
		damaged := c.Err()
		if damaged != nil && lib.CodeOf(damaged) != lib.Interrupt {
			_ = c.Clear() // what can still be read says something
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
		c.Fail(damaged) // apart says what it is
		return err
	})
}

// checks are all rules that one statement answers; before is when what lies there since
// has lain there too long.
func checks(before time.Time) []rule {
	return slices.Concat([]rule{strayRule}, wakeupRules(), orphanRules(), attrRules(), []rule{openRule, behindRule, asideRule}, ownerRules(before), overdueRules(before))
}

// check calls found for each answer to r.
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

// integrity asks SQLite about the whole file, the application's own tables too. They may
// need a collation or a function that only the application has; then the file
// as a whole cannot be asked about, and the tables of this package are, one by one. Its
// quick_check would cost a quarter, and would not compare the indexes with their tables;
// but on a unique index stands that a seq has one row, and every claim and every listing
// goes by an index alone.
func (c *conn) integrity(found func(store.Finding) error) error {
	err := c.integrityOf("PRAGMA integrity_check", found)
	if err != nil || lib.CodeOf(c.Err()) != lib.General {
		return err
	}
	_ = c.Clear() // it is that
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

// sqlMiscounted finds what an engine goes by without looking at the inbox itself.
const sqlMiscounted = "SELECT r" + sqlWhose + `, r.entries, r.unread, r.gen, i.entries, i.unread, i.gen
	FROM (SELECT r.run, (SELECT count(*) FROM ~inbox i WHERE i.run = r.run) AS entries,
			(SELECT count(*) FROM ~inbox i WHERE i.run = r.run AND i.kind IN (1, 2, 6, 7, 8)) AS unread,
			(SELECT coalesce(max(ord), 0) FROM ~inbox i WHERE i.run = r.run) AS gen
		FROM ~run r NOT INDEXED WHERE r.status = 1) i
	JOIN ~run r ON r.run = i.run
	WHERE r.entries <> i.entries OR r.unread <> i.unread OR r.gen < i.gen`

// sqlForgotten finds runs that should be claimed and cannot be. One that is parked to wait
// has no dispatch row, and says what for; the inbox is left to sqlLost.
const sqlForgotten = "SELECT r" + sqlWhose + `, r.block_count FROM ~run r NOT INDEXED WHERE r.status = 1 AND r.owner IS NULL AND r.waiting IS NULL
	AND NOT EXISTS (SELECT 1 FROM ~dispatch d WHERE d.run = r.run) AND NOT EXISTS (SELECT 1 FROM ~inbox i WHERE i.run = r.run)`

// sqlAccessOf is rules.Run.Access of a run's row.
const sqlAccessOf = `CASE
	WHEN block_count > 0 AND block_until IS NULL THEN 3
	WHEN deaths >= ?1 THEN 2
	WHEN block_count > 0 THEN 1
	ELSE 0 END`

// sqlMislaid finds runs that nobody owns where those who may claim them do not look.
const sqlMislaid = "SELECT r" + sqlWhose + ", d.access, " + sqlAccessOf + ` FROM ~dispatch d JOIN ~run r ON r.run = d.run
	WHERE r.status = 1 AND r.owner IS NULL AND d.owner IS NULL AND d.access <> ` + sqlAccessOf

var (
	mislaidRule    = rule{findings.Mislaid, sqlMislaid, []any{store.QuarantineAfter}}
	forgottenRule  = rule{findings.Forgotten, sqlForgotten, nil}
	miscountedRule = rule{findings.Miscounted, sqlMiscounted, nil}

	behindRule = rule{findings.LeftBehind, "SELECT r" + sqlWhose + ", coalesce(r.behind, '') FROM ~run r NOT INDEXED WHERE r.behind_data IS NOT NULL AND r.closed_at IS NOT NULL AND r.status > 0", nil}

	// openRule asks the table itself: the index by which a start looks may be what is wrong.
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

// attrRules compare what a run has with the rows by which it is found. What retention has hidden
// goes with these. Rows of runs that are not there have a rule of their own: each is a finding.
func attrRules() []rule {
	return []rule{
		{findings.Misfound, "SELECT r" + sqlWhose + `, coalesce(r.attrs, ''), (SELECT json_group_array(json_array(a.name, hex(a.key), a.namespace = r.namespace)) FROM ~attr a WHERE a.run = r.run)
			FROM ~run r NOT INDEXED WHERE r.status > 0 AND (r.attrs IS NOT NULL OR EXISTS (SELECT 1 FROM ~attr a WHERE a.run = r.run))`, nil},
		{findings.Misfound, "SELECT a" + sqlWhose + ", '', '[]' FROM (SELECT DISTINCT run FROM ~attr) a LEFT JOIN ~run r ON r.run = a.run WHERE r.run IS NULL", nil},
	}
}
