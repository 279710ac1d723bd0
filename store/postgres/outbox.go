package postgres

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// outbox holds the messages that a batch relays, and their changes.
type outbox struct {
	locked  map[store.MessageKey]string // existing messages that the batch has locked, with their namespaces
	relayed []store.MessageKey          // messages to delete
	answers []store.Message
}

const (
	// Messages that another transaction is relaying are skipped.
	sqlLockMessages = `SELECT o.run_id, o.seq, o.kind, o.namespace
		FROM (SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::smallint[]) AS m(run_id, seq, kind) ORDER BY run_id, seq, kind) m
		CROSS JOIN LATERAL (SELECT * FROM ~outbox o WHERE o.run_id = m.run_id AND o.seq = m.seq AND o.kind = m.kind FOR UPDATE SKIP LOCKED) o`
	// The end of a run comes with the last row of its history. A page ends when the sizes add up to $6.
	sqlOutbox = `SELECT p.run_id, p.seq, p.kind, p.namespace, p.target, p.ref, p.workflow_id, p.workflow, p.queue, p.prio, p.level, p.data, p.last, p.n, p.token, p.row
		FROM (SELECT o.*, e.seq AS last, e.n, e.token, e.data AS row, sum(coalesce(octet_length(o.data), 0) + coalesce(octet_length(e.data), 0))
				OVER (ORDER BY uuid_send(o.run_id), o.seq, o.kind ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
			FROM (SELECT * FROM ~outbox o WHERE o.namespace = $1 AND (uuid_send(o.run_id), o.seq, o.kind) > (uuid_send($2::uuid), $3::bigint, $4::smallint)
				ORDER BY uuid_send(o.run_id), o.seq, o.kind LIMIT $5) o
			LEFT JOIN LATERAL (SELECT * FROM ~event e WHERE e.run_id = o.run_id AND o.kind = 4 ORDER BY e.seq DESC LIMIT 1) e ON true) p
		WHERE coalesce(p.before, 0) < $6 ORDER BY uuid_send(p.run_id), p.seq, p.kind`
	sqlChildren = `SELECT r.run_id FROM ~run r WHERE r.parent_run_id = $1 AND r.closed_at IS NULL AND uuid_send(r.run_id) > uuid_send($2::uuid)
		ORDER BY uuid_send(r.run_id) LIMIT $3`
)

var (
	messageKeys = []column[*store.Message]{
		of("run_id", "uuid", func(m *store.Message) pgtype.UUID { return token(m.Run) }),
		of("seq", "bigint", func(m *store.Message) int64 { return m.Seq }),
		of("kind", "smallint", func(m *store.Message) int64 { return int64(m.Kind) }),
	}
	dropMessages = deleting("outbox", messageKeys)
	addMessages  = inserting("outbox", slices.Concat(messageKeys, []column[*store.Message]{
		of("target", "uuid", func(m *store.Message) pgtype.UUID { return id(m.Target) }),
		of("ref", "bigint", func(m *store.Message) int64 { return m.Ref }),
		{name: "at", expr: "now()"},
		of("prio", "int", func(m *store.Message) int64 { return int64(m.Priority) }),
		of("level", "int", func(m *store.Message) int64 { return int64(m.Level) }),
		of("namespace", "text", func(m *store.Message) string { return m.Namespace }),
		of("workflow_id", "text", func(m *store.Message) string { return m.WorkflowID }),
		of("workflow", "text", func(m *store.Message) string { return m.Workflow }),
		of("queue", "text", func(m *store.Message) string { return m.Queue }),
		of("data", "bytea", func(m *store.Message) []byte { return m.Data }),
	}))
)

// relayed returns ops with the ops that relays, schedules and StartAlls contain in place of these.
func relayed(ops []store.Op) []store.Op {
	several := func(op store.Op) bool {
		_, all := op.(*store.StartAll)
		return all || carried(op) != op
	}
	if !slices.ContainsFunc(ops, several) {
		return ops
	}
	var all []store.Op
	for _, op := range ops {
		if o, ok := op.(*store.StartAll); ok {
			for _, s := range o.Starts {
				all = append(all, s)
			}
			continue
		}
		if op = carried(op); op != nil {
			all = append(all, op)
		}
	}
	return all
}

