package agenda_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/reprise-run/reprise/internal/agenda"
	"github.com/reprise-run/reprise/schedule"
	"github.com/reprise-run/reprise/store"
)

// due is a schedule that is due at a time, with its plan.
func due(t *testing.T, s schedule.Spec, p schedule.Policy, at time.Time) (*store.Schedule, *agenda.Plan) {
	t.Helper()
	spec, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	policy, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	row := &store.Schedule{ID: "s", Declared: store.Declared{Plan: agenda.Text(spec, policy)}}
	plan, err := agenda.Of(row)
	if err != nil {
		t.Fatal(err)
	}
	plan.Begin(row, at.Add(-time.Microsecond))
	return row, &plan
}

var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

func TestWhatWasMissedForLongIsOneTime(t *testing.T) {
	row, plan := due(t, schedule.Every(time.Second), schedule.Policy{}, noon)
	now := noon.Add(14*24*time.Hour + 300*time.Millisecond)
	step := plan.Due(row, now)
	if last := now.Truncate(time.Second); !step.Nominal.Equal(last) || !step.Due.Equal(last) || !step.NextNominal.Equal(last.Add(time.Second)) {
		t.Errorf("two weeks later it is %+v", step)
	}
	if len(step.Skips) != 1 || step.Skips[0].Count != 100_000 || step.Skips[0].Text != "and more" || step.Skips[0].Reason != store.SkipMissed || !step.Skips[0].Nominal.Equal(noon) {
		t.Errorf("passed over are %+v", step.Skips)
	}
}

func TestATimeThatIsALittleLateIsNotMissed(t *testing.T) {
	row, plan := due(t, schedule.Every(time.Second), schedule.Policy{CatchUp: schedule.Nothing()}, noon)
	if step := plan.Due(row, noon.Add(schedule.OnTime)); !step.Nominal.Equal(noon) || step.Skips != nil {
		t.Errorf("it is %+v", step)
	}
	if step := plan.Due(row, noon.Add(schedule.OnTime+time.Second)); !step.Nominal.Equal(noon.Add(time.Second)) || len(step.Skips) != 1 || step.Skips[0].Count != 1 {
		t.Errorf("it is %+v", step)
	}
}

func TestJitterIsBoundedAndTheSameEachTime(t *testing.T) {
	row, plan := due(t, schedule.Every(time.Hour), schedule.Policy{Jitter: 10 * time.Minute}, noon)
	seen := map[time.Duration]bool{}
	for range 50 {
		late := row.Next.Sub(row.Nominal)
		if late < 0 || late >= 10*time.Minute || !plan.At(row.ID, row.Nominal).Equal(row.Next) {
			t.Fatalf("%s is due at %s", row.Nominal, row.Next)
		}
		seen[late] = true
		step := plan.Due(row, row.Next)
		if row.Next, row.Nominal = step.Next, step.NextNominal; step.Skips != nil {
			t.Fatalf("passed over are %+v", step.Skips)
		}
	}
	if len(seen) < 40 {
		t.Errorf("50 times are late by %d spans", len(seen))
	}
}

func TestFromAndUntilBoundTheTimes(t *testing.T) {
	row, plan := due(t, schedule.Every(time.Hour), schedule.Policy{From: noon.Add(2 * time.Hour), Until: noon.Add(4 * time.Hour)}, noon)
	if got := plan.Coming(row, 10); len(got) != 2 || !got[0].Equal(noon.Add(2*time.Hour)) {
		t.Errorf("the times are %v", got)
	}
	row.Nominal, row.Next = noon.Add(3*time.Hour), noon.Add(3*time.Hour)
	if step := plan.Due(row, row.Next); !step.Next.IsZero() || !step.NextNominal.IsZero() {
		t.Errorf("after the last time comes %+v", step)
	}
	if skips := plan.Resume(row, noon.Add(9*time.Hour)); len(skips) != 1 || skips[0].Count != 1 || !row.Next.IsZero() {
		t.Errorf("resumed after its end it is %+v, and passed over are %+v", row, skips)
	}
}

func TestAResumeGoesOnAfterNow(t *testing.T) {
	row, plan := due(t, schedule.Every(time.Hour), schedule.Policy{}, noon)
	if skips := plan.Resume(row, noon.Add(-time.Minute)); skips != nil || !row.Next.Equal(noon) {
		t.Errorf("before anything is due it is %+v, and passed over are %+v", row, skips)
	}
	skips := plan.Resume(row, noon.Add(150*time.Minute))
	if len(skips) != 1 || skips[0].Count != 3 || skips[0].Reason != store.SkipPaused || !skips[0].Until.Equal(noon.Add(2*time.Hour)) || !row.Nominal.Equal(noon.Add(3*time.Hour)) {
		t.Errorf("it is %+v, and passed over are %+v", row, skips)
	}
}

func TestAPlanThatCannotBeReadIsAnError(t *testing.T) {
	for _, text := range []string{"", "{}", `{"spec":{"cron":"61 * * * *","zone":"UTC"},"policy":{}}`} {
		if _, err := agenda.Of(&store.Schedule{ID: "s", Declared: store.Declared{Plan: text}}); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

func TestARunIsNamedByItsTimeInUTC(t *testing.T) {
	berlin := time.FixedZone("CET", 3600)
	if id := agenda.WorkflowID("s", noon.Add(500*time.Millisecond).In(berlin)); id != "s@2026-11-23T12:00:00.5Z" {
		t.Error(id)
	}
}
