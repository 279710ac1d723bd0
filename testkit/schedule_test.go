package testkit_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/budget"
	"github.com/reprise-run/reprise/schedule"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

// tolled returns the time for which it was started.
var tolled = workflow.New("toll", func(ctx workflow.Context, zone string) (string, error) {
	return zone + " " + workflow.GetInfo(ctx).Nominal.Format(time.RFC3339), nil
})

// spell is a part of a year, from one day of UTC to another, in which a time of a zone's clock falls at the same time of UTC.
type spell struct{ from, to, at string }

// year holds what four clocks show in 2000, computed by hand. Berlin goes forward on 26 March and back on 29 October, at 01:00Z. New
// York goes forward at 07:00Z on 2 April and back at 06:00Z on 29 October. Lord Howe goes back by half an hour at 15:00Z on 25 March,
// and forward at 15:30Z on 26 August, since its summer time began early that year. Kolkata does not change its clock.
var year = []struct {
	zone, cron string
	spells     []spell
}{
	{"Europe/Berlin", "30 2 * * *", []spell{
		{"2000-01-01", "2000-03-25", "01:30"},
		{"2000-03-26", "2000-03-26", "01:00"}, // half past two does not exist: the first instant after the gap
		{"2000-03-27", "2000-10-28", "00:30"},
		{"2000-10-29", "2000-10-29", "00:30"}, // it exists twice: the first time
		{"2000-10-30", "2000-12-31", "01:30"},
	}},
	{"America/New_York", "30 1,2 * * *", []spell{
		{"2000-01-01", "2000-04-02", "06:30"},
		{"2000-04-03", "2000-10-29", "05:30"}, // on the last day half past one exists twice
		{"2000-10-30", "2000-12-31", "06:30"},
		{"2000-01-01", "2000-04-01", "07:30"},
		{"2000-04-02", "2000-04-02", "07:00"}, // half past two does not exist
		{"2000-04-03", "2000-10-28", "06:30"},
		{"2000-10-29", "2000-12-31", "07:30"},
	}},
	{"Australia/Lord_Howe", "15 2 * * *", []spell{
		{"2000-01-01", "2000-03-24", "15:15"},
		{"2000-03-25", "2000-08-25", "15:45"},
		{"2000-08-26", "2000-08-26", "15:30"}, // a quarter past two does not exist
		{"2000-08-27", "2000-12-31", "15:15"},
	}},
	{"Asia/Kolkata", "30 2 * * *", []spell{{"2000-01-01", "2000-12-31", "21:00"}}},
}

func TestAYearOfCronInFourZones(t *testing.T) {
	bindings := []reprise.Binding{tolled}
	var want []string
	for _, c := range budget.Some(t, 1, year...) {
		t.Log(c.zone)
		bindings = append(bindings, schedule.Define(c.zone, schedule.Cron(c.cron, c.zone), tolled, c.zone))
		for _, s := range c.spells {
			for at := moment(t, s.from, s.at); !at.After(moment(t, s.to, s.at)); at = at.AddDate(0, 0, 1) {
				want = append(want, c.zone+"@"+at.Format(time.RFC3339))
			}
		}
	}
	env := testkit.New(t, bindings...)
	env.Do(func(context.Context, reprise.Client) error { return nil }) // starts the worker
	env.Sleep(366*24*time.Hour - time.Second)
	var got []string
	err := env.Do(func(ctx context.Context, c reprise.Client) error {
		for run, err := range reprise.List(ctx, c, reprise.Filter{}) {
			if err != nil {
				return err
			}
			if run.Status != reprise.Completed {
				t.Errorf("%s is %v", run.WorkflowID, run.Status)
			}
			got = append(got, run.WorkflowID)
		}
		for s, err := range reprise.Schedules(ctx, c) {
			if err != nil {
				return err
			}
			if s.Skipped != 0 {
				t.Errorf("%s has skipped %+v", s.ID, s.Skips)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(want)
	slices.Sort(got)
	if slices.Equal(got, want) {
		return
	}
	for _, id := range want {
		if _, found := slices.BinarySearch(got, id); !found {
			t.Errorf("%s was not fired", id)
		}
	}
	for _, id := range got {
		if _, found := slices.BinarySearch(want, id); !found {
			t.Errorf("%s was fired", id)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d were fired, want %d", len(got), len(want))
	}
}

func moment(t *testing.T, day, at string) time.Time {
	t.Helper()
	when, err := time.Parse("2006-01-02 15:04", day+" "+at)
	if err != nil {
		t.Fatal(err)
	}
	return when
}

// rounds takes two and a half hours and is due each hour. A due time waits for the end of the previous run, and a later one replaces
// it.
var rounds = workflow.New("round", func(ctx workflow.Context, _ string) (string, error) {
	return "", workflow.Sleep(ctx, 150*time.Minute)
})

func hourlyRounds(tb testing.TB) {
	env := testkit.New(tb, rounds, schedule.Define("hourly", schedule.Every(time.Hour), rounds, "", schedule.Policy{
		Overlap: schedule.BufferOne, Until: time.Date(2000, 1, 1, 6, 0, 0, 0, time.UTC),
	}))
	env.Do(func(context.Context, reprise.Client) error { return nil })
	env.Sleep(12 * time.Hour)
	err := env.Do(func(ctx context.Context, c reprise.Client) error {
		s, err := reprise.DescribeSchedule(ctx, c, "hourly")
		if err != nil {
			return err
		}
		var got []int
		for _, r := range slices.Backward(s.Last) {
			got = append(got, r.Nominal.Hour())
		}
		// Run 1 ends at 3:30; by then 3 has replaced 2. Run 3 ends at 6:00, and 5 waits for it.
		if want := []int{1, 3, 5}; !slices.Equal(got, want) || s.Fired != 3 || s.Skipped != 2 || !s.Waiting.IsZero() || len(s.Next) != 0 {
			tb.Errorf("fired are %v, want %v; it stands at %+v", got, want, s)
		}
		for _, skip := range s.Skips {
			if skip.Reason != "replaced" {
				tb.Errorf("skipped is %+v", skip)
			}
		}
		return nil
	})
	if err != nil {
		tb.Error(err)
	}
}

func TestAScheduleInAllModes(t *testing.T) {
	hourlyRounds(t)
	t.Run("replay always", func(t *testing.T) { testkit.ReplayAlways(t, hourlyRounds) })
	t.Run("crash everywhere", func(t *testing.T) { testkit.CrashEverywhere(t, hourlyRounds) })
	t.Run("explore", func(t *testing.T) { testkit.Explore(t, *testkit.Schedules, hourlyRounds) })
}
