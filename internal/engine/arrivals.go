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

// external is an external event that waits to enter the history.
type external struct {
	body  history.Body
	order int64 // its inbox order; 0 if it did not come through the inbox
	at    time.Time
	// row is written with the event, when an eager attempt ends and its activity becomes a row.
	row *store.Activity
	// bytes estimates what the event adds to its task's commit.
	bytes int
	// ended is the eager attempt whose end this is.
	ended *attempt.Attempt
	// sealed is the event as the inbox stores it, which the task opens; nil if it is plain.
	sealed *history.Event
}

// weighed returns x with its bytes set.
func (x external) weighed() external {
	x.bytes = history.SizeEstimate(x.body)
	if x.row != nil {
		x.bytes += len(x.row.Data) + len(x.row.Last) + len(x.row.Details)
	}
	return x
}

// arrivals are the events that have come for a run and are not in its history yet. The run's
// lock guards them.
type arrivals struct {
	pending []external
	taken   []external // by the task in progress
	spare   []external // empty, to be pending next
	seen    int64      // highest inbox order known here
	unread  bool       // entries were missed: read the inbox
	open    bool       // the next task has events already, see run.open
	goneBy  int64      // inbox orders up to this one hold no pause any more
	narrow  int        // how many events the next task may take, after a larger one was too large; 0: no limit; or alone
}

// add queues an inbox entry. It keeps an entry that cannot be decoded, so that the task finds
// it and parks the run.
func (in *arrivals) add(entry store.Entry) {
	body, sealed := bodyOf(entry)
	in.pending = append(in.pending, external{body: body, sealed: sealed, order: entry.Order, at: entry.At, bytes: len(entry.Data)})
}

// addAll queues entries that were read from the inbox, which may hold more.
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

// goesOn reports whether the inbox may hold more than entries, which were read from its
// beginning, up to [store.InboxPage]. gen is the newest order of the inbox.
func goesOn(entries []store.Entry, gen int64) bool {
	return len(entries) > 0 && entries[len(entries)-1].Order < gen
}

// alone is the value of narrow for a run whose open task must take in nothing more: the task
// was too large with a single event.
const alone = -1

// fitting returns how many pending events the next task takes in: as many as leave room for the
// commands they lead to, and at least one unless narrow is alone.
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

// laden reports whether more is pending than one task takes in. Then the inbox can wait.
func (in *arrivals) laden() bool {
	return len(in.pending) > 1 && in.fitting() < len(in.pending)
}

// begin takes the events of the next task. left is how many events stay.
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

// commit forgets the events of a committed task, and reuses their list.
func (in *arrivals) commit(taken []external) {
	if in.taken = nil; taken != nil {
		in.spare = emptied(taken)
	}
}

// undo makes the events of a task pending again.
func (in *arrivals) undo(taken []external) {
	in.taken = nil
	in.pending = append(taken, in.pending...)
}

// unreadable stands for an inbox entry with damaged bytes.
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
