package sqlite

import (
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
	"github.com/reprise-run/reprise/store/sqlite/internal/lib"
)

const (
	sqlAddRun = `INSERT INTO ~run (run_id, status, epoch, next_seq, owner, level, last_commit, chain_id, namespace, workflow_id,
		workflow, queue, prio, created_at, build, last_owner, closed_at, undelivered, waiting, parent_run_id, parent_seq)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21)`
	sqlWork = `UPDATE ~run SET epoch = ?2, next_seq = ?3, last_commit = ?4, level = ?5, build = ?6, owner = ?7, last_owner = ?8, gen = ?9,
		entries = ?10, unread = ?11, waiting = ?12, closing = ?13`
	sqlSave = sqlWork + " WHERE run = ?1"
	// The indexed columns, which only an end changes, ...
	sqlSaveEnd = sqlWork + ", status = ?14, closed_at = ?15, undelivered = ?16 WHERE run = ?1"
	// ... and the deaths and the block of a run.
	sqlSaveFate = `UPDATE ~run SET deaths = ?2, quarantine_deaths = ?3, block_count = ?4, block_reason = ?5, block_text = ?6, block_build = ?7,
		block_until = ?8 WHERE run = ?1`

	sqlSaveParent = "UPDATE ~run SET parent_run_id = ?2, parent_seq = ?3 WHERE run = ?1"
	sqlSavePin    = "UPDATE ~run SET pin = ?2 WHERE run = ?1"
	sqlSaveAttrs  = "UPDATE ~run SET attrs = ?2 WHERE run = ?1"
	sqlSaveBehind = "UPDATE ~run SET behind = ?2, behind_data = ?3 WHERE run = ?1"
	sqlAddAttr    = "INSERT INTO ~attr (run, name, key, namespace) VALUES (?1, ?2, ?3, ?4)"
	sqlDropAttr   = "DELETE FROM ~attr WHERE run = ?1 AND name = ?2 AND key = ?3"

	sqlAddEvent     = "INSERT INTO ~event (run, seq, n, token, at, data) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
	sqlAccept       = "INSERT INTO ~inbox (run, ord, id, kind, ref, at, data) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
	sqlMoveInbox    = "UPDATE ~inbox SET run = ?1 WHERE run = ?2 AND kind IN (1, 2, 6, 7, 8)"
	sqlSaveInbox    = "UPDATE ~run SET gen = ?2, entries = ?3, unread = ?4 WHERE run = ?1"
	sqlTake         = "DELETE FROM ~inbox WHERE run = ?1 AND ord = ?2"
	sqlAddTimer     = "INSERT INTO ~timer (run, timer, fire_at, namespace) VALUES (?1, ?2, ?3, ?4)"
	sqlDropTimer    = "DELETE FROM ~timer WHERE run = ?1 AND timer = ?2"
	sqlDropActivity = "DELETE FROM ~activity WHERE run = ?1 AND activity = ?2"
	// This is rule A11.
	sqlCancelActivity = "UPDATE ~activity SET cancelled = 1, limited = 1, quarantined = quarantined & 2, deadline = min(coalesce(deadline, ?3), ?3) WHERE run = ?1 AND activity = ?2"
	sqlSchedule       = `INSERT INTO ~activity (run, activity, owner, attempt, limited, namespace, queue, name, prio, scheduled_at,
		ready_at, delayed, claimed_at, deadline, data, last, details, claim, cancelled, partition_key)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)`
	sqlSaveTask = `UPDATE ~activity SET owner = ?3, claim = ?4, attempt = ?5, deaths = ?6, quarantined = ?7, ready_at = ?8, delayed = ?9,
		claimed_at = ?10, beat_at = ?11, last = coalesce(?12, last), details = coalesce(?13, details) WHERE run = ?1 AND activity = ?2`

	// While a run is owned only owner, claim and dirty are valid.
	sqlSaveDispatch = `INSERT INTO ~dispatch (run, namespace, queue, workflow, level, prio, ready_at, owner, claim, dirty, access, quarantine_deaths, build, until, sticky, sticky_until)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
		ON CONFLICT (run) DO UPDATE SET workflow = excluded.workflow, level = excluded.level, ready_at = excluded.ready_at, owner = excluded.owner, claim = excluded.claim,
			dirty = excluded.dirty, access = excluded.access, quarantine_deaths = excluded.quarantine_deaths, build = excluded.build, until = excluded.until,
			sticky = excluded.sticky, sticky_until = excluded.sticky_until`
	sqlSetDirty     = "UPDATE ~dispatch SET dirty = ?2 WHERE run = ?1"
	sqlDropDispatch = "DELETE FROM ~dispatch WHERE run = ?1"

	sqlClearInbox      = "DELETE FROM ~inbox WHERE run = ?1"
	sqlClearTimers     = "DELETE FROM ~timer WHERE run = ?1"
	sqlClearActivities = "DELETE FROM ~activity WHERE run = ?1"
)

