package rules

import (
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// paused reports whether an operator has paused r.
func paused(r *Run) bool { return r.Blocked != nil && r.Blocked.Reason == store.ReasonPaused }

// steer does to r, which is open, what an operator asks, and records it in the history by the entry of
// o.
//
// P1. A run that is full accepts only MaxNotes more notes. An unpause is never refused for that: it may
// be what makes the run read its inbox.
// P2. A pause blocks the run until it is unpaused, whatever blocked it before, and holds its activity
// rows. A run without an owner stays without one. A paused run stays as it is.
// P3. An unpause frees all of that; a run without an owner is ready now, for any worker. A run that is
// not paused stays as it is.
// P4. A retry ends the waits of rows, and with Run resets the run's deaths and block, by O7. If nothing
// waits nothing is delivered. A paused run answers Paused.
// P6. A repin changes the pin of the run, which is then sticky to nobody. A run that has the pin stays
// as it is.
// P7. An adoption changes the parent of the run, and nothing else.
func steer(r *Run, o *store.Deliver, take *Taking, now time.Time, out *store.Outcome) {
	s := o.Steer
	if s.Do == store.Adopt {
		out.Count = 1
		r.Parent, r.ParentSeq, r.Diff.Parent = s.Parent, s.ParentSeq, true
		return
	}
	switch {
	case s.Do != store.Unpause && r.Inbox.Unread >= store.MaxUnread+store.MaxNotes:
		out.Code = store.Full
		return
	case s.Do == store.RetryNow && paused(r):
		out.Code = store.Paused
		return
	case s.Do == store.RetryNow:
		if out.Count = r.Tasks.hasten(s.Activities, now); s.Run && (r.Blocked != nil || r.Quarantined()) {
			out.Count++
			resume(r, now)
		}
	case s.Do == store.Repin && r.Pin != s.Pin:
		out.Count = 1
		r.Pin, r.Diff.Pin = s.Pin, true
	case s.Do == store.Pause && !paused(r):
		out.Count = 1
		r.Blocked = &store.Block{Reason: store.ReasonPaused, Text: s.Text, Count: 1}
		r.Tasks.each(func(t *Task) { t.hold(now) })
	case s.Do == store.Unpause && paused(r):
		out.Count = 1
		r.Blocked = nil
		r.Tasks.each(func(t *Task) { t.unhold(now) })
	}
	if out.Count == 0 {
		return
	}
	if s.Do != store.RetryNow {
		r.Diff.Fate = r.Diff.Fate || s.Do != store.Repin
		if r.Owner == uuid.Nil {
			r.StickyTo, r.Diff.Work = uuid.Nil, true
			r.Ready(now)
		}
	}
	out.Entries = []store.Entry{r.accept(o.Entry, r.Owner != o.From, take, now)}
	out.Owner = r.Owner
}

// held reports whether t begins no attempt because its run is paused.
func (t *Task) held(now time.Time) bool { return t.Ready.Sub(now) > store.HoldFor/2 }

// hold keeps t from beginning an attempt.
//
// P5. A held row is ready HoldFor later, and stays held through retries and the deaths of its owners. A
// row that a commit of a paused run makes is held too. A running attempt continues.
func (t *Task) hold(now time.Time) {
	if !t.held(now) {
		t.Ready, t.Delayed = t.Ready.Add(store.HoldFor), true
	}
}

func (t *Task) unhold(now time.Time) {
	if t.held(now) {
		t.Ready = t.Ready.Add(-store.HoldFor)
		t.Delayed = t.Ready.After(now)
	}
}

func (l *Tasks) each(change func(*Task)) {
	for i := range l.Loaded {
		l.edit(i, change)
	}
}

// hasten ends the waits of rows without an owner, and returns how many have ended.
func (l *Tasks) hasten(ids []int64, now time.Time) (n int) {
	for _, id := range ids {
		if i, ok := l.Find(id); ok && l.Loaded[i].Owner == uuid.Nil && l.Loaded[i].Delayed {
			n++
			l.edit(i, func(t *Task) { t.Ready, t.Delayed = now, false })
		}
	}
	return n
}
