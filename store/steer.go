package store

import "time"

// Steering is what an operator does to a run.
type Steering int

// What a [Steer] does.
const (
	// Pause blocks the run with the reason [ReasonPaused] until an Unpause: nobody claims it, and no
	// attempt at an activity that has a row begins, see [HoldFor]. Its owner, if it has one, is told by the entry, and
	// is to release it. What else blocked the run is forgotten. Count is 1; 0: it was paused.
	Pause Steering = 1
	// Unpause makes a paused run ready now. Count is 1; 0: it was not paused. It is never answered [Full].
	Unpause Steering = 2
	// RetryNow has attempts at Activities that wait for their time begin now, and with Run a run that
	// is blocked or in quarantine be ready, as [Resume] does. Count is how many began to be ready;
	// 1 where the same is delivered again while its entry is unread. [Paused] when the run is.
	RetryNow Steering = 3
	// Repin pins the run to the build Pin, or to none. A worker that has the run keeps it until it gives it
	// up. Count is 1; 0: it was pinned so already.
	Repin Steering = 4
	// Adopt makes Parent the run's parent, which is told of the end of its chain as its command ParentSeq.
	// Count is 1. The history is not told: the outcome has no entry.
	Adopt Steering = 5
)

// Steer is what a [Deliver] does to its run.
type Steer struct {
	Do         Steering
	Text       string  // Pause: of the Block
	Activities []int64 // RetryNow
	Run        bool    // RetryNow
	Pin        string  // Repin
	Parent     RunID   // Adopt
	ParentSeq  int64   // Adopt
}

// HoldFor is by how much later an activity's row is ready while its run is paused: so nobody
// claims it before its deadline.
const HoldFor = 200 * 365 * 24 * time.Hour

// Held says whether t is held because its run is paused, and from when on it is claimable but for that.
func (t *Task) Held() (ready time.Time, held bool) {
	if t.Ready.Sub(t.Scheduled) < HoldFor/2 {
		return t.Ready, false
	}
	return t.Ready.Add(-HoldFor), true
}
