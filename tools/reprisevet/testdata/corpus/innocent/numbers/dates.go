package numbers

import (
	"time"

	"github.com/reprise-run/reprise/workflow"
)

func dates(ctx workflow.Context, in string) (string, error) {
	t, err := time.Parse(time.RFC3339, in)
	if err != nil {
		return "", err
	}
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		return "", err
	}
	nine := time.Date(t.Year(), t.Month(), t.Day(), 9, 0, 0, 0, berlin)
	if nine.Before(t.In(time.UTC)) || nine.Weekday() == time.Sunday {
		nine = time.Unix(nine.Unix()+86_400, 0).In(time.FixedZone("x", 60))
	}
	return nine.Format(time.DateOnly), nil
}
