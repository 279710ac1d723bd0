package store

import "time"

// Steering is an operator's action on a run.
type Steering int

// What a [Steer] does.
const (
	// Pause blocks the run with the reason [ReasonPaused] until an Unpause: nobody claims it, and no attempt at an
	// activity that has a row begins, see [HoldFor]. The entry tells its owner, if there is one, to release it. An
	// earlier Block is discarded. Count is 1; 0: it was paused already.
	Pause Steering = 1
	// Unpause makes a paused run ready now. Count is 1; 0: it was not paused. The outcome is never [Full].
	Unpause Steering = 2
	// RetryNow makes the waiting attempts at Activities begin now and, with Run, makes a run that is
	// blocked or in quarantine ready, as [Resume] does. Count is how many became ready; 1 if the same
	// entry is delivered again while it is unread. [Paused] if the run is paused.
	RetryNow Steering = 3
	// Repin pins the run to the build Pin, or to none. A worker that owns the run keeps it until it
	// releases it. Count is 1; 0: the pin is unchanged.
	Repin Steering = 4
	// Adopt makes Parent the run's parent, which is told of the end of its chain for its command
	// ParentSeq. Count is 1. The history does not record it: the outcome has no entry.
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

// HoldFor is how much later an activity's row is ready while its run is paused, so that nobody
// claims it before its deadline.
const HoldFor = 200 * 365 * 24 * time.Hour

// Held reports whether t is held because its run is paused, and when it could be claimed otherwise.
func (t *Task) Held() (ready time.Time, held bool) {
	if t.Ready.Sub(t.Scheduled) < HoldFor/2 {
		return t.Ready, false
	}
	return t.Ready.Add(-HoldFor), true
}
