package cli

import (
	"fmt"
	"time"
)

// when is a time as --time asks for it; nothing for the zero time.
func (a *app) when(t time.Time) string {
	switch {
	case t.IsZero():
		return ""
	case a.times == "utc":
		return t.UTC().Format("2006-01-02 15:04:05Z")
	case a.times == "local":
		return t.Local().Format("2006-01-02 15:04:05")
	}
	switch d := a.asOf.Sub(t); {
	case d > -time.Second && d < time.Second:
		return "now"
	case d < 0:
		return "in " + span(-d)
	default:
		return span(d) + " ago"
	}
}

// span is a duration in its one unit that says most.
func span(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < 100*time.Second:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d < 100*time.Minute:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h", int(d.Hours()))
	}
	return fmt.Sprintf("%d d", int(d.Hours()/24))
}
