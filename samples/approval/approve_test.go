package approval_test

import (
	"context"
	"flag"
	"slices"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/samples/approval"
	"github.com/reprise-run/reprise/testkit"
)

var schedules = flag.Int("schedules", 12, "how many schedules are explored")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var dinner = approval.Expense{ID: "dinner", Cents: 8000, Approvers: []string{"Mia", "Noor", "Olga"}}

// office has letters and payments noted.
type office struct {
	asked []string
	paid  map[string]int64
}

func newOffice(env *testkit.Env) *office {
	o := &office{paid: make(map[string]int64)}
	testkit.Stub(env, approval.Ask, func(_ context.Context, q approval.Question) (activity.None, error) {
		o.asked = append(o.asked, q.Who)
		return activity.None{}, nil
	})
	testkit.Stub(env, approval.Pay, func(ctx context.Context, e approval.Expense) (approval.Payment, error) {
		o.paid[activity.GetInfo(ctx).IdempotencyKey] = e.Cents
		return approval.Payment{Number: "p-1"}, nil
	})
	return o
}

// answered has somebody answer after a time; 0: nobody does.
func answered(after time.Duration, d approval.Decision, want approval.Outcome, asked ...string) func(testing.TB) {
	return func(tb testing.TB) {
		env := testkit.New(tb, approval.Approve.Bind(approval.Run))
		o := newOffice(env)
		run := testkit.Start(env, approval.Approve, dinner)
		if after > 0 {
			env.After(after, func() { testkit.Signal(env, run.WorkflowID(), approval.Decide, d) })
		}
		got, err := run.Result()
		if err != nil || got != want {
			tb.Errorf("got %+v, %v; want %+v", got, err, want)
		}
		if who := slices.Compact(o.asked); !slices.Equal(who, asked) { // a letter may be sent again after a crash
			tb.Errorf("asked %v, want %v", who, asked)
		}
		if paid := len(o.paid); (paid == 1) != want.Yes || paid > 1 {
			tb.Errorf("paid %d times, and the answer is %v", paid, want.Yes)
		}
	}
}

func TestInEveryMode(t *testing.T) {
	day := 24 * time.Hour
	for name, body := range map[string]func(testing.TB){
		"yes": answered(day, approval.Decision{By: "Mia", Yes: true},
			approval.Outcome{By: "Mia", Yes: true, Payment: approval.Payment{Number: "p-1"}}, "Mia"),
		"no": answered(day, approval.Decision{By: "Mia"}, approval.Outcome{By: "Mia"}, "Mia"),
		"her superior says yes": answered(4*day, approval.Decision{By: "Noor", Yes: true},
			approval.Outcome{By: "Noor", Yes: true, Payment: approval.Payment{Number: "p-1"}}, "Mia", "Noor"),
		"nobody answers": answered(0, approval.Decision{}, approval.Outcome{}, "Mia", "Noor", "Olga"),
	} {
		t.Run(name, func(t *testing.T) {
			body(t)
			testkit.ReplayAlways(t, body)
			testkit.CrashEverywhere(t, body)
			testkit.Explore(t, *schedules, body)
		})
	}
}
