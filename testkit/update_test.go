package testkit_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

const errNoStock failure.Code = "no_stock"

var (
	reserve  = activity.New("reserve", func(_ context.Context, item string) (int, error) { return len(item), nil })
	addTo    = workflow.DefineUpdate[string, int]("add")
	contents = workflow.DefineUpdate[workflow.None, string]("contents")
	renew    = workflow.DefineSignal[workflow.None]("renew")
	pay      = workflow.DefineSignal[workflow.None]("pay")
	cart     = workflow.Define[[]string, string]("cart")
)

// shopping fills a cart until it is paid, and continues as a new run on a signal.
func shopping(ctx workflow.Context, items []string) (string, error) {
	err := errors.Join(
		workflow.HandleUpdate(ctx, addTo, func(ctx workflow.Context, item string) (int, error) {
			if item == "gold" {
				return 0, failure.New(errNoStock, "no gold is left")
			}
			if _, err := workflow.Execute(ctx, reserve, item).Get(ctx); err != nil {
				return 0, err
			}
			items = append(items, item)
			return len(items), nil
		}, workflow.Validate(func(item string) error {
			if item == "" {
				return errors.New("an item has a name")
			}
			return nil
		})),
		workflow.HandleUpdate(ctx, contents, func(workflow.Context, workflow.None) (string, error) { return strings.Join(items, ", "), nil }),
	)
	if err != nil {
		return "", err
	}
	anew := false
	_, err = workflow.Select(ctx,
		workflow.OnSignal(pay, func(workflow.None, error) {}),
		workflow.OnSignal(renew, func(workflow.None, error) { anew = true }))
	if err != nil {
		return "", err
	}
	if anew {
		return workflow.ContinueAsNew(ctx, cart, items)
	}
	return strings.Join(items, ", "), nil
}

// buy fills a cart, before and after it continues as new, and pays it.
func buy(tb testing.TB) {
	env := testkit.New(tb, cart.Bind(shopping), reserve)
	run := testkit.Start(env, cart, nil, reprise.ID("cart-7"))
	var late int
	env.After(time.Hour, func() {
		var err error
		if late, err = testkit.Update(env, "cart-7", addTo, "cocoa"); err != nil {
			env.Errorf("the late update: %v", err)
		}
		testkit.Signal(env, "cart-7", pay, workflow.None{})
	})
	if n, err := testkit.Update(env, "cart-7", addTo, "tea", reprise.UpdateID("first")); n != 1 || err != nil {
		env.Errorf("the first update is answered %d, %v", n, err)
	}
	var u *reprise.UpdateError
	if _, err := testkit.Update(env, "cart-7", addTo, "gold"); !errors.Is(err, errNoStock) || !errors.As(err, &u) || u.Rejected {
		env.Errorf("an update whose handler fails is answered %v", err)
	}
	if _, err := testkit.Update(env, "cart-7", addTo, ""); !errors.As(err, &u) || !u.Rejected {
		env.Errorf("an update that is not valid is answered %v", err)
	}
	testkit.Signal(env, "cart-7", renew, workflow.None{})
	if n, err := testkit.Update(env, "cart-7", addTo, "milk"); n != 2 || err != nil {
		env.Errorf("the second update is answered %d, %v", n, err)
	}
	if n, err := testkit.Update(env, "cart-7", addTo, "other tea", reprise.UpdateID("first")); n != 1 || err != nil {
		env.Errorf("the first update, asked again, is answered %d, %v", n, err)
	}
	if all, err := testkit.Update(env, "cart-7", contents, workflow.None{}); all != "tea, milk" || err != nil {
		env.Errorf("in the cart is %q, %v", all, err)
	}
	if got, err := run.Result(); got != "tea, milk, cocoa" || err != nil || late != 3 {
		env.Errorf("bought: %q, %v; the late update was answered %d", got, err, late)
	}
}

func TestUpdates(t *testing.T)          { buy(t) }
func TestUpdatesReplayed(t *testing.T)  { testkit.ReplayAlways(t, func(tb testing.TB) { buy(tb) }) }
func TestUpdatesInCrashes(t *testing.T) { testkit.CrashEverywhere(t, func(tb testing.TB) { buy(tb) }) }
func TestUpdatesExplored(t *testing.T) {
	testkit.Explore(t, *testkit.Schedules, func(tb testing.TB) { buy(tb) })
}

var (
	slowly = workflow.DefineUpdate[int, int]("slowly")
	nested = workflow.DefineUpdate[workflow.None, string]("nested")
	office = workflow.Define[int, int]("office")
)

// working opens after an hour, works for an hour on each update, and continues as a new run each day.
func working(ctx workflow.Context, day int) (int, error) {
	if err := workflow.Sleep(ctx, time.Hour); err != nil {
		return 0, err
	}
	err := errors.Join(
		workflow.HandleUpdate(ctx, slowly, func(ctx workflow.Context, n int) (int, error) {
			return 100*day + n, workflow.Sleep(ctx, time.Hour)
		}),
		workflow.HandleUpdate(ctx, nested, func(ctx workflow.Context, _ workflow.None) (string, error) {
			_, err := workflow.ContinueAsNew(ctx, office, 9)
			return err.Error(), nil
		}),
	)
	if err != nil {
		return 0, err
	}
	if err := workflow.Sleep(ctx, 2*time.Hour); err != nil {
		return 0, err
	}
	if day < 2 {
		return workflow.ContinueAsNew(ctx, office, day+1)
	}
	return day, nil
}

// inOffice sends updates before it opens, while it works, while it is about to continue as new, and
// when it closes.
func inOffice(tb testing.TB) {
	env := testkit.New(tb, office.Bind(working))
	run := testkit.Start(env, office, 1, reprise.ID("office"))
	asks := func(after time.Duration, want int) {
		env.After(after, func() {
			if n, err := testkit.Update(env, "office", slowly, want%100); n != want || err != nil {
				env.Errorf("who asks after %v is answered %d, %v; want %d", after, n, err, want)
			}
		})
	}
	asks(0, 101)                          // waits until it is open
	asks(2*time.Hour+30*time.Minute, 102) // the run waits for it before it continues as new
	asks(3*time.Hour+15*time.Minute, 203) // comes during that wait: the next run handles it
	env.After(90*time.Minute, func() {
		if text, err := testkit.Update(env, "office", nested, workflow.None{}); err != nil || !strings.Contains(text, "cannot end the run") {
			env.Errorf("a handler that continues is told %q, %v", text, err)
		}
	})
	env.After(6*time.Hour+10*time.Minute, func() {
		if _, err := testkit.Update(env, "office", slowly, 4); !errors.Is(err, reprise.ErrClosed) {
			env.Errorf("who is not answered in time is told %v", err)
		}
	})
	if n, err := run.Result(); n != 2 || err != nil {
		env.Errorf("the result is %d, %v", n, err)
	}
}

func TestUpdatesAroundAnEnd(t *testing.T) {
	inOffice(t)
	testkit.ReplayAlways(t, inOffice)
}
