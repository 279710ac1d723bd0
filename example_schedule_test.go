package reprise_test

import (
	"context"
	"fmt"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/schedule"
	"github.com/reprise-run/reprise/workflow"
)

// Period says which report to make.
type Period struct{ Kind string }

// Report makes a report.
var Report = workflow.Define[Period, string]("nightly-report")

// makeReport reads the time that it was started for.
func makeReport(ctx workflow.Context, o Period) (string, error) {
	day := workflow.GetInfo(ctx).Nominal
	return o.Kind + " of " + day.Format(time.DateOnly), nil
}

// Nightly starts a report at half past six in Berlin, from Monday to Friday.
var Nightly = schedule.Define("nightly", schedule.Cron("30 6 * * 1-5", "Europe/Berlin"), Report, Period{Kind: "daily"},
	schedule.Policy{Overlap: schedule.BufferOne, Jitter: time.Minute})

// A worker puts its schedules into the store and fires them. Backfill makes up for missed times.
func ExampleBackfill() {
	ctx := context.Background()
	rt := start(reprise.Config{}, Report.Bind(makeReport), Nightly)
	defer rt.Stop(ctx)

	monday := time.Date(2026, 3, 30, 0, 0, 0, 0, time.UTC)
	n, err := reprise.Backfill(ctx, rt, "nightly", monday, monday.AddDate(0, 0, 7), reprise.By{Who: "ann", Why: "a week was lost"})
	if err != nil {
		fmt.Println(err)
		return
	}
	run, err := reprise.Get(ctx, rt, Report, "nightly@2026-03-30T04:30:00Z")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(n, run.WorkflowID())
	fmt.Println(run.Result(ctx))
	// Output:
	// 5 nightly@2026-03-30T04:30:00Z
	// daily of 2026-03-30 <nil>
}

// This shows a schedule's state, and who paused it.
func ExamplePauseSchedule() {
	ctx := context.Background()
	rt := start(reprise.Config{}, Report.Bind(makeReport), Nightly)
	defer rt.Stop(ctx)

	if err := reprise.PauseSchedule(ctx, rt, "nightly", reprise.By{Who: "ann", Why: "holidays"}); err != nil {
		fmt.Println(err)
		return
	}
	for s, err := range reprise.Schedules(ctx, rt) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(s.ID, s.Spec, s.Paused.Why, len(s.Next))
	}
	// Output: nightly cron "30 6 * * 1-5" in Europe/Berlin holidays 10
}

// A schedule that no worker declares is put and triggered by hand, and deleted again.
func ExamplePutSchedule() {
	ctx := context.Background()
	rt := start(reprise.Config{}, Report.Bind(makeReport))
	defer rt.Stop(ctx)

	weekly := schedule.Define("weekly", schedule.Cron("0 7 * * 1", "Europe/Berlin"), Report, Period{Kind: "weekly"},
		schedule.Policy{CatchUp: schedule.Latest()}) // Nothing() would leave out what was missed
	if err := reprise.PutSchedule(ctx, rt, weekly); err != nil {
		fmt.Println(err)
		return
	}
	by := reprise.By{Who: "ann", Why: "the board meets today"}
	run, err := reprise.Trigger(ctx, rt, "weekly", by)
	if err != nil {
		fmt.Println(err)
		return
	}
	end, err := reprise.WaitRun(ctx, rt, run)
	fmt.Println(end.Status, err)

	s, err := reprise.DescribeSchedule(ctx, rt, "weekly")
	fmt.Println(s.Spec, s.Paused == nil, err)
	fmt.Println(reprise.DeleteSchedule(ctx, rt, "weekly"))
	// Output:
	// completed <nil>
	// cron "0 7 * * 1" in Europe/Berlin true <nil>
	// <nil>
}

// A resumed schedule continues at its first time after now.
func ExampleResumeSchedule() {
	ctx := context.Background()
	rt := start(reprise.Config{}, Report.Bind(makeReport), Nightly)
	defer rt.Stop(ctx)
	if err := reprise.PauseSchedule(ctx, rt, "nightly", reprise.By{Who: "ann", Why: "holidays"}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(reprise.ResumeSchedule(ctx, rt, "nightly", reprise.By{Who: "ben", Why: "back at work"}))
	// Output: <nil>
}
