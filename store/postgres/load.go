package postgres

import (
	"cmp"
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

	sqlDispatchColumns = "d.ready_at, d.claim, d.dirty"
	sqlDispatchOf      = " LEFT JOIN ~dispatch d ON d.run_id == r.run_id "
	sqlLoadRuns        = "SELECT " + sqlRunColumns + ", " + sqlDispatchColumns + " FROM ~run r" + sqlDispatchOf + "WHERE r.run_id = ANY($1::uuid[]) AND r.status <> 0"
	sqlLoadNames       = "SELECT " + sqlRunColumns + ", " + sqlDispatchColumns +
		" FROM unnest($1::text[], $2::text[]) AS m(namespace, workflow_id) " + sqlNewest + " r" + sqlDispatchOf
	sqlLoadTimers = `SELECT t.run_id, t.timer FROM unnest($1::uuid[], $2::bigint[]) AS m(run_id, timer)
		JOIN ~timer t ON t.run_id == m.run_id AND t.timer = m.timer`
	sqlLoadEndings = `SELECT r.run_id, r.namespace, r.workflow_id, r.last_commit, r.status
		FROM unnest($1::text[], $2::text[], $3::uuid[]) AS m(namespace, workflow_id, token)
		JOIN ~run r ON r.namespace == m.namespace AND r.workflow_id = m.workflow_id AND r.last_commit = m.token`

	sqlEntryColumns = "i.run_id, i.ord, i.id, i.kind, i.ref, i.at, i.data"
	sqlLoadInbox    = "SELECT " + sqlEntryColumns + " FROM ~inbox i WHERE i.run_id = ANY($1::uuid[])"
	sqlLoadKnown    = "SELECT " + sqlEntryColumns + ` FROM unnest($1::uuid[], $2::text[]) AS m(run_id, id)
		CROSS JOIN LATERAL (SELECT * FROM ~inbox i WHERE i.run_id = m.run_id AND i.id = m.id OFFSET 0) i`
	sqlLoadTokens = `SELECT e.run_id, e.seq, e.token FROM unnest($1::uuid[], $2::bigint[]) AS m(run_id, seq)
		JOIN ~event e ON e.run_id == m.run_id AND e.seq = m.seq`
)

// lock queues the locks of all runs that the batch names.
func (u *unit) lock() {
	w := want(u.ops)
	run := w.runColumn(true)
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
	if len(w.runs) > 0 {
		u.loadRuns(w.runColumn(false))
	}
	if len(w.names) > 0 {
		namespace, workflowID := w.nameColumns(false)
		rows(u.queue(sqlLoadNames, namespace, workflowID), u.addRow)
	}
	u.loadKeys(ops)
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
	for _, op := range ops {
		if u.waits && u.unlocked(op) { // it was started after the locks were taken
			return errMoved
		}
	}
	return u.loadMore(ops)
}

func (u *unit) loadRuns(all ids) { rows(u.queue(sqlLoadRuns, all), u.addRow) }

// addRow reads a run and its dispatch row.
func (u *unit) addRow(rows pgx.Rows) error {
	var ready pgtype.Timestamptz
	var claim pgtype.UUID
	var dirty pgtype.Bool
	r, err := readRun(rows, &ready, &claim, &dirty)
	if err != nil {
		return err
	}
	if u.runs[r.ID] == nil {
		r.dispatch = dispatch{exists: ready.Valid, ready: timeOf(ready), claim: uuidOf(claim), dirty: dirty.Bool}
		u.add(r)
	}
	return nil
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
	if len(m.whole) > 0 {
		var all ids
		for r := range m.whole {
			r.inbox, r.whole = nil, true
			all = append(all, token(r.ID))
		}
		rows(u.queue(sqlLoadInbox, all), u.addEntry)
	}
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
	for r := range m.whole {
		slices.SortFunc(r.inbox, func(a, b entry) int { return cmp.Compare(a.Order, b.Order) })
	}
	return err
}

// readEntry reads an entry of a run's inbox.
func readEntry(rows pgx.Rows) (store.RunID, store.Entry, error) {
	var run pgtype.UUID
	var name pgtype.Text
	var kind int16
	var when pgtype.Timestamptz
	var e store.Entry
	err := rows.Scan(&run, &e.Order, &name, &kind, &e.Ref, &when, &e.Data)
	e.ID, e.Kind, e.At = name.String, store.EntryKind(kind), timeOf(when)
	return uuidOf(run), e, err
}

func (u *unit) addEntry(rows pgx.Rows) error {
	run, e, err := readEntry(rows)
	if err != nil {
		return err
	}
	if r := u.runs[run]; r != nil {
		r.inbox = append(r.inbox, entry{Entry: e})
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
