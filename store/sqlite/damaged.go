package sqlite

import (
	"fmt"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/findings"
)

// A search (Claim, Fire, Recover, ...) changes rows that it has found itself. A number that
// would overflow in one of them would fail the whole search, each time, for all workers. So a
// mere count stops at its bound. Where that would be wrong the row is set aside: a run is
// parked as corrupt; an activity's row is claimed by nobody, and a check reports it.
const (
	maxNumber = 1<<31 - 1 // of counts
	maxOrder  = 1 << 62   // of epochs, and of orders in the inbox

	sqlNewestOrder  = "SELECT coalesce(max(ord), 0) FROM ~inbox WHERE run = ?1 AND ord BETWEEN 0 AND 4611686018427387904"
	sqlEntries      = "SELECT count(*) FROM ~inbox WHERE run = ?1"
	sqlUnread       = "SELECT count(*) FROM ~inbox WHERE run = ?1 AND kind IN (1, 2, 6, 7, 8)"
	sqlSetAsideTask = "UPDATE ~activity SET quarantined = 2 WHERE run = ?1 AND activity = ?2"
	sqlNobody       = "UPDATE ~dispatch SET access = 3 WHERE run = ?1"
)

// bounded returns a count limited to valid values.
func bounded(n int64) int { return int(max(0, min(n, maxNumber-1))) }

func within(n, bound int64) bool { return 0 <= n && n <= bound }

// mend parks an open run whose row has invalid numbers. It replaces an invalid epoch by one that
// no worker has ever had, and recounts the inbox.
func mend(w session, r *run, now time.Time) {
	b := &r.Inbox
	r.Deaths, r.QuarantineDeaths, r.Undelivered = bounded(int64(r.Deaths)), bounded(int64(r.QuarantineDeaths)), bounded(int64(r.Undelivered))
	if r.Blocked != nil {
		r.Blocked.Count = bounded(int64(r.Blocked.Count))
	}
	if r.Status != store.Open || within(r.Epoch, maxOrder) && within(b.Gen, maxOrder) && within(int64(b.Entries), maxNumber) && within(int64(b.Unread), maxNumber) {
		return
	}
	text := fmt.Sprintf("its row has impossible numbers (epoch %d, newest order %d, entries %d, unread %d): the inbox was recounted; "+
		"run `reprise db doctor`, then resume or terminate the run", r.Epoch, b.Gen, b.Entries, b.Unread)
	if !within(r.Epoch, maxOrder-1) {
		r.Epoch = maxOrder / 2
	}
	if !within(b.Gen, maxOrder) {
		b.Gen = w.number(sqlNewestOrder, r.number)
	}
	b.Entries, b.Unread = int(w.number(sqlEntries, r.number)), int(w.number(sqlUnread, r.number))
	r.laden = true
	r.SetAside(text, now)
	w.of.log.Error("sqlite: run is parked: "+store.ReasonCorrupt, "path", w.of.path, "run_id", r.ID, "text", text)
}

// setAsideTask prevents claims of an activity whose row has an invalid number, or belongs to
// no run.
func (x *tx) setAsideTask(k taskKey) {
	x.Exec(sqlSetAsideTask, k.run, k.activity)
	x.s.log.Error("sqlite: an activity's row is damaged and will not be claimed: run `reprise db doctor`, then terminate its run",
		"path", x.s.path, "row", k.run, "activity_number", k.activity)
}

var asideRule = rule{findings.Aside, "SELECT a" + sqlWhose + ", a.activity, a.attempt FROM ~activity a LEFT JOIN ~run r ON r.run = a.run WHERE a.quarantined = 2", nil}
