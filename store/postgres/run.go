package postgres

import (
	"cmp"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
)

// run is a run as a batch knows and changes it. The batch has the lock of its row.
type run struct {
	store.Run
	nth      int
	gen      int64
	entries  int // in the inbox
	bytes    int // of the unread signals and cancels there, where a delivery asks for it
	closing  bool
	waits    bool // it is parked to wait: that it has no dispatch row is right then
	prefers  store.WorkerID
	dispatch dispatch

	inbox []entry // what the batch has looked up, and what it adds, in order
	whole bool    // inbox is all there is
	short bool    // a page was asked for that was not looked up to its end

	found  rare // as it was looked up
	placed bool // it had a dispatch row then
	filled bool // and something in its inbox

	fresh   bool // it is started here
	changed bool
	moved   bool // its dispatch row is to be written
	cleared bool // it has ended: nothing hangs on it any more

	rows    []store.Row           // to be appended
	tokens  map[int64]store.Token // of rows by their first seq, as far as asked for
	timers  map[int64]time.Time   // started here
	taken   []int64               // orders of entries that leave the inbox
	stopped []int64               // timers to be dropped
	dropped []int64               // activities to be dropped, whatever they are
	armed   map[int64]bool        // timers outstanding, as far as asked for
}

// dispatch is the run's row in the dispatch table.
type dispatch struct {
	exists bool
	ready  time.Time
	claim  store.Token
	dirty  bool
}

type entry struct {
	store.Entry
	size   int  // of its payload
	absent bool // the payload was not looked up
	fresh  bool
}

// The columns of a run, and how to read them.
const sqlRunColumns = `r.run_id, r.chain_id, r.namespace, r.workflow_id, r.workflow, r.queue, r.prio, r.status, r.epoch,
	r.next_seq, r.last_commit, r.level, r.build, r.owner, r.created_at, r.closed_at, r.waiting, r.undelivered, r.unread,
	r.deaths, r.lane_deaths, r.block_count, r.block_reason, r.block_text, r.block_build, r.block_until,
	r.nth, r.gen, r.entries, r.closing, r.last_owner`

// runColumns is where the columns of a run are read to.
type runColumns struct {
	id, chain, lastCommit, owner, prefers                                  pgtype.UUID
	namespace, workflowID, workflow, queue, build                          string
	created, closed, blockUntil                                            pgtype.Timestamptz
	waiting, blockReason, blockText, blockBuild                            pgtype.Text
	status                                                                 int16
	prio, level, undelivered, unread, deaths, laneDeaths, blockCount, nth_ int
	epoch, nextSeq, gen                                                    int64
	entries                                                                int
	closing                                                                bool
}

func (c *runColumns) targets() []any {
	return []any{
		&c.id, &c.chain, &c.namespace, &c.workflowID, &c.workflow, &c.queue, &c.prio, &c.status, &c.epoch,
		&c.nextSeq, &c.lastCommit, &c.level, &c.build, &c.owner, &c.created, &c.closed, &c.waiting, &c.undelivered, &c.unread,
		&c.deaths, &c.laneDeaths, &c.blockCount, &c.blockReason, &c.blockText, &c.blockBuild, &c.blockUntil,
		&c.nth_, &c.gen, &c.entries, &c.closing, &c.prefers,
	}
}

func (c *runColumns) run() *run {
	r := &run{
		Run: store.Run{
			ID: uuidOf(c.id), Chain: uuidOf(c.chain), Namespace: c.namespace, WorkflowID: c.workflowID, Workflow: c.workflow,
			Queue: c.queue, Priority: c.prio, Status: store.Status(c.status), Epoch: c.epoch, NextSeq: c.nextSeq,
			LastCommit: uuidOf(c.lastCommit), Level: c.level, Build: c.build, Owner: uuidOf(c.owner), Created: timeOf(c.created),
			Closed: timeOf(c.closed), Waiting: c.waiting.String, Undelivered: c.undelivered, Unread: c.unread,
			Deaths: c.deaths, LaneDeaths: c.laneDeaths,
		},
		nth: c.nth_, gen: c.gen, entries: c.entries, closing: c.closing, waits: c.waiting.Valid, prefers: uuidOf(c.prefers), whole: c.entries == 0,
	}
	if c.blockCount > 0 {
		b := store.BlockOf(c.blockReason.String, c.blockText.String, c.blockBuild.String)
		b.Until, b.Count = timeOf(c.blockUntil), c.blockCount
		r.Blocked = &b
	}
	r.found, r.filled = r.rare(), r.entries > 0
	return r
}

// readRun reads a run, and what more stands in the row behind it.
func readRun(rows pgx.Rows, more ...any) (*run, error) {
	var c runColumns
	if err := rows.Scan(append(c.targets(), more...)...); err != nil {
		return nil, err
	}
	return c.run(), nil
}

// show is the run as the contract describes it.
func (r *run) show() store.Run {
	v := r.Run
	if r.Blocked != nil {
		b := *r.Blocked
		v.Blocked = &b
	}
	return v
}

// claimed is the run as its new owner must know it.
func (r *run) claimed() store.Claimed {
	return store.Claimed{Run: r.show(), Gen: r.gen, Entries: r.page(0)}
}

// page is the beginning of what is in the inbox with an order above after, see [store.FirstPage].
func (r *run) page(after int64) (all []store.Entry) {
	for bytes, i := 0, r.above(after); i < len(r.inbox) && bytes < store.InboxPage; i++ {
		e := &r.inbox[i]
		if e.absent {
			r.short = true
			break
		}
		all, bytes = append(all, e.Entry), bytes+e.size
	}
	return all
}

