package postgres

import (
	"cmp"
	"math"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
)

const (
	// The run of a workflow id that was started last: the open one, if there is one.
	sqlNewest = `CROSS JOIN LATERAL (SELECT * FROM ~run o WHERE o.namespace = m.namespace AND o.workflow_id = m.workflow_id AND o.status <> 0
		ORDER BY o.nth DESC LIMIT 1)`

	// A run that has ended does not change any more. The locks are taken one by one, in
	// the order of the ids, each by the primary key.
	sqlLockFree = sqlLock + " SKIP LOCKED) l"
	sqlLockAll  = sqlLock + ") l"
	sqlLock     = `SELECT l.run_id FROM (SELECT unnest($1::uuid[]) AS run_id
			UNION SELECT n.run_id FROM unnest($2::text[], $3::text[]) AS m(namespace, workflow_id) ` + sqlNewest + ` n
			ORDER BY run_id) m
		CROSS JOIN LATERAL (SELECT r.run_id FROM ~run r WHERE r.run_id = m.run_id AND r.closed_at IS NULL FOR UPDATE`

	// Runs of which only commits are asked: these need not know what else has a row.
	sqlLockRunsFree = sqlLockRuns + " SKIP LOCKED) r"
	sqlLockRunsAll  = sqlLockRuns + ") r"
	sqlLockRuns     = "SELECT " + sqlRunColumns + ` FROM (SELECT unnest($1::uuid[]) AS run_id ORDER BY run_id) m
		CROSS JOIN LATERAL (SELECT * FROM ~run r WHERE r.run_id = m.run_id AND r.closed_at IS NULL FOR UPDATE`

	sqlDispatchColumns = "d.ready_at, d.claim, d.dirty"
	sqlDispatchOf      = " LEFT JOIN ~dispatch d ON d.run_id = ANY(ARRAY[r.run_id]) "
	sqlUnreadBytes     = " AND r.unread > 0 THEN (SELECT coalesce(sum(octet_length(i.data)), 0) FROM ~inbox i WHERE i.run_id = r.run_id AND i.kind IN (1, 2)) ELSE 0 END"
	sqlLoadRuns        = "SELECT " + sqlRunColumns + ", " + sqlDispatchColumns + ", CASE WHEN $2::boolean" + sqlUnreadBytes +
		" FROM ~run r" + sqlDispatchOf + "WHERE r.run_id = ANY($1::uuid[]) AND r.status <> 0"
	sqlLoadNames = "SELECT " + sqlRunColumns + ", " + sqlDispatchColumns + ", CASE WHEN $3::boolean" + sqlUnreadBytes +
		" FROM unnest($1::text[], $2::text[]) AS m(namespace, workflow_id) " + sqlNewest + " r" + sqlDispatchOf
	sqlLoadTimers = `SELECT t.run_id, t.timer FROM unnest($1::uuid[], $2::bigint[]) AS m(run_id, timer)
		JOIN ~timer t ON t.run_id = ANY(ARRAY[m.run_id]) AND t.timer = m.timer`
	sqlLoadEndings = `SELECT r.run_id, r.namespace, r.workflow_id, r.last_commit, r.status
		FROM unnest($1::text[], $2::text[], $3::uuid[]) AS m(namespace, workflow_id, token)
		JOIN ~run r ON r.namespace = ANY(ARRAY[m.namespace]) AND r.workflow_id = m.workflow_id AND r.last_commit = m.token`

	sqlEntryColumns = "i.run_id, i.ord, i.id, i.kind, i.ref, i.at, i.data"
	sqlLoadKnown    = "SELECT " + sqlEntryColumns + `, octet_length(i.data) FROM unnest($1::uuid[], $2::text[]) AS m(run_id, id)
		CROSS JOIN LATERAL (SELECT * FROM ~inbox i WHERE i.run_id = m.run_id AND i.id = m.id OFFSET 0) i`
	// Of each run the orders in a span, and the payloads of the first page above an order.
	sqlLoadInbox = `SELECT i.run_id, i.ord, i.id, i.kind, i.ref, i.at, CASE WHEN i.ord > m.after AND coalesce(i.before, 0) < $5 THEN i.data END, octet_length(i.data)
		FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[]) AS m(run_id, after, first, last)
		CROSS JOIN LATERAL (SELECT e.*, sum(CASE WHEN e.ord > m.after THEN octet_length(e.data) END) OVER (ORDER BY e.ord ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
			FROM ~inbox e WHERE e.run_id = m.run_id AND e.ord >= m.first AND e.ord <= m.last) i`
	sqlLoadTokens = `SELECT e.run_id, e.seq, e.token FROM unnest($1::uuid[], $2::bigint[]) AS m(run_id, seq)
		JOIN ~event e ON e.run_id = ANY(ARRAY[m.run_id]) AND e.seq = m.seq`
)

