package retry

import (
	"fmt"
	"math"
	"time"
)

// The defaults of an activity's policy.
const (
	DefaultInitial    = time.Second
	DefaultMax        = time.Minute
	DefaultMultiplier = 2.0
)

// minMultiplier is the smallest multiplier above 1: with a smaller one the
// longest interval would take thousands of attempts to reach.
const minMultiplier = 1.01

// Intervals are the waits between attempts that a policy asks for.
type Intervals struct {
	Initial, Max time.Duration
	Multiplier   float64
}

// Filled returns i with defaults for zeros.
func (i Intervals) Filled() Intervals {
	if i.Initial == 0 {
		i.Initial = DefaultInitial
		if i.Max > 0 {
			i.Initial = min(i.Initial, i.Max)
		}
	}
	if i.Max == 0 {
		i.Max = max(DefaultMax, i.Initial)
	}
	if i.Multiplier == 0 {
		i.Multiplier = DefaultMultiplier
	}
	return i
}

// Check checks intervals whose defaults are filled in. It returns the unusable
// field of activity.RetryPolicy, and the reason; empty strings if all are
// usable.
func (i Intervals) Check() (field, why string) {
	switch {
	case i.Initial < 0:
		return "InitialInterval", fmt.Sprintf("is %v; write a positive duration, or 0 for %v", i.Initial, DefaultInitial)
	case i.Max < 0:
		return "MaxInterval", fmt.Sprintf("is %v; write a positive duration, or 0 for %v", i.Max, DefaultMax)
	case i.Max < i.Initial:
		return "MaxInterval", fmt.Sprintf("is %v, shorter than InitialInterval %v; write at least as much", i.Max, i.Initial)
	case math.IsInf(i.Multiplier, 0) || i.Multiplier != 1 && !(i.Multiplier >= minMultiplier): // NaN too
		return "Multiplier", fmt.Sprintf("is %v; write 1 for equal waits, or %v or more", i.Multiplier, minMultiplier)
	}
	return "", ""
}