// save writes what ops have changed of r. An error is the op's: what it adds already exists.
func save(w session, r *run, now time.Time) error {
	d := &r.Diff
	saveColumns(w, r)
	savePin(w, r)
	if r.Diff.Parent {
		w.exec(sqlSaveParent, r.number, r.Parent, r.ParentSeq)
	}
	saveAttrs(w, r)
	if d.Behind {
		w.exec(sqlSaveBehind, r.number, store.EncodeBehind(r.Behind), r.BehindData)
	}
	if r.Next != nil {
		if err := saveNext(w, r, now); err != nil {
			return err
		}
	}
	for i := range d.Rows {
		e := &d.Rows[i]
		w.exec(sqlAddEvent, r.number, e.Seq, e.N, storedID(e.Token), now, e.Data)
	}
	if d.Ended && !d.Fresh {
		clearAway(w, r.number, r.laden)
	}
	saveInbox(w, r, now)
	for _, id := range r.Timers.Gone {
		w.exec(sqlDropTimer, r.number, id)
	}
	for _, t := range r.Timers.Loaded {
		if t.Fresh {
			w.exec(sqlAddTimer, r.number, t.ID, t.FireAt.UnixMicro(), r.Namespace)
			if collided(w) {
				return rules.Outstanding("timer", t.ID)
			}
		}
	}
	if err := saveTasks(w, r, now); err != nil {
		return err
	}
	saveDispatch(w, r)
	for i := range d.Sent {
		saveMessage(w, &d.Sent[i], now)
	}
	for _, k := range d.Kept {
		w.exec(sqlKeep, k.Namespace, k.Activity, k.Key, storedID(k.Run), k.Until, k.Data, now)
	}
	if d.LeftQuarantine {
		w.exec(sqlLeaveQuarantine, r.number, 0)
	}
	return nil
}

// put is save for a run to which nothing is added that could already exist.
func (x *tx) put(r *run) { _ = save(x.session(), r, x.now) }

// saveNext writes the run that continues r, and moves what r leaves in its inbox.
func saveNext(w session, r *run, now time.Time) error {
	for _, order := range r.Inbox.Taken {
		w.exec(sqlTake, r.number, order)
	}
	next := &run{Run: *r.Next}
	r.Next = nil
	if err := save(w, next, now); err != nil {
		return err
	}
	if next.Inbox.Entries > 0 {
		w.exec(sqlMoveInbox, next.number, r.number)
	}
	if next.Inbox.Gen > 0 {
		w.exec(sqlSaveInbox, next.number, next.Inbox.Gen, next.Inbox.Entries, next.Inbox.Unread)
	}
	return nil
}

func saveColumns(w session, r *run) {
	d := &r.Diff
	var waiting any // NULL if the run does not wait: then it must have a dispatch row
	if r.Waits {
		waiting = r.Waiting
	}
	var parentSeq any
	if r.Parent != (store.RunID{}) {
		parentSeq = r.ParentSeq
	}
	b := &r.Inbox
	switch {
	case d.Fresh:
		w.exec(sqlAddRun, r.ID, int(r.Status), r.Epoch, r.NextSeq, r.Owner, r.Level, storedID(r.LastCommit), r.Chain, r.Namespace, r.WorkflowID,
			r.Workflow, r.Queue, r.Priority, r.Created, r.Build, r.StickyTo, r.Closed, r.Undelivered, waiting, r.Parent, parentSeq)
		r.number = w.inserted()
	case d.End:
		w.exec(sqlSaveEnd, r.number, r.Epoch, r.NextSeq, storedID(r.LastCommit), r.Level, r.Build, r.Owner, r.StickyTo, b.Gen, b.Entries, b.Unread,
			waiting, r.Closing, int(r.Status), r.Closed, r.Undelivered)
	case d.Work:
		w.exec(sqlSave, r.number, r.Epoch, r.NextSeq, storedID(r.LastCommit), r.Level, r.Build, r.Owner, r.StickyTo, b.Gen, b.Entries, b.Unread,
			waiting, r.Closing)
	}
	if d.Fate {
		count, reason, text, tried, until := blockColumns(r)
		w.exec(sqlSaveFate, r.number, r.Deaths, r.QuarantineDeaths, count, reason, text, tried, until)
	}
}

