package sqlite

import (
	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

const (
	// A request leaves unless its run is open and accepts no entry now.
	sqlTakable = `q.lost = 0 AND NOT EXISTS (SELECT 1 FROM ~run r INDEXED BY ~run_id WHERE r.run_id = q.run_id AND r.status = 1 AND (r.closing = 1 OR ` + sqlFull + `))
		AND (SELECT r.status = 1 AND (r.closing = 1 OR ` + sqlFull + `) AND (q.run_id IS NULL OR r.chain_id = (SELECT n.chain_id FROM ~run n INDEXED BY ~run_id WHERE n.run_id = q.run_id))
			FROM ~run r INDEXED BY ~run_name WHERE (q.run_id IS NULL OR EXISTS (SELECT 1 FROM ~run n INDEXED BY ~run_id WHERE n.run_id = q.run_id AND n.status = 6)) AND r.namespace = q.namespace AND r.workflow_id = q.workflow_id ORDER BY r.run DESC LIMIT 1) IS NOT 1`
	sqlRequested = "SELECT 1 FROM ~request q INDEXED BY ~request_due WHERE q.namespace = ?1 AND " + sqlTakable + " LIMIT 1"
	sqlRequests  = "SELECT q.request, q.id, q.kind, q.run_id, q.workflow_id FROM ~request q INDEXED BY ~request_due WHERE q.namespace = ?1 AND " + sqlTakable +
		" ORDER BY q.request LIMIT ?2"
	sqlRequestData = "SELECT data FROM ~request WHERE request = ?1"
	sqlForwarded   = "DELETE FROM ~request WHERE request = ?1"
	sqlLoseRequest = "UPDATE ~request SET lost = 1 WHERE request = ?1"
)

// requested reports whether a Forward in namespace has something to do.
func (c *conn) requested(namespace string) bool {
	return c.Number(sqlRequested, namespace) == 1
}

func (x *tx) forward(o *store.Forward) store.Outcome {
	type request struct {
		number     int64
		ref        store.Ref
		workflowID string
		entry      store.Entry
	}
	var all []request
	for q := x.Query(sqlRequests, o.Namespace, o.Max); q.Next(); {
		r := request{
			number: q.Int(0), workflowID: q.Text(4), entry: store.Entry{ID: q.Text(1), Kind: store.EntryKind(q.Int(2))},
			ref: store.Ref{Run: q.ID(3), Namespace: o.Namespace},
		}
		if r.ref.Run == uuid.Nil {
			r.ref.WorkflowID = r.workflowID
		}
		all = append(all, r)
	}
	var out store.Outcome
	for _, q := range all {
		r := find(x.session(), q.ref)
		if r != nil && r.Status == store.Continued {
			if last := find(x.session(), store.Ref{Namespace: o.Namespace, WorkflowID: r.WorkflowID}); last != nil && last.Chain == r.Chain {
				r = last
			}
		}
		if r != nil {
			mend(x.session(), r, x.now)
			x.fill(r, rules.NeedsToAccept(&r.Run, &q.entry, 0))
		}
		if r != nil && r.Status == store.Open && r.Takes() {
			q.entry.Data = x.requestData(q.number)
		}
		f, goes := r.rules().Forward(q.entry, &x.take, x.now)
		if x.Err() != nil {
			return out // the connection has failed
		}
		if !goes {
			continue // the request before has filled it
		}
		if r == nil {
			x.Exec(sqlLoseRequest, q.number)
		} else {
			x.put(r)
			x.Exec(sqlForwarded, q.number)
		}
		f.WorkflowID = q.workflowID
		out.Count++
		out.Forwarded = append(out.Forwarded, f)
	}
	return out
}

func (x *tx) requestData(number int64) []byte {
	q := x.Query(sqlRequestData, number)
	if !q.Next() {
		return nil
	}
	defer q.End()
	return q.Blob(0)
}
