package sqlite

import (
	"fmt"
	"slices"

	"github.com/google/uuid"
	lib "modernc.org/sqlite/lib"

	"github.com/reprise-run/reprise/store"
)

// append carries out a Commit.
func (x *tx) append(o *store.Commit) store.Outcome {
	if out, ok := x.appendHeld(o); ok {
		return out
	}
	return x.appendKnowing(o)
}

// after is the next seq once o has been appended.
func after(o *store.Commit) int64 {
	last := o.Rows[len(o.Rows)-1]
	return last.Seq + int64(last.N)
}

const (
	sqlToken    = "SELECT token FROM ~event WHERE run = ?1 AND seq = ?2"
	sqlHoldBack = "UPDATE ~run SET closing = 1 WHERE run = ?1 AND closing = 0"
	sqlCommit   = `UPDATE ~run SET next_seq = ?2, last_commit = ?3, level = ?4, build = ?5, waiting = ?6, closing = 0,
		entries = ?7, unread = ?8, owner = ?9, last_owner = ?10 WHERE run = ?1`
	sqlClose = `UPDATE ~run SET next_seq = ?2, last_commit = ?3, level = ?4, build = ?5, status = ?6, closed_at = ?7, undelivered = ?8,
		waiting = NULL, closing = 0, entries = 0, unread = 0, owner = NULL WHERE run = ?1`
	sqlDropDispatch = "DELETE FROM ~dispatch WHERE run = ?1"
)

// appendKnowing is append after a look at the run.
func (x *tx) appendKnowing(o *store.Commit) store.Outcome {
	r, ok := x.byID(o.Run)
	if !ok {
		return store.Outcome{Code: store.NotFound}
	}
	if r.status != store.Open || r.epoch != o.Epoch || r.nextSeq != o.Seq {
		if x.appended(r.run, o.Seq, o.Token) {
			return x.committed(o, r)
		}
		return store.Outcome{Code: store.Fenced, Run: r.id}
	}
	if o.Then == store.Close && r.entries > 0 && x.unseenSignal(o, r.run) {
		if o.Closing {
			x.exec(sqlHoldBack, r.run)
		}
		return store.Outcome{Code: store.Refused, Run: r.id, Gen: r.gen, Entries: x.inbox(r.run, o.Seen)}
	}
	x.take(o, &r)
	if o.Absolve && (r.deaths > 0 || r.blocks > 0) {
		x.absolve(&r)
	}
	if o.Then == store.Close {
		x.exec(sqlClose, r.run, after(o), o.Token, o.Level, o.Build, int(o.Status), x.us, o.Undelivered)
		x.ends(r.run, r.namespace, size{})
		x.hang(o, r.run)
		x.clearAway(&r, true)
		return x.committed(o, r)
	}
	released := o.Then == store.Park && !x.unseen(o, r)
	var prefers store.WorkerID
	if released {
		if o.Prefer {
			prefers = r.owner
		}
		r.owner = uuid.Nil
	}
	x.exec(sqlCommit, r.run, after(o), o.Token, o.Level, o.Build, waiting(o), r.entries, r.unread, r.owner, prefers)
	x.hang(o, r.run)
	switch {
	case !released:
		x.s.hint(r.id, hint{run: r.run, in: r.namespace, gen: r.gen, owner: r.owner, token: o.Token, laden: true})
	case r.entries > 0:
		x.makeReady(r.run)
	default:
		x.exec(sqlDropDispatch, r.run)
	}
	if released {
		delete(x.s.hints, r.id)
	}
	return x.committed(o, r)
}

// waiting is NULL where the run does not wait: that it has no dispatch row is then wrong.
func waiting(o *store.Commit) any {
	if o.Then == store.Park {
		return o.Waiting
	}
	return nil
}

// appended says whether the row at seq is that of token.
func (x *tx) appended(run, seq int64, token store.Token) bool {
	q := x.query(sqlToken, run, seq)
	if !q.next() {
		return false
	}
	defer q.end()
	return q.id(0) == token
}

