package postgres

import (
	"fmt"

	"github.com/reprise-run/reprise/store"
)

const (
	sqlRequestCase  = "SELECT q.run_id, q.run_id, q.namespace, q.workflow_id, 0::smallint, ARRAY[q.kind::text, q.id, q.at::text] FROM ~request q"
	sqlLostRequests = sqlRequestCase + " WHERE q.lost AND $1::interval IS NOT NULL"
	sqlLateRequests = sqlRequestCase + sqlTarget + "WHERE q.at < now() - $1::interval AND " + sqlMayGo
)

// requestRules look at what was sent inside users' transactions.
func requestRules() []rule {
	sent := func(w []string, what string) string {
		kind := store.EntrySignal
		if w[0] != "1" {
			kind = store.EntryCancel
		}
		return fmt.Sprintf("%v %q, sent inside a transaction at %s, %s", kind, w[1], w[2], what)
	}
	return []rule{
		{check: store.CheckRequest, owner: "q", sql: sqlLostRequests, text: func(_ store.Status, w []string) string {
			return sent(w, "names a run that is not there")
		}},
		{check: store.CheckOverdue, owner: "q", sql: sqlLateRequests, text: func(_ store.Status, w []string) string {
			return sent(w, "has not been delivered")
		}},
	}
}
