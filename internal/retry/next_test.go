package retry_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/retry"
)

func recorded(t *testing.T, r activity.RetryPolicy) history.Policy {
	t.Helper()
	s := activity.Define[int, int]("charge", activity.Policy{Retry: r}).Recorded()
	if s.Err != nil {
		t.Fatal(s.Err)
	}
	return s.Policy
}

func TestWaitsDoubleUpToTheMaximum(t *testing.T) {
	p := recorded(t, activity.RetryPolicy{MaxAttempts: activity.Unlimited})
	for i, want := range []time.Duration{1, 2, 4, 8, 16, 32, 48, 48} { // 48 and its jitter are 60
		delay, again := retry.Next(p, i+1, nil, nil)
		if !again || delay != want*time.Second {
			t.Errorf("after attempt %d: %v %v, want %vs", i+1, delay, again, int(want))
		}
	}
}

func TestAttemptsEndAtTheMaximum(t *testing.T) {
	p := recorded(t, activity.RetryPolicy{MaxAttempts: 3})
	for attempt, want := range map[int]bool{0: true, 1: true, 2: true, 3: false, 4: false} {
		if _, again := retry.Next(p, attempt, nil, nil); again != want {
			t.Errorf("after attempt %d: again = %v", attempt, again)
		}
	}
}

func TestAnAttemptThatWasNotConsumedCostsNoWait(t *testing.T) {
	if delay, again := retry.Next(recorded(t, activity.RetryPolicy{}), 0, nil, rand.New(rand.NewPCG(1, 2)).Float64); !again || delay != 0 {
		t.Fatalf("got %v %v", delay, again)
	}
}

func TestAFinalFailureEndsTheActivity(t *testing.T) {
	p := recorded(t, activity.RetryPolicy{NonRetryable: []failure.Code{"declined"}})
	for _, c := range []struct {
		name string
		f    *history.Failure
		want bool
	}{
		{"retryable", &history.Failure{Retryable: true}, true},
		{"permanent", &history.Failure{Retryable: false}, false},
		{"code of the policy", &history.Failure{Code: "declined", Retryable: true}, false},
		{"code of the policy, wrapped", &history.Failure{Code: "outer", Retryable: true, Cause: &history.Failure{Code: "declined"}}, false},
		{"another code", &history.Failure{Code: "busy", Retryable: true}, true},
	} {
		if _, again := retry.Next(p, 1, c.f, nil); again != c.want {
			t.Errorf("%s: again = %v", c.name, again)
		}
	}
}

// Seeds lesson: jitter added and then clamped is none for those at the maximum.
func TestWaitsAtTheMaximumAreSpreadToo(t *testing.T) {
	p := recorded(t, activity.RetryPolicy{MaxAttempts: activity.Unlimited})
	rnd := rand.New(rand.NewPCG(7, 7)).Float64
	seen := map[time.Duration]bool{}
	for range 100 {
		delay, _ := retry.Next(p, 50, nil, rnd)
		if delay > p.MaxInterval {
			t.Fatalf("%v is above the maximum %v", delay, p.MaxInterval)
		}
		seen[delay] = true
	}
	if len(seen) < 90 {
		t.Fatalf("100 waits took only %d values", len(seen))
	}
}

func TestAWaitIsNeverAboveTheMaximumNorNegative(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 9))
	for range 2000 {
		initial := time.Duration(1 + rnd.Int64N(int64(time.Hour)))
		p := recorded(t, activity.RetryPolicy{
			InitialInterval: initial,
			MaxInterval:     initial + time.Duration(rnd.Int64N(int64(1000*time.Hour))),
			Multiplier:      1.01 + 100*rnd.Float64(),
			MaxAttempts:     activity.Unlimited,
		})
		before := time.Duration(0)
		for _, attempt := range []int{1, 2, 3, 30, 64, 1_000_000, math.MaxInt} {
			delay, again := retry.Next(p, attempt, nil, nil)
			if !again || delay < before || delay > p.MaxInterval {
				t.Fatalf("%+v after attempt %d: %v %v, before that %v", p, attempt, delay, again, before)
			}
			before = delay
			if spread, _ := retry.Next(p, attempt, nil, rnd.Float64); spread < delay || spread > p.MaxInterval {
				t.Fatalf("%+v after attempt %d: jitter gives %v from %v", p, attempt, spread, delay)
			}
		}
	}
}

func TestAttemptAMillionOverflowsNothing(t *testing.T) {
	for _, p := range []history.Policy{
		recorded(t, activity.RetryPolicy{InitialInterval: time.Nanosecond, MaxInterval: math.MaxInt64, Multiplier: 1.01, MaxAttempts: activity.Unlimited}),
		recorded(t, activity.RetryPolicy{InitialInterval: math.MaxInt64, Multiplier: math.MaxFloat64, MaxAttempts: activity.Unlimited}),
		recorded(t, activity.RetryPolicy{InitialInterval: time.Second, Multiplier: 1, MaxAttempts: activity.Unlimited}),
		{}, // a record without any of it
		{InitialInterval: -1, MaxInterval: -1, Multiplier: math.NaN()},
	} {
		if delay, again := retry.Next(p, 1_000_000, nil, func() float64 { return 0.999999 }); !again || delay <= 0 {
			t.Errorf("%+v: %v %v", p, delay, again)
		}
	}
}

func TestTheSameChanceGivesTheSameWait(t *testing.T) {
	p := recorded(t, activity.RetryPolicy{})
	half := func() float64 { return 0.5 }
	a, _ := retry.Next(p, 4, nil, half)
	b, _ := retry.Next(p, 4, nil, half)
	if a != b || a != 9*time.Second {
		t.Fatalf("got %v and %v", a, b)
	}
}
