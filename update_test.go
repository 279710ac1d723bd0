package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/failure"
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
