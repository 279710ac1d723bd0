package subscription_test

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/samples/subscription"
	"github.com/reprise-run/reprise/testkit"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var (
	basic = subscription.Plan{Name: "basic", Cents: 500}
	large = subscription.Plan{Name: "large", Cents: 900}
)

// paid is a card company that takes every bill, once.
func paid(env *testkit.Env) *testkit.Stubbed[subscription.Invoice, subscription.Receipt] {
	keys := make(map[string]subscription.Invoice)
	return testkit.Stub(env, subscription.Bill, func(ctx context.Context, in subscription.Invoice) (subscription.Receipt, error) {
		key := activity.GetInfo(ctx).IdempotencyKey
		if before, again := keys[key]; again && before != in {
			env.Errorf("key %s is used for %+v and for %+v", key, before, in)
		}
		keys[key] = in
		return subscription.Receipt{Number: fmt.Sprint(len(keys))}, nil
	})
}

// twoYears bills 24 months, with an upgrade in the middle of the 12th.
func twoYears(tb testing.TB) {
	env := testkit.New(tb, subscription.Subscribe.Bind(subscription.Run))
	paid(env).Times(24)
	testkit.Stub(env, subscription.Remind, func(context.Context, subscription.Reminder) (activity.None, error) {
		return activity.None{}, nil
	}).Times(0)
	run := testkit.Start(env, subscription.Subscribe, subscription.Terms{Customer: "c-1", Plan: basic, Months: 24})
	env.After(11*subscription.Month+subscription.Month/2, func() { testkit.Signal(env, run.WorkflowID(), subscription.Upgrade, large) })
	got, err := run.Result()
	want := subscription.Summary{Paid: 24, Cents: 12*500 + 12*900, Plan: large}
	if err != nil || got != want {
		tb.Errorf("got %+v, %v; want %+v", got, err, want)
	}
}

func TestTwoYears(t *testing.T) {
	begun := time.Now()
	twoYears(t)
	t.Logf("two years take %v", time.Since(begun).Round(time.Microsecond))
}

func TestTwoYearsInEveryMode(t *testing.T) {
	testkit.ReplayAlways(t, twoYears)
	testkit.Explore(t, *schedules, twoYears)
}

// upgraded bills 3 months, with an upgrade in the middle of the 2nd.
func upgraded(tb testing.TB) {
	env := testkit.New(tb, subscription.Subscribe.Bind(subscription.Run))
	paid(env).Times(3)
	run := testkit.Start(env, subscription.Subscribe, subscription.Terms{Customer: "c-1", Plan: basic, Months: 3})
	env.After(subscription.Month+subscription.Month/2, func() { testkit.Signal(env, run.WorkflowID(), subscription.Upgrade, large) })
	got, err := run.Result()
	if want := (subscription.Summary{Paid: 3, Cents: 2*500 + 900, Plan: large}); err != nil || got != want {
		tb.Errorf("got %+v, %v; want %+v", got, err, want)
	}
}

// Two years have some thousand points at which a worker may die; three months have the same
// kinds of them.
func TestThreeMonthsWithACrashEverywhere(t *testing.T) { testkit.CrashEverywhere(t, upgraded) }

var errDeclined = failure.New(subscription.ErrDeclined, "card company: no")

