package engine

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// Work in quarantine is tried alone for a second, one item at a time. Others may begin once
// it has ended or made progress.
func TestQuarantine(t *testing.T) {
	now := time.Unix(1000, 0)
	var over time.Time
	freed := 0
	q := &quarantine{now: func() time.Time { return now }, begun: func(at time.Time) { over = at }, freed: func() { freed++ }}
	if q.found(0); q.wanted() || q.alone() || q.taken() {
		t.Fatal("nothing waits, and it is wanted, tried or alone")
	}
	run, row := uuid.New(), store.ActivityKey{Run: uuid.New(), Activity: 7}
	if q.found(2); !q.wanted() {
		t.Error("two wait, and none is wanted")
	}
	q.enter(run, store.ActivityKey{})
	if q.wanted() || !q.taken() || !q.alone() || !over.Equal(now.Add(trial)) {
		t.Errorf("one is tried: wanted %v, taken %v, alone %v, over at %v", q.wanted(), q.taken(), q.alone(), over)
	}
	q.leave(uuid.New())
	q.leaveRow(row)
	if !q.taken() || freed != 0 {
		t.Error("another run or activity has ended its trial")
	}
	now = over
	if q.alone() || !q.taken() {
		t.Error("its second is over, and it is alone or not tried any more")
	}
	q.leave(run)
	if q.taken() || freed != 1 || !q.wanted() {
		t.Errorf("it has made progress: tried %v, others told %d times, the next one wanted %v", q.taken(), freed, q.wanted())
	}
	q.enter(store.RunID{}, row)
	q.leaveRow(row)
	q.looked()
	if q.taken() || q.wanted() || freed != 2 {
		t.Errorf("none is left: tried %v, wanted %v, others told %d times", q.taken(), q.wanted(), freed)
	}
	q.leave(store.RunID{})
	if freed != 2 {
		t.Error("nothing is tried, and others are told of its end")
	}
}
