package reprise

import (
	"slices"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
)

// compose makes the commit of a stepped task: the rows of history and whatever hangs
// on its events.
func (r *run) compose(t *task) error {
	var made struct {
		store.Commit
		row [1]store.Row // mostly all there is
	}
	made.Commit = store.Commit{
		Run: r.id, Owner: r.e.worker.ID, Epoch: r.info.Epoch, Seq: r.seq, Token: r.e.cfg.newToken(),
		Level: r.info.Level, Build: r.e.cfg.Build, Seen: t.seen, Closing: r.refusals >= maxRefusals-1,
		Absolve: r.info.Deaths > 0 || r.info.LaneDeaths > 0 || r.info.Blocked != nil,
		Rows:    made.row[:0],
	}
	c := &made.Commit
	t.commit = c
	for _, x := range t.taken {
		if x.order > 0 {
			c.Take = append(c.Take, x.order)
		}
		if x.row != nil && !r.stale(x.body) {
			c.Schedule = append(c.Schedule, *x.row)
		}
	}
	for i := range t.events {
		if err := r.effect(t, &t.events[i]); err != nil {
			return err
		}
	}
	if c.Absolve && t.commands == 0 && !progress(t.taken) {
		c.Absolve = false // an attempt that was lost is no progress
	}
	r.whatThen(t)
	if r.opening != nil && !r.e.cfg.Serial && !r.opening.isSent() {
		return r.encode(t, r.open)
	}
	return r.encode(t, nil)
}

// encode makes the rows of a commit. Where the start waits for it these begin with open,
// which are the events of the start's row, unless all of it is too much for one.
func (r *run) encode(t *task, open []history.Event) error {
	c, events := t.commit, t.events
	if len(open) > 0 {
		events = slices.Concat(open, events)
	}
	header := history.Header{Now: t.now, Level: r.info.Level, Build: r.e.cfg.Build}
	encoded, err := history.EncodeRows(header, events, history.MaxRowBytes)
	switch {
	case err != nil:
		return err
	case len(open) > 0 && len(encoded) > 1:
		return r.encode(t, nil)
	}
	c.Seq, c.Rows = r.seq-int64(len(open)), c.Rows[:0]
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
func (r *run) effect(t *task, event *history.Event) error {
	c := t.commit
	switch b := event.Body.(type) {
	case *history.ActivityScheduled:
		return r.schedule(t, event.Seq, b)
	case *history.ActivityCancelled:
		c.DropActivities = append(c.DropActivities, b.Activity)
	case *history.TimerStarted:
		c.StartTimers = append(c.StartTimers, store.Timer{ID: event.Seq, FireAt: b.FireAt})
	case *history.TimerCancelled:
		c.DropTimers = append(c.DropTimers, b.Timer)
	case *history.RunCompleted:
		r.closes(c, store.Completed, len(b.Undelivered))
	case *history.RunFailed:
		r.closes(c, store.Failed, len(b.Undelivered))
	case *history.RunCancelled:
		r.closes(c, store.Cancelled, len(b.Undelivered))
	}
	return nil
}

func (r *run) closes(c *store.Commit, status store.Status, undelivered int) {
	c.Then, c.Status, c.Undelivered = store.Close, status, undelivered
}

// schedule decides who runs an activity: this worker at once, without a row, when
// nothing speaks against it; else whoever claims its row.
func (r *run) schedule(t *task, seq int64, b *history.ActivityScheduled) error {
	own := b.Queue == "" || b.Queue == r.info.Queue
	rowed := r.e.rt.rowed(b)
	var a *attempt
	r.e.noteUnbound(b.Name)
	if own && !r.leaves(t) {
		a = r.e.reserve(r, seq, b, t.now, rowed)
	}
	b.Eager = a != nil && !rowed
	if b.Eager {
		t.eager = append(t.eager, a)
		return nil
	}
	if a != nil {
		t.rows = append(t.rows, a)
	}
	row, err := r.row(seq, b, t.now)
	if err != nil {
		return err
	}
	if a != nil {
		row.Owner = r.e.worker.ID
	}
	t.commit.Schedule = append(t.commit.Schedule, row)
	return nil
}

// row is the row of an activity of which no attempt has been consumed yet.
func (r *run) row(seq int64, b *history.ActivityScheduled, scheduled time.Time) (store.Activity, error) {
	data, err := history.EncodeEvent(history.Event{Seq: seq, Body: b})
	if err != nil {
		return store.Activity{}, err
	}
	queue := b.Queue
	if queue == "" {
		queue = r.info.Queue
	}
	row := store.Activity{
		ID: seq, Name: b.Name, Queue: queue, Priority: r.info.Priority,
		Limited: b.Policy.MaxAttempts > 0, Data: data,
	}
	if b.Policy.ScheduleToClose > 0 {
		row.Deadline = scheduled.Add(b.Policy.ScheduleToClose)
	}
	return row, nil
}

// whatThen decides whether the worker goes on owning the run.
func (r *run) whatThen(t *task) {
	if t.commit.Then == store.Close {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	// News not read yet are the store's to know of: it keeps the run with us if there
	// are any. If there are none, nothing would come to park it later.
	if len(t.eager) > 0 || len(r.pending) > 0 || r.stillRunning(t) {
		return
	}
	t.commit.Then = store.Park
	t.commit.Prefer = r.staysBehind()
	t.commit.Waiting = describeWaits(r.machine.Waiting())
}

// revise has a run that was about to be parked go on, because of what has come for it
// while the commit waited to be sent.
func (r *run) revise(op store.Op) {
	c, ok := op.(*store.Commit)
	if !ok || c.Then != store.Park {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.pending) > 0 {
		c.Then, c.Waiting, c.Prefer, r.leaving = store.Keep, "", false, false
	}
}

// leaves decides, once for a task, whether the run leaves this worker with the activities
// it schedules. It can only while nothing of it runs here.
func (r *run) leaves(t *task) bool {
	if t.stay || t.leave {
		return t.leave
	}
	r.mu.Lock()
	held := len(r.attempts)+len(r.pending) > 0
	r.mu.Unlock()
	t.leave = !held && r.e.letGo()
	t.stay = !t.leave
	return t.leave
}

// staysBehind reports whether the run had better go on here once it has parked, where its
// machine is. One that waits for a row of its own queue goes with whoever runs that: it
// hears of the end first.
func (r *run) staysBehind() bool {
	return r.e.cfg.CacheBytes > 0 && !r.machine.AnyActivity(func(a replay.OpenActivity) bool {
		return a.Row && (a.Scheduled.Queue == "" || a.Scheduled.Queue == r.info.Queue)
	})
}

// stillRunning reports whether an eager attempt goes on after this task. r.mu is held.
func (r *run) stillRunning(t *task) bool {
	n := len(r.attempts)
	for _, seq := range t.commit.DropActivities {
		if r.attempts[seq] != nil {
			n--
		}
	}
	return n > 0
}
