package schedule_test

import (
	"fmt"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/schedule"
	"github.com/reprise-run/reprise/workflow"
)

// The clocks of Berlin skip half past two on 29 March, and show it twice on 25 October. It fires once.
func ExampleCron() {
	s := schedule.Cron("30 2 * * *", "Europe/Berlin")
	for _, day := range []time.Time{time.Date(2026, 3, 28, 12, 0, 0, 0, time.UTC), time.Date(2026, 10, 24, 12, 0, 0, 0, time.UTC)} {
		first := s.Next(day)
		fmt.Println(first.Format(time.RFC3339), s.Next(first).Format(time.RFC3339))
	}
	fmt.Println(schedule.Cron("61 * * * *", "Europe/Berlin").Err())
	// Output:
	// 2026-03-29T01:00:00Z 2026-03-30T00:30:00Z
	// 2026-10-25T00:30:00Z 2026-10-26T01:30:00Z
	// cron "61 * * * *": minute 61 is above 59 (position 0)
}

// Every hour at five past, whatever the clocks show.
func ExampleEvery() {
	s := schedule.Every(time.Hour).Phase(5 * time.Minute)
	fmt.Println(s.Next(time.Date(2026, 10, 25, 0, 30, 0, 0, time.UTC)).Format(time.RFC3339), "by", s)
	// Output: 2026-10-25T01:05:00Z by every 1h0m0s at 5m0s
}

// Each morning, but not at Christmas.
func ExampleSpec_Except() {
	s := schedule.Cron("0 9 * * *", "Europe/Berlin").Except(schedule.Cron("* * 25,26 12 *", "Europe/Berlin"))
	fmt.Println(s.Next(time.Date(2026, 12, 24, 12, 0, 0, 0, time.UTC)).Format(time.RFC3339))
	// Output: 2026-12-27T08:00:00Z
}

// A schedule of jobs needs no workflow.
func ExampleDefineJob() {
	sweep := activity.Define[string, activity.None]("sweep")
	hourly := schedule.DefineJob("hourly-sweep", schedule.Every(time.Hour), sweep, "/tmp")
	fmt.Println(hourly.ID())
	// Output: hourly-sweep
}

// A schedule is declared beside its workflow, and passed to reprise.New.
func ExampleDefine() {
	report := workflow.Define[string, string]("report")
	nightly := schedule.Define("nightly", schedule.Cron("30 2 * * *", "Europe/Berlin"), report, "sales",
		schedule.Policy{Overlap: schedule.BufferOne, CatchUp: schedule.AllWithin(time.Hour)})
	fmt.Println(nightly.ID())
	// Output: nightly
}

// Runs that are useful only at their time need no catching up: a missed time is left out.
func ExampleNothing() {
	remind := activity.Define[string, activity.None]("remind")
	noon := schedule.DefineJob("remind-of-lunch", schedule.Cron("0 12 * * *", "Europe/Berlin"), remind, "lunch",
		schedule.Policy{CatchUp: schedule.Nothing()})
	fmt.Println(noon.ID(), "catches up with:", schedule.Nothing(), "or:", schedule.Latest())
	// Output: remind-of-lunch catches up with: nothing or: latest
}
