package sqlite_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/store/sqlite"
)

// waking is a Runtime that counts how often it is woken.
type waking struct {
	*reprise.Runtime
	n int
}

func (w *waking) Wake() { w.n++ }

func TestInTxFunc(t *testing.T) {
	st := shop(t)
	rt := &waking{Runtime: client(t, st)}
	soldOut := errors.New("sold out")
	ended, end := context.WithCancel(t.Context())
	call := func(ctx context.Context, then func(tx *sqlite.Tx) error) error {
		return sqlite.InTxFunc(ctx, rt, func(ctx context.Context, tx *sqlite.Tx, c *reprise.Tx) error {
			insert(t, ctx, tx, "order-1")
			if _, err := reprise.Start(ctx, c, parcel, "Ada", reprise.ID("order-1")); err != nil {
				t.Error(err)
			}
			return then(tx)
		})
	}
	for what, c := range map[string]struct {
		ctx  context.Context
		then func(tx *sqlite.Tx) error
		want string
	}{
		"an error":                      {t.Context(), func(*sqlite.Tx) error { return soldOut }, "sold out"},
		"a context that ends meanwhile": {ended, func(*sqlite.Tx) error { end(); return nil }, "because its context ended"},
		"a rollback inside":             {t.Context(), func(tx *sqlite.Tx) error { return tx.Rollback() }, "leave that to InTxFunc"},
	} {
		if err := call(c.ctx, c.then); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", what, err)
		}
		if orders(t, st) != 0 {
			t.Fatalf("%s: the row was kept", what)
		}
	}
	func() {
		defer func() {
			if got := recover(); got != "boom" {
				t.Errorf("recovered %v", got)
			}
		}()
		_ = call(t.Context(), func(*sqlite.Tx) error { panic("boom") })
	}()
	if orders(t, st) != 0 {
		t.Fatal("what was done before the panic was kept")
	}
	rt.n = 0
	if err := call(t.Context(), func(*sqlite.Tx) error { return nil }); err != nil || orders(t, st) != 1 || rt.n != 1 {
		t.Errorf("%v, woken %d times", err, rt.n)
	}
	if _, err := reprise.Describe(t.Context(), rt.Runtime, "order-1"); err != nil {
		t.Error(err)
	}
}

func TestInTxFuncRefusesWhatItCannotUse(t *testing.T) {
	rt := client(t, shop(t))
	other := client(t, memory.New())
	nothing := func(context.Context, *sqlite.Tx, *reprise.Tx) error { t.Error("it is run"); return nil }
	var noContext context.Context
	for want, err := range map[string]error{
		"the Runtime's store is a *memory.Store": sqlite.InTxFunc(t.Context(), other, nothing),
		"the context is nil":                     sqlite.InTxFunc(noContext, rt, nothing),
		"the function of the transaction is nil": sqlite.InTxFunc(t.Context(), rt, nil),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
