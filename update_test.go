package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

const errSoldOut = failure.Code("sold out")

var (
	addItem  = workflow.DefineUpdate[string, int]("add-item")
	lastItem = workflow.DefineUpdate[workflow.None, string]("last-item")
	checkout = workflow.DefineSignal[workflow.None]("checkout")
)

// basketCode holds items until it is checked out; doubling is an activity.
func basketCode(ctx workflow.Context, _ int) (int, error) {
	var items []string
	err := errors.Join(
		workflow.HandleUpdate(ctx, addItem, func(ctx workflow.Context, item string) (int, error) {
			if item == "book" {
				return 0, failure.New(errSoldOut, "no book is left")
			}
			n, err := workflow.Execute(ctx, double, len(item)).Get(ctx)
			items = append(items, item)
			return n, err
		}, workflow.Validate(func(item string) error {
			if item == "" {
				return errors.New("an item has a name")
			}
			return nil
		})),
		workflow.HandleUpdate(ctx, lastItem, func(workflow.Context, workflow.None) (string, error) { return fmt.Sprint(items), nil }),
	)
	if err != nil {
		return 0, err
	}
	_, err = workflow.Receive(ctx, checkout)
	return len(items), err
}

var basket = workflow.New("basket", basketCode)

func newBasket(t *testing.T, id string) (context.Context, *reprise.Runtime, reprise.Handle[int]) {
	t.Helper()
	rt := startRuntime(t, newMemory(), quiet(), basket, double.Bind(doubled))
	return bounded(t), rt, begin(t, rt, basket, 0, id)
}

func TestAnUpdateIsAnswered(t *testing.T) {
	ctx, rt, h := newBasket(t, "cart-1")
	n, err := reprise.Update(ctx, rt, "cart-1", addItem, "tea")
	if err != nil || n != 6 {
		t.Errorf("the answer is %d, %v, want 6", n, err)
	}
	var u *reprise.UpdateError
	if _, err := reprise.Update(ctx, rt, h.RunID(), addItem, "book"); !errors.Is(err, errSoldOut) || !errors.As(err, &u) || u.Rejected {
		t.Errorf("an update whose handler fails is answered %v", err)
	}
	if _, err := reprise.Update(ctx, rt, h.RunID(), addItem, ""); !errors.As(err, &u) || !u.Rejected {
		t.Errorf("an update that is not valid is answered %v", err)
	}
	if err := reprise.Signal(ctx, rt, "cart-1", checkout, workflow.None{}); err != nil {
		t.Fatal(err)
	}
	if n, err := h.Result(ctx); err != nil || n != 1 {
		t.Errorf("the cart has %d items, %v", n, err)
	}
}

func TestTheSameUpdateGetsTheSameAnswer(t *testing.T) {
	ctx, rt, h := newBasket(t, "cart-1")
	ask := func(item, id string) (int, error) {
		return reprise.Update(ctx, rt, "cart-1", addItem, item, reprise.UpdateID(id))
	}
	for range 3 {
		if n, err := ask("tea", "a"); err != nil || n != 6 {
			t.Fatalf("the answer is %d, %v, want 6", n, err)
		}
		if _, err := ask("", "b"); err == nil {
			t.Fatal("an update that is not valid is answered without an error")
		}
	}
	if err := reprise.Signal(ctx, rt, "cart-1", checkout, workflow.None{}); err != nil {
		t.Fatal(err)
	}
	if n, err := h.Result(ctx); err != nil || n != 1 {
		t.Errorf("the cart has %d items, %v", n, err)
	}
	if n, err := ask("cocoa", "a"); err != nil || n != 6 {
		t.Errorf("after the end the answer is %d, %v, want 6", n, err)
	}
	var u *reprise.UpdateError
	if _, err := ask("cocoa", "b"); !errors.As(err, &u) || !u.Rejected {
		t.Errorf("after the end the answer is %v", err)
	}
	if _, err := ask("cocoa", "c"); !errors.Is(err, reprise.ErrClosed) {
		t.Errorf("after the end an update is answered %v", err)
	}
}

