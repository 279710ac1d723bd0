package sqlite

import (
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// session reads and writes in a transaction, on the store's own connection or the user's. It
// is not an interface, because then all arguments would escape to the heap.
type session struct {
	own  *conn // or nil
	user *userRows
	of   *Store
}

func (w session) exec(sql string, args ...any) {
	if w.own != nil {
		w.own.Exec(sql, args...)
	} else {
		w.user.exec(sql, args...)
	}
}

func (w session) number(sql string, args ...any) int64 {
	if w.own != nil {
		return w.own.Number(sql, args...)
	}
	return w.user.number(sql, args...)
}

// one returns the first row, which the caller must end.
func (w session) one(sql string, args ...any) (columns, bool) {
	if w.own != nil {
		q := w.own.Query(sql, args...)
		return &q, q.Next()
	}
	return w.user.one(sql, args...)
}

func (w session) inserted() int64 {
	if w.own != nil {
		return w.own.Inserted()
	}
	return w.user.last
}

// columns is a row of a result.
type columns interface {
	Int(i int) int64
	Bool(i int) bool
	Text(i int) string
	ID(i int) uuid.UUID
	Time(i int) time.Time
	Null(i int) bool
	End()
}

func (x *tx) session() session { return session{own: x.conn, of: x.s} }

func (w *userRows) session() session { return session{user: w, of: w.tx.s} }

// run is as much of a run as is loaded.
type run struct {
	rules.Run
	number int64 // in this file
	laden  bool  // its inbox had entries when it was loaded
}

// rules returns what the rules know of r; nil if there is no run.
func (r *run) rules() *rules.Run {
	if r == nil {
		return nil
	}
	return &r.Run
}

const (
	sqlLoad = "SELECT " + sqlRunColumns + `, r.closing, r.last_owner, d.ready_at, d.claim, d.dirty
		FROM ~run r LEFT JOIN ~dispatch d ON d.run = r.run WHERE `
	sqlLoadByID     = sqlLoad + "r.run_id = ?1 AND r.status > 0"
	sqlLoadByNumber = sqlLoad + "r.run = ?1"
	sqlLoadNamed    = sqlLoad + "r.run = " + sqlNewest + " AND r.status > 0"
	// Runs that a Terminate by workflow id has ended.
	sqlLoadTerminated = sqlLoad + "r.run = (SELECT t.run FROM ~run t INDEXED BY ~run_name WHERE t.namespace = ?1 AND t.workflow_id = ?2 AND t.status = 5 AND t.last_commit = ?3 LIMIT 1)"

	// The number of the newest run with that workflow id. If that run is being removed, no other
	// one is open.
	sqlNewest = "(SELECT n.run FROM ~run n INDEXED BY ~run_name WHERE n.namespace = ?1 AND n.workflow_id = ?2 ORDER BY n.run DESC LIMIT 1)"
)

// load reads a run and its dispatch row; nil: there is none.
func load(w session, sql string, args ...any) *run {
	q, ok := w.one(sql, args...)
	if !ok {
		return nil
	}
	defer q.End()
	v := showRun(q)
	r := &run{number: v.run, laden: v.entries > 0, Run: rules.Run{Run: v.Run, Waits: !q.Null(17), Closing: q.Bool(34), StickyTo: q.ID(35)}}
	r.Inbox = rules.Inbox{Gen: v.gen, Entries: v.entries, Unread: v.Unread}
	if !q.Null(36) {
		r.Dispatch = rules.Dispatch{Exists: true, Ready: q.Time(36), Claim: q.ID(37), Dirty: q.Bool(38)}
	}
	return r
}

// find loads the run that ref names. By a workflow id that is the newest run, because no
// other one can be open.
func find(w session, ref store.Ref) *run {
	if ref.Run != uuid.Nil {
		if r := load(w, sqlLoadByID, ref.Run); r != nil && !ref.Foreign(r.Namespace) {
			return r
		}
		return nil
	}
	return load(w, sqlLoadNamed, ref.Namespace, ref.WorkflowID)
}

const (
	sqlToken   = "SELECT token FROM ~event WHERE run = ?1 AND seq = ?2"
	sqlKnown   = "SELECT ord, id, kind, ref, at, data FROM ~inbox INDEXED BY ~inbox_id WHERE run = ?1 AND id = ?2 AND kind = ?3 LIMIT 1"
	sqlHeads   = "SELECT ord, kind, length(data) FROM ~inbox WHERE run = ?1 AND ord BETWEEN ?2 AND ?3"
	sqlAbove   = "SELECT ord, id, kind, ref, at, data, length(data) FROM ~inbox WHERE run = ?1 AND ord > ?2 ORDER BY ord"
	sqlSignals = "SELECT count(*) FROM ~inbox WHERE run = ?1 AND kind IN (1, 6, 8)"
	sqlOrphans = `SELECT EXISTS (SELECT 1 FROM ~run r INDEXED BY ~run_child WHERE r.parent_run_id = ?1 AND r.status = 1)
		OR EXISTS (SELECT 1 FROM ~outbox o WHERE o.run_id = ?1 AND o.kind = 1)`
	sqlBehindData  = "SELECT behind_data FROM ~run WHERE run = ?1"
	sqlTheTask     = "SELECT activity, owner, claim, attempt, limited, deaths, ready_at, delayed, claimed_at, beat_at, cancelled FROM ~activity WHERE run = ?1 AND activity = ?2"
	sqlTaskNumbers = "SELECT activity FROM ~activity WHERE run = ?1 ORDER BY activity"
)

// fill loads what an op needs. Unique keys tell which timers and activities are outstanding.
func (x *tx) fill(r *run, n rules.Need) {
	b := &r.Inbox
	if n.Token != 0 {
		if q := x.Query(sqlToken, r.number, n.Token); q.Next() {
			r.Tokens = map[int64]store.Token{n.Token: q.ID(0)}
			q.End()
		}
	}
	if n.Known.ID != "" {
		if q := x.Query(sqlKnown, r.number, n.Known.ID, int(n.Known.Kind)); q.Next() {
			b.Load(showEntry(&q))
			q.End()
		}
	}
	if n.Bytes {
		b.Bytes = int(x.Number(sqlUnreadBytes, r.number))
	}
	if n.Signals {
		b.Signals = int(x.Number(sqlSignals, r.number))
	}
	if n.Orphans {
		r.Orphans = x.Number(sqlOrphans, r.ID) == 1
	}
	if n.Behind {
		if q := x.Query(sqlBehindData, r.number); q.Next() {
			r.BehindData = q.Blob(0)
			q.End()
		}
	}
	if len(n.Taken) > 0 {
		first, last := n.Taken[0], n.Taken[0]
		for _, order := range n.Taken {
			first, last = min(first, order), max(last, order)
		}
		for q := x.Query(sqlHeads, r.number, first, last); q.Next(); {
			b.LoadHead(q.Int(0), store.EntryKind(q.Int(1)), int(q.Int(2)))
		}
	}
	if n.Above {
		bytes := 0
		for q := x.Query(sqlAbove, r.number, n.After); q.Next(); {
			size := int(q.Int(6))
			if bytes < store.InboxPage {
				b.Load(showEntry(&q))
			} else {
				b.LoadHead(q.Int(0), store.EntryKind(q.Int(2)), size)
			}
			bytes += size
		}
	}
	if n.Task != 0 {
		loadTask(x.session(), r, n.Task)
	}
	if n.Tasks {
		for _, id := range x.numbers(sqlTaskNumbers, r.number) {
			loadTask(x.session(), r, id)
		}
	}
}

// loadTask reads the row of an activity, if there is one, without the columns that no rule
// uses.
func loadTask(w session, r *run, id int64) (found bool) {
	q, found := w.one(sqlTheTask, r.number, id)
	if found {
		defer q.End()
		t := rules.Task{Delayed: q.Bool(7)}
		t.Run, t.ID, t.Owner, t.Claim, t.Attempt, t.Limited = r.ID, q.Int(0), q.ID(1), q.ID(2), int(q.Int(3)), q.Bool(4)
		t.Deaths, t.Ready, t.Claimed, t.Beat, t.Cancelled = bounded(q.Int(5)), q.Time(6), q.Time(8), q.Time(9), q.Bool(10)
		r.Tasks.Loaded = append(r.Tasks.Loaded, t)
	}
	return found
}

// claimed returns the run with what its new owner must know.
func (x *tx) claimed(number int64) store.Claimed {
	return x.claimedRun(load(x.session(), sqlLoadByNumber, number))
}

func (x *tx) claimedRun(r *run) (c store.Claimed) {
	if r != nil {
		x.fill(r, rules.NeedsToShow(&r.Run))
		c = r.Claimed()
	}
	return c
}
