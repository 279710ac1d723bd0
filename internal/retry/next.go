// Package retry says whether an activity is tried again, and after which wait: by the policy that
// its history holds.
//
// Package retry imports failure, history and the library of exponential backoff.
package retry

import (
	"slices"
	"time"

	"github.com/cenkalti/backoff/v4"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
)

// jitter is the share of a wait that chance adds to it. The window lies below
// MaxInterval, so that waits at the maximum are spread too.
const jitter = 0.25

// maxSteps bounds the walk to the interval of a late attempt. With the smallest
// multiplier that grows, 1.01, one nanosecond has become 292 years by then.
const maxSteps = 4500

// Next says whether an activity is tried again, and after which wait. Attempt is how
// many attempts are consumed, f how the last one ended (nil: it was handed over or
// lost without a failure of its own), and rnd gives numbers in [0, 1) for the
// jitter; nil means no jitter.
//
// No attempt follows a failure that is not retryable or carries one of the policy's
// NonRetryable codes, nor the last one the policy allows. Next knows no clock:
// whoever enforces ScheduleToClose compares the delay with what is left.
func Next(p history.Policy, attempt int, f *history.Failure, rnd func() float64) (delay time.Duration, again bool) {
	if f != nil && (!f.Retryable || hasCode(f, p.NonRetryable)) {
		return 0, false
	}
	if p.MaxAttempts > 0 && attempt >= p.MaxAttempts {
		return 0, false
	}
	if attempt < 1 {
		return 0, true // nothing was consumed, so there is nothing to wait for
	}
	base, longest := interval(p, attempt)
	if rnd != nil {
		base += min(time.Duration(float64(base)*jitter*rnd()), longest-base)
	}
	return base, true
}

// interval is the wait after the attempt given, before jitter, and the longest that
// jitter may make it.
func interval(p history.Policy, attempt int) (base, longest time.Duration) {
	r := Intervals{p.InitialInterval, p.MaxInterval, p.Multiplier}.Filled()
	if _, why := r.Check(); why != "" {
		r = Intervals{}.Filled() // a history from elsewhere; never a hot loop, never a panic
	}
	top := time.Duration(float64(r.Max) / (1 + jitter))
	b := backoff.ExponentialBackOff{
		InitialInterval: min(r.Initial, top),
		MaxInterval:     top,
		Multiplier:      r.Multiplier,
		Clock:           stopped{}, // only its elapsed-time limit needs one, and it has none
	}
	b.Reset()
	base = b.NextBackOff()
	for range min(attempt-1, maxSteps) {
		next := b.NextBackOff()
		if next == base {
			break // at the top, or too small to grow
		}
		base = next
	}
	return base, r.Max
}

// hasCode reports whether f or what caused it carries one of the codes.
func hasCode(f *history.Failure, codes []failure.Code) bool {
	for ; f != nil; f = f.Cause {
		if f.Code != "" && slices.Contains(codes, f.Code) {
			return true
		}
	}
	return false
}

type stopped struct{}

func (stopped) Now() time.Time { return time.Time{} }
