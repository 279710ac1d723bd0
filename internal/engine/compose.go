package engine

import (
	"cmp"
	"context"
	"slices"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/engine/attempt"
	"github.com/reprise-run/reprise/internal/waits"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
)

// compose makes the commit of a stepped task: its rows of history, and what its events ask of the
// store.
func (t *task) compose() error {
	r := t.r
	var made struct {
		store.Commit
		row [1]store.Row // most commits need no more
	}
	c := &made.Commit
	c.Run, c.Owner, c.Epoch, c.Seq, c.Token = r.id, r.e.worker.ID, r.info.Epoch, r.at.seq, t.token
	c.Level, c.Build, c.Seen, c.Closing = r.info.Level, r.e.cfg.Build, t.seen, r.tries.refusals >= maxRefusals-1
	c.Progress = r.info.Deaths > 0 || r.info.QuarantineDeaths > 0 || r.info.Blocked != nil
	if r.info.Pin == "" && r.e.cfg.Pinned[r.info.Workflow] && !t.now.Before(r.machine.Started().NotBefore) {
		c.Pin = r.e.cfg.Build
	}
	c.Rows = made.row[:0]
	t.commit = c
	for _, x := range t.taken {
		if x.order > 0 {
			c.Take = append(c.Take, x.order)
		}
		if x.row != nil && !stale(r.machine, x.body) {
			c.Schedule = append(c.Schedule, *x.row)
		}
	}
	// What the task both asks for and cancels must not begin: so its cancellations are collected before
	// anything is asked of a worker or of the store.
	for i := range t.events {
		if b, ok := t.events[i].Body.(*history.ActivityCancelRequested); ok && r.machine.Pending(b.Activity) {
			t.cancelled = append(t.cancelled, b.Activity)
		}
	}
	slices.Sort(t.cancelled)
	t.cancelRows()
	for i := range t.events {
		if err := t.effect(&t.events[i]); err != nil {
			return err
		}
	}
	if c.Progress && t.commands == 0 && !progress(t.taken) {
		c.Progress = false // a lost attempt is no progress
	}
	if c.Then == store.Close && r.machine.Children() > 0 { // they will be asked to cancel
		c.Send = append(c.Send, store.Message{MessageKey: store.MessageKey{Seq: t.events[len(t.events)-1].Seq, Kind: store.MessageOrphans}})
	}
	t.whatThen()
	if c.Then == store.Close && c.Next == nil {
		c.Undelivered += t.leftBehind()
	}
	if r.eager != nil && !r.e.cfg.Hooks.Serial && !r.eager.isSent() {
		return t.encode(r.open)
	}
	return t.encode(nil)
}

// leftBehind counts the signals, updates and answers to promises that wait for a next task, when this
// task has ended the run.
func (t *task) leftBehind() int {
	r := t.r
	r.mu.Lock()
	defer r.mu.Unlock()
	ids := map[letter]bool{}
	n := 0
	for _, x := range r.mu.in.pending[:min(t.left, len(r.mu.in.pending))] {
		l, ok := letterOf(x.body)
		if !ok || stale(r.machine, x.body) || l.id != "" && ids[l] {
			continue
		}
		ids[l] = true
		n++
	}
	return n
}

