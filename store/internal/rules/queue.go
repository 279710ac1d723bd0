package rules

import (
	"time"

	"github.com/reprise-run/reprise/store"
)

// ChangeQueue is what is known of a queue after o, of which q was known before.
//
// Q1. A pause notes who, when and why. One that is paused stays as it is.
// Q2. To resume forgets the pause.
// Q3. What is set takes the place of what was set before, and notes who, when and why.
// Q4. To clear forgets what was set.
func ChangeQueue(q store.Queue, o *store.ChangeQueue, now time.Time) store.Queue {
	note := store.QueueNote{Who: o.Who, Why: o.Why, At: now}
	switch o.Do {
	case store.PauseQueue:
		if q.Paused == nil {
			q.Paused = &note
		}
	case store.ResumeQueue:
		q.Paused = nil
	case store.SetQueue:
		q.Overruled = &store.QueueOverrule{QueueSettings: o.Settings, QueueNote: note}
	case store.ClearQueue:
		q.Overruled = nil
	}
	return q
}

// HasRow says whether something is known of q.
//
// Q5. A queue of which nothing is known has no row.
func HasRow(q store.Queue) bool { return q.Paused != nil || q.Overruled != nil }
