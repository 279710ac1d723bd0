package activity_test

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
)

// recorded is what a history keeps of a policy.
func recorded(p activity.Policy) (history.Policy, error) {
	s := activity.Define[int, int]("charge", p).Recorded()
	return s.Policy, s.Err
}

func TestRecordFillsInTheDefaultsOfOnePlace(t *testing.T) {
	p, err := recorded(activity.Policy{})
	if err != nil {
		t.Fatal(err)
	}
	if p.InitialInterval != time.Second || p.MaxInterval != time.Minute ||
		p.Multiplier != 2 || p.MaxAttempts != 10 {
		t.Errorf("retries: %+v", p)
	}
	if p.StartToClose != 10*time.Minute || p.ScheduleToClose != 0 || p.HeartbeatTimeout != 0 {
		t.Errorf("limits: %+v", p)
	}
}

func TestTheDefaultLimitOfAnAttempt(t *testing.T) {
	for name, c := range map[string]struct {
		policy activity.Policy
		want   time.Duration
	}{
		"nothing said":                 {activity.Policy{}, 10 * time.Minute},
		"no limit":                     {activity.Policy{StartToClose: activity.NoLimit}, 0},
		"all together shorter":         {activity.Policy{ScheduleToClose: time.Minute}, time.Minute},
		"all together longer":          {activity.Policy{ScheduleToClose: time.Hour}, 10 * time.Minute},
		"no limit but of all together": {activity.Policy{StartToClose: activity.NoLimit, ScheduleToClose: time.Hour}, 0},
		"said":                         {activity.Policy{StartToClose: time.Hour}, time.Hour},
	} {
		if got, err := recorded(c.policy); err != nil || got.StartToClose != c.want {
			t.Errorf("%s: %v, %v; want %v", name, got.StartToClose, err, c.want)
		}
	}
}

// A changed policy keeps what is not changed, and the definition keeps its own.
func TestWithChangesACopyOfThePolicy(t *testing.T) {
	charge := activity.Define[int, int]("charge", activity.Policy{Queue: "cards", Retry: activity.RetryPolicy{NonRetryable: []failure.Code{"declined"}}})
	quick := charge.With(func(p *activity.Policy) {
		p.StartToClose = time.Second
		p.Retry.NonRetryable[0] = "stolen"
	})
	if p := quick.Recorded(); quick.Name() != "charge" || p.Queue != "cards" || p.Policy.StartToClose != time.Second || p.Policy.NonRetryable[0] != "stolen" {
		t.Errorf("the changed one: %s %+v", quick.Name(), p)
	}
	if p := charge.Recorded().Policy; p.StartToClose != 10*time.Minute || p.NonRetryable[0] != "declined" {
		t.Errorf("the definition's own: %+v", p)
	}
	if err := charge.With(func(p *activity.Policy) { p.HeartbeatTimeout = -1 }).Recorded().Err; err == nil || !strings.Contains(err.Error(), "policy: HeartbeatTimeout is -1ns") {
		t.Errorf("a change for the worse: %v", err)
	}
	if err := charge.With(nil).Recorded().Err; err == nil {
		t.Error("no function to change it: no error")
	}
}

func TestRecordKeepsWhatWasWritten(t *testing.T) {
	codes := []failure.Code{"declined"}
	p, err := recorded(activity.Policy{
		StartToClose: 1500 * time.Millisecond, ScheduleToClose: time.Hour, HeartbeatTimeout: 250 * time.Millisecond,
		Retry: activity.RetryPolicy{InitialInterval: time.Microsecond, MaxInterval: 2 * time.Hour, Multiplier: 1, MaxAttempts: 1, NonRetryable: codes},
	})
	if err != nil {
		t.Fatal(err)
	}
	codes[0] = "changed afterwards"
	if p.StartToClose != 1500*time.Millisecond || p.ScheduleToClose != time.Hour || p.HeartbeatTimeout != 250*time.Millisecond ||
		p.InitialInterval != time.Microsecond || p.MaxInterval != 2*time.Hour || p.Multiplier != 1 || p.MaxAttempts != 1 ||
		!slices.Equal(p.NonRetryable, []failure.Code{"declined"}) {
		t.Errorf("got %+v", p)
	}
}

func TestUnlimitedAttemptsAreRecordedAsNoLimit(t *testing.T) {
	p, err := recorded(activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: activity.Unlimited}})
	if err != nil || p.MaxAttempts != 0 {
		t.Fatalf("got %d, %v", p.MaxAttempts, err)
	}
}

func TestOneIntervalAloneNeverContradictsADefault(t *testing.T) {
	for _, r := range []activity.RetryPolicy{
		{InitialInterval: time.Hour},
		{MaxInterval: time.Millisecond},
	} {
		p, err := recorded(activity.Policy{Retry: r})
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
		{"StartToClose", activity.Policy{StartToClose: -time.Second}},
		{"StartToClose", activity.Policy{StartToClose: -2}},
		{"ScheduleToClose", activity.Policy{ScheduleToClose: -1}},
		{"HeartbeatTimeout", activity.Policy{HeartbeatTimeout: -1}},
		{"StartToClose", activity.Policy{StartToClose: 2 * time.Second, ScheduleToClose: time.Second}},
		{"HeartbeatTimeout", activity.Policy{StartToClose: time.Second, HeartbeatTimeout: 2 * time.Second}},
		{"HeartbeatTimeout", activity.Policy{Transactional: true, HeartbeatTimeout: time.Second}},
		{"HeartbeatTimeout", activity.Policy{HeartbeatTimeout: 10*time.Minute + 1}},
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
		{"Retry.NonRetryable", retry(activity.RetryPolicy{NonRetryable: []failure.Code{"ok", ""}})},
		{"Retry.NonRetryable", retry(activity.RetryPolicy{NonRetryable: slices.Repeat([]failure.Code{"code"}, history.MaxCodes+1)})},
	} {
		_, err := recorded(c.policy)
		if err == nil || !strings.HasPrefix(err.Error(), "activity: policy: "+c.field+" ") {
			t.Errorf("%+v: got %v, want an error about %s", c.policy, err, c.field)
		}
	}
}
