package sqlite

import (
	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// row is what most ops need to know of a run.
type row struct {
	run     int64 // its number in this file
	id      store.RunID
	status  store.Status
	epoch   int64
	nextSeq int64
	gen     int64
	owner   store.WorkerID
	deaths  int
	blocks  int // block_count
	entries int
	unread  int
	closing bool
	prefers store.WorkerID

	namespace string

	dispatched bool // it has a dispatch row
	claim      store.Token
	dirty      bool
}

const (
	sqlRow = `SELECT r.run, r.run_id, r.status, r.epoch, r.next_seq, r.gen, r.owner, r.deaths, r.block_count, r.entries, r.unread, r.closing,
		d.run IS NOT NULL, d.claim, d.dirty, r.last_owner, r.namespace FROM ~run r `
	sqlDispatched  = "LEFT JOIN ~dispatch d ON d.run = r.run "
	sqlRowByID     = sqlRow + sqlDispatched + "WHERE r.run_id = ?1 AND " + sqlThere
	sqlRowByNumber = sqlRow + sqlDispatched + "WHERE r.run = ?1"
	sqlRowNamed    = sqlRow + sqlDispatched + "WHERE r.run = " + sqlNewest + " AND " + sqlThere

	// The number of the run with that workflow id that was created last. It ends last, too, and is
	// removed last: where that has happened no other is there, and nobody looks at all the
	// keys to find that out.
	sqlNewest = "(SELECT n.run FROM ~run n INDEXED BY ~run_name WHERE n.namespace = ?1 AND n.workflow_id = ?2 ORDER BY n.run DESC LIMIT 1)"
)

func (x *tx) row(sql string, args ...any) (r row, found bool) {
	q := x.query(sql, args...)
	if !q.next() {
		return r, false
	}
	defer q.end()
	return row{
		run: q.int(0), id: q.id(1), status: store.Status(q.int(2)), epoch: q.int(3), nextSeq: q.int(4), gen: q.int(5),
		owner: q.id(6), deaths: int(q.int(7)), blocks: int(q.int(8)), entries: int(q.int(9)), unread: int(q.int(10)),
		closing: q.bool(11), dispatched: q.bool(12), claim: q.id(13), dirty: q.bool(14), prefers: q.id(15),
		namespace: q.text(16),
	}, true
}

func (x *tx) byID(id store.RunID) (row, bool) { return x.row(sqlRowByID, id) }

// named is the run with that workflow id that was created last: no other one can be open.
func (x *tx) named(namespace, workflowID string) (row, bool) {
	return x.row(sqlRowNamed, namespace, workflowID)
}

func (x *tx) find(ref store.Ref) (row, bool) {
	if ref.Run != uuid.Nil {
		return x.byID(ref.Run)
	}
	return x.named(ref.Namespace, ref.WorkflowID)
}

// The columns of a store.Run, and how to read them.
const sqlRunColumns = `r.run, r.run_id, r.chain_id, r.namespace, r.workflow_id, r.workflow, r.queue, r.prio, r.status, r.epoch,
	r.next_seq, r.last_commit, r.level, r.build, r.owner, r.created_at, r.closed_at, r.waiting, r.undelivered, r.unread,
	r.deaths, r.lane_deaths, r.block_count, r.block_reason, r.block_text, r.block_build, r.block_until, r.gen, r.entries`

// shown is a run and what its claim says beside it.
type shown struct {
	store.Run
	run     int64
	gen     int64
	entries int
}

func showRun(q *rows) shown {
	v := shown{run: q.int(0), gen: q.int(27), entries: int(q.int(28)), Run: store.Run{
		ID: q.id(1), Chain: q.id(2), Namespace: q.text(3), WorkflowID: q.text(4), Workflow: q.text(5), Queue: q.text(6),
		Priority: int(q.int(7)), Status: store.Status(q.int(8)), Epoch: q.int(9), NextSeq: q.int(10), LastCommit: q.id(11),
		Level: int(q.int(12)), Build: q.text(13), Owner: q.id(14), Created: q.time(15), Closed: q.time(16), Waiting: q.text(17),
		Undelivered: int(q.int(18)), Unread: int(q.int(19)), Deaths: int(q.int(20)), LaneDeaths: int(q.int(21)),
	}}
	if n := int(q.int(22)); n > 0 {
		v.Blocked = &store.Block{Reason: q.text(23), Text: q.text(24), Build: q.text(25), Until: q.time(26), Count: n}
	}
	return v
}

const (
	sqlShow       = "SELECT " + sqlRunColumns + " FROM ~run r WHERE r.run = ?1"
	sqlLastStatus = "SELECT status FROM ~run INDEXED BY ~run_name WHERE namespace = ?1 AND workflow_id = ?2 ORDER BY run DESC LIMIT 1"
	sqlAnyOfName  = "SELECT 1 FROM ~run INDEXED BY ~run_name WHERE namespace = ?1 AND workflow_id = ?2 LIMIT 1"
	sqlAddRun     = `INSERT INTO ~run (run_id, status, epoch, next_seq, owner, level, last_commit, chain_id, namespace, workflow_id,
		workflow, queue, prio, created_at, build, last_owner, closed_at, undelivered, waiting)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)
		ON CONFLICT DO NOTHING`
	sqlAddDispatch = `INSERT INTO ~dispatch (run, namespace, queue, workflow, level, prio, ready_at, owner, claim)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)`
	sqlAddEvent = "INSERT INTO ~event (run, seq, n, token, at, data) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
)

// inserter writes rows of a run: the store's own connection, or a transaction of the
// user's.
type inserter interface {
	exec(sql string, args ...any) int64
	number(sql string, args ...any) int64
	inserted() int64
}

// insertRun inserts the rows of a new run, but for what its first commit appends and hangs
// on it. It returns the run's number, or false when another run is in the way.
func insertRun(w inserter, o *store.Start, us int64) (run int64, ok bool) {
	if w.number(sqlLastStatus, o.Namespace, o.WorkflowID) == int64(store.Open) || o.Once && w.number(sqlAnyOfName, o.Namespace, o.WorkflowID) > 0 {
		return 0, false
	}
	b := born(o, us)
	if w.exec(sqlAddRun, o.Run, int(b.status), b.epoch, b.next, b.owner, b.level, stored(b.token), o.Chain, o.Namespace, o.WorkflowID,
		o.Workflow, o.Queue, o.Priority, us, b.build, b.prefers, b.closed, b.undelivered, b.waiting) == 0 {
		return 0, false
	}
	run = w.inserted()
	if o.First == nil {
		w.exec(sqlAddEvent, run, o.Row.Seq, o.Row.N, stored(o.Row.Token), us, o.Row.Data)
	}
	if b.dispatched {
		w.exec(sqlAddDispatch, run, o.Namespace, o.Queue, o.Workflow, b.level, o.Priority, us, b.owner, o.Claim)
	}
	return run, true
}

func (x *tx) start(o *store.Start) store.Outcome {
	run, ok := insertRun(x, o, x.us)
	if !ok {
		return x.inTheWay(o)
	}
	return x.open(o, run)
}

// started is the answer to a start that made its run.
func (x *tx) started(o *store.Start) store.Outcome {
	out := store.Outcome{Run: o.Run}
	if o.Owner != uuid.Nil {
		out.Claims = []store.Claimed{{Run: store.Run{
			ID: o.Run, Chain: o.Chain, Namespace: o.Namespace, WorkflowID: o.WorkflowID, Workflow: o.Workflow, Queue: o.Queue,
			Priority: o.Priority, Status: store.Open, Epoch: 1, NextSeq: 1 + int64(o.Row.N), LastCommit: o.Row.Token, Level: o.Level,
			Owner: o.Owner, Created: x.now,
		}}}
	}
	return out
}

// inTheWay answers a Start that created nothing: it is a repetition, or another run
// has the workflow id.
func (x *tx) inTheWay(o *store.Start) store.Outcome {
	if r, ok := x.byID(o.Run); ok {
		out := store.Outcome{Run: r.id}
		if o.First != nil {
			if !x.appended(r.run, o.First.Seq, o.First.Token) {
				return store.Outcome{Code: store.Fenced, Run: r.id}
			}
			out = x.committed(o.First, r)
		}
		if o.Owner != uuid.Nil && r.owner == o.Owner && r.claim == o.Claim {
			out.Claims = []store.Claimed{x.claimed(r.run)}
		}
		return out
	}
	if x.removed(o.Run) {
		if o.First != nil {
			return store.Outcome{Code: store.Fenced, Run: o.Run}
		}
		return store.Outcome{Run: o.Run}
	}
	if r, ok := x.named(o.Namespace, o.WorkflowID); ok {
		return store.Outcome{Code: store.Exists, Run: r.id}
	}
	id, _ := x.lastKey(o.Namespace, o.WorkflowID)
	return store.Outcome{Code: store.Exists, Run: id}
}

// claimed is the run as its new owner must know it.
func (x *tx) claimed(run int64) store.Claimed {
	q := x.query(sqlShow, run)
	if !q.next() {
		return store.Claimed{}
	}
	v := showRun(&q)
	q.end()
	c := store.Claimed{Run: v.Run, Gen: v.gen}
	if v.entries > 0 {
		c.Entries = x.inbox(run, 0)
	}
	x.s.hint(v.ID, hint{run: run, in: v.Namespace, gen: v.gen, owner: v.Owner, token: v.LastCommit, laden: true})
	return c
}
