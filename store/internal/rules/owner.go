package rules

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// owned reports whether worker owns r at epoch.
func (r *Run) owned(worker store.WorkerID, epoch int64) bool {
	return r != nil && worker != uuid.Nil && r.Owner == worker && r.Epoch == epoch
}

// Taking is what the sender of a batch takes over from the runs that the batch makes ready. The zero
// value, and nil, take nothing.
type Taking struct {
	By   *store.Take // nil: nothing is taken
	Held int         // how many runs By's worker holds by its claim
}

// TakingOf returns the [store.Take] at the end of ops, if there is one. The caller counts the runs
// held.
func TakingOf(ops []store.Op) (t Taking) {
	if len(ops) > 0 {
		t.By, _ = ops[len(ops)-1].(*store.Take)
	}
	return t
}

// take handles a run that was parked and that an entry has made ready.
//
// O12. A run that is sticky to the Take's worker, and neither blocked nor in quarantine, goes to that
// worker by the Take's claim, unless the worker already holds Room runs by that claim or the run's
// queue is in Not.
func (t *Taking) take(r *Run) {
	if t == nil || t.By == nil || t.Held >= t.By.Room || r.StickyTo != t.By.Worker || r.Access() != AccessFree || slices.Contains(t.By.Not, r.Queue) {
		return
	}
	t.Held++
	r.own(t.By.Worker, t.By.Claim)
}

// Has reports whether the Take's claim holds r: then the Take's answer includes the inbox.
func (t *Taking) Has(r *Run) bool {
	return t != nil && t.By != nil && r != nil && r.holds(t.By.Worker, t.By.Claim)
}

// own makes w the owner of a run that is ready.
func (r *Run) own(w store.WorkerID, claim store.Token) {
	r.Epoch, r.Owner = store.NextEpoch(r.Epoch, claim), w
	r.Dispatch.Claim, r.Dispatch.Dirty = claim, false
	r.Diff.Work, r.Diff.Moved = true, true
}

// Claim gives a run that a search has found to a worker; see [store.Claim] for what the search finds.
//
// O1. A claim raises the epoch to NextEpoch, and the run is not dirty.
func (r *Run) Claim(o *store.Claim) { r.own(o.Worker, o.ID) }

// GiveUp takes the run from its owner.
//
// O2. The epoch rises by one. The run is sticky to nobody, holds no sender back, and is ready at once.
func (r *Run) GiveUp(now time.Time) {
	r.Epoch++
	r.StickyTo, r.Closing, r.Diff.Work = uuid.Nil, false, true
	r.Ready(now)
}

// Release gives up a run.
//
// O3. Worker must own the run at Epoch; otherwise, or if there is no run, the answer is Fenced.
// O4. With Block the run is blocked until Delay from now. The builds that have blocked it in a row are
// kept, up to MaxTried, and counted. Without Block the block that it has stays. A pause always stays.
func (r *Run) Release(o *store.Release, now time.Time) store.Outcome {
	if !r.owned(o.Worker, o.Epoch) {
		return store.Outcome{Code: store.Fenced, Run: o.Run}
	}
	r.GiveUp(now)
	if o.Block != nil {
		b := *o.Block
		b.Until = Stamp(now.Add(o.Delay))
		r.Blocked, r.Diff.Fate = blocked(r.Blocked, b), true
	}
	return store.Outcome{Run: r.ID}
}

// blocked returns the block b, continued from the one before.
func blocked(before *store.Block, b store.Block) *store.Block {
	if before != nil && before.Reason == store.ReasonPaused {
		return before
	}
	var tried []string
	b.Count = 1
	if before != nil {
		b.Count, tried = b.Count+before.Count, before.Tried
	}
	b.Tried = store.TriedBy(tried, b.Build)
	return &b
}

const poisonText = "the processes that ran it died each time it ran alone: look at the end of their logs, then resume or terminate it"

