package doctor_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/doctor"
	"github.com/reprise-run/reprise/store"
)

// working is an order that waits for a timer, number 4, and has three activities open: 5
// is eager, 6 has a row since its attempt was lost, 7 had one from the start.
func working(t *testing.T) *testRun {
	t.Helper()
	r := order(t, 0).
		add(t, 3, &history.ActivityScheduled{Name: "a", Eager: true}, &history.ActivityScheduled{Name: "b", Eager: true}, &history.ActivityScheduled{Name: "c"}).
		add(t, 4, &history.AttemptEnded{Activity: 6, Attempt: 1, Why: history.WhyLost})
	r.Owner = uuid.New()
	r.pending.Activities = []store.Task{task(6, "b"), task(7, "c")}
	return r
}

func task(id int64, name string) store.Task {
	return store.Task{Activity: store.Activity{ID: id, Name: name}}
}

// timerFired and activityEnded put the end of something into the inbox, in place of its
// row.
func (r *testRun) timerFired(id int64) {
	r.pending.Timers = nil
	r.pending.Entries = append(r.pending.Entries, store.Entry{Kind: store.EntryTimer, Ref: id, At: noon.Add(time.Hour)})
}

func (r *testRun) activityEnded(id int64) {
	r.pending.Activities = r.pending.Activities[:1]
	r.pending.Entries = append(r.pending.Entries, store.Entry{Kind: store.EntryActivity, Ref: id, At: noon.Add(time.Hour)})
}

// Rows that are lost, and rows that nobody asked for, are found.
func TestWhatIsOutstandingAgreesWithTheHistory(t *testing.T) {
	for name, c := range map[string]struct {
		damage func(r *testRun)
		want   string
	}{
		"a timer is lost":             {func(r *testRun) { r.pending.Timers = nil }, "damage pending order-0/4: timer 4, due at 2026-03-01T12:01:00Z, has neither a row nor an entry in the inbox: it never fires"},
		"another timer has fired":     {func(r *testRun) { r.timerFired(9) }, "damage pending order-0/4: timer 4, due at "},
		"an activity of that number":  {func(r *testRun) { r.pending.Timers = nil; r.activityEnded(4) }, "damage pending order-0/4: timer 4, due at | damage pending order-0/7: "},
		"an activity is lost":         {func(r *testRun) { r.pending.Activities = r.pending.Activities[:1] }, "damage pending order-0/7: activity 7 has neither a row nor an entry in the inbox: nobody runs it"},
		"one that became a row":       {func(r *testRun) { r.pending.Activities = r.pending.Activities[1:] }, "damage pending order-0/6: activity 6 has neither"},
		"an eager one was left":       {func(r *testRun) { r.Owner, r.Waiting = uuid.Nil, "activity a" }, "damage pending order-0/5: activity 5 has no row, and the run was parked to wait: nobody runs it"},
		"a timer that nobody started": {func(r *testRun) { r.pending.Timers = append(r.pending.Timers, store.Timer{ID: 99}) }, "damage pending order-0/99: timer 99 has a row, but the run's history has no such open timer"},
		"an activity that has ended":  {func(r *testRun) { r.pending.Activities = append(r.pending.Activities, task(2, "charge")) }, "damage pending order-0/2: activity 2 (charge) has a row, but the run's history has no such open activity"},
		"an eager one with a row":     {func(r *testRun) { r.pending.Activities = append(r.pending.Activities, task(5, "a")) }, "damage pending order-0/5: activity 5 (a) has a row, but by the run's history the run's owner executes it"},
		"everything": {func(r *testRun) { r.pending = store.Pending{} },
			"damage pending order-0/4: timer 4 | damage pending order-0/6: activity 6 | damage pending order-0/7: activity 7"},
	} {
		t.Run(name, func(t *testing.T) {
			f := sound(t)
			f.runs[0] = working(t)
			c.damage(f.runs[0])
			r, findings := examine(t, f, doctor.Options{})
			expect(t, findings, c.want)
			for _, x := range findings {
				if x.Repair == "" {
					t.Errorf("no remedy for %s", show(x))
				}
			}
			if r.Sound() {
				t.Errorf("the report is %+v", r)
			}
			if _, findings := examine(t, f, doctor.Options{Quick: true}); len(findings) > 0 {
				t.Errorf("without the histories: %v", findings)
			}
		})
	}
}

// What goes on by itself is no finding; and where a history cannot be read, or has not
// all events, nobody knows what is open in it.
func TestWhatMayBeOutstanding(t *testing.T) {
	for name, change := range map[string]func(r *testRun){
		"rows and an eager one":                 func(r *testRun) {},
		"a timer has fired":                     func(r *testRun) { r.timerFired(4) },
		"an activity has ended":                 func(r *testRun) { r.activityEnded(7) },
		"an end that nobody waits for":          func(r *testRun) { r.activityEnded(7); r.timerFired(4); r.activityEnded(2); r.timerFired(99) },
		"the owner is gone":                     func(r *testRun) { r.Owner = uuid.Nil },
		"the owner is gone, it was woken":       func(r *testRun) { r.Owner, r.Blocked = uuid.Nil, &store.Block{Reason: "mismatch"} },
		"a history that has lost a row":         func(r *testRun) { r.rows, r.pending = append(r.rows[:2:2], r.rows[3:]...), store.Pending{} },
		"one that cannot be read":               func(r *testRun) { r.rows[1].Data[7] ^= 1; r.pending = store.Pending{} },
		"one that is shorter than it was":       func(r *testRun) { r.rows, r.pending = r.rows[:2], store.Pending{} },
		"one that ended, of a run that has not": func(r *testRun) { r.add(t, 5, &history.RunCompleted{}); r.pending = store.Pending{} },
	} {
		f := sound(t)
		f.runs[0] = working(t)
		change(f.runs[0])
		_, findings := examine(t, f, doctor.Options{})
		for _, x := range findings {
			if x.Check == doctor.CheckPending {
				t.Errorf("%s: %s", name, show(x))
			}
		}
	}
}
