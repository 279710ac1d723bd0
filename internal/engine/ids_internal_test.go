package engine

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/timer"
)

// The ids of runs that start one after another are neighbours in a store's index.
func TestAWorkflowIDThatNobodyGivesBeginsWithTheTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ids := newIDs(nil, timer.System())
		var all []string
		for range 3 {
			<-time.After(time.Millisecond)
			id := ids.Workflow("order")
			if id.Version() != 7 || id.Variant() != uuid.RFC4122 {
				t.Errorf("%s is of version %d, %s", id, id.Version(), id.Variant())
			}
			if s, ns := id.Time().UnixTime(); time.Unix(s, ns).UnixMilli() != time.Now().UnixMilli() {
				t.Errorf("%s says it is of %v, it was %v", id, time.Unix(s, ns), time.Now())
			}
			if other := ids.Workflow("order"); other == id {
				t.Errorf("%s comes twice", id)
			}
			all = append(all, id.String())
		}
		if !slices.IsSorted(all) {
			t.Errorf("they are not in the order of their times: %q", all)
		}
	})
}

// If everything follows from a seed, ids do not depend on the clock.
func TestAWorkflowIDFromASeedDoesNotTellTheTime(t *testing.T) {
	ids := newIDs(func(string) [32]byte { return [32]byte{1} }, timer.System())
	if one, two := ids.Workflow("order"), ids.Workflow("order"); one != two || one.Version() != 4 {
		t.Errorf("%s and %s", one, two)
	}
}
