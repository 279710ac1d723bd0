package sqlite

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite/internal/lib"
)

// rule is a question about the tables whose answers must be none. Each is one statement
// and sees one moment, so that what an engine does meanwhile is no finding.
type rule struct {
	check store.CheckID
	sql   string // its columns: those of sqlWhose, then what text needs
	args  []any
	text  func(*lib.Rows) string
}

// sqlWhose is where a finding is: the number of its run, and the run if it is there.
const sqlWhose = ".run, r.run_id, r.namespace, r.workflow_id, r.status"

// firstOwn is the first column behind sqlWhose.
const firstOwn = 5

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
		err := c.checkTokens(found)
		c.Fail(damaged) // apart says what it is
		return err
	})
}

// rules are all rules that one statement answers; before is when what lies there since
// has lain there too long.
func checks(before time.Time) []rule {
	return slices.Concat([]rule{historyRule()}, wakeupRules(), orphanRules(), []rule{openRule(), asideRule()}, runOwnerRules(before), []rule{taskOwnerRule(before)}, overdueRules(before), requestRules(before))
}

// check calls found for each answer to r.
func (c *conn) check(r rule, found func(store.Finding) error) error {
	for q := c.Query(r.sql, r.args...); q.Next(); {
		err := found(store.Finding{Check: r.check, Run: q.ID(1), Namespace: q.Text(2), WorkflowID: q.Text(3), Text: r.text(&q)})
		if err != nil {
			q.End()
			return err
		}
	}
	return nil
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

// historyRule is the part of L1 that nobody sees who reads run by run.
func historyRule() rule {
	return rule{store.CheckGap, "SELECT e" + sqlWhose + " FROM (SELECT DISTINCT run FROM ~event INDEXED BY ~event_seq) e LEFT JOIN ~run r ON r.run = e.run WHERE r.run IS NULL", nil,
		func(q *lib.Rows) string {
			return fmt.Sprintf("there is a history of run number %d, and no such run", q.Int(0))
		}}
}

// sqlMiscounted finds what an engine goes by without looking at the inbox itself.
const sqlMiscounted = "SELECT r" + sqlWhose + `, r.entries, r.unread, r.gen, i.entries, i.unread, i.gen
	FROM (SELECT r.run, (SELECT count(*) FROM ~inbox i WHERE i.run = r.run) AS entries,
			(SELECT count(*) FROM ~inbox i WHERE i.run = r.run AND i.kind IN (1, 2)) AS unread,
			(SELECT max(ord) FROM ~inbox i WHERE i.run = r.run) AS gen
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

func mislaidRule() rule {
	return rule{store.CheckWakeup, sqlMislaid, []any{store.QuarantineAfter}, func(q *lib.Rows) string {
		return fmt.Sprintf("its dispatch row has access %d and should have %d: the wrong workers see it, or none", q.Int(5), q.Int(6))
	}}
}

func wakeupRules() []rule {
	return []rule{
		mislaidRule(),
		{store.CheckWakeup, "SELECT r" + sqlWhose + " FROM (" + sqlLost + ") l JOIN ~run r ON r.run = l.run", nil,
			func(*lib.Rows) string {
				return "entries lie in its inbox and it has no dispatch row: nobody will look"
			}},
		{store.CheckWakeup, sqlForgotten, nil, func(q *lib.Rows) string {
			if q.Int(firstOwn) > 0 {
				return "it is blocked and has no dispatch row: nobody will try it again"
			}
			return "it waits for nothing but a worker and has no dispatch row: nobody will look"
		}},
		{store.CheckWakeup, sqlMiscounted, nil, func(q *lib.Rows) string {
			return fmt.Sprintf("it counts entries %d, unread %d, newest order %d; its inbox holds %d, %d, %d",
				q.Int(5), q.Int(6), q.Int(7), q.Int(8), q.Int(9), q.Int(10))
		}},
	}
}

// orphanRules need no lateness: the transaction that closes a run removes what hangs on it.
func orphanRules() []rule {
	left := func(table, what string) rule {
		return rule{store.CheckOrphan, "SELECT t" + sqlWhose + ", " + what + " FROM ~" + table + " t LEFT JOIN ~run r ON r.run = t.run WHERE r.status IS NOT 1", nil,
			func(q *lib.Rows) string {
				if q.Null(1) {
					return fmt.Sprintf("%s belongs to run number %d, which is not there", q.Text(firstOwn), q.Int(0))
				}
				return fmt.Sprintf("%s is left of a run that is %v", q.Text(firstOwn), store.Status(q.Int(4)))
			}}
	}
	return []rule{
		left("timer", "'timer ' || t.timer"), left("activity", "'activity ' || t.activity"),
		left("inbox", "'inbox entry ' || t.ord"), left("dispatch", "'a dispatch row'"),
	}
}

// openRule asks the table itself: the index by which a start looks may be what is wrong.
func openRule() rule {
	return rule{store.CheckOpen, "SELECT max(r.run), r.run_id, r.namespace, r.workflow_id, r.status, count(*)" +
		" FROM ~run r NOT INDEXED WHERE r.status = 1 GROUP BY r.namespace, r.workflow_id HAVING count(*) > 1", nil,
		func(q *lib.Rows) string {
			return fmt.Sprintf("%d runs with this workflow id are open, this one is the newest", q.Int(firstOwn))
		}}
}
