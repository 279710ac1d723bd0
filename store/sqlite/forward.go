package sqlite

import (
	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

const (
	// A request leaves its waiting unless its run is open and takes no entry now.
	sqlTakable = `q.lost = 0 AND NOT EXISTS (SELECT 1 FROM ~run r INDEXED BY ~run_id WHERE r.run_id = q.run_id AND r.status = 1 AND (r.closing = 1 OR r.unread >= ?2))
		AND (SELECT r.status = 1 AND (r.closing = 1 OR r.unread >= ?2) FROM ~run r INDEXED BY ~run_name WHERE q.run_id IS NULL
			AND r.namespace = q.namespace AND r.workflow_id = q.workflow_id ORDER BY r.run DESC LIMIT 1) IS NOT 1`
	sqlRequested = "SELECT 1 FROM ~request q INDEXED BY ~request_due WHERE q.namespace = ?1 AND " + sqlTakable + " LIMIT 1"
	sqlRequests  = "SELECT q.request, q.id, q.kind, q.run_id, q.workflow_id FROM ~request q INDEXED BY ~request_due WHERE q.namespace = ?1 AND " + sqlTakable +
		" ORDER BY q.request LIMIT ?3"
	sqlRequestData = "SELECT data FROM ~request WHERE request = ?1"
	sqlForwarded   = "DELETE FROM ~request WHERE request = ?1"
	sqlLoseRequest = "UPDATE ~request SET lost = 1 WHERE request = ?1"
	sqlUndelivered = "UPDATE ~run SET undelivered = undelivered + 1 WHERE run = ?1"
)

// requested says whether a Forward in namespace has something to do.
func (c *conn) requested(namespace string) bool {
	return c.number(sqlRequested, namespace, store.MaxUnread) == 1
}

func (x *tx) forward(o *store.Forward) store.Outcome {
	type request struct {
		number     int64
		ref        store.Ref
		workflowID string
		entry      store.Entry
	}
	var all []request
	for q := x.query(sqlRequests, o.Namespace, store.MaxUnread, o.Max); q.next(); {
		r := request{
			number: q.int(0), workflowID: q.text(4), entry: store.Entry{ID: q.text(1), Kind: store.EntryKind(q.int(2))},
			ref: store.Ref{Run: q.id(3), Namespace: o.Namespace},
		}
		if r.ref.Run == uuid.Nil {
			r.ref.WorkflowID = r.workflowID
		}
		all = append(all, r)
	}
	var out store.Outcome
	for _, q := range all {
		f := store.Forwarded{WorkflowID: q.workflowID, Entry: q.entry}
		r, found := x.find(q.ref)
		switch {
		case !found:
			f.Code = store.NotFound
			x.exec(sqlLoseRequest, q.number)
		case r.status != store.Open:
			f.Code, f.Run = store.Closed, r.id
			x.exec(sqlForwarded, q.number)
			if q.entry.Kind == store.EntrySignal {
				x.exec(sqlUndelivered, r.run)
			}
		case r.closing || r.unread >= store.MaxUnread:
			continue // it is full since the one before
		default:
			q.entry.Data = x.requestData(q.number)
			d := x.deliver(&store.Deliver{Ref: store.Ref{Run: r.id}, Entry: q.entry})
			if len(d.Entries) == 0 {
				return out // the connection has failed
			}
			f.Run, f.Owner, f.Entry = r.id, d.Owner, d.Entries[0]
			x.exec(sqlForwarded, q.number)
		}
		out.Count++
		out.Forwarded = append(out.Forwarded, f)
	}
	return out
}

func (x *tx) requestData(number int64) []byte {
	q := x.query(sqlRequestData, number)
	if !q.next() {
		return nil
	}
	defer q.end()
	return q.blob(0)
}
