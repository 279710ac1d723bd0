package sqlite

import (
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

const (
	sqlInbox = "SELECT ord, id, kind, ref, at, data FROM ~inbox WHERE run = ?1 AND ord > ?2 ORDER BY ord"
	sqlKnown = "SELECT ord, id, kind, ref, at, data FROM ~inbox INDEXED BY ~inbox_id WHERE run = ?1 AND id = ?2 AND kind = ?3 LIMIT 1"

	sqlCount  = "UPDATE ~run SET gen = ?2, entries = entries + 1, unread = unread + ?3 WHERE run = ?1"
	sqlAccept = "INSERT INTO ~inbox (run, ord, id, kind, ref, at, data) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
	sqlDirty  = "UPDATE ~dispatch SET dirty = 1 WHERE run = ?1"
	sqlClean  = "UPDATE ~dispatch SET dirty = 0 WHERE run = ?1"
)

func showEntry(q *rows) store.Entry {
	return store.Entry{
		Order: q.int(0), ID: q.text(1), Kind: store.EntryKind(q.int(2)), Ref: q.int(3), At: q.time(4), Data: q.blob(5),
	}
}

// inbox returns what is in the inbox with an order above after.
func (c *conn) inbox(run, after int64) []store.Entry {
	var es []store.Entry
	for q := c.query(sqlInbox, run, after); q.next(); {
		es = append(es, showEntry(&q))
	}
	return es
}

// known finds an unread entry by the id its sender gave it.
func (x *tx) known(r *row, kind store.EntryKind, id string) (store.Entry, bool) {
	if id == "" || r.entries == 0 {
		return store.Entry{}, false
	}
	q := x.query(sqlKnown, r.run, id, int(kind))
	if !q.next() {
		return store.Entry{}, false
	}
	defer q.end()
	return showEntry(&q), true
}

// accept puts e into the inbox of r.
func (x *tx) accept(r *row, e store.Entry, dirty bool) store.Entry {
	e = r.accept(x, e, dirty, x.now)
	x.s.accepted(r)
	return e
}

// accept puts e into the inbox and sees to it that somebody looks there: the owner if
// told by dirty, else whoever claims the run.
func (r *row) accept(w inserter, e store.Entry, dirty bool, now time.Time) store.Entry {
	counts := e.Kind == store.EntrySignal || e.Kind == store.EntryCancel
	r.gen++
	r.entries++
	e.Order, e.At = r.gen, now
	w.exec(sqlCount, r.run, r.gen, counts)
	var id any
	if e.ID != "" {
		id = e.ID
	}
	w.exec(sqlAccept, r.run, e.Order, id, int(e.Kind), e.Ref, now.UnixMicro(), e.Data)
	switch {
	case !r.dispatched:
		makeReady(w, r.run, now)
		r.dispatched = true
	case dirty && !r.dirty && r.owner != uuid.Nil:
		w.exec(sqlDirty, r.run)
		r.dirty = true
	}
	e.Data = cloned(e.Data)
	return e
}

func (x *tx) deliver(o *store.Deliver) store.Outcome {
	r, ok := x.find(o.Ref)
	if !ok {
		return store.Outcome{Code: store.NotFound}
	}
	out := store.Outcome{Run: r.id, Owner: r.owner}
	if r.status != store.Open {
		out.Code = store.Closed
		return out
	}
	if e, ok := x.known(&r, o.Entry.Kind, o.Entry.ID); ok {
		out.Entries = []store.Entry{e}
		if o.Owner != uuid.Nil && r.owner == o.Owner && r.claim == o.Claim {
			out.Claims = []store.Claimed{x.claimed(r.run)}
		}
		return out
	}
	switch {
	case r.closing:
		out.Code = store.HeldBack
	case r.unread >= store.MaxUnread:
		out.Code = store.Full
	default:
		e := o.Entry
		e.Ref = 0
		goesOn := o.Owner != uuid.Nil && r.goesOn(o.Owner)
		out.Entries = []store.Entry{x.accept(&r, e, r.owner != o.From)}
		if goesOn {
			x.own(&r, o.Owner, o.Claim)
			out.Owner, out.Claims = o.Owner, []store.Claimed{x.claimed(r.run)}
		}
	}
	return out
}

// goesOn says whether an entry makes r ready, and w may have it at once.
func (r *row) goesOn(w store.WorkerID) bool {
	return !r.dispatched && r.prefers == w && r.blocks == 0 && r.deaths < store.SuspectDeaths
}

// own makes a run that is ready w's.
func (x *tx) own(r *row, w store.WorkerID, claim store.Token) {
	x.exec(sqlTake, r.run, w, claim)
	x.exec(sqlOwn, r.run, w)
	r.owner = w
}

func (x *tx) fetch(o *store.Fetch) store.Outcome {
	r, ok := x.owned(o.Run, o.Worker, o.Epoch)
	if !ok {
		return store.Outcome{Code: store.Fenced, Run: o.Run}
	}
	if r.dirty {
		x.exec(sqlClean, r.run)
	}
	out := store.Outcome{Run: r.id, Owner: r.owner, Gen: r.gen}
	if r.entries > 0 {
		out.Entries = x.inbox(r.run, o.After)
	}
	return out
}

// A run with entries has a dispatch row; sweep looks for one that has not.
const sqlLost = `SELECT DISTINCT i.run FROM ~inbox i JOIN ~run r ON r.run = i.run
	WHERE r.status = 1 AND NOT EXISTS (SELECT 1 FROM ~dispatch d WHERE d.run = i.run)`

func (x *tx) sweep() store.Outcome {
	lost := x.numbers(sqlLost)
	for _, run := range lost {
		x.makeReady(run)
	}
	return store.Outcome{Count: len(lost)}
}

// numbers is the first column of every row.
func (c *conn) numbers(sql string, args ...any) []int64 {
	var all []int64
	for q := c.query(sql, args...); q.next(); {
		all = append(all, q.int(0))
	}
	return all
}

// cloned keeps a caller's later changes away from what was returned, and the other way.
func cloned(b []byte) []byte {
	if b == nil {
		return nil
	}
	return append([]byte{}, b...)
}
