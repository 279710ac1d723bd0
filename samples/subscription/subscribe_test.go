package subscription_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/reprise-run/reprise/activity"
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
	testkit.Stub(env, subscription.Remind, func(context.Context, subscription.Reminder) (subscription.Nothing, error) {
		return subscription.Nothing{}, nil
	}).Times(0)
	run := testkit.Start(env, subscription.Subscribe, subscription.Terms{Customer: "c-1", Plan: basic, Months: 24})
	env.After(11*subscription.Month+subscription.Month/2, func() { testkit.Signal(env, run.ID(), subscription.Upgrade, large) })
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
	testkit.Explore(t, 50, twoYears)
}

func TestHalfAYearWithACrashEverywhere(t *testing.T) {
	testkit.CrashEverywhere(t, func(tb testing.TB) {
		env := testkit.New(tb, subscription.Subscribe.Bind(subscription.Run))
		paid(env).Times(3)
		got, err := testkit.Execute(env, subscription.Subscribe, subscription.Terms{Customer: "c-1", Plan: basic, Months: 3})
		if want := (subscription.Summary{Paid: 3, Cents: 1500, Plan: basic}); err != nil || got != want {
			tb.Errorf("got %+v, %v; want %+v", got, err, want)
		}
	})
}

var errDeclined = activity.WithCode(subscription.CodeDeclined, errors.New("card company: no"))

// A customer whose card is declined gets a letter before each new try, and is suspended
// after the last.
func TestDunning(t *testing.T) {
	for _, c := range []struct {
		name  string
		bills []testkit.Step[subscription.Receipt]
		want  subscription.Summary
		order []string
		days  int
	}{
		{
			"paid after the second letter",
			[]testkit.Step[subscription.Receipt]{
				testkit.Fail[subscription.Receipt](errDeclined), testkit.Fail[subscription.Receipt](errDeclined),
				testkit.Return(subscription.Receipt{Number: "1"}),
			},
			subscription.Summary{Paid: 1, Cents: 500, Plan: basic},
			[]string{"bill", "remind-customer", "bill", "remind-customer", "bill"},
			3 + 7 + 30,
		},
		{
			"never paid",
			[]testkit.Step[subscription.Receipt]{testkit.Fail[subscription.Receipt](errDeclined)},
			subscription.Summary{Plan: basic, Suspended: true},
			[]string{"bill", "remind-customer", "bill", "remind-customer", "bill", "remind-customer", "bill"},
			3 + 7 + 14,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			env := testkit.New(t, subscription.Subscribe.Bind(subscription.Run))
			testkit.Script(env, subscription.Bill, c.bills...)
			testkit.Stub(env, subscription.Remind, func(context.Context, subscription.Reminder) (subscription.Nothing, error) {
				return subscription.Nothing{}, nil
			})
			begun := env.Now()
			got, err := testkit.Execute(env, subscription.Subscribe, subscription.Terms{Customer: "c-1", Plan: basic, Months: 1})
			if err != nil || got != c.want {
				t.Errorf("got %+v, %v; want %+v", got, err, c.want)
			}
			if order := env.Executed(); !slices.Equal(order, c.order) {
				t.Errorf("executed %v, want %v", order, c.order)
			}
			if days := int(env.Now().Sub(begun).Hours() / 24); days != c.days {
				t.Errorf("it took %d days, want %d", days, c.days)
			}
		})
	}
}

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