func TestAnUpdateThatItsRunDoesNotAnswerIsClosed(t *testing.T) {
	type ends struct {
		name string
		end  func(ctx context.Context, rt *reprise.Runtime, run reprise.RunID) error
	}
	for _, e := range []ends{
		{"when_it_returns", func(ctx context.Context, rt *reprise.Runtime, run reprise.RunID) error {
			return reprise.Signal(ctx, rt, run, checkout, workflow.None{})
		}},
		{"when_it_is_cancelled", func(ctx context.Context, rt *reprise.Runtime, run reprise.RunID) error {
			return reprise.Cancel(ctx, rt, run, "the shop closes")
		}},
		{"when_it_is_terminated", func(ctx context.Context, rt *reprise.Runtime, run reprise.RunID) error {
			return reprise.Terminate(ctx, rt, run, "the shop burns")
		}},
	} {
		t.Run(e.name, func(t *testing.T) {
			st := newMemory()
			rt := startRuntime(t, st, quiet(), basket, double.Bind(doubled))
			ctx, h := bounded(t), begin(t, rt, basket, 0, "cart-1")
			unhandled := workflow.DefineUpdate[string, int]("nobody-handles-this")
			sent, err := reprise.SendUpdate(ctx, rt, "cart-1", unhandled, "x", reprise.UpdateID("u"))
			if err != nil {
				t.Fatal(err)
			}
			if err := e.end(ctx, rt, h.RunID()); err != nil {
				t.Fatal(err)
			}
			var u *reprise.UpdateError
			if _, err := sent.Result(ctx); !errors.Is(err, reprise.ErrClosed) || !errors.As(err, &u) || failure.KindOf(err) != "closed" {
				t.Errorf("it is answered %v", err)
			}
			if _, err := reprise.Update(ctx, rt, "cart-1", unhandled, "x", reprise.UpdateID("u")); !errors.Is(err, reprise.ErrClosed) {
				t.Errorf("asked again, it is answered %v", err)
			}
			if d, err := reprise.Describe(ctx, rt, h.RunID()); err != nil || e.name != "when_it_is_terminated" && d.Undelivered != 1 {
				t.Errorf("%d are undelivered, %v; want 1", d.Undelivered, err)
			}
			lint(t, st, h.RunID())
		})
	}
}