// above is where the entries with an order above after begin.
func (r *run) above(after int64) int {
	i, _ := slices.BinarySearchFunc(r.inbox, after+1, func(e entry, order int64) int { return cmp.Compare(e.Order, order) })
	return i
}

// full says whether no signal or cancel is taken into the inbox.
func (r *run) full() bool {
	return r.Unread >= store.MaxUnread || r.bytes >= store.MaxUnreadBytes
}

// known finds an unread entry by the id its sender gave it.
func (r *run) known(kind store.EntryKind, id string) (store.Entry, bool) {
	if id != "" {
		for _, e := range r.inbox {
			if e.Kind == kind && e.ID == id {
				return e.Entry, true
			}
		}
	}
	return store.Entry{}, false
}

func counts(k store.EntryKind) bool { return k == store.EntrySignal || k == store.EntryCancel }

// take removes entries from the inbox; one that is not there is passed over.
func (r *run) take(orders []int64) {
	for _, ord := range orders {
		i := slices.IndexFunc(r.inbox, func(e entry) bool { return e.Order == ord })
		if i < 0 {
			continue
		}
		e := r.inbox[i]
		r.inbox = slices.Delete(r.inbox, i, i+1)
		r.entries--
		if counts(e.Kind) {
			r.Unread--
			r.bytes -= e.size
		}
		if !e.fresh {
			r.taken = append(r.taken, ord)
		}
	}
}

// accept puts e into the inbox and sees to it that somebody looks there: the owner if
// told by dirty, else whoever claims the run.
func (r *run) accept(e store.Entry, now time.Time, dirty bool) store.Entry {
	r.changed = true
	r.gen++
	r.entries++
	if counts(e.Kind) {
		r.Unread++
		r.bytes += len(e.Data)
	}
	e.Order, e.At, e.Data = r.gen, now, slices.Clone(e.Data)
	r.inbox = append(r.inbox, entry{Entry: e, size: len(e.Data), fresh: true})
	switch {
	case !r.dispatch.exists:
		r.makeReady(now)
	case dirty && r.Owner != uuid.Nil && !r.dispatch.dirty:
		r.dispatch.dirty, r.moved = true, true
	}
	return e
}

// goesOn says whether an entry makes the run ready, and w may have it at once.
func (r *run) goesOn(w store.WorkerID) bool {
	return !r.dispatch.exists && r.prefers == w && r.lane() == laneFree
}

// own makes a run that is ready w's.
func (r *run) own(w store.WorkerID, claim store.Token) {
	r.Epoch, r.Owner, r.dispatch.claim = store.NextEpoch(r.Epoch, claim), w, claim
}

// makeReady gives the run a dispatch row that nobody owns. What lane it waits in
// follows from the run when the row is written.
func (r *run) makeReady(now time.Time) {
	r.dispatch = dispatch{exists: true, ready: now}
	r.moved = true
}

// giveUp takes the run from its owner; what the owner still sends is fenced.
func (r *run) giveUp(now time.Time) {
	r.Epoch++
	r.Owner, r.prefers, r.closing, r.changed = uuid.Nil, uuid.Nil, false, true
	r.makeReady(now)
}

func (r *run) block(b store.Block) {
	var tried []string
	b.Count = 1
	if r.Blocked != nil {
		b.Count, tried = b.Count+r.Blocked.Count, r.Blocked.Tried
	}
	b.Tried = store.TriedBy(tried, b.Build)
	r.Blocked = &b
}

// append adds rows to the history.
func (r *run) append(token store.Token, all ...store.Row) {
	for _, w := range all {
		w.Token = token
		r.rows = append(r.rows, w)
		r.remember(w.Seq, token)
		r.NextSeq = w.Seq + int64(w.N)
	}
	r.LastCommit, r.changed = token, true
}

// remember keeps the token of the row at seq.
func (r *run) remember(seq int64, token store.Token) {
	if r.tokens == nil {
		r.tokens = make(map[int64]store.Token)
	}
	r.tokens[seq] = token
}

// end closes the run and removes what hangs on it.
func (r *run) end(status store.Status, undelivered int, now time.Time) {
	r.Status, r.Closed, r.Undelivered = status, now, undelivered
	r.Waiting, r.Blocked, r.Owner, r.closing = "", nil, uuid.Nil, false
	r.waits = false
	r.inbox, r.entries, r.Unread, r.whole = nil, 0, 0, true
	r.timers, r.taken, r.stopped, r.dropped = nil, nil, nil, nil
	r.dispatch, r.changed, r.moved, r.cleared = dispatch{}, true, true, true
}

// The lanes of the dispatch table.
const (
	laneFree = iota
	laneBlocked
	laneSuspect
	laneNobody // blocked until somebody resumes it
)

// lane is where the run waits while nobody owns it.
func (r *run) lane() int64 {
	switch {
	case r.Blocked != nil && r.Blocked.Until.IsZero():
		return laneNobody
	case r.Deaths >= store.SuspectDeaths:
		return laneSuspect
	case r.Blocked != nil:
		return laneBlocked
	}
	return laneFree
}

func (r *run) startTimer(t store.Timer) {
	if r.timers == nil {
		r.timers = make(map[int64]time.Time)
	}
	r.timers[t.ID] = stamp(t.FireAt)
}

// dropTimer removes a timer, whether it was started here or before.
func (r *run) dropTimer(id int64) {
	if _, fresh := r.timers[id]; fresh {
		delete(r.timers, id)
		return
	}
	delete(r.armed, id)
	r.stopped = append(r.stopped, id)
}
