package rules

import (
	"bytes"
	"slices"
	"time"

	"github.com/reprise-run/reprise/store"
)

// ChangeQueue returns the queue q after o.
//
// Q1. A pause records who, when and why. A queue that is already paused stays as it is.
// Q2. Resuming ends the pause, and a cool-down.
// Q3. Set replaces what was set before, and records who, when and why.
// Q4. Clear removes what was set.
// Q6. A cool-down with a time lasts that long, or as long as an earlier one if that ends later.
// Q7. A cool-down without a time changes nothing while another lasts. Otherwise it lasts Initial, or
// twice as long as the one before if that ended less than Max ago, but at most Max.
// Q8. A declaration replaces nothing, or a declaration with a lower revision.
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

// cool returns until when something cools down after o, and how many cool-downs have followed one
// another.
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

// HasRow reports whether q needs a row.
//
// Q5. A queue without any settings or state has no row.
func HasRow(q store.Queue) bool {
	return q.Paused != nil || q.Overruled != nil || q.Declared != (store.QueueSettings{}) || q.Revision > 0 || q.Cools > 0
}

// cut returns the shares of q within its limit.
//
// Q9. The sum of the shares is at most the concurrency; any excess is taken from the largest shares.
// Without a concurrency there are no shares.
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

// ShareQueue returns the queue q after o, and the share and tokens of o's worker.
//
// Q10. The share of a worker without a row is kept for Grace from when that is first seen. Then it is
// removed.
// Q11. What workers want is divided fairly among those with a row, after subtracting the shares kept
// for others. A worker's share falls to its fair part, but not below what the worker holds, and rises
// to it as far as others have given up theirs.
// Q12. Only the share of o's worker is moved, except for Q9 and Q10.
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

// SharesChanged returns the shares that a store must write, given the stored ones in was, and the
// workers whose shares are removed.
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
