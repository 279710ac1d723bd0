package numbers

import (
	"time"

	"github.com/reprise-run/reprise/workflow"
)

// unix asks of a time in the machine's zone only what is the same in all zones.
func unix(ctx workflow.Context, ms int64) (string, error) {
	at := time.UnixMilli(ms)
	if at.After(workflow.Now(ctx)) || at.IsZero() || at.Add(time.Hour).Unix() > 3 {
		return at.UTC().Format(time.DateOnly), nil
	}
	end := time.Unix(ms, 0)
	end = end.In(time.UTC)
	if end.Hour() > 3 {
		return end.String(), workflow.Sleep(ctx, end.Sub(at))
	}
	return time.UnixMicro(ms).UTC().AddDate(0, 1, 0).String(), nil
}
