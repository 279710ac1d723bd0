package engine

import (
	"testing"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

func waiting(n, bytes int) (in arrivals) {
	for i := range n {
		in.pending = append(in.pending, external{order: int64(i + 1), bytes: bytes})
	}
	return in
}

// A task takes in as much as fits, but at least one event.
func TestATaskTakesInWhatFits(t *testing.T) {
	for _, c := range []struct {
		name         string
		in           arrivals
		taken, left  int
		open, narrow bool
	}{
		{"nothing", waiting(0, 0), 0, 0, false, false},
		{"all", waiting(3, 10), 3, 0, false, false},
		{"too many", waiting(history.MaxTaskInputs+1, 1), history.MaxTaskInputs, 1, false, false},
		{"too much", waiting(4, history.MaxTaskInput/2), 2, 2, false, false},
		{"a single one that is too large", waiting(2, history.MaxTaskInput+1), 1, 1, false, false},
		{"nothing beside an open task that was too large with one", waiting(2, 10), 0, 2, true, true},
		{"one after a task that was too large with one", waiting(2, 10), 1, 1, false, true},
	} {
		c.in.open = c.open
		if c.narrow {
			c.in.narrow = alone
		}
		if taken, left := c.in.begin(); len(taken) != c.taken || left != c.left || len(c.in.pending) != c.left {
			t.Errorf("%s: %d are taken, %d are left, %d wait; want %d and %d", c.name, len(taken), left, len(c.in.pending), c.taken, c.left)
		}
	}
}

// Events of a task that came to nothing come before later ones.
func TestWhatATaskTookWaitsAgainInItsOrder(t *testing.T) {
	in := waiting(2, 10)
	taken, _ := in.begin()
	in.pending = append(in.pending, external{order: 3})
	in.undo(taken)
	for i, x := range in.pending {
		if x.order != int64(i+1) {
			t.Fatalf("the order is %+v", in.pending)
		}
	}
	if len(in.pending) != 3 {
		t.Errorf("%d wait, want 3", len(in.pending))
	}
}

// An inbox is read page by page. Known entries are not taken in twice.
func TestAnInboxIsReadOnToItsEnd(t *testing.T) {
	var in arrivals
	page := func(orders ...int64) (entries []store.Entry) {
		for _, o := range orders {
			entries = append(entries, store.Entry{Order: o, Kind: store.EntryTimer})
		}
		return entries
	}
	if in.addAll(page(1, 2), 4); !in.unread || in.seen != 2 {
		t.Errorf("after the first page: unread %v, seen %d", in.unread, in.seen)
	}
	in.unread = false
	if in.addAll(page(1, 2, 3, 4), 4); in.unread || in.seen != 4 || len(in.pending) != 4 {
		t.Errorf("at the end: unread %v, seen %d, %d wait", in.unread, in.seen, len(in.pending))
	}
}

// A run changes state as the table of runState says. A run that is gone stays gone.
func TestTheStatesOfARun(t *testing.T) {
	for from, to := range map[runState]struct{ leave, recall, stay runState }{
		runIdle:     {runIdle, runIdle, runIdle},
		runWorking:  {runLeaving, runWorking, runWorking},
		runLeaving:  {runLeaving, runRecalled, runWorking},
		runRecalled: {runRecalled, runRecalled, runWorking},
		runGone:     {runGone, runGone, runGone},
		runLeft:     {runLeft, runLeft, runLeft},
	} {
		leave, recall, stay := from, from, from
		leave.leave()
		recall.recall()
		if recalled := stay.stay(); recalled != (from == runRecalled) {
			t.Errorf("state %d stays, and it is said that something was kept for a successor: %v", from, recalled)
		}
		if leave != to.leave || recall != to.recall || stay != to.stay {
			t.Errorf("from state %d to %d, %d and %d, want %v", from, leave, recall, stay, to)
		}
	}
}

// A pause holds the run until the store says that this pause, or a later one, is over.
func TestTheLastNoteTellsWhetherARunIsPaused(t *testing.T) {
	var in arrivals
	say := func(order int64, did history.Kind) {
		in.pending = append(in.pending, external{order: order, body: &history.Steered{Did: did}})
	}
	expect := func(when string, want int64) {
		t.Helper()
		if got := in.paused(); got != want {
			t.Errorf("%s: paused by entry %d, want %d", when, got, want)
		}
	}
	expect("at first", 0)
	say(1, history.KindPaused)
	say(2, history.KindRetriedNow)
	expect("paused", 1)
	in.goneBy = 1
	expect("unpaused, as the store says", 0)
	say(3, history.KindUnpaused)
	expect("unpaused", 0)
	say(4, history.KindPaused)
	expect("paused again", 4)
}
