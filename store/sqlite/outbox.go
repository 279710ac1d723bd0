package sqlite

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

const (
	sqlSend = `INSERT INTO ~outbox (run_id, seq, kind, namespace, target, ref, workflow_id, workflow, queue, prio, level, at, data)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)`
	sqlSends  = "SELECT 1 FROM ~outbox INDEXED BY ~outbox_due WHERE namespace = ?1 LIMIT 1"
	sqlSent   = "SELECT namespace FROM ~outbox WHERE run_id = ?1 AND seq = ?2 AND kind = ?3"
	sqlUnsend = "DELETE FROM ~outbox WHERE run_id = ?1 AND seq = ?2 AND kind = ?3"
	// The end of a run comes with the last row of its history.
	sqlOutbox = `SELECT o.run_id, o.seq, o.kind, o.namespace, o.target, o.ref, o.workflow_id, o.workflow, o.queue, o.prio, o.level, o.data, e.seq, e.n, e.token, e.data
		FROM ~outbox o INDEXED BY ~outbox_due LEFT JOIN ~run r INDEXED BY ~run_id ON o.kind = 4 AND r.run_id = o.run_id
		LEFT JOIN ~event e INDEXED BY ~event_seq ON e.run = r.run AND e.seq = (SELECT max(l.seq) FROM ~event l INDEXED BY ~event_seq WHERE l.run = r.run)
		WHERE o.namespace = ?1 AND (o.run_id, o.seq, o.kind) > (?2, ?3, ?4) ORDER BY o.run_id, o.seq, o.kind LIMIT ?5`
	sqlChildren = "SELECT run_id FROM ~run INDEXED BY ~run_child WHERE parent_run_id = ?1 AND status = 1 AND run_id > ?2 ORDER BY run_id LIMIT ?3"
)

func saveMessage(w session, m *store.Message, now time.Time) {
	w.exec(sqlSend, m.Run, m.Seq, int(m.Kind), m.Namespace, m.Target, m.Ref, m.WorkflowID, m.Workflow, m.Queue, m.Priority, m.Level, now, m.Data)
}

// relay carries out what a message asks for.
func (x *tx) relay(o *store.Relay) (out store.Outcome, err error) {
	k := o.Message
	q := x.Query(sqlSent, k.Run, k.Seq, int(k.Kind))
	if !q.Next() {
		return store.Outcome{Code: store.Fenced}, nil
	}
	namespace := q.Text(0)
	q.End()
	switch {
	case o.Start != nil:
		out, err = x.start(o.Start)
	case o.Deliver != nil:
		out = x.relayTo(o)
	}
	if err != nil || x.Err() != nil || out.Code.Passes() {
		return out, err
	}
	x.Exec(sqlUnsend, k.Run, k.Seq, int(k.Kind))
	if m, ok := o.AnswerTo(out.Code); ok {
		m.Namespace = namespace
		saveMessage(x.session(), &m, x.now)
	}
	return out, nil
}

func (x *tx) relayTo(o *store.Relay) store.Outcome {
	r := find(x.session(), o.Deliver.Ref)
	if r == nil {
		return rules.Relay(nil, o, nil, x.now)
	}
	mend(x.session(), r, x.now)
	x.fill(r, rules.NeedsToAccept(&r.Run, &o.Deliver.Entry, 0))
	out := rules.Relay(&r.Run, o, &x.take, x.now)
	x.put(r)
	return out
}

// Outbox implements [store.Store].
func (s *Store) Outbox(ctx context.Context, q store.OutboxQuery) (all []store.Message, err error) {
	err = s.look(ctx, func(c *conn) {
		size := 0
		after := q.After.Run
		for rows := c.Query(sqlOutbox, q.Namespace, after[:], q.After.Seq, int(q.After.Kind), q.Max); rows.Next(); {
			m := store.Message{
				MessageKey: store.MessageKey{Run: rows.ID(0), Seq: rows.Int(1), Kind: store.MessageKind(rows.Int(2))},
				Namespace:  rows.Text(3), Target: rows.ID(4), Ref: rows.Int(5), WorkflowID: rows.Text(6), Workflow: rows.Text(7), Queue: rows.Text(8),
				Priority: int(rows.Int(9)), Level: int(rows.Int(10)), Data: rows.Blob(11),
				End: store.Row{Seq: rows.Int(12), N: int(rows.Int(13)), Token: rows.ID(14), Data: rows.Blob(15)},
			}
			all = append(all, m)
			if size += m.Bytes(); size >= store.OutboxPage {
				rows.End()
				return
			}
		}
	})
	return all, err
}

// Children implements [store.Store].
func (s *Store) Children(ctx context.Context, parent, after store.RunID, limit int) (all []store.RunID, err error) {
	if parent == uuid.Nil {
		return nil, nil
	}
	err = s.look(ctx, func(c *conn) {
		for rows := c.Query(sqlChildren, parent, after[:], limit); rows.Next(); {
			all = append(all, rows.ID(0))
		}
	})
	return all, err
}
