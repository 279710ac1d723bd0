package inspect

import (
	"fmt"
	"time"
)

// When formats a time as --time asks, or returns "" for the zero time.
func (l *Look) When(t time.Time) string {
	switch {
	case t.IsZero():
		return ""
	case l.Times == "utc":
		return t.UTC().Format("2006-01-02 15:04:05Z")
	case l.Times == "local" && l.Local != nil:
		return l.Local(t)
	case l.Times == "local":
		return InZone(t)
	}
	switch d := l.AsOf.Sub(t); {
	case d > -time.Second && d < time.Second:
		return "now"
	case d < 0:
		return "in " + Rounded(-d)
	default:
		return Rounded(d) + " ago"
	}
}

// InZone formats a time in the zone of this machine.
func InZone(t time.Time) string { return t.Local().Format("2006-01-02 15:04:05") }

// Rounded formats a duration in its largest unit. It rounds: 2 h minus a second is 2 h, not
// 1 h. A negative duration counts as zero: something may have begun after the store's clock
// was read.
func Rounded(d time.Duration) string {
	d = max(0, d)
	in := func(unit time.Duration, name string) string {
		return fmt.Sprintf("%d %s", d.Round(unit)/unit, name)
	}
	switch {
	case d < time.Second:
		return in(time.Millisecond, "ms")
	case d < 100*time.Second:
		return in(time.Second, "s")
	case d < 100*time.Minute:
		return in(time.Minute, "min")
	case d < 48*time.Hour:
		return in(time.Hour, "h")
	}
	return in(24*time.Hour, "d")
}

// InSeconds returns a duration for JSON output. Duration.Seconds adds two floats, which shows in the
// last digits.
func InSeconds(d time.Duration) float64 { return float64(d) / float64(time.Second) }
