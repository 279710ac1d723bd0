package cart_test

import (
	"context"
	"errors"
	"flag"
	"slices"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/samples/cart"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

var schedules = flag.Int("schedules", 12, "how many schedules are explored")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var (
	tea  = cart.Item{SKU: "tea", Count: 2}
	milk = cart.Item{SKU: "milk", Count: 1}
	good = cart.Card{Token: "good"}
	bad  = cart.Card{Token: "bad"}
)

// shop is a store with 300 cents for each piece, and without gold. It charges a key once.
type shop struct {
	mu      sync.Mutex
	charged map[string]int64
	freed   []cart.Item
}

func open(env *testkit.Env) *shop {
	s := &shop{charged: make(map[string]int64)}
	testkit.Stub(env, cart.Reserve, func(_ context.Context, i cart.Item) (cart.Price, error) {
		if i.SKU == "gold" {
			return cart.Price{}, failure.New(cart.ErrSoldOut, "no gold is left")
		}
		return cart.Price{Cents: 300}, nil
	})
	testkit.Stub(env, cart.Release, func(_ context.Context, i cart.Item) (activity.None, error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if !slices.Contains(s.freed, i) {
			s.freed = append(s.freed, i)
		}
		return activity.None{}, nil
	})
	testkit.Stub(env, cart.Charge, func(ctx context.Context, b cart.Bill) (cart.Receipt, error) {
		if b.Card == bad {
			return cart.Receipt{}, failure.New(cart.ErrDeclined, "the card company says no")
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.charged[activity.GetInfo(ctx).IdempotencyKey] = b.Cents
		return cart.Receipt{Number: "r-1"}, nil
	})
	return s
}

// bought is a cart that is filled, changed and paid at the second try.
func bought(tb testing.TB) {
	env := testkit.New(tb, cart.Cart.Bind(cart.Run))
	s := open(env)
	run := testkit.Start(env, cart.Cart, cart.Opening{Customer: "c-1"}, reprise.ID("cart-7"))
	total := func(what string, want int64, got int64, err error) {
		env.Helper()
		if got != want || err != nil {
			env.Errorf("%s: %d, %v; want %d", what, got, err, want)
		}
	}
	refused := func(what string, err error, code failure.Code) {
		env.Helper()
		if !errors.Is(err, code) {
			env.Errorf("%s: %v; want %v", what, err, code)
		}
	}
	_, err := testkit.Update(env, "cart-7", cart.Pay, good)
	refused("an empty cart", err, cart.ErrEmpty)
	got, err := testkit.Update(env, "cart-7", cart.Add, tea)
	total("tea", 600, got, err)
	_, err = testkit.Update(env, "cart-7", cart.Add, cart.Item{SKU: "gold", Count: 1})
	refused("gold", err, cart.ErrSoldOut)
	_, err = testkit.Update(env, "cart-7", cart.Add, cart.Item{SKU: "tea"})
	refused("no tea", err, cart.ErrCount)
	got, err = testkit.Update(env, "cart-7", cart.Add, milk)
	total("milk", 900, got, err)
	got, err = testkit.Update(env, "cart-7", cart.Remove, "tea")
	total("without tea", 300, got, err)
	_, err = testkit.Update(env, "cart-7", cart.Pay, bad)
	refused("a bad card", err, cart.ErrDeclined)
	if in, err := testkit.Query(env, "cart-7", cart.Contents, workflow.None{}); err != nil || !slices.Equal(in, []cart.Item{milk}) {
		env.Errorf("in the cart is %v, %v", in, err)
	}
	if r, err := testkit.Update(env, "cart-7", cart.Pay, good); err != nil || r.Number != "r-1" {
		env.Errorf("paid: %v, %v", r, err)
	}
	sum, err := run.Result()
	if err != nil || sum.Cents != 300 || sum.Receipt.Number != "r-1" || sum.Abandoned {
		env.Errorf("the cart ends as %+v, %v", sum, err)
	}
	if len(s.charged) != 1 || !slices.Equal(s.freed, []cart.Item{tea}) {
		env.Errorf("charged %v, given back %v", s.charged, s.freed)
	}
}

func TestACartIsBought(t *testing.T)                          { bought(t) }
func TestACartIsBoughtWithAReplayBeforeEachTask(t *testing.T) { testkit.ReplayAlways(t, bought) }
func TestACartIsBoughtWithACrashEverywhere(t *testing.T)      { testkit.CrashEverywhere(t, bought) }
func TestACartIsBoughtInAnyOrder(t *testing.T)                { testkit.Explore(t, *schedules, bought) }

// together has two customers' clicks come at the same time.
func together(tb testing.TB) {
	env := testkit.New(tb, cart.Cart.Bind(cart.Run))
	s := open(env)
	run := testkit.Start(env, cart.Cart, cart.Opening{Customer: "c-1"}, reprise.ID("cart-8"))
	var paid [2]error
	if _, err := testkit.Update(env, "cart-8", cart.Add, tea); err != nil {
		env.Error(err)
	}
	for i := range paid {
		env.After(time.Minute, func() { _, paid[i] = testkit.Update(env, "cart-8", cart.Pay, good) })
	}
	sum, err := run.Result()
	if err != nil || sum.Cents != 600 || len(s.charged) != 1 {
		env.Errorf("the cart ends as %+v, %v; charged %v", sum, err, s.charged)
	}
}

func TestTwoPaymentsAtOnceChargeOnce(t *testing.T) {
	together(t)
	testkit.ReplayAlways(t, together)
	testkit.CrashEverywhere(t, together)
	testkit.Explore(t, *schedules, together)
}

func TestACartThatNobodyPaysGivesBackWhatItHas(t *testing.T) {
	testkit.CrashEverywhere(t, func(tb testing.TB) {
		env := testkit.New(tb, cart.Cart.Bind(cart.Run))
		s := open(env)
		run := testkit.Start(env, cart.Cart, cart.Opening{Customer: "c-1"}, reprise.ID("cart-9"))
		if _, err := testkit.Update(env, "cart-9", cart.Add, milk); err != nil {
			env.Error(err)
		}
		sum, err := run.Result()
		if err != nil || !sum.Abandoned || !slices.Equal(s.freed, []cart.Item{milk}) || len(s.charged) != 0 {
			env.Errorf("the cart ends as %+v, %v; given back %v", sum, err, s.freed)
		}
	})
}