func TestAnUpdateThatCannotBeUsedChangesNothing(t *testing.T) {
	ctx, rt, h := newBasket(t, "cart-1")
	for name, ask := range map[string]func() error{
		"an unknown run": func() error {
			_, err := reprise.Update(ctx, rt, "cart-2", addItem, "tea")
			return want(err, reprise.ErrNotFound)
		},
		"a name without a letter": func() error {
			_, err := reprise.Update(ctx, rt, "cart-1", workflow.DefineUpdate[string, int](""), "tea")
			return wantAny(err)
		},
		"no id": func() error {
			_, err := reprise.Update(ctx, rt, "", addItem, "tea")
			return want(err, reprise.ErrInvalidID)
		},
		"no run id": func() error {
			_, err := reprise.Update(ctx, rt, reprise.RunID{}, addItem, "tea")
			return want(err, reprise.ErrInvalidID)
		},
		"a nil option": func() error { _, err := reprise.Update(ctx, rt, "cart-1", addItem, "tea", nil); return wantAny(err) },
		"a bad id": func() error {
			_, err := reprise.Update(ctx, rt, "cart-1", addItem, "tea", reprise.UpdateID("\x00"))
			return want(err, reprise.ErrInvalidID)
		},
		"a value that no codec takes": func() error {
			_, err := reprise.Update(ctx, rt, "cart-1", workflow.DefineUpdate[func(), int]("f"), func() {})
			return wantAny(err)
		},
		"a foreign namespace": func() error {
			cfg := quiet()
			cfg.Namespace = "other"
			other, err := reprise.New(rt.Store(), cfg)
			if err == nil {
				_, err = reprise.Update(ctx, other, "cart-1", addItem, "tea")
			}
			return want(err, reprise.ErrNotFound)
		},
		"no client": func() error { _, err := reprise.Update(ctx, nil, "cart-1", addItem, "tea"); return wantAny(err) },
	} {
		if err := ask(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	events, err := rt.Inside().History(ctx, h.RunID())
	if err != nil || count[*history.UpdateReceived](events) != 0 {
		t.Errorf("the run has taken %d updates, %v", count[*history.UpdateReceived](events), err)
	}
	if _, err := reprise.Update(ctx, rt, "cart-1", workflow.DefineUpdate[int, int]("add-item"), 7); err == nil || !strings.Contains(err.Error(), "rejected") {
		t.Errorf("an input of another type is answered %v", err)
	}
	if _, err := reprise.Update(ctx, rt, "cart-1", workflow.DefineUpdate[string, []string]("add-item"), "tea"); !errors.As(err, new(*history.DecodeError)) {
		t.Errorf("an answer of another type is %v", err)
	}
}

// want returns nil only if err is target. wantAny returns nil for any error, but not for nil.
func want(err, target error) error {
	if !errors.Is(err, target) {
		return fmt.Errorf("%w; want %w", err, target)
	}
	return nil
}

func wantAny(err error) error {
	if err == nil {
		return errors.New("no error")
	}
	return nil
}

func TestAnUpdateGoesOnWithoutItsCaller(t *testing.T) {
	ctx, rt, _ := newBasket(t, "cart-1")
	left, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := reprise.Update(left, rt, "cart-1", addItem, "tea", reprise.UpdateID("a")); !errors.Is(err, context.Canceled) {
		t.Errorf("a caller that leaves is told %v", err)
	}
	sent, err := reprise.SendUpdate(ctx, rt, "cart-1", addItem, "cocoa", reprise.UpdateID("b"))
	if err != nil || sent.ID() != "b" {
		t.Fatalf("%q, %v", sent.ID(), err)
	}
	if n, err := reprise.Update(ctx, rt, "cart-1", addItem, "", reprise.UpdateID("b")); n != 10 || err != nil {
		t.Errorf("who asks again is answered %d, %v; want 10", n, err)
	}
	for range 2 {
		if n, err := sent.Result(ctx); n != 10 || err != nil {
			t.Errorf("the handle says %d, %v; want 10", n, err)
		}
	}
}

func TestAnUpdateInATransactionIsAnsweredAfterIt(t *testing.T) {
	st := newMemory()
	rt := startRuntime(t, st, hurried(), basket, double.Bind(doubled))
	ctx := bounded(t)
	begin(t, rt, basket, 0, "cart-1")
	var sent, fresh reprise.UpdateHandle[int]
	err := memory.InTxFunc(ctx, rt, func(c *reprise.Tx) (err error) {
		sent, err = reprise.SendUpdate(ctx, c, "cart-1", addItem, "tea", reprise.UpdateID("a"))
		if err == nil {
			fresh, err = reprise.SendUpdate(ctx, c, "cart-1", addItem, "milk")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if n, err := sent.Result(ctx); n != 6 || err != nil {
		t.Errorf("the answer is %d, %v; want 6", n, err)
	}
	if n, err := fresh.Result(ctx); n != 8 || err != nil {
		t.Errorf("the second answer is %d, %v; want 8", n, err)
	}
}

func TestAClientWithoutAWorkerHearsTheAnswer(t *testing.T) {
	ctx, rt, _ := newBasket(t, "cart-1")
	client, err := reprise.New(rt.Store(), hurried())
	if err != nil {
		t.Fatal(err)
	}
	for i, id := range []string{"a", "", "a"} {
		opts := []reprise.UpdateOption{reprise.UpdateID(id)}
		if n, err := reprise.Update(ctx, client, "cart-1", addItem, "tea", opts...); n != 6 || err != nil {
			t.Errorf("update %d is answered %d, %v; want 6", i, n, err)
		}
	}
}
