// Package numbers is workflow code that calculates.
package numbers

import (
	"time"

	"github.com/reprise-run/reprise/workflow"
)

func renews(ctx workflow.Context, months int) (time.Time, error) {
	begin := workflow.Now(ctx)
	end := begin.AddDate(0, months, 0).Truncate(time.Hour)
	if left := end.Sub(begin); left > 24*time.Hour && left.Hours() > 1 {
		return end, workflow.Sleep(ctx, left/2+time.Duration(months)*time.Millisecond)
	}
	d, err := time.ParseDuration("1h")
	return end.Add(d.Round(time.Minute)), err
}