// committed is the answer to a commit that stands, now or since its first try.
func (x *tx) committed(o *store.Commit, r row) store.Outcome {
	out := store.Outcome{Run: r.id, Gen: r.gen, Owner: r.owner}
	if o.Then == store.Park && o.Owner != uuid.Nil && r.owner == o.Owner && r.epoch == o.Epoch {
		out.Owned = true
		if r.entries > 0 {
			out.Entries = x.inbox(r.run, o.Seen)
		}
	}
	return out
}

// unseenSignal says whether a signal that the committer neither takes nor knows is in
// the inbox.
func (x *tx) unseenSignal(o *store.Commit, run int64) bool {
	q := x.query("SELECT ord FROM ~inbox WHERE run = ?1 AND ord > ?2 AND kind = 1", run, o.Seen)
	for q.next() {
		if !slices.Contains(o.Take, q.int(0)) {
			q.end()
			return true
		}
	}
	return false
}

// unseen says whether an entry the committer does not know is left in the inbox.
func (x *tx) unseen(o *store.Commit, r row) bool {
	return r.entries > 0 && x.number("SELECT 1 FROM ~inbox WHERE run = ?1 AND ord > ?2 LIMIT 1", r.run, o.Seen) == 1
}

// take removes from the inbox what the rows hold, and counts what is left.
func (x *tx) take(o *store.Commit, r *row) {
	if r.entries == 0 || o.Then == store.Close {
		return
	}
	taken := 0
	for _, ord := range o.Take {
		taken += int(x.exec("DELETE FROM ~inbox WHERE run = ?1 AND ord = ?2", r.run, ord))
	}
	if r.entries -= taken; r.entries <= 0 {
		r.entries, r.unread = 0, 0
	} else if taken > 0 && r.unread > 0 {
		r.unread = int(x.number("SELECT count(*) FROM ~inbox WHERE run = ?1 AND kind IN (1, 2)", r.run))
	}
}

const (
	sqlAddTimer     = "INSERT INTO ~timer (run, timer, fire_at) VALUES (?1, ?2, ?3)"
	sqlDropTimer    = "DELETE FROM ~timer WHERE run = ?1 AND timer = ?2"
	sqlDropActivity = "DELETE FROM ~activity WHERE run = ?1 AND activity = ?2"
)

func (x *tx) appendRows(o *store.Commit, run int64) {
	for _, w := range o.Rows {
		x.exec(sqlAddEvent, run, w.Seq, w.N, o.Token, x.us, w.Data)
	}
}

// hang appends the rows, and adds and removes what hangs on the run.
func (x *tx) hang(o *store.Commit, run int64) {
	x.appendRows(o, run)
	for _, t := range o.StartTimers {
		if x.exec(sqlAddTimer, run, t.ID, stamp(t.FireAt).UnixMicro()); x.collided() {
			x.member = fmt.Errorf("timer %d is outstanding already", t.ID)
			return
		}
	}
	for i := range o.Schedule {
		if x.schedule(&o.Schedule[i], run); x.collided() {
			x.member = fmt.Errorf("activity %d is outstanding already", o.Schedule[i].ID)
			return
		}
	}
	for _, id := range o.DropTimers {
		x.exec(sqlDropTimer, run, id)
	}
	for _, id := range o.DropActivities {
		x.exec(sqlDropActivity, run, id)
	}
}

// collided says whether the last statement met a row with its key, and forgets it.
func (x *tx) collided() bool {
	if x.err == nil || primary(x.err) != lib.SQLITE_CONSTRAINT {
		return false
	}
	_ = x.clear() // the error is known: it is the collision
	return true
}

// clearAway removes what hangs on a run that has ended. Who knows that neither timers nor
// activities do says that it is not laden.
func (x *tx) clearAway(r *row, laden bool) {
	if r.dispatched {
		x.exec(sqlDropDispatch, r.run)
	}
	if r.entries > 0 {
		x.exec("DELETE FROM ~inbox WHERE run = ?1", r.run)
	}
	if laden {
		x.exec("DELETE FROM ~timer WHERE run = ?1", r.run)
		x.exec("DELETE FROM ~activity WHERE run = ?1", r.run)
	}
	if r.blocks > 0 {
		x.exec(sqlUnblock, r.run)
	}
	delete(x.s.hints, r.id)
	r.owner = uuid.Nil
}
