package reports

import (
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/schedule"
	"github.com/reprise-run/reprise/workflow"
)

// The contracts.
var (
	// Make makes the report of one day.
	Make = workflow.Define[Order, Report]("sample-report")

	// Count counts what was sold on a day.
	Count = activity.Define[Day, int]("count-sales", activity.Policy{StartToClose: 72 * time.Hour})
	// Send sends the report, once for each idempotency key.
	Send = activity.Define[Report, activity.None]("send-report", activity.Policy{StartToClose: time.Minute})
)

// Daily makes a report at half past six in Berlin. While the previous report is in progress the next one waits, and only the
// newest waits, because nobody reads the others. After days without a worker there is one report, of the last day.
var Daily = schedule.Define("daily-report", schedule.Cron("30 6 * * *", Berlin), Make, Order{To: "sales@example.com"},
	schedule.Policy{Overlap: schedule.BufferOne})

// Berlin is the zone in which the day of a report begins and ends.
const Berlin = "Europe/Berlin"

type (
	// Order says who gets the report.
	Order struct {
		To string `json:"to"`
	}
	// Day is a day in Berlin, such as 2026-11-23.
	Day struct {
		Date string `json:"date"`
	}
	// Report is what was sold on a day.
	Report struct {
		To    string `json:"to"`
		Date  string `json:"date"`
		Sales int    `json:"sales"`
	}
)

// Run makes the report of the day before the time for which it was started, however late it runs. It is bound to [Make].
func Run(ctx workflow.Context, o Order) (Report, error) {
	berlin, err := time.LoadLocation(Berlin)
	if err != nil {
		return Report{}, err
	}
	day := workflow.GetInfo(ctx).Nominal.In(berlin).AddDate(0, 0, -1).Format(time.DateOnly)
	sales, err := workflow.Execute(ctx, Count, Day{Date: day}).Get(ctx)
	if err != nil {
		return Report{}, err
	}
	r := Report{To: o.To, Date: day, Sales: sales}
	_, err = workflow.Execute(ctx, Send, r).Get(ctx)
	return r, err
}
