package reports_test

import (
	"context"
	"flag"
	"os"
	"slices"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/samples/reports"
	"github.com/reprise-run/reprise/testkit"
)

var schedules = flag.Int("schedules", 12, "how many schedules Explore draws")

func TestMain(m *testing.M) {
	flag.Parse()
	goleak.VerifyTestMain(m, goleak.Cleanup(os.Exit))
}

// week lets days pass from 1 January 2000 on, and returns the days that were reported. It takes so long to count those of a day.
func week(tb testing.TB, days int, takes func(day string) time.Duration) (reported []string, s reprise.ScheduleState) {
	tb.Helper()
	env := testkit.New(tb, reports.Make.Bind(reports.Run), reports.Daily)
	testkit.Stub(env, reports.Count, func(ctx context.Context, d reports.Day) (int, error) {
		alarm := time.NewTimer(takes(d.Date)) // the time of the bubble
		defer alarm.Stop()
		select {
		case <-alarm.C:
			return 7, nil
		case <-ctx.Done():
			return 0, context.Cause(ctx)
		}
	})
	sent := make(map[string]bool)
	testkit.Stub(env, reports.Send, func(_ context.Context, r reports.Report) (activity.None, error) {
		sent[r.Date] = true // also when it comes twice
		return activity.None{}, nil
	})
	env.LeaveOpen()
	env.Do(func(context.Context, reprise.Client) error { return nil }) // the worker begins
	env.Sleep(time.Duration(days) * 24 * time.Hour)
	err := env.Do(func(ctx context.Context, c reprise.Client) (err error) {
		s, err = reprise.DescribeSchedule(ctx, c, "daily-report")
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	for day := range sent {
		reported = append(reported, day)
	}
	slices.Sort(reported)
	return reported, s
}

func quick(string) time.Duration { return time.Minute }

func aWeek(tb testing.TB) {
	got, s := week(tb, 4, quick)
	if want := []string{"1999-12-31", "2000-01-01", "2000-01-02", "2000-01-03"}; !slices.Equal(got, want) || s.Fired != 4 || s.Skipped != 0 {
		tb.Errorf("reported are %v, want %v; the schedule stands at %+v", got, want, s)
	}
}

func TestAReportIsMadeEachDay(t *testing.T) {
	aWeek(t)
	t.Run("replay always", func(t *testing.T) { testkit.ReplayAlways(t, aWeek) })
	t.Run("crash everywhere", func(t *testing.T) { testkit.CrashEverywhere(t, aWeek) })
	t.Run("explore", func(t *testing.T) { testkit.Explore(t, *schedules, aWeek) })
}

// That of New Year's Eve takes until the evening of 3 January. Meanwhile two more are due, and only the later one waits.
func slowEve(tb testing.TB) {
	got, s := week(tb, 6, func(day string) time.Duration {
		if day == "1999-12-31" {
			return 60 * time.Hour
		}
		return time.Minute
	})
	if want := []string{"1999-12-31", "2000-01-02", "2000-01-03", "2000-01-04", "2000-01-05"}; !slices.Equal(got, want) {
		tb.Errorf("reported are %v, want %v", got, want)
	}
	if len(s.Skips) != 1 || s.Skips[0].Reason != "replaced" || s.Skips[0].Nominal.Format(time.RFC3339) != "2000-01-02T05:30:00Z" || s.Skips[0].Text != "by 2000-01-03T05:30:00Z" {
		tb.Errorf("the log says %+v", s.Skips)
	}
}

func TestOnlyTheNewestReportWaitsForASlowOne(t *testing.T) {
	slowEve(t)
	testkit.ReplayAlways(t, slowEve)
}
