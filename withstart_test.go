package reprise_test

import (
	"errors"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

func TestSignalWithStart(t *testing.T) {
	st := newMemory()
	rt := startRuntime(t, st, quiet(), basket, double.Bind(doubled), sum.Bind(sumOf))
	ctx := bounded(t)
	checksOut := func(opts ...reprise.StartOption) (reprise.Handle[int], error) {
		return reprise.SignalWithStart(ctx, rt, basket, 0, checkout, workflow.None{}, opts...)
	}
	h, err := checksOut(reprise.ID("cart-1"), reprise.DeliveryID("s"))
	if err != nil || h.Existed() {
		t.Fatalf("%v, existed: %v", err, h.Existed())
	}
	if n, err := h.Result(ctx); n != 0 || err != nil {
		t.Errorf("the result is %d, %v", n, err)
	}
	lint(t, st, h.RunID())
	again, err := checksOut(reprise.ID("cart-1"))
	if err != nil || again.Existed() || again.RunID() == h.RunID() {
		t.Errorf("where the run has ended: %v, %v", again.RunID(), err)
	}
	if _, err := again.Result(ctx); err != nil {
		t.Error(err)
	}
	if _, err := checksOut(reprise.ID("cart-1"), reprise.Once()); !errors.Is(err, reprise.ErrClosed) {
		t.Errorf("with Once: %v", err)
	}
	open := begin(t, rt, basket, 0, "cart-2")
	if got, err := checksOut(reprise.ID("cart-2")); err != nil || !got.Existed() || got.RunID() != open.RunID() {
		t.Errorf("to an open run: %v, %v", got.RunID(), err)
	}
	if _, err := open.Result(ctx); err != nil {
		t.Error(err)
	}
}

func TestUpdateWithStart(t *testing.T) {
	st := newMemory()
	rt := startRuntime(t, st, quiet(), basket, double.Bind(doubled))
	ctx := bounded(t)
	adds := func(item, id string) (int, reprise.Handle[int], error) {
		return reprise.UpdateWithStart(ctx, rt, basket, 0, addItem, item, reprise.ID("cart-1"), reprise.DeliveryID(id))
	}
	n, h, err := adds("tea", "a")
	if n != 6 || err != nil || h.Existed() {
		t.Fatalf("the first is answered %d, %v, existed: %v", n, err, h.Existed())
	}
	events, err := rt.Inside().History(ctx, h.RunID())
	if _, ok := events[1].Body.(*history.UpdateReceived); err != nil || !ok {
		t.Errorf("event 2 is %v, %v: the run does not begin with the update", events[1], err)
	}
	if n, got, err := adds("milk", "b"); n != 8 || err != nil || !got.Existed() || got.RunID() != h.RunID() {
		t.Errorf("the second is answered %d, %v", n, err)
	}
	if n, _, err := adds("other tea", "a"); n != 6 || err != nil {
		t.Errorf("the first, asked again, is answered %d, %v", n, err)
	}
	var u *reprise.UpdateError
	if _, got, err := adds("", "c"); !errors.As(err, &u) || !u.Rejected || got.RunID() != h.RunID() {
		t.Errorf("an update that is not valid is answered %v by %v", err, got.RunID())
	}
	if err := reprise.Signal(ctx, rt, "cart-1", checkout, workflow.None{}); err != nil {
		t.Fatal(err)
	}
	if n, err := h.Result(ctx); n != 2 || err != nil {
		t.Errorf("the cart has %d items, %v", n, err)
	}
	lint(t, st, h.RunID())
	if n, got, err := adds("tea", "a"); n != 6 || err != nil || got.RunID() != h.RunID() {
		t.Errorf("asked again after the end it is answered %d, %v, by %v", n, err, got.RunID())
	}
	if n, got, err := adds("cocoa", "d"); n != 10 || err != nil || got.RunID() == h.RunID() || got.Existed() {
		t.Errorf("a new one after the end is answered %d, %v, by %v", n, err, got.RunID())
	}
}

func TestADeliveryWithAStartThatCannotBe(t *testing.T) {
	rt := startRuntime(t, newMemory(), quiet(), basket, double.Bind(doubled), waitSign.Bind(signed))
	ctx := bounded(t)
	begin(t, rt, waitSign, "x", "other")
	checksOut := func(opts ...reprise.StartOption) error {
		_, err := reprise.SignalWithStart(ctx, rt, basket, 0, checkout, workflow.None{}, opts...)
		return err
	}
	for name, err := range map[string]error{
		"no id":            wantAny(checksOut()),
		"OnConflict":       wantAny(checksOut(reprise.ID("a"), reprise.OnConflict(reprise.TerminateExisting))),
		"a nil option":     wantAny(checksOut(reprise.ID("a"), nil)),
		"another's id":     want(checksOut(reprise.ID("other")), reprise.ErrWrongWorkflow),
		"a bad id":         want(checksOut(reprise.ID("a"), reprise.DeliveryID("\x00")), reprise.ErrInvalidID),
		"a plain start":    wantAny(second(reprise.Start(ctx, rt, basket, 0, reprise.DeliveryID("x")))),
		"a nil workflow":   wantAny(second(reprise.SignalWithStart[int, int](ctx, rt, nil, 0, checkout, workflow.None{}, reprise.ID("a")))),
		"no signal name":   want(second(reprise.SignalWithStart(ctx, rt, basket, 0, workflow.DefineSignal[int](""), 1, reprise.ID("a"))), reprise.ErrInvalidID),
		"no update name":   wantAny(third(reprise.UpdateWithStart(ctx, rt, basket, 0, workflow.DefineUpdate[int, int](""), 1, reprise.ID("a")))),
		"an update, no id": wantAny(third(reprise.UpdateWithStart(ctx, rt, basket, 0, addItem, "x"))),
	} {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := reprise.Describe(ctx, rt, "a"); !errors.Is(err, reprise.ErrNotFound) {
		t.Errorf("a run was started: %v", err)
	}
}

func second[T any](_ T, err error) error        { return err }
func third[T, U any](_ T, _ U, err error) error { return err }

func TestSignalWithStartInATransaction(t *testing.T) {
	st := newMemory()
	rt := startRuntime(t, st, hurried(), basket, double.Bind(doubled))
	ctx := bounded(t)
	var h, other reprise.Handle[int]
	err := memory.InTxFunc(ctx, rt, func(c *reprise.Tx) (err error) {
		if h, err = reprise.SignalWithStart(ctx, c, basket, 0, checkout, workflow.None{}, reprise.ID("cart-1")); err == nil {
			other, err = reprise.SignalWithStart(ctx, c, basket, 0, checkout, workflow.None{}, reprise.ID("cart-1"))
		}
		return err
	})
	if err != nil || h.Existed() || !other.Existed() || h.RunID() != other.RunID() {
		t.Fatalf("%v, %v and %v", err, h.RunID(), other.RunID())
	}
	if n, err := h.Result(ctx); n != 0 || err != nil {
		t.Errorf("the result is %d, %v", n, err)
	}
}
