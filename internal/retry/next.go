// Package retry decides whether an activity is tried again, and after which wait, by the policy
// in its history.
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

// jitter is the share of a wait that is random. The random part ends below MaxInterval, so that
// waits at the maximum are spread too.
const jitter = 0.25

// maxSteps limits the steps to the interval of a late attempt. With the smallest multiplier above
// 1, 1.01, one nanosecond grows to 292 years in as many.
const maxSteps = 4500

// Next decides whether an activity is tried again, and after which wait. attempt is how many
// attempts are consumed. f is how the last one ended; nil: it was handed over or lost without a
// failure of its own. rnd returns numbers in [0, 1) for the jitter; nil means no jitter.
//
// No attempt follows a failure that is not retryable or has one of the policy's NonRetryable
// codes, nor the last attempt that the policy allows. Next has no clock: its caller enforces
// ScheduleToClose by comparing the delay with what is left.
func Next(p history.Policy, attempt int, f *history.Failure, rnd func() float64) (delay time.Duration, again bool) {
	if f != nil && (!f.Retryable || hasCode(f, p.NonRetryable)) {
		return 0, false
	}
	if p.MaxAttempts > 0 && attempt >= p.MaxAttempts {
		return 0, false
	}
	if attempt < 1 {
		return 0, true // nothing was consumed, so there is no wait
	}
	base, longest := interval(p, attempt)
	if rnd != nil {
		base += min(time.Duration(float64(base)*jitter*rnd()), longest-base)
	}
	return base, true
}

// interval returns the wait after the given attempt, before jitter, and the longest wait with
// jitter.
func interval(p history.Policy, attempt int) (base, longest time.Duration) {
	r := Intervals{p.InitialInterval, p.MaxInterval, p.Multiplier}.Filled()
	if _, why := r.Check(); why != "" {
		r = Intervals{}.Filled() // a history from elsewhere: never a hot loop, never a panic
	}
	top := time.Duration(float64(r.Max) / (1 + jitter))
	b := backoff.ExponentialBackOff{
		InitialInterval: min(r.Initial, top),
		MaxInterval:     top,
		Multiplier:      r.Multiplier,
		Clock:           stopped{}, // only the elapsed-time limit needs one, and there is none
	}
	b.Reset()
	base = b.NextBackOff()
	for range min(attempt-1, maxSteps) {
		next := b.NextBackOff()
		if next == base {
			break // at the maximum, or too small to grow
		}
		base = next
	}
	return base, r.Max
}

// hasCode reports whether f or one of its causes has one of the codes.
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