// carried returns what op has done to an existing run; nil: nothing.
func carried(op store.Op) store.Op {
	switch o := op.(type) {
	case *store.Relay:
		return o.Op()
	case *store.FireSchedule:
		if o.Cancel == nil {
			return nil
		}
		return o.Cancel
	}
	return op
}

// lockMessages queues the locks of the messages that the batch relays.
func (u *unit) lockMessages() {
	var run ids
	var seq, kind ints
	for _, op := range u.ops {
		if o, ok := op.(*store.Relay); ok {
			run, seq, kind = append(run, token(o.Message.Run)), append(seq, o.Message.Seq), append(kind, int64(o.Message.Kind))
		}
	}
	if len(run) == 0 {
		return
	}
	u.outbox.locked = make(map[store.MessageKey]string)
	rows(u.queue(sqlLockMessages, run, seq, kind), func(rows pgx.Rows) error {
		var k store.MessageKey
		var namespace string
		err := rows.Scan(anID(&k.Run), &k.Seq, &k.Kind, &namespace)
		u.outbox.locked[k] = namespace
		return err
	})
}

// relay carries out what a message asks for.
func (u *unit) relay(o *store.Relay) (out store.Outcome, err error) {
	namespace, held := u.outbox.locked[o.Message]
	if !held {
		return store.Outcome{Code: store.Fenced}, nil
	}
	if o.Start != nil {
		out, err = u.start(o.Start)
	} else {
		out = rules.Relay(u.about(o).rules(), o, &u.taking, u.now)
	}
	if err != nil || out.Code.Passes() {
		return out, err
	}
	delete(u.outbox.locked, o.Message)
	u.outbox.relayed = append(u.outbox.relayed, o.Message)
	if m, ok := o.AnswerTo(out.Code); ok {
		m.Namespace = namespace
		u.outbox.answers = append(u.outbox.answers, m)
	}
	return out, nil
}

// writeOutbox writes which messages are deleted, and which are added.
func (u *unit) writeOutbox() {
	var gone, added []*store.Message
	for _, k := range u.outbox.relayed {
		gone = append(gone, &store.Message{MessageKey: k})
	}
	for i := range u.outbox.answers {
		added = append(added, &u.outbox.answers[i])
	}
	for _, r := range u.order {
		for i := range r.Diff.Sent {
			added = append(added, &r.Diff.Sent[i])
		}
	}
	dropMessages.write(u.tx, gone)
	addMessages.write(u.tx, added)
	u.outbox.relayed, u.outbox.answers = nil, nil
}

// Outbox implements [store.Store].
func (s *Store) Outbox(ctx context.Context, q store.OutboxQuery) (all []store.Message, err error) {
	err = s.look(ctx, func(x *tx) {
		all = nil
		rows(x.queue(sqlOutbox, q.Namespace, token(q.After.Run), q.After.Seq, int16(q.After.Kind), q.Max, store.OutboxPage), func(rows pgx.Rows) error {
			var m store.Message
			var seq, n pgtype.Int8
			err := rows.Scan(anID(&m.Run), &m.Seq, &m.Kind, &m.Namespace, anID(&m.Target), &m.Ref, &m.WorkflowID, &m.Workflow, &m.Queue, &m.Priority, &m.Level, &m.Data,
				&seq, &n, anID(&m.End.Token), &m.End.Data)
			m.End.Seq, m.End.N = seq.Int64, int(n.Int64)
			all = append(all, m)
			return err
		})
	})
	return all, err
}

// Children implements [store.Store].
func (s *Store) Children(ctx context.Context, parent, after store.RunID, limit int) (all []store.RunID, err error) {
	if parent == uuid.Nil {
		return nil, nil
	}
	err = s.look(ctx, func(x *tx) {
		all = nil
		rows(x.queue(sqlChildren, token(parent), token(after), limit), func(rows pgx.Rows) error {
			var run store.RunID
			err := rows.Scan(anID(&run))
			all = append(all, run)
			return err
		})
	})
	return all, err
}
