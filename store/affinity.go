package store

import (
	"strings"

	"github.com/google/uuid"
)

// ownQueue is the prefix of the names of workers' own queues.
const ownQueue = "worker/"

// OwnQueue returns the name of a worker's own queue. Only that worker claims activities from it, and
// no runs wait there. The worker counts as gone if it has no row in the activity's namespace or is
// marked dead; a worker's id is never reused.
func OwnQueue(worker WorkerID) string { return ownQueue + worker.String() }

// IsOwnQueue reports whether queue is, or could be, a worker's own.
func IsOwnQueue(queue string) bool { return strings.HasPrefix(queue, ownQueue) }

// OwnerOf returns the worker whose own queue it is, or false if no worker can own it.
func OwnerOf(queue string) (WorkerID, bool) {
	text, own := strings.CutPrefix(queue, ownQueue)
	id, err := uuid.Parse(text)
	return id, own && err == nil && OwnQueue(id) == queue
}

// ClaimActivities claims up to Max ready activity rows that match Filter, in the same order as Claim
// claims runs. The claim counts an attempt of each, except of a cancelled one. A repetition with the same
// ID returns what the first claim took and still holds, like Claim. A row without a delay is ready
// whatever the clock says, and one whose delay a claim has found to be over stays ready: setting the clock
// back takes nothing away. An unlimited activity with QuarantineAfter deaths is claimed only with
// Quarantine, which takes at most one of those, the one with the fewest deaths first, and names it as
// Claim does: a worker tries only one thing at a time in quarantine.
//
// Other rows whose Deadline has passed come first, the earliest first; a cancelled row's deadline
// has always passed. They are ready for every worker of their namespace, whatever its Queues and
// Activities: some worker must end them, even if none can run them.
//
// With Gone it claims other rows instead: those that nobody owns in the queue of a worker that is gone
// (see [OwnQueue]), whatever else holds for them and Filter. The caller must end them.
//
// With Partitioned it claims from the one queue of Filter, within its limits for each partition. It takes from rows with a key in
// turn, in the order of the keys, beginning with those above After. Of each key it takes as many rows as the limits allow; with
// Quarantine only the Concurrency counts. Rows without a key come first, if they are among the first of the queue, and have no
// such limit. Without Partitioned, keys mean nothing.
//
// Outcome: Done with Tasks, or with Partitioned possibly [Locked].
type ClaimActivities struct {
	Worker     WorkerID
	ID         Token
	Max        int
	Filter     Filter
	Quarantine bool
	Gone       bool // not together with Quarantine
	// Partitioned says that the queue has limits for each partition.
	Partitioned bool
	After       string
}

func (*ClaimActivities) op() {}
