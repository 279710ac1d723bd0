package testkit_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

// late is a child that ends when its time is over, or works on for another
// hour.
var late = workflow.New("late", func(ctx workflow.Context, stubborn bool) (string, error) {
	err := workflow.Sleep(ctx, time.Hour)
	if stubborn {
		err = workflow.Sleep(workflow.WithoutCancel(ctx), time.Hour)
	}
	return "at last", err
})

var patient = workflow.New("patient", func(ctx workflow.Context, opts lateOptions) (string, error) {
	begun := workflow.Now(ctx)
	var given []workflow.ChildOption
	if opts.Limit != 0 {
		given = append(given, workflow.ChildTimeout(opts.Limit))
	}
	if opts.Grace != 0 {
		given = append(given, workflow.ChildTimeoutGrace(opts.Grace))
	}
	got, err := workflow.ExecuteChild(ctx, late, opts.Stubborn, given...).Get(ctx)
	took := workflow.Now(ctx).Sub(begun).String()
	switch {
	case err == nil:
		return got + " after " + took, nil
	case failure.KindOf(err) == "timeout":
		return "timeout after " + took, nil
	case errors.Is(err, workflow.ErrTimeout):
		return "gave way after " + took, nil
	}
	return "", err
})

type lateOptions struct {
	Stubborn     bool
	Limit, Grace time.Duration
}

func TestTheTimeOfAChild(t *testing.T) {
	for _, c := range []struct {
		name string
		opts lateOptions
		want string
	}{
		{"without a limit", lateOptions{}, "at last after 1h0m0s"},
		{"in time", lateOptions{Limit: 2 * time.Hour}, "at last after 1h0m0s"},
		{"it gives way", lateOptions{Limit: 10 * time.Minute}, "timeout after 10m0s"},
		{"it does not", lateOptions{Stubborn: true, Limit: 10 * time.Minute}, "timeout after 11m0s"},
		{"with a longer grace", lateOptions{Stubborn: true, Limit: 10 * time.Minute, Grace: 30 * time.Minute}, "timeout after 40m0s"},
		{"as long as it wants", lateOptions{Stubborn: true, Limit: 10 * time.Minute, Grace: -1}, "at last after 1h10m0s"},
	} {
		t.Run(c.name, func(t *testing.T) {
			env := testkit.New(t, patient, late)
			if got, err := testkit.Start(env, patient, c.opts).Result(); got != c.want || err != nil {
				t.Errorf("ends with %q, %v; want %q", got, err, c.want)
			}
		})
	}
}

// A worker that dies delays the end by seconds.
func TestTheTimeOfAChildInEveryMode(t *testing.T) {
	inEveryMode(t, func(tb testing.TB) {
		env := testkit.New(tb, patient, late)
		testkit.CompareBy(env, patient, func(string) any { return nil })
		got, err := testkit.Start(env, patient, lateOptions{Stubborn: true, Limit: time.Minute, Grace: -1}).Result()
		if !strings.HasPrefix(got, "at last after 1h1m") || err != nil {
			tb.Errorf("ends with %q, %v", got, err)
		}
	})
}

func TestATimeThatNoChildCanHave(t *testing.T) {
	for want, opts := range map[string]lateOptions{
		"ChildTimeout is -1s: use more than zero, or leave it out":   {Limit: -time.Second},
		"ChildTimeoutGrace needs ChildTimeout: set both, or neither": {Grace: time.Second},
	} {
		env := testkit.New(t, patient, late)
		if _, err := testkit.Start(env, patient, opts).Result(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ends with %v, want %s", err, want)
		}
	}
}
