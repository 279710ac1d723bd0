package sqlite

import (
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

const (
	sqlAbsolve = `UPDATE ~run SET deaths = 0, lane_deaths = 0, block_count = 0, block_reason = NULL, block_build = NULL,
		block_until = NULL, block_text = NULL WHERE run = ?1`
	sqlUnblock = `UPDATE ~run SET block_count = 0, block_reason = NULL, block_build = NULL, block_until = NULL,
		block_text = NULL WHERE run = ?1`
	sqlBlock = `UPDATE ~run SET block_count = block_count + 1, block_reason = ?2, block_text = ?3, block_build = ?4,
		block_until = ?5 WHERE run = ?1`
	sqlGiveUp = "UPDATE ~run SET epoch = epoch + 1, owner = NULL, last_owner = NULL, closing = 0 WHERE run = ?1"
	sqlForget = "UPDATE ~run SET last_owner = NULL WHERE run = ?1"

	// The lane of a dispatch row follows from the run, and is looked at only while
	// nobody owns it: so this is the only place that decides it.
	sqlLaneOf = `CASE
			WHEN block_count > 0 AND block_until IS NULL THEN 3
			WHEN deaths >= ?1 THEN 2
			WHEN block_count > 0 THEN 1
			ELSE 0 END`
	sqlMakeReady = `INSERT INTO ~dispatch (run, namespace, queue, workflow, level, prio, ready_at, lane, lane_deaths, build, until, prefer, prefer_until)
		SELECT run, namespace, queue, workflow, level, prio, ?3, ` + sqlLaneOf + `,
			lane_deaths, block_build, block_until, CASE WHEN ` + sqlLaneOf + ` = 0 THEN last_owner END, ?4 FROM ~run WHERE run = ?2
		ON CONFLICT (run) DO UPDATE SET level = excluded.level, ready_at = excluded.ready_at, owner = NULL, claim = NULL, dirty = 0,
			lane = excluded.lane, lane_deaths = excluded.lane_deaths, build = excluded.build, until = excluded.until,
			prefer = excluded.prefer, prefer_until = excluded.prefer_until`

	sqlTerminate = `UPDATE ~run SET next_seq = next_seq + ?2, last_commit = ?3, status = 5, closed_at = ?4, undelivered = ?5,
		waiting = NULL, closing = 0, entries = 0, unread = 0, owner = NULL WHERE run = ?1`
	sqlTerminatedID = "SELECT run_id FROM ~run r WHERE run_id = ?1 AND status = 5 AND last_commit = ?2 AND " + sqlThere
	sqlTerminated   = "SELECT run_id FROM ~run r INDEXED BY ~run_name WHERE namespace = ?1 AND workflow_id = ?2 AND status = 5 AND last_commit = ?3 AND " + sqlThere
)

// makeReady gives the run a dispatch row that nobody owns.
func (x *tx) makeReady(run int64) { makeReady(x, run, x.now) }

func makeReady(w inserter, run int64, now time.Time) {
	w.exec(sqlMakeReady, store.SuspectDeaths, run, now.UnixMicro(), now.Add(store.PreferFor).UnixMicro())
}

// absolve forgets what speaks against the run.
func (x *tx) absolve(r *row) {
	x.exec(sqlAbsolve, r.run)
	r.deaths, r.blocks = 0, 0
	x.leaveLane(r.run, 0)
}

// giveUp takes the run from its owner; what the owner still sends is fenced. The
// caller sees to the dispatch row, after what else changes in the run.
func (x *tx) giveUp(run int64, id store.RunID) {
	x.exec(sqlGiveUp, run)
	delete(x.s.hints, id)
}

// owned finds the run that worker owns at epoch.
func (x *tx) owned(id store.RunID, worker store.WorkerID, epoch int64) (row, bool) {
	r, ok := x.byID(id)
	return r, ok && worker != uuid.Nil && r.owner == worker && r.epoch == epoch
}

func (x *tx) release(o *store.Release) store.Outcome {
	r, ok := x.owned(o.Run, o.Worker, o.Epoch)
	if !ok {
		return store.Outcome{Code: store.Fenced, Run: o.Run}
	}
	x.giveUp(r.run, r.id)
	if b := o.Block; b != nil {
		x.exec(sqlBlock, r.run, b.Reason, b.Text, b.Build, stamp(x.now.Add(o.Delay)))
	}
	x.makeReady(r.run)
	return store.Outcome{Run: r.id}
}

func (x *tx) resume(o *store.Resume) store.Outcome {
	r, ok := x.find(o.Ref)
	switch {
	case !ok:
		return store.Outcome{Code: store.NotFound}
	case r.status != store.Open:
		return store.Outcome{Code: store.Closed, Run: r.id}
	}
	if r.deaths > 0 || r.blocks > 0 {
		x.absolve(&r)
	}
	if r.dispatched && r.owner == uuid.Nil {
		x.exec(sqlForget, r.run)
		x.makeReady(r.run)
	}
	return store.Outcome{Run: r.id, Owner: r.owner}
}

func (x *tx) terminate(o *store.Terminate) store.Outcome {
	if id, ok := x.terminated(o); ok {
		return store.Outcome{Run: id}
	}
	r, ok := x.find(o.Ref)
	switch {
	case !ok:
		return store.Outcome{Code: store.NotFound}
	case r.status != store.Open:
		return store.Outcome{Code: store.Closed, Run: r.id}
	}
	out := store.Outcome{Run: r.id, Owner: r.owner}
	undelivered := int64(0)
	if r.unread > 0 {
		undelivered = x.number("SELECT count(*) FROM ~inbox WHERE run = ?1 AND kind = 1", r.run)
	}
	x.ends(r.run, r.namespace, size{})
	x.exec(sqlTerminate, r.run, o.N, o.Token, x.us, undelivered)
	x.exec(sqlAddEvent, r.run, r.nextSeq, o.N, o.Token, x.us, o.Data)
	x.clearAway(&r, true)
	return out
}

// terminated finds the run that o has terminated already. It looks at every run with
// the workflow id: by now another one may have it.
func (x *tx) terminated(o *store.Terminate) (store.RunID, bool) {
	var q rows
	if o.Ref.Run != uuid.Nil {
		q = x.query(sqlTerminatedID, o.Ref.Run, o.Token)
	} else {
		q = x.query(sqlTerminated, o.Ref.Namespace, o.Ref.WorkflowID, o.Token)
	}
	if !q.next() {
		return store.RunID{}, false
	}
	defer q.end()
	return q.id(0), true
}