// cancelRows adds to the commit the rows it cancels. An eager attempt that runs here has no row.
func (t *task) cancelRows() {
	c, r := t.commit, t.r
	for i := range c.Schedule {
		c.Schedule[i].Cancelled = c.Schedule[i].Cancelled || r.machine.Cancelled(c.Schedule[i].ID)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, seq := range t.cancelled {
		if seq < r.at.seq && r.mu.attempts[seq] == nil {
			c.CancelActivities = append(c.CancelActivities, seq)
		}
	}
}

// cancels reports whether the task cancels an activity that has not ended.
func (t *task) cancels(seq int64) bool {
	_, is := slices.BinarySearch(t.cancelled, seq)
	return is
}

// encode makes the rows of a commit. If the start waits for this commit, the rows begin with open, the
// events of the start's row, unless everything together is too large for one row.
func (t *task) encode(open []history.Event) error {
	r := t.r
	c, events := t.commit, t.events
	if len(open) > 0 {
		events = slices.Concat(open, events)
	}
	header := history.Header{Now: t.now, Level: r.info.Level, Build: r.e.cfg.Build}
	if t.stepped.Drew {
		header.Nonce = t.nonce
	}
	encoded, err := r.e.cfg.Sealer.EncodeRows(context.Background(), header, events)
	switch {
	case err != nil:
		return err
	case len(open) > 0 && len(encoded) > 1:
		return t.encode(nil)
	}
	c.Seq, c.After, c.Rows = r.at.seq-int64(len(open)), r.at.last, c.Rows[:0]
	if len(open) > 0 {
		c.After = store.Token{} // it begins the history
	}
	seq, bytes := c.Seq, 0
	for _, row := range encoded {
		c.Rows = append(c.Rows, store.Row{Seq: seq, N: row.N, Token: c.Token, Data: row.Data})
		seq += int64(row.N)
		bytes += len(row.Data)
	}
	if bytes > history.MaxTaskBytes {
		return &taskTooLargeError{bytes: bytes}
	}
	return nil
}

func progress(taken []external) bool {
	for _, x := range taken {
		if ended, ok := x.body.(*history.AttemptEnded); !ok || ended.Why != history.WhyLost {
			return true
		}
	}
	return len(taken) == 0
}

// effect adds to the commit what one event asks of the store.
func (t *task) effect(event *history.Event) error {
	c := t.commit
	switch b := event.Body.(type) {
	case *history.ActivityScheduled:
		if t.cancels(event.Seq) {
			return t.addRow(event.Seq, b, false) // for whichever worker ends it
		}
		return t.schedule(event.Seq, b)
	case *history.TimerStarted:
		c.StartTimers = append(c.StartTimers, store.Timer{ID: event.Seq, FireAt: b.FireAt})
	case *history.TimerCancelled:
		c.DropTimers = append(c.DropTimers, b.Timer)
	case *history.PromiseMade:
		if !b.Due.IsZero() {
			c.StartTimers = append(c.StartTimers, store.Timer{ID: event.Seq, FireAt: b.Due})
		}
	case *history.PromiseEnded:
		if b.Token != "" {
			c.DropTimers = append(c.DropTimers, b.Promise) // if there is one
		}
	case *history.PromiseCancelled:
		if !slices.Contains(c.DropTimers, b.Promise) {
			c.DropTimers = append(c.DropTimers, b.Promise)
		}
	case *history.ChildStarted:
		return startChild(t, event.Seq, b)
	case *history.ChildCancelRequested:
		return cancelChild(t, event.Seq, b)
	case *history.SignalSent:
		return sendSignal(t, event.Seq, b)
	case *history.AttributeSet:
		c.SetAttrs = append(c.SetAttrs, b.Attr)
	case *history.RunCompleted:
		t.closes(c, store.Completed, len(b.Undelivered))
	case *history.RunFailed:
		t.closes(c, store.Failed, len(b.Undelivered))
	case *history.RunCancelled:
		t.closes(c, store.Cancelled, len(b.Undelivered))
	case *history.RunContinued:
		t.closes(c, store.Continued, 0)
		return t.goesOn(b)
	}
	return nil
}

func (t *task) closes(c *store.Commit, status store.Status, undelivered int) {
	c.Then, c.Status, c.Undelivered = store.Close, status, undelivered
}

// goesOn adds to the commit the run that continues this one.
func (t *task) goesOn(b *history.RunContinued) error {
	r := t.r
	header := history.Header{Now: t.now, Level: replay.Level, Build: r.e.cfg.Build, Open: true}
	rows, err := r.e.cfg.Sealer.EncodeRows(context.Background(), header, r.machine.Next(b, r.e.cfg.Build))
	if err != nil {
		return err
	}
	next := &store.Next{Run: b.Next, Token: r.e.p.ids.Token(), Workflow: b.Workflow, Queue: r.info.Queue, Priority: r.info.Priority, Level: replay.Level}
	seq := int64(1)
	for _, row := range rows {
		next.Rows = append(next.Rows, store.Row{Seq: seq, N: row.N, Data: row.Data})
		seq += int64(row.N)
	}
	t.commit.Next = next
	return nil
}

// schedule decides who runs an activity: this worker at once and without a row, if nothing prevents it;
// otherwise the worker that claims its row.
func (t *task) schedule(seq int64, b *history.ActivityScheduled) error {
	r := t.r
	own, mine := b.Queue == "" || b.Queue == r.info.Queue, b.Queue == r.e.worker.Serves.Own
	rowed := r.e.cfg.rowed(b) || r.e.queues.limited(cmp.Or(b.Queue, r.info.Queue))
	var a *attempt.Attempt
	r.e.activities.noteUnbound(b.Name)
	r.e.noteUnservedQueue(b.Name, cmp.Or(b.Queue, r.info.Queue))
	if b.Reuse == "" && (mine || own && !t.leaves()) {
		a = r.e.activities.reserve(r, seq, b, t.now, rowed)
	}
	b.Eager = a != nil && !rowed
	if b.Eager {
		t.eager = append(t.eager, a)
		return nil
	}
	if a != nil {
		t.rows = append(t.rows, a)
	}
	return t.addRow(seq, b, a != nil)
}

// addRow makes the commit write a row for an activity. owned says that this worker owns the row from
// the start.
func (t *task) addRow(seq int64, b *history.ActivityScheduled, owned bool) error {
	row, err := t.r.e.activities.bytes.newRow(&t.r.info, startedWith(t.r), seq, b, t.now)
	if err != nil {
		return err
	}
	if owned {
		row.Owner = t.r.e.worker.ID
	}
	row.Cancelled = t.cancels(seq)
	t.commit.Schedule = append(t.commit.Schedule, row)
	return nil
}

// whatThen decides whether the worker keeps the run.
func (t *task) whatThen() {
	r := t.r
	if t.commit.Then == store.Close {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	// The store knows of entries that were not read yet, and keeps the run with this worker if there are
	// any. Without any, nothing would come later to park the run.
	if len(t.eager) > 0 || len(r.mu.in.pending) > 0 || t.stillRunningLocked() {
		return
	}
	t.commit.Then = store.Park
	t.commit.Sticky = t.staysBehind()
	t.commit.Waiting = waits.Text(r.machine.Waiting())
}

// Revise keeps a run that was about to be parked, because an event has come for it while the commit
// waited to be sent.
func (r *run) Revise(op store.Op) {
	c, ok := op.(*store.Commit)
	if !ok || c.Then != store.Park {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.mu.in.pending) > 0 {
		c.Then, c.Waiting, c.Sticky = store.Keep, "", false
		r.stayLocked()
	}
}

// leaves decides, once per task, whether the run leaves this worker with the activities it schedules.
// That is possible only while nothing of the run is running here.
func (t *task) leaves() bool {
	r := t.r
	if t.stay || t.leave {
		return t.leave
	}
	r.mu.Lock()
	held := len(r.mu.attempts)+len(r.mu.in.pending) > 0
	r.mu.Unlock()
	t.leave = !held && r.e.share.leaveToPeers()
	t.stay = !t.leave
	return t.leave
}

// staysBehind reports whether a parked run should continue here, where its machine is. A run that waits
// for a row of its own queue goes to the worker that runs the row, which learns of the end first.
func (t *task) staysBehind() bool {
	r := t.r
	return r.e.cfg.Cache.Bytes > 0 && !r.machine.AnyActivity(func(a replay.OpenActivity) bool {
		return a.Row && (a.Scheduled.Queue == "" || a.Scheduled.Queue == r.info.Queue)
	})
}

// stillRunningLocked reports whether an eager attempt continues after this task.
func (t *task) stillRunningLocked() bool {
	r := t.r
	return len(r.mu.attempts) > 0
}
