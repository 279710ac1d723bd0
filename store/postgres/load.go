package postgres

import (
	"math"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

const (
	// The run of a workflow id that was started last: the open one, if there is one.
	sqlNewest = `CROSS JOIN LATERAL (SELECT * FROM ~run o WHERE o.namespace = m.namespace AND o.workflow_id = m.workflow_id AND o.status <> 0
		ORDER BY o.nth DESC LIMIT 1)`

	// A run that has ended does not change any more. Locks are taken one by one in the order of the
	// ids, each by the primary key.
	sqlLockFree = sqlLock + " SKIP LOCKED) l"
	sqlLockAll  = sqlLock + ") l"
	sqlLock     = `SELECT l.run_id FROM (SELECT unnest($1::uuid[]) AS run_id
			UNION SELECT n.run_id FROM unnest($2::text[], $3::text[]) AS m(namespace, workflow_id) ` + sqlNewest + ` n
			ORDER BY run_id) m
		CROSS JOIN LATERAL (SELECT r.run_id FROM ~run r WHERE r.run_id = m.run_id AND r.closed_at IS NULL FOR UPDATE`

	// For runs about which there are only commits: these need not know which other rows exist.
	sqlLockRunsFree = sqlLockRuns + " SKIP LOCKED) r"
	sqlLockRunsAll  = sqlLockRuns + ") r"
	sqlLockRuns     = "SELECT " + sqlRunColumns + ` FROM (SELECT unnest($1::uuid[]) AS run_id ORDER BY run_id) m
		CROSS JOIN LATERAL (SELECT * FROM ~run r WHERE r.run_id = m.run_id AND r.closed_at IS NULL FOR UPDATE`

	sqlDispatchColumns = "d.ready_at, d.claim, d.dirty"
	sqlDispatchOf      = " LEFT JOIN ~dispatch d ON d.run_id = ANY(ARRAY[r.run_id]) "
	sqlUnreadBytes     = " THEN (SELECT coalesce(sum(octet_length(i.data)), 0) FROM ~inbox i WHERE i.run_id = r.run_id AND i.kind IN (1, 2, 6, 7, 8)) ELSE 0 END"
	sqlLoadRuns        = "SELECT " + sqlRunColumns + ", " + sqlDispatchColumns + ", CASE WHEN r.unread >= $2::int" + sqlUnreadBytes +
		" FROM ~run r" + sqlDispatchOf + "WHERE r.run_id = ANY($1::uuid[]) AND r.status <> 0"
	sqlLoadNames = "SELECT " + sqlRunColumns + ", " + sqlDispatchColumns + ", CASE WHEN r.unread >= $3::int" + sqlUnreadBytes +
		" FROM unnest($1::text[], $2::text[]) AS m(namespace, workflow_id) " + sqlNewest + " r" + sqlDispatchOf
	sqlLoadTimers = `SELECT t.run_id, t.timer FROM unnest($1::uuid[], $2::bigint[]) AS m(run_id, timer)
		JOIN ~timer t ON t.run_id = ANY(ARRAY[m.run_id]) AND t.timer = m.timer`
	sqlLoadEndings = "SELECT " + sqlRunColumns + ` FROM unnest($1::text[], $2::text[], $3::uuid[]) AS m(namespace, workflow_id, token)
		JOIN ~run r ON r.namespace = ANY(ARRAY[m.namespace]) AND r.workflow_id = m.workflow_id AND r.last_commit = m.token`

	sqlEntryColumns = "i.run_id, i.ord, i.id, i.kind, i.ref, i.at, i.data"
	sqlLoadKnown    = "SELECT " + sqlEntryColumns + `, octet_length(i.data) FROM unnest($1::uuid[], $2::text[]) AS m(run_id, id)
		CROSS JOIN LATERAL (SELECT * FROM ~inbox i WHERE i.run_id = m.run_id AND i.id = m.id OFFSET 0) i`
	// The entries of each run in a span of orders; with paged, the payloads of the first page.
	sqlLoadInbox = `SELECT i.run_id, i.ord, i.id, i.kind, i.ref, i.at, CASE WHEN m.paged AND coalesce(i.before, 0) < $5 THEN i.data END, octet_length(i.data)
		FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::boolean[]) AS m(run_id, first, last, paged)
		CROSS JOIN LATERAL (SELECT e.*, sum(octet_length(e.data)) OVER (ORDER BY e.ord ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
			FROM ~inbox e WHERE e.run_id = m.run_id AND e.ord >= m.first AND e.ord <= m.last) i`
	sqlLoadSignals = `SELECT m.run_id, (SELECT count(*) FROM ~inbox i WHERE i.run_id = m.run_id AND i.kind IN (1, 6, 8)) FROM unnest($1::uuid[]) AS m(run_id)`
	// The runs that have children, or send the start of one.
	sqlLoadOrphans = `SELECT m.run_id FROM unnest($1::uuid[]) AS m(run_id) CROSS JOIN LATERAL (SELECT 1 FROM ~run r WHERE r.parent_run_id = m.run_id AND r.closed_at IS NULL LIMIT 1) c
		UNION SELECT m.run_id FROM unnest($1::uuid[]) AS m(run_id) CROSS JOIN LATERAL (SELECT 1 FROM ~outbox o WHERE o.run_id = ANY(ARRAY[m.run_id]) AND o.kind = 1 LIMIT 1) c`
	sqlLoadBehind = "SELECT r.run_id, r.behind_data FROM ~run r WHERE r.run_id = ANY($1::uuid[])"
	sqlLoadTokens = `SELECT e.run_id, e.seq, e.token FROM unnest($1::uuid[], $2::bigint[]) AS m(run_id, seq)
		JOIN ~event e ON e.run_id = ANY(ARRAY[m.run_id]) AND e.seq = m.seq`
)

// lock queues the locks of all runs that the batch names.
func (u *unit) lock() {
	u.lockMessages()
	w := want(relayed(u.ops))
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
		var run store.RunID
		err := rows.Scan(anID(&run))
		u.locked[run] = true
		return err
	})
}

