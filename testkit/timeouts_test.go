package testkit_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/internal/failing"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

// runs returns a workflow of one activity.
func runs(p activity.Policy) (activity.Def[int, string], workflow.Bound[int, string]) {
	act := activity.Define[int, string]("act", p)
	return act, workflow.New("runs", func(ctx workflow.Context, n int) (string, error) {
		return workflow.Execute(ctx, act, n).Get(ctx)
	})
}

// Every limit of a policy ends an attempt, or the whole activity, at its
// virtual time.
func TestTimeoutsOfAPolicy(t *testing.T) {
	unlimited := activity.RetryPolicy{MaxAttempts: activity.Unlimited}
	every := func(d time.Duration) activity.RetryPolicy {
		return activity.RetryPolicy{InitialInterval: d, MaxInterval: d, MaxAttempts: activity.Unlimited}
	}
	deaf := func(context.Context) (string, error) {
		<-time.After(5 * time.Hour)
		return "late", nil
	}
	beats := func(ctx context.Context) (string, error) {
		for i := range 20 {
			<-time.After(5 * time.Second)
			if err := activity.HeartbeatDetails(ctx, i); err != nil {
				return "", err
			}
		}
		return "done", nil
	}
	resumes := func(ctx context.Context) (string, error) {
		if step, ok, err := activity.Details[int](ctx); ok || err != nil {
			return fmt.Sprint("goes on after ", step), err
		}
		<-time.After(5 * time.Second)
		if err := activity.HeartbeatDetails(ctx, 7); err != nil {
			return "", err
		}
		<-ctx.Done()
		return "", context.Cause(ctx)
	}
	for _, c := range []struct {
		name     string
		policy   activity.Policy
		step     testkit.Step[string]
		want     string // the result, if there is one
		err      error
		attempts int
		took     time.Duration // rounded to the minute
	}{
		{"no heartbeat", activity.Policy{StartToClose: activity.NoLimit, HeartbeatTimeout: time.Hour, Retry: activity.RetryPolicy{MaxAttempts: 3}}, testkit.Hang[string](), "", activity.ErrHeartbeatTimeout, 3, 3 * time.Hour},
		{"no heartbeat, and it does not listen", activity.Policy{StartToClose: activity.NoLimit, HeartbeatTimeout: time.Hour, Retry: activity.RetryPolicy{MaxAttempts: 3}}, deaf, "", activity.ErrHeartbeatTimeout, 3, 3 * time.Hour},
		{"heartbeats in time", activity.Policy{HeartbeatTimeout: 10 * time.Second}, beats, "done", nil, 1, 100 * time.Second},
		{"details for the next attempt", activity.Policy{HeartbeatTimeout: 10 * time.Second}, resumes, "goes on after 7", nil, 2, 16 * time.Second},
		{"schedule to close, over attempts that fail", activity.Policy{ScheduleToClose: time.Hour, Retry: every(10 * time.Minute)}, testkit.Fail[string](errors.New("no connection")), "", nil, 7, 57 * time.Minute},
		{"schedule to close, over attempts that hang", activity.Policy{ScheduleToClose: time.Hour, StartToClose: 25 * time.Minute, Retry: unlimited}, testkit.Hang[string](), "", activity.ErrTimeout, 3, time.Hour},
		{"schedule to close alone", activity.Policy{StartToClose: activity.NoLimit, ScheduleToClose: time.Hour}, testkit.Hang[string](), "", activity.ErrTimeout, 1, time.Hour},
		{"start to close", activity.Policy{StartToClose: time.Hour, Retry: activity.RetryPolicy{MaxAttempts: 2}}, testkit.Hang[string](), "", activity.ErrTimeout, 2, 2 * time.Hour},
	} {
		t.Run(c.name, func(t *testing.T) {
			act, w := runs(c.policy)
			env := testkit.New(t, w)
			testkit.Script(env, act, c.step)
			begun := env.Now()
			got, err := testkit.Execute(env, w, 1)
			if got != c.want || (err == nil) != (c.want != "") || c.err != nil && !errors.Is(err, c.err) {
				t.Errorf("Execute = %q, %v", got, err)
			}
			if took := env.Now().Sub(begun); (took - c.took).Abs() > time.Minute {
				t.Errorf("it took %v, want %v", took, c.took)
			}
			calls := env.Calls()
			if len(calls) != c.attempts {
				t.Errorf("%d attempts, want %d", len(calls), c.attempts)
			}
			for _, call := range calls {
				t.Log(call)
			}
		})
	}
}

// A timeout of the activity does not hide that no function is bound to it.
func TestAnActivityWithoutAFunctionIsNamedThoughItTimesOut(t *testing.T) {
	_, w := runs(activity.Policy{ScheduleToClose: time.Hour})
	text := failing.Test(t, func(tb testing.TB) {
		if _, err := testkit.Execute(testkit.New(tb, w), w, 1); !errors.Is(err, activity.ErrTimeout) {
			tb.Errorf("Execute: %v", err)
		}
	})
	says(t, text, `activity "act" of "runs-1" has no function: give its binding to New, or make a Stub`)
}

func TestTheWorkerServesTheQueuesOfTheActivities(t *testing.T) {
	act, w := runs(activity.Policy{Queue: "mail"})
	env := testkit.New(t, w)
	testkit.Stub(env, act, receipt)
	if got, err := testkit.Execute(env, w, 1); err != nil || got != "receipt 1" {
		t.Errorf("Execute = %q, %v", got, err)
	}
	env = testkit.New(t, w, act.Bind(receipt))
	if got, err := testkit.Execute(env, w, 1); err != nil || got != "receipt 1" {
		t.Errorf("Execute = %q, %v", got, err)
	}
}

func TestAQueueThatNobodyServesIsNamed(t *testing.T) {
	act, w := runs(activity.Policy{Queue: "mail"})
	text := failing.Test(t, func(tb testing.TB) {
		env := testkit.New(tb, w, act.Bind(receipt))
		env.Configure(func(cfg *reprise.Config) {
			cfg.Queues = []reprise.Queue{{Name: "default"}, {Name: "mail", Elsewhere: true}}
		})
		_, _ = testkit.Execute(env, w, 1)
	})
	says(t, text, `activity "act" of "runs-1" is in queue "mail", which no worker serves: name it in Queues, with Configure`)
	text = failing.Test(t, func(tb testing.TB) {
		_, _ = testkit.Execute(testkit.New(tb, forever), forever, 1, reprise.OnQueue("fast"))
	})
	says(t, text, `this Runtime does not declare queue "fast", only default`)
	env := testkit.New(t, plain, charge.Bind(receipt))
	env.Configure(func(cfg *reprise.Config) { cfg.Queues = []reprise.Queue{{Name: "default"}, {Name: "fast"}} })
	if got, err := testkit.Execute(env, plain, 1, reprise.OnQueue("fast")); err != nil || got != "receipt 1" {
		t.Errorf("Execute = %q, %v", got, err)
	}
}
