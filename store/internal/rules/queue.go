package rules

import (
	"time"

	"github.com/reprise-run/reprise/store"
)

// ChangeQueue is what is known of a queue after o, of which q was known before.
//
// Q1. A pause notes who, when and why. One that is paused stays as it is.
// Q2. To resume forgets the pause, and a cool-down.
// Q3. What is set takes the place of what was set before, and notes who, when and why.
// Q4. To clear forgets what was set.
// Q6. A cool-down for a time lasts that long, or as long as one before it.
// Q7. One for no time is as nothing while another lasts. Else it lasts Initial, and twice as long as the one before if
// that has ended less than Max ago, but at most Max.
func ChangeQueue(q store.Queue, o *store.ChangeQueue, now time.Time) store.Queue {
	note := store.QueueNote{Who: o.Who, Why: o.Why, At: now}
	switch o.Do {
	case store.PauseQueue:
		if q.Paused == nil {
			q.Paused = &note
		}
	case store.ResumeQueue:
		q.Paused, q.CoolUntil, q.Cools = nil, time.Time{}, 0
	case store.CoolQueue:
		cool(&q, o, now)
	case store.SetQueue:
		q.Overruled = &store.QueueOverrule{QueueSettings: o.Settings, QueueNote: note}
	case store.ClearQueue:
		q.Overruled = nil
	}
	return q
}

func cool(q *store.Queue, o *store.ChangeQueue, now time.Time) {
	cooling := now.Before(q.CoolUntil)
	switch until := Stamp(now.Add(o.For)); {
	case o.For > 0:
		if until.After(q.CoolUntil) {
			q.CoolUntil = until
		}
		q.Cools = max(q.Cools, 1)
	case !cooling:
		if now.Sub(q.CoolUntil) >= o.Max {
			q.Cools = 0
		}
		wait := o.Initial
		for range q.Cools {
			if wait = min(2*wait, o.Max); wait == o.Max {
				break
			}
		}
		q.Cools++
		q.CoolUntil = Stamp(now.Add(min(wait, o.Max)))
	}
}

// HasRow says whether something is known of q.
//
// Q5. A queue of which nothing is known has no row.
func HasRow(q store.Queue) bool { return q.Paused != nil || q.Overruled != nil || q.Cools > 0 }
