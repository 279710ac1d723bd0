package rules

import (
	"bytes"
	"slices"
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
// Q8. What is declared takes the place of nothing, and of what was declared under a lower revision.
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
		q.CoolUntil, q.Cools = cool(q.CoolUntil, q.Cools, o, now)
		q.TAT = afterCooling(q.Settings().Rate, q.TAT, q.CoolUntil)
	case store.SetQueue:
		q.Overruled = &store.QueueOverrule{QueueSettings: o.Settings, QueueNote: note}
	case store.ClearQueue:
		q.Overruled = nil
	case store.DeclareQueue:
		if o.Revision > q.Revision || q.Revision == 0 && q.Declared == (store.QueueSettings{}) {
			q.Declared, q.Revision = o.Settings, o.Revision
		}
	}
	q.Shares = cut(q)
	if q.Settings().Rate.N == 0 {
		q.TAT = time.Time{}
	}
	return q
}

// cool is until when something cools down, and how often it has in a row, after o.
func cool(coolUntil time.Time, cools int, o *store.ChangeQueue, now time.Time) (time.Time, int) {
	switch until := Stamp(now.Add(o.For)); {
	case o.For > 0:
		if until.After(coolUntil) {
			coolUntil = until
		}
		return coolUntil, max(cools, 1)
	case now.Before(coolUntil):
		return coolUntil, cools
	}
	if now.Sub(coolUntil) >= o.Max {
		cools = 0
	}
	wait := o.Initial
	for range cools {
		if wait = min(2*wait, o.Max); wait == o.Max {
			break
		}
	}
	return Stamp(now.Add(min(wait, o.Max))), cools + 1
}

// HasRow says whether something is known of q.
//
// Q5. A queue of which nothing is known has no row.
func HasRow(q store.Queue) bool {
	return q.Paused != nil || q.Overruled != nil || q.Declared != (store.QueueSettings{}) || q.Revision > 0 || q.Cools > 0
}

// cut is what is left of the shares of q.
//
// Q9. The sum of the shares is at most the concurrency: what is above that is taken from those that have most. Without a concurrency
// there are none.
func cut(q store.Queue) []store.Share {
	limit := q.Settings().Concurrency
	if limit == 0 {
		return nil
	}
	if store.Shared(q.Shares) <= limit {
		return q.Shares
	}
	have := make([]int, len(q.Shares))
	for i, s := range q.Shares {
		have[i] = s.N
	}
	all := slices.Clone(q.Shares)
	for i, n := range store.FairShares(limit, have) {
		all[i].N = n
	}
	return all
}

// ShareQueue is what is known of a queue after o, and the share of o's worker.
//
// Q10. A share whose worker has no row is kept for Grace from when that is first seen. Then it goes.
// Q11. What workers want is shared out fairly among those that have a row, without what is kept of others. A worker's share falls to
// that, but not below what it holds, and rises to it as far as others have given up theirs.
// Q12. Only the share of o's worker is moved, but for Q7 and Q10.
func ShareQueue(q store.Queue, o *store.ShareQueue, now time.Time) (next store.Queue, share, tokens int) {
	tokens = draw(&q, o, now)
	next, share = moveShare(q, o, now)
	return next, share, tokens
}

func moveShare(q store.Queue, o *store.ShareQueue, now time.Time) (store.Queue, int) {
	limit := q.Settings().Concurrency
	if limit == 0 {
		q.Shares = nil
		return q, 0
	}
	all := make([]store.Share, 0, len(q.Shares)+1)
	at, there := slices.BinarySearchFunc(q.Shares, o.Worker, func(s store.Share, w store.WorkerID) int { return bytes.Compare(s.Worker[:], w[:]) })
	all = append(all, q.Shares...)
	if !there {
		all = slices.Insert(all, at, store.Share{Worker: o.Worker})
	}
	all[at].Want, all[at].Gone, all[at].Until = o.Want, false, time.Time{}
	all = slices.DeleteFunc(all, func(s store.Share) bool { return s.Gone && !s.Until.IsZero() && !s.Until.After(now) })
	live, left := make([]int, 0, len(all)), limit
	var mine *store.Share
	nth := 0
	for i := range all {
		s := &all[i]
		if s.Gone {
			if s.Until.IsZero() {
				s.Until = Stamp(now.Add(o.Grace))
			}
			left -= s.N
			continue
		}
		if s.Worker == o.Worker {
			mine, nth = s, len(live)
		}
		live = append(live, s.Want)
	}
	fair := store.FairShares(left, live)[nth]
	if mine.N > fair {
		mine.N = max(fair, min(mine.N, o.Holds))
	} else {
		mine.N += max(0, min(fair-mine.N, limit-store.Shared(all)))
	}
	q.Shares = all
	q.Shares = cut(q)
	i := slices.IndexFunc(q.Shares, func(s store.Share) bool { return s.Worker == o.Worker })
	return q, q.Shares[i].N
}

// SharesChanged are the shares that a store has to write where was is what it has, and the workers whose shares go.
func SharesChanged(was, now store.Queue) (changed []store.Share, gone []store.WorkerID) {
	before := make(map[store.WorkerID]store.Share, len(was.Shares))
	for _, s := range was.Shares {
		before[s.Worker] = s
	}
	for _, s := range now.Shares {
		old, there := before[s.Worker]
		delete(before, s.Worker)
		if !there || old.N != s.N || old.Want != s.Want || !old.Until.Equal(s.Until) {
			changed = append(changed, s)
		}
	}
	for _, s := range was.Shares {
		if _, left := before[s.Worker]; left {
			gone = append(gone, s.Worker)
		}
	}
	return changed, gone
}
