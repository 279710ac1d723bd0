package sqlite

import (
	"fmt"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite/internal/lib"
)

const (
	sqlLostRequests = "SELECT 0, q.run_id, q.namespace, q.workflow_id, 0, q.kind, q.id, q.at FROM ~request q WHERE q.lost = 1"
	sqlLateRequests = "SELECT 0, q.run_id, q.namespace, q.workflow_id, 0, q.kind, q.id, q.at FROM ~request q WHERE q.at < ?1 AND " + sqlTakable
)

// requestRules look at what was sent inside users' transactions.
func requestRules(before time.Time) []rule {
	sent := func(q *lib.Rows) string {
		return fmt.Sprintf("%v %q, sent inside a transaction at %s,", store.EntryKind(q.Int(5)), q.Text(6), q.Time(7).Format(time.RFC3339))
	}
	return []rule{
		{store.CheckRequest, sqlLostRequests, nil, func(q *lib.Rows) string { return sent(q) + " names a run that is not there" }},
		{store.CheckOverdue, sqlLateRequests, []any{before}, func(q *lib.Rows) string { return sent(q) + " has not been delivered" }},
	}
}