func savePin(w session, r *run) {
	if !r.Diff.Pin {
		return
	}
	var pin any
	if r.Pin != "" {
		pin = r.Pin
	}
	w.exec(sqlSavePin, r.number, pin)
}

func saveAttrs(w session, r *run) {
	if !r.Diff.Attrs {
		return
	}
	var attrs any
	if column := store.EncodeAttrs(r.Attrs); column != "" {
		attrs = column
	}
	w.exec(sqlSaveAttrs, r.number, attrs)
	for _, k := range r.Diff.AttrKeys {
		if k.Gone {
			w.exec(sqlDropAttr, r.number, k.Name, k.Key)
		} else {
			w.exec(sqlAddAttr, r.number, k.Name, k.Key, r.Namespace)
		}
	}
}

// blockColumns returns the columns of r's block, NULL if there is none.
func blockColumns(r *run) (count int, reason, text, tried any, until time.Time) {
	b := r.Blocked
	if b == nil {
		return 0, nil, nil, nil, until
	}
	return b.Count, b.Reason, b.Text, store.PackTried(b.Tried), b.Until
}

func saveInbox(w session, r *run, now time.Time) {
	for _, order := range r.Inbox.Taken {
		w.exec(sqlTake, r.number, order)
	}
	for i := range r.Inbox.Loaded {
		e := &r.Inbox.Loaded[i]
		if !e.Fresh {
			continue
		}
		var id any
		if e.ID != "" {
			id = e.ID
		}
		w.exec(sqlAccept, r.number, e.Order, id, int(e.Kind), e.Ref, now, e.Data)
	}
}

func saveTasks(w session, r *run, now time.Time) error {
	for _, id := range r.Tasks.Gone {
		w.exec(sqlDropActivity, r.number, id)
	}
	for _, id := range r.Tasks.Left {
		w.exec(sqlLeaveQuarantine, r.number, id)
	}
	for i := range r.Tasks.Loaded {
		t := &r.Tasks.Loaded[i]
		switch {
		case t.Fresh:
			w.exec(sqlSchedule, r.number, t.ID, t.Owner, t.Attempt, t.Limited, r.Namespace, t.Queue, t.Name, t.Priority, t.Scheduled,
				t.Ready, t.Delayed, t.Claimed, t.Deadline, t.Data, t.Last, t.Details, t.Claim, t.Cancelled, columnOf(t.Partition))
			if collided(w) {
				return rules.Outstanding("activity", t.ID)
			}
		case t.Changed:
			w.exec(sqlSaveTask, r.number, t.ID, t.Owner, t.Claim, t.Attempt, t.Deaths, t.Quarantined(), t.Ready, t.Delayed, t.Claimed, t.Beat, t.Last, t.Details)
		}
	}
	for _, id := range r.Tasks.Cancelled {
		w.exec(sqlCancelActivity, r.number, id, now)
	}
	return nil
}

func saveDispatch(w session, r *run) {
	d := &r.Dispatch
	switch {
	case r.Diff.Moved && d.Exists:
		access, stickyTo := r.Access(), r.StickyTo
		if access != rules.AccessFree {
			stickyTo = store.WorkerID{}
		}
		_, _, _, build, until := blockColumns(r)
		w.exec(sqlSaveDispatch, r.number, r.Namespace, r.Queue, store.Bound(r.Workflow, r.Pin), r.Level, r.Priority, d.Ready, r.Owner, d.Claim, d.Dirty,
			int(access), r.QuarantineDeaths, build, until, stickyTo, d.Ready.Add(store.StickyFor))
	case r.Diff.Moved && !r.Diff.Fresh:
		w.exec(sqlDropDispatch, r.number)
	case r.Diff.Marked:
		w.exec(sqlSetDirty, r.number, d.Dirty)
	}
}

// clearAway removes what may belong to an ended run, except its dispatch row.
func clearAway(w session, number int64, laden bool) {
	if laden {
		w.exec(sqlClearInbox, number)
	}
	w.exec(sqlClearTimers, number)
	w.exec(sqlClearActivities, number)
}

// collided reports whether the last statement met a row with its key, and forgets that error.
func collided(w session) bool {
	if w.own == nil || lib.CodeOf(w.own.Err()) != lib.Constraint {
		return false
	}
	_ = w.own.Clear() // the error is known: it is the collision
	return true
}
