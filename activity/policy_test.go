package activity_test

import (
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
)

func TestRecordFillsInTheDefaultsOfOnePlace(t *testing.T) {
	p, err := activity.Policy{}.Record()
	if err != nil {
		t.Fatal(err)
	}
	if p.InitialInterval != activity.DefaultInitialInterval || p.MaxInterval != activity.DefaultMaxInterval ||
		p.Multiplier != activity.DefaultMultiplier || p.MaxAttempts != activity.DefaultMaxAttempts {
		t.Errorf("retries: %+v", p)
	}
	if p.StartToClose != 0 || p.ScheduleToClose != 0 || p.Heartbeat != 0 {
		t.Errorf("limits appeared from nowhere: %+v", p)
	}
}

func TestRecordKeepsWhatWasWritten(t *testing.T) {
	codes := []string{"declined"}
	p, err := activity.Policy{
		StartToClose: 1500 * time.Millisecond, ScheduleToClose: time.Hour, Heartbeat: 250 * time.Millisecond,
		Retry: activity.RetryPolicy{InitialInterval: time.Microsecond, MaxInterval: 2 * time.Hour, Multiplier: 1, MaxAttempts: 1, NonRetryable: codes},
	}.Record()
	if err != nil {
		t.Fatal(err)
	}
	codes[0] = "changed afterwards"
	if p.StartToClose != 1500*time.Millisecond || p.ScheduleToClose != time.Hour || p.Heartbeat != 250*time.Millisecond ||
		p.InitialInterval != time.Microsecond || p.MaxInterval != 2*time.Hour || p.Multiplier != 1 || p.MaxAttempts != 1 ||
		!slices.Equal(p.NonRetryable, []string{"declined"}) {
		t.Errorf("got %+v", p)
	}
}

func TestUnlimitedAttemptsAreRecordedAsNoLimit(t *testing.T) {
	p, err := activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: activity.Unlimited}}.Record()
	if err != nil || p.MaxAttempts != 0 {
		t.Fatalf("got %d, %v", p.MaxAttempts, err)
	}
}

func TestOneIntervalAloneNeverContradictsADefault(t *testing.T) {
	for _, r := range []activity.RetryPolicy{
		{InitialInterval: time.Hour},
		{MaxInterval: time.Millisecond},
	} {
		p, err := activity.Policy{Retry: r}.Record()
		if err != nil || p.InitialInterval > p.MaxInterval {
			t.Errorf("%+v: %+v, %v", r, p, err)
		}
	}
}

func TestRecordNamesTheFieldThatIsWrong(t *testing.T) {
	retry := func(r activity.RetryPolicy) activity.Policy { return activity.Policy{Retry: r} }
	for _, c := range []struct {
		field  string
		policy activity.Policy
	}{
		{"StartToClose", activity.Policy{StartToClose: -1}},
		{"ScheduleToClose", activity.Policy{ScheduleToClose: -1}},
		{"Heartbeat", activity.Policy{Heartbeat: -1}},
		{"StartToClose", activity.Policy{StartToClose: 2 * time.Second, ScheduleToClose: time.Second}},
		{"Heartbeat", activity.Policy{StartToClose: time.Second, Heartbeat: 2 * time.Second}},
		{"Heartbeat", activity.Policy{Transactional: true, Heartbeat: time.Second}},
		{"Queue", activity.Policy{Queue: "a\x00"}},
		{"Retry.InitialInterval", retry(activity.RetryPolicy{InitialInterval: -1})},
		{"Retry.MaxInterval", retry(activity.RetryPolicy{MaxInterval: -1})},
		{"Retry.MaxInterval", retry(activity.RetryPolicy{InitialInterval: time.Minute, MaxInterval: time.Second})},
		{"Retry.Multiplier", retry(activity.RetryPolicy{Multiplier: 0.5})},
		{"Retry.Multiplier", retry(activity.RetryPolicy{Multiplier: 1.001})},
		{"Retry.Multiplier", retry(activity.RetryPolicy{Multiplier: -2})},
		{"Retry.Multiplier", retry(activity.RetryPolicy{Multiplier: math.NaN()})},
		{"Retry.Multiplier", retry(activity.RetryPolicy{Multiplier: math.Inf(1)})},
		{"Retry.MaxAttempts", retry(activity.RetryPolicy{MaxAttempts: -2})},
		{"Retry.NonRetryable", retry(activity.RetryPolicy{NonRetryable: []string{"ok", ""}})},
		{"Retry.NonRetryable", retry(activity.RetryPolicy{NonRetryable: slices.Repeat([]string{"code"}, history.MaxCodes+1)})},
	} {
		_, err := c.policy.Record()
		var bad *activity.PolicyError
		if !errors.As(err, &bad) || bad.Field != c.field {
			t.Errorf("%+v: got %v, want a *PolicyError for %s", c.policy, err, c.field)
		}
	}
}
