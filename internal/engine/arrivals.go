package engine

import (
	"fmt"
	"slices"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/engine/attempt"
	"github.com/reprise-run/reprise/internal/sealing"
	"github.com/reprise-run/reprise/store"
)

// external is an external event that waits to be taken into the history.
type external struct {
	body  history.Body
	order int64 // its inbox order; 0 when it did not come through the inbox
	at    time.Time
	// row is written with it: an eager attempt ended and the activity becomes one.
	row *store.Activity
	// bytes is about what it adds to its task's commit.
	bytes int
	// ended is the eager attempt it is the end of.
	ended *attempt.Attempt
	// sealed is the event as the inbox has it, which the task makes plain; nil: it is.
	sealed *history.Event
}

// weighed is x with its bytes.
func (x external) weighed() external {
	x.bytes = history.SizeEstimate(x.body)
	if x.row != nil {
		x.bytes += len(x.row.Data) + len(x.row.Last) + len(x.row.Details)
	}
	return x
}

// arrivals are what has come in for a run and is not in its history yet. The run's lock guards
// them.
type arrivals struct {
	pending []external
	taken   []external // by the task in progress
	spare   []external // empty, to be pending next
	seen    int64      // highest inbox order known here
	unread  bool       // entries were missed: read the inbox
	open    bool       // the next task has events already, see run.open
	goneBy  int64      // no pause stands of which the entry is up to this one
	narrow  int        // a task of more events than that was too large; 0: none was; or alone
}

// add queues an inbox entry. What cannot be decoded is kept as it
// is, for the task to find and to park the run.
func (in *arrivals) add(entry store.Entry) {
	body, sealed := bodyOf(entry)
	in.pending = append(in.pending, external{body: body, sealed: sealed, order: entry.Order, at: entry.At, bytes: len(entry.Data)})
}

// addAll queues entries read from the inbox, of which there may be more.
func (in *arrivals) addAll(entries []store.Entry, gen int64) {
	for _, entry := range entries {
		if entry.Order > in.seen {
			in.add(entry)
		}
	}
	if goesOn(entries, gen) {
		in.seen, in.unread = max(in.seen, entries[len(entries)-1].Order), true
	} else {
		in.seen = max(in.seen, gen)
	}
}

// goesOn reports whether the inbox may hold more than these entries: they are read from its
// beginning, as far as [store.InboxPage] allows, and gen is its newest order.
func goesOn(entries []store.Entry, gen int64) bool {
	return len(entries) > 0 && entries[len(entries)-1].Order < gen
}

// alone is the narrow of a run of which the open task is to take in nothing more: it was
// too large with a single event.
const alone = -1

// fitting is how many of the pending events the next task takes in: one, or as many as leave
// room for what the workflow asks for because of them.
func (in *arrivals) fitting() int {
	most := history.MaxTaskInputs
	switch {
	case in.narrow == alone && in.open:
		return 0
	case in.narrow != 0:
		most = max(1, in.narrow)
	}
	bytes := 0
	for i := range in.pending {
		if bytes += in.pending[i].bytes; i > 0 && (i == most || bytes > history.MaxTaskInput) {
			return i
		}
	}
	return len(in.pending)
}

// laden reports whether more is pending than a task takes in. Then the inbox can wait.
func (in *arrivals) laden() bool {
	return len(in.pending) > 1 && in.fitting() < len(in.pending)
}

// begin takes what the next task takes in. left is how many events stay.
func (in *arrivals) begin() (taken []external, left int) {
	switch n := in.fitting(); {
	case n < len(in.pending):
		taken, left = slices.Clone(in.pending[:n]), len(in.pending)-n
		in.pending = slices.Delete(in.pending, 0, n)
	case n > 0:
		taken, in.narrow = in.pending, 0
		in.pending, in.spare = in.spare, nil
	}
	in.taken = taken
	return taken, left
}

// commit forgets what the task has taken, which is history now. Its list is used again.
func (in *arrivals) commit(taken []external) {
	if in.taken = nil; taken != nil {
		in.spare = emptied(taken)
	}
}

// undo has what a task took wait again.
func (in *arrivals) undo(taken []external) {
	in.taken = nil
	in.pending = append(taken, in.pending...)
}

// unreadable stands for an inbox entry whose bytes are damaged.
type unreadable struct{ err error }

func (unreadable) Kind() history.Kind { return 0 }

func bodyOf(entry store.Entry) (body history.Body, sealed *history.Event) {
	if entry.Kind == store.EntryTimer {
		return &history.TimerFired{Timer: entry.Ref}, nil
	}
	event, err := history.DecodeEvent(entry.Data)
	if err != nil {
		name := entry.ID
		if entry.Kind == store.EntryPromise { // its id is its token
			name = entry.Kind.String()
		}
		return unreadable{fmt.Errorf("inbox entry %d (%s): %w", entry.Order, name, err)}, nil
	}
	if sealing.IsSealed(&event) {
		sealed = &event
	}
	return event.Body, sealed
}