// lock queues the locks of all runs that the batch names.
func (u *unit) lock() {
	w := want(u.ops)
	run := w.runColumn(isLocked)
	namespace, workflowID := w.nameColumns(true)
	if len(run)+len(namespace) == 0 {
		return
	}
	sql := sqlLockFree
	if u.waits {
		sql = sqlLockAll
	}
	rows(u.queue(sql, run, namespace, workflowID), func(rows pgx.Rows) error {
		var v pgtype.UUID
		if err := rows.Scan(&v); err != nil {
			return err
		}
		u.locked[uuidOf(v)] = true
		return nil
	})
}

// load looks up what ops name.
func (u *unit) load(ops []store.Op) error {
	u.forget()
	w := want(ops)
	if u.steps {
		u.lockRuns(w.runColumn(isLocked))
		u.loadRuns(w.runColumn(isUnlocked), false)
	} else {
		u.loadRuns(w.runColumn(isEither), w.weighed)
	}
	if len(w.names) > 0 {
		namespace, workflowID := w.nameColumns(false)
		rows(u.queue(sqlLoadNames, namespace, workflowID, w.weighed), u.addRows())
	}
	u.loadInboxes(w.inboxes)
	u.loadTombstones(ops)
	if len(w.tasks) > 0 {
		u.loadTasks(w.tasks)
	}
	if len(w.timers) > 0 {
		u.loadTimers(w.timers)
	}
	if len(w.endings) > 0 {
		u.loadEndings(w.endings)
	}
	if err := u.send(false); err != nil {
		return err
	}
	if u.steps { // what has ended, and what somebody else has locked
		u.loadRuns(w.runColumn(func(run store.RunID, lock bool) bool { return lock && u.runs[run] == nil }), false)
		if err := u.send(false); err != nil {
			return err
		}
	}
	for _, op := range ops {
		if u.waits && u.unlocked(op) { // it was started after the locks were taken
			return errMoved
		}
	}
	return u.loadMore(ops)
}

// loadRuns looks runs up, and with weigh how many bytes wait unread in their inboxes.
func (u *unit) loadRuns(all ids, weigh bool) {
	if len(all) > 0 {
		rows(u.queue(sqlLoadRuns, all, weigh), u.addRows())
	}
}

// lockRuns locks and looks up runs of which only commits are asked. A run that somebody may
// commit to has a dispatch row, or nothing to put there.
func (u *unit) lockRuns(all ids) {
	if len(all) == 0 {
		return
	}
	sql := sqlLockRunsFree
	if u.waits {
		sql = sqlLockRunsAll
	}
	var c runColumns
	targets := c.targets()
	rows(u.queue(sql, all), func(rows pgx.Rows) error {
		if err := rows.Scan(targets...); err != nil {
			return err
		}
		r := c.run()
		r.placed, u.locked[r.ID] = true, true
		u.add(r)
		return nil
	})
}

// addRows reads runs and their dispatch rows. What a row is read into is made once.
func (u *unit) addRows() func(pgx.Rows) error {
	var c runColumns
	var ready pgtype.Timestamptz
	var claim pgtype.UUID
	var dirty pgtype.Bool
	var bytes int
	targets := append(c.targets(), &ready, &claim, &dirty, &bytes)
	return func(rows pgx.Rows) error {
		if err := rows.Scan(targets...); err != nil {
			return err
		}
		if r := c.run(); u.runs[r.ID] == nil {
			r.bytes, r.placed = bytes, ready.Valid
			r.dispatch = dispatch{exists: ready.Valid, ready: timeOf(ready), claim: uuidOf(claim), dirty: dirty.Bool}
			u.add(r)
		}
		return nil
	}
}