// Died gives up a run whose owner has died. inQuarantine says that the owner had the run in quarantine.
//
// O5. A death counts against the run; deaths in quarantine are counted separately. QuarantineDeaths of
// those block the run as poison until somebody resumes it.
func (r *Run) Died(inQuarantine bool, now time.Time) {
	r.GiveUp(now)
	r.Diff.Fate = true
	if !inQuarantine {
		r.Deaths++
		return
	}
	if r.QuarantineDeaths++; r.QuarantineDeaths >= store.QuarantineDeaths {
		r.Blocked = blocked(r.Blocked, store.Block{Reason: store.ReasonPoison, Text: poisonText})
	}
}

// SetAside gives up a run whose stored state is inconsistent.
//
// O11. Such a run is blocked as corrupt until somebody resumes it.
func (r *Run) SetAside(text string, now time.Time) {
	r.GiveUp(now)
	r.Blocked, r.Diff.Fate = blocked(r.Blocked, store.Block{Reason: store.ReasonCorrupt, Text: text}), true
}

// Resume resets a run's deaths and block.
//
// O6. There is no run: NotFound. It has ended: Closed. It is paused: Paused, and nothing changes.
// O7. Deaths and block are reset, and the run leaves quarantine. A run that waits for an owner is ready
// now, and is sticky to nobody; one that waits for an entry keeps waiting.
func (r *Run) Resume(now time.Time) store.Outcome {
	switch {
	case r == nil:
		return store.Outcome{Code: store.NotFound}
	case r.Status != store.Open:
		return store.Outcome{Code: store.Closed, Run: r.ID}
	case paused(r):
		return store.Outcome{Code: store.Paused, Run: r.ID}
	}
	resume(r, now)
	return store.Outcome{Run: r.ID, Owner: r.Owner}
}

func resume(r *Run, now time.Time) {
	r.progress()
	if r.Dispatch.Exists && r.Owner == uuid.Nil {
		r.StickyTo, r.Diff.Work = uuid.Nil, true
		r.Ready(now)
	}
}

// Terminate closes a run from outside.
//
// O8. If the run ended by this Token, the answer is Done again. There is no run: NotFound. It has
// ended: Closed.
// O9. Data becomes the row at the next seq. Unread signals are undelivered. Everything else is as with
// a close, whoever owns the run; the outcome has that owner. A run that has children, or has sent the
// start of one, sends a MessageOrphans.
func (r *Run) Terminate(o *store.Terminate, now time.Time) (out store.Outcome, err error) {
	switch {
	case r == nil:
		return store.Outcome{Code: store.NotFound}, nil
	case r.Status == store.Terminated && r.LastCommit == o.Token:
		return store.Outcome{Run: r.ID}, nil
	case r.Status != store.Open:
		return store.Outcome{Code: store.Closed, Run: r.ID}, nil
	}
	out = store.Outcome{Run: r.ID, Owner: r.Owner}
	r.append(o.Token, store.Row{Seq: r.NextSeq, N: o.N, Data: o.Data})
	r.end(store.Terminated, r.Inbox.Signals, now)
	starts := func(m store.Message) bool { return m.Kind == store.MessageStart }
	if r.Orphans || slices.ContainsFunc(r.Diff.Sent, starts) {
		send(r, store.Message{MessageKey: store.MessageKey{Seq: r.NextSeq - 1, Kind: store.MessageOrphans}})
	}
	out.Began, err = follow(r, now)
	return out, err
}

// Sweep repairs what must not happen.
//
// O10. An open run with entries in its inbox has a dispatch row. A run that lacks it is taken from its
// owner, if it has one.
func (r *Run) Sweep(now time.Time) bool {
	lost := r.Status == store.Open && r.Inbox.Entries > 0 && !r.Dispatch.Exists
	if lost {
		Found(r, now)
	}
	return lost
}

// Found gives the run the dispatch row that it lacks. It fences an owner, which would not be told of
// new entries, and whose death would leave the run unfound.
func Found(r *Run, now time.Time) {
	if r.Owner != uuid.Nil {
		r.GiveUp(now)
		return
	}
	r.Ready(now)
}
