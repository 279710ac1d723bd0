package machine

import (
	"time"

	"github.com/reprise-run/reprise/workflow"
)

func zones(ctx workflow.Context, ms int64) (string, error) {
	if time.Unix(ms/1000, 0).Hour() > 17 { // want `RV004: calls time.Time.Hour of a time in the machine's zone: take UTC\(\)`
		return day(ms), nil // want `RV004: calls machine.day, which calls time.Time.Format of a time in the machine's zone \(machine/zone.go:22\)`
	}
	at := time.UnixMilli(ms)
	if at.Add(time.Hour).Weekday() == time.Sunday { // want `RV004: calls time.Time.Weekday`
		return "", nil
	}
	var end = at.AddDate(0, 1, 0) // want `RV004: calls time.Time.AddDate`
	return end.String(), nil      // want `RV004: calls time.Time.String`
}

func day(ms int64) string { // want day:"RV004"
	return time.UnixMilli(ms).Format(time.DateOnly)
}