func (u *unit) loadTimers(keys map[store.ActivityKey]bool) {
	run, number := keyColumns(keys)
	rows(u.queue(sqlLoadTimers, run, number), func(rows pgx.Rows) error {
		var v pgtype.UUID
		var timer int64
		if err := rows.Scan(&v, &timer); err != nil {
			return err
		}
		if r := u.runs[uuidOf(v)]; r != nil {
			if r.armed == nil {
				r.armed = make(map[int64]bool)
			}
			r.armed[timer] = true
		}
		return nil
	})
}

func (u *unit) loadEndings(all map[ending]bool) {
	var namespace, workflowID names
	var tokens ids
	for e := range all {
		namespace, workflowID = append(namespace, e.namespace), append(workflowID, e.workflowID)
		tokens = append(tokens, token(e.token))
	}
	rows(u.queue(sqlLoadEndings, namespace, workflowID, tokens), func(rows pgx.Rows) error {
		var run, commit pgtype.UUID
		var status int16
		var e ending
		if err := rows.Scan(&run, &e.namespace, &e.workflowID, &commit, &status); err != nil {
			return err
		}
		if e.token = uuidOf(commit); store.Status(status) == store.Terminated {
			u.ended[e] = uuidOf(run)
		}
		return nil
	})
}

// loadMore looks up what only some ops need, now that their runs are known.
func (u *unit) loadMore(ops []store.Op) error {
	m := u.wantMore(ops)
	u.loadInboxes(m.inboxes)
	if len(m.known) > 0 {
		var run ids
		var entry names
		for k := range m.known {
			run, entry = append(run, token(k.run)), append(entry, k.id)
		}
		rows(u.queue(sqlLoadKnown, run, entry), u.addEntry)
	}
	if len(m.tokens) > 0 {
		run, seq := keyColumns(m.tokens)
		rows(u.queue(sqlLoadTokens, run, seq), u.addToken)
	}
	err := u.send(false)
	for _, r := range u.order {
		r.sortInbox()
	}
	return err
}

// loadInboxes looks up parts of inboxes: of the payloads no more than an answer needs.
func (u *unit) loadInboxes(all inboxes) {
	if len(all) == 0 {
		return
	}
	var run ids
	var after, first, last ints
	for p, s := range all {
		run, after, first, last = append(run, token(p.run)), append(after, p.after), append(first, s.first), append(last, s.last)
	}
	most := int64(store.InboxPage)
	if u.entire {
		most = math.MaxInt64
	}
	rows(u.queue(sqlLoadInbox, run, after, first, last, most), u.addEntry)
}

// sortInbox puts what was looked up in order. What was looked up twice is there once, with its
// payload if that was looked up.
func (r *run) sortInbox() {
	slices.SortFunc(r.inbox, func(a, b entry) int {
		if c := cmp.Compare(a.Order, b.Order); c != 0 || a.absent == b.absent {
			return c
		}
		if b.absent {
			return -1
		}
		return 1
	})
	r.inbox = slices.CompactFunc(r.inbox, func(a, b entry) bool { return a.Order == b.Order })
}

// readEntry reads an entry of a run's inbox, and what more stands in the row behind it.
func readEntry(rows pgx.Rows, more ...any) (store.RunID, store.Entry, error) {
	var run pgtype.UUID
	var name pgtype.Text
	var kind int16
	var when pgtype.Timestamptz
	var e store.Entry
	err := rows.Scan(append([]any{&run, &e.Order, &name, &kind, &e.Ref, &when, &e.Data}, more...)...)
	e.ID, e.Kind, e.At = name.String, store.EntryKind(kind), timeOf(when)
	return uuidOf(run), e, err
}

func (u *unit) addEntry(rows pgx.Rows) error {
	var size pgtype.Int4
	run, e, err := readEntry(rows, &size)
	if err != nil {
		return err
	}
	if r := u.runs[run]; r != nil {
		r.inbox = append(r.inbox, entry{Entry: e, size: int(size.Int32), absent: size.Valid && e.Data == nil})
	}
	return nil
}

func (u *unit) addToken(rows pgx.Rows) error {
	var run, commit pgtype.UUID
	var seq int64
	if err := rows.Scan(&run, &seq, &commit); err != nil {
		return err
	}
	if r := u.runs[uuidOf(run)]; r != nil {
		r.remember(seq, uuidOf(commit))
	}
	return nil
}