// A customer whose card is declined gets a letter before each new try, and is suspended
// after the last.
func TestDunning(t *testing.T) {
	for _, c := range []struct {
		name    string
		letters int // after how many the customer has a card that is good
		want    subscription.Summary
		order   []string
		days    int
	}{
		{
			"paid after the second letter", 2,
			subscription.Summary{Paid: 1, Cents: 500, Plan: basic},
			[]string{"bill", "remind-customer", "bill", "remind-customer", "bill"},
			3 + 7 + 30,
		},
		{
			"never paid", math.MaxInt,
			subscription.Summary{Plan: basic, Suspended: true},
			[]string{"bill", "remind-customer", "bill", "remind-customer", "bill", "remind-customer", "bill"},
			3 + 7 + 14,
		},
	} {
		body := func(tb testing.TB) {
			env := testkit.New(tb, subscription.Subscribe.Bind(subscription.Run))
			letters := 0
			testkit.Stub(env, subscription.Bill, func(context.Context, subscription.Invoice) (subscription.Receipt, error) {
				if letters < c.letters {
					return subscription.Receipt{}, errDeclined
				}
				return subscription.Receipt{Number: "1"}, nil
			})
			testkit.Stub(env, subscription.Remind, func(_ context.Context, r subscription.Reminder) (activity.None, error) {
				letters = r.Letter // also when it comes twice
				return activity.None{}, nil
			})
			begun := env.Now()
			got, err := testkit.Execute(env, subscription.Subscribe, subscription.Terms{Customer: "c-1", Plan: basic, Months: 1})
			if err != nil || got != c.want {
				tb.Errorf("got %+v, %v; want %+v", got, err, c.want)
			}
			if order := env.Executed(); !slices.Equal(order, c.order) {
				tb.Errorf("executed %v, want %v", order, c.order)
			}
			if days := int(env.Now().Sub(begun).Hours() / 24); days != c.days {
				tb.Errorf("it took %d days, want %d", days, c.days)
			}
		}
		t.Run(c.name, func(t *testing.T) {
			body(t)
			testkit.ReplayAlways(t, body)
			testkit.CrashEverywhere(t, body)
			testkit.Explore(t, *schedules, body)
		})
	}
}

var schedules = flag.Int("schedules", 12, "how many schedules are explored; of a decade a quarter")

var subscriptions = flag.Int("subscriptions", 20, "how many TestSubscriptionsInParallel runs")

// With -subscriptions 1000 -parallel 1000, under -race, this says what so many tests cost.
func TestSubscriptionsInParallel(t *testing.T) {
	t.Cleanup(func() { t.Logf("%d tests of two years each; the process had at most %s", *subscriptions, peak()) })
	for i := range *subscriptions {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			twoYears(t)
		})
	}
}

// peak is the most memory that the process had so far, as Linux has it.
func peak() string {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return "memory that this system does not tell"
	}
	for line := range strings.Lines(string(status)) {
		if kb, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			return strings.TrimSpace(kb)
		}
	}
	return "memory that this system does not tell"
}

// decade bills 120 months in ten runs. The customer upgrades in the fourth year, and the signal is
// sent just when the third run ends.
func decade(tb testing.TB) {
	env := testkit.New(tb, subscription.Subscribe.Bind(subscription.Run))
	paid(env).Times(120)
	run := testkit.Start(env, subscription.Subscribe, subscription.Terms{Customer: "c-1", Plan: basic, Months: 120})
	env.After(36*subscription.Month, func() { testkit.Signal(env, run.WorkflowID(), subscription.Upgrade, large) })
	got, err := run.Result()
	if n := len(env.Chain(run.WorkflowID())); n != 10 {
		tb.Errorf("%d runs, want one a year", n)
	}
	if err != nil || got.Paid != 120 || got.Plan != large || got.Cents < 36*500+83*900 || got.Cents > 37*500+84*900 {
		tb.Errorf("got %+v, %v", got, err)
	}
}

func TestADecade(t *testing.T) {
	begun := time.Now()
	decade(t)
	t.Logf("a decade takes %v", time.Since(begun).Round(time.Millisecond))
}

func TestADecadeInEveryMode(t *testing.T) {
	testkit.ReplayAlways(t, decade)
	testkit.Explore(t, max(1, *schedules/4), decade)
}

// goesOn bills the last month of a year and the first of the next one, in two runs.
func goesOn(tb testing.TB) {
	env := testkit.New(tb, subscription.Subscribe.Bind(subscription.Run))
	paid(env).Times(2)
	before := subscription.Summary{Paid: 11, Cents: 11 * 500, Plan: basic}
	run := testkit.Start(env, subscription.Subscribe, subscription.Terms{Customer: "c-1", Plan: basic, Months: 13, Before: before, Billed: 11})
	got, err := run.Result()
	if n := len(env.Chain(run.WorkflowID())); n != 2 {
		tb.Errorf("%d runs, want 2", n)
	}
	if want := (subscription.Summary{Paid: 13, Cents: 13 * 500, Plan: basic}); err != nil || got != want {
		tb.Errorf("got %+v, %v; want %+v", got, err, want)
	}
}

func TestASubscriptionGoesOnWhereverItsWorkerDies(t *testing.T) {
	testkit.CrashEverywhere(t, goesOn)
}
