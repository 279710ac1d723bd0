package doctor_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/internal/doctor"
	"github.com/reprise-run/reprise/store"
)

// unreads is a store whose open runs are owned and have something in their inboxes since noon.
func unreads(t *testing.T, pace time.Duration) *fake {
	t.Helper()
	f := sound(t)
	f.pace = pace
	f.runs = f.runs[:1]
	r := f.runs[0]
	r.Owner, r.Unread, r.pending.Entries = f.workers[0].ID, 1, []store.Entry{{Order: 7, At: noon}}
	return f
}

// A worker that claims a run finds in its inbox what came in before; it is not to be
// blamed for that.
func TestWhoHasJustClaimedARunIsNotStuck(t *testing.T) {
	for name, meanwhile := range map[string]func(f *fake, r *testRun){
		"it takes the entry":     func(_ *fake, r *testRun) { r.pending.Entries = nil },
		"it takes one of two":    func(_ *fake, r *testRun) { r.pending.Entries = []store.Entry{{Order: 8, At: noon}} },
		"it commits":             func(_ *fake, r *testRun) { r.NextSeq++ },
		"it claims the run anew": func(_ *fake, r *testRun) { r.Epoch++ },
		"another one has it":     func(_ *fake, r *testRun) { r.Owner = uuid.New() },
		"the run is deleted":     func(f *fake, _ *testRun) { f.runs = nil },
	} {
		f := unreads(t, time.Minute)
		f.meanwhile = func() { meanwhile(f, f.runs[0]) }
		if r, findings := examine(t, f, doctor.Options{}); len(findings) > 0 || !r.Sound() {
			t.Errorf("%s: %v", name, findings)
		}
	}
	r, findings := examine(t, unreads(t, time.Second), doctor.Options{})
	expect(t, findings, "note unread order-0: 1 entry lies in its inbox, the first since 2026-03-01T12:00:00Z: worker ")
	if !r.Sound() || !strings.HasPrefix(findings[0].Repair, "examine the store again") {
		t.Errorf("the report is %+v with %+v", r, findings)
	}
}

func TestOnlySoManyRunsAreLookedAtTwice(t *testing.T) {
	f := unreads(t, time.Minute)
	for n := 1; n < 103; n++ {
		r := order(t, n)
		r.Owner, r.Unread, r.pending.Entries = f.workers[0].ID, 1, f.runs[0].pending.Entries
		f.runs = append(f.runs, r)
	}
	if r, _ := examine(t, f, doctor.Options{Quick: true}); r.Stuck != 100 || r.Notes != 3 {
		t.Errorf("%d are stuck and %d perhaps, want 100 and 3", r.Stuck, r.Notes)
	}
}