// load reads what ops name.
func (u *unit) load(ops []store.Op) error {
	u.forget()
	ops = relayed(ops)
	w := want(ops)
	weigh := weighFrom(w.arrivals)
	if u.steps {
		u.lockRuns(w.runColumn(isLocked))
		u.loadRuns(w.runColumn(isUnlocked), weigh)
	} else {
		u.loadRuns(w.runColumn(isEither), weigh)
	}
	if len(w.names) > 0 {
		namespace, workflowID := w.nameColumns(false)
		rows(u.queue(sqlLoadNames, namespace, workflowID, weigh), u.addRow)
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
	if u.steps { // runs that have ended, and runs that others have locked
		u.loadRuns(w.runColumn(func(run store.RunID, lock bool) bool { return lock && u.runs[run] == nil }), weigh)
		if err := u.send(false); err != nil {
			return err
		}
	}
	for _, op := range ops {
		if u.waits && u.unlocked(op) { // it was started after the locks were taken
			return errMoved
		}
	}
	return u.loadMore(u.wantMore(ops, &w))
}

// weighFrom returns the number of unread entries from which the bytes of an inbox matter, if
// arrivals more may come.
func weighFrom(arrivals int) int {
	if arrivals == 0 {
		return math.MaxInt32
	}
	return max(1, store.FewUnread-arrivals+1)
}

// loadRuns reads runs and, if at least weigh entries are unread in an inbox, how many bytes
// these have.
func (u *unit) loadRuns(all ids, weigh int) {
	if len(all) > 0 {
		rows(u.queue(sqlLoadRuns, all, weigh), u.addRow)
	}
}

// lockRuns locks and reads runs about which there are only commits. A run that can be committed
// to has a dispatch row, or nothing to put into one.
func (u *unit) lockRuns(all ids) {
	if len(all) == 0 {
		return
	}
	sql := sqlLockRunsFree
	if u.waits {
		sql = sqlLockRunsAll
	}
	rows(u.queue(sql, all), func(rows pgx.Rows) error {
		r, err := readRun(rows)
		if err == nil {
			r.placed, u.locked[r.ID] = true, true
			u.add(r)
		}
		return err
	})
}

// addRow reads a run and its dispatch row.
func (u *unit) addRow(rows pgx.Rows) error {
	var d rules.Dispatch
	var dirty pgtype.Bool
	bytes := 0
	r, err := readRun(rows, aTime(&d.Ready), anID(&d.Claim), &dirty, &bytes)
	if err == nil && u.runs[r.ID] == nil {
		d.Exists, d.Dirty = dirty.Valid, dirty.Bool
		r.Dispatch, r.placed, r.Inbox.Bytes = d, d.Exists, bytes
		u.add(r)
	}
	return err
}

func (u *unit) loadTimers(keys map[store.ActivityKey]bool) {
	run, number := keyColumns(keys)
	rows(u.queue(sqlLoadTimers, run, number), func(rows pgx.Rows) error {
		var run store.RunID
		var t store.Timer
		err := rows.Scan(anID(&run), &t.ID)
		if r := u.runs[run]; r != nil {
			r.Timers.Load(t)
		}
		return err
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
		r, err := readRun(rows)
		if err == nil && r.Status == store.Terminated {
			u.ended[ending{nameKey{r.Namespace, r.WorkflowID}, r.LastCommit}] = r
		}
		return err
	})
}

// loadMore reads what only some ops need, now that their runs are known.
func (u *unit) loadMore(m more) error {
	u.loadInboxes(m.inboxes)
	if len(m.known) > 0 {
		var run ids
		var entry names
		for k := range m.known {
			run, entry = append(run, token(k.run)), append(entry, k.id)
		}
		rows(u.queue(sqlLoadKnown, run, entry), u.addEntry)
	}
	if len(m.signals) > 0 {
		var run ids
		for k := range m.signals {
			run = append(run, token(k))
		}
		rows(u.queue(sqlLoadSignals, run), u.addSignals)
	}
	if len(m.orphans) > 0 {
		rows(u.queue(sqlLoadOrphans, m.orphans), func(rows pgx.Rows) error {
			var run store.RunID
			err := rows.Scan(anID(&run))
			if r := u.runs[run]; r != nil {
				r.Orphans = true
			}
			return err
		})
	}
	if len(m.behind) > 0 {
		rows(u.queue(sqlLoadBehind, m.behind), func(rows pgx.Rows) error {
			var run store.RunID
			var data []byte
			err := rows.Scan(anID(&run), &data)
			if r := u.runs[run]; r != nil {
				r.BehindData = data
			}
			return err
		})
	}
	if len(m.tasks) > 0 {
		u.loadTasksOf(m.tasks)
	}
	if len(m.tokens) > 0 {
		run, seq := keyColumns(m.tokens)
		rows(u.queue(sqlLoadTokens, run, seq), u.addToken)
	}
	return u.send(false)
}

// loadInboxes reads parts of inboxes, and no more payloads than an answer needs. Entries that
// are taken come first, because they mostly precede the page.
func (u *unit) loadInboxes(b inboxes) {
	if len(b.taken)+len(b.pages) == 0 {
		return
	}
	var run ids
	var first, last ints
	var paged bools
	for r, s := range b.taken {
		run, first, last, paged = append(run, token(r)), append(first, s.first), append(last, s.last), append(paged, false)
	}
	for p := range b.pages {
		run, first, last, paged = append(run, token(p.run)), append(first, p.after+1), append(last, math.MaxInt64), append(paged, true)
	}
	rows(u.queue(sqlLoadInbox, run, first, last, paged, store.InboxPage), u.addEntry)
}

// readEntry reads an entry of a run's inbox, and the columns more behind it.
func readEntry(rows pgx.Rows, more ...any) (store.RunID, store.Entry, error) {
	var run store.RunID
	var e store.Entry
	err := rows.Scan(append([]any{anID(&run), &e.Order, aText(&e.ID), &e.Kind, &e.Ref, aTime(&e.At), &e.Data}, more...)...)
	return run, e, err
}

func (u *unit) addEntry(rows pgx.Rows) error {
	var size pgtype.Int4
	run, e, err := readEntry(rows, &size)
	if err != nil {
		return err
	}
	switch r := u.runs[run]; {
	case r == nil:
	case size.Valid && e.Data == nil: // the payload was not read
		r.Inbox.LoadHead(e.Order, e.Kind, int(size.Int32))
	default:
		r.Inbox.Load(e)
	}
	return nil
}

func (u *unit) addSignals(rows pgx.Rows) error {
	var run store.RunID
	n := 0
	err := rows.Scan(anID(&run), &n)
	if r := u.runs[run]; r != nil {
		r.Inbox.Signals = n
	}
	return err
}

func (u *unit) addToken(rows pgx.Rows) error {
	var run store.RunID
	var commit store.Token
	var seq int64
	err := rows.Scan(anID(&run), &seq, anID(&commit))
	if r := u.runs[run]; r != nil {
		if r.Tokens == nil {
			r.Tokens = make(map[int64]store.Token)
		}
		r.Tokens[seq] = commit
	}
	return err
}
