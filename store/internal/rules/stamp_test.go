package rules_test

import (
	"testing"
	"time"

	"github.com/reprise-run/reprise/store/internal/rules"
)

func TestTimesAreRoundedUp(t *testing.T) {
	at := time.Date(2026, 3, 1, 12, 0, 0, 1000, time.FixedZone("x", 3600))
	for _, c := range []struct {
		in   time.Time
		want time.Time
	}{
		{at, at.UTC()},
		{at.Add(1), at.Add(1000).UTC()},
		{at.Add(999), at.Add(1000).UTC()},
		{at.Add(1000), at.Add(1000).UTC()},
		{time.Time{}, time.Time{}},
		{time.Unix(-1, 1), time.Unix(-1, 1000).UTC()},
	} {
		if got := rules.Stamp(c.in); got != c.want {
			t.Errorf("%v is kept as %v, want %v", c.in, got, c.want)
		}
	}
}
