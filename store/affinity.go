package store

import (
	"strings"

	"github.com/google/uuid"
)

// ownQueue is what the names of workers' own queues begin with.
const ownQueue = "worker/"

// OwnQueue is the name of the queue that a worker has for itself. Only that worker claims activities
// from it, and no runs wait there. The worker is gone when it has no row of the activity's namespace,
// or is marked dead; a worker's id is never used again.
func OwnQueue(worker WorkerID) string { return ownQueue + worker.String() }

// IsOwnQueue says whether queue is one that a worker has for itself, or could have.
func IsOwnQueue(queue string) bool { return strings.HasPrefix(queue, ownQueue) }

// OwnerOf returns the worker whose own queue it is; false: no worker can have it.
func OwnerOf(queue string) (WorkerID, bool) {
	text, own := strings.CutPrefix(queue, ownQueue)
	id, err := uuid.Parse(text)
	return id, own && err == nil && OwnQueue(id) == queue
}

// ClaimActivities takes up to Max ready activity rows by Filter, in the order in
// which Claim takes runs, counting an attempt of each at the claim, but of a cancelled one. A repeated one
// with the same ID returns what the first took and still holds, like Claim.
// A row without a delay is ready whatever the clock says, and one whose delay a claim has
// found to be over stays ready: a clock that is set back takes nothing away.
// An unlimited activity with QuarantineAfter deaths is claimed only with Quarantine, which
// takes at most one of those, with the fewest deaths first, and names it as Claim
// does: a worker tries one thing at a time alone.
//
// Other rows whose Deadline has passed, which is that of a cancelled one, come first, the earliest
// first. They are ready
// for every worker of their namespace, whatever its Queues and Activities: somebody
// must end them, also where nobody is there to run them.
//
// With Gone it takes others instead: those that nobody owns in the queue of a worker that is gone (see
// [OwnQueue]), whatever else is said of them and of Filter. They are to be ended.
//
// With Partitioned it takes from the one queue of Filter, by its limits for each partition: of those that have a key it takes in
// turn, in the order of the keys, first those above After. Of each it takes as many as the limits allow, with Quarantine by the
// Concurrency alone. Rows without a key come before, if they are among the first of the queue, and have no such limit. Elsewhere keys
// mean nothing.
//
// Outcome: Done with Tasks; with Partitioned, [Locked].
type ClaimActivities struct {
	Worker     WorkerID
	ID         Token
	Max        int
	Filter     Filter
	Quarantine bool
	Gone       bool // without Quarantine
	// Partitioned says that the queue has limits for each partition.
	Partitioned bool
	After       string
}

func (*ClaimActivities) op() {}
