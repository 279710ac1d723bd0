package reprise_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/workflow"
)

// A call by workflow id is for one run: its first copy may arrive after that run has ended and
// another run has the id.
func TestACallThatLandsLateReachesNoSuccessor(t *testing.T) {
	approve := workflow.DefineSignal[string]("approve")
	calls := map[string]func(context.Context, reprise.Client) error{
		"signal": func(ctx context.Context, c reprise.Client) error {
			return reprise.Signal(ctx, c, "order-1", approve, "yes")
		},
		"signal in JSON": func(ctx context.Context, c reprise.Client) error {
			return reprise.SignalJSON(ctx, c, "order-1", "approve", []byte(`"yes"`))
		},
		"cancel": func(ctx context.Context, c reprise.Client) error { return reprise.Cancel(ctx, c, "order-1", "no more") },
		"terminate": func(ctx context.Context, c reprise.Client) error {
			return reprise.Terminate(ctx, c, "order-1", "no more")
		},
	}
	order := workflow.New("order", func(ctx workflow.Context, _ int) (string, error) { return workflow.Receive(ctx, approve) })
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		rt := startRuntime(t, st, quiet(), order)
		for name, call := range calls {
			t.Run(name, func(t *testing.T) {
				var late []store.Op
				client, err := reprise.New(storetest.Faulty(st, func(c storetest.Call) storetest.Fault {
					if c.Apply > 0 && late == nil {
						late = slices.Clone(c.Ops)
						return storetest.Fault{Kind: storetest.LoseCall}
					}
					return storetest.Fault{}
				}), quiet(), order)
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = client.Stop(context.Background()) })
				first := begin(t, rt, order, 0, "order-1")
				if err := call(ctx, client); err != nil {
					t.Fatal(err)
				}
				_, _ = first.Result(ctx)

				next := begin(t, rt, order, 0, "order-1")
				before, err := st.Run(ctx, store.Ref{Run: next.RunID()})
				if err != nil {
					t.Fatal(err)
				}
				outs, err := st.Apply(ctx, late)
				if err != nil {
					t.Fatal(err)
				}
				after, err := st.Run(ctx, store.Ref{Run: next.RunID()})
				if err != nil || after.Status != store.Open || after.Unread != before.Unread {
					t.Errorf("the late copy is answered %q; the run after it is %s with %d unread, %v", outs[0].Code, after.Status, after.Unread, err)
				}
				if err := reprise.Terminate(ctx, rt, "order-1", "the test is over"); err != nil {
					t.Fatal(err)
				}
			})
		}
	})
}

// The store's answer to a call is lost. When the call is repeated, the run has ended, and the
// worker knew which run had the id. Whether that run received the call is unknown, so no later
// run receives it.
func TestARepeatedCallReachesNoSuccessor(t *testing.T) {
	approve := workflow.DefineSignal[string]("approve")
	order := workflow.New("order", func(ctx workflow.Context, _ int) (string, error) { return workflow.Receive(ctx, approve) })
	for name, call := range map[string]func(context.Context, reprise.Client) error{
		"signal": func(ctx context.Context, c reprise.Client) error {
			return reprise.Signal(ctx, c, "order-1", approve, "yes")
		},
		"cancel": func(ctx context.Context, c reprise.Client) error { return reprise.Cancel(ctx, c, "order-1", "no more") },
	} {
		t.Run(name, func(t *testing.T) {
			ctx := bounded(t)
			st := memory.New()
			other, err := reprise.New(st, quiet(), order)
			if err != nil {
				t.Fatal(err)
			}
			var next reprise.Handle[string]
			tries := 0
			rt := startRuntime(t, storetest.Faulty(st, func(c storetest.Call) storetest.Fault {
				if c.Apply == 0 || !slices.ContainsFunc(c.Ops, func(op store.Op) bool { _, is := op.(*store.Deliver); return is }) {
					return storetest.Fault{}
				}
				switch tries++; tries {
				case 1:
					return storetest.Fault{Kind: storetest.LoseAnswer}
				case 2:
					if err := reprise.Terminate(ctx, other, "order-1", "somebody ends it"); err != nil {
						t.Error(err)
					}
					if next, err = reprise.Start(ctx, other, order, 0, reprise.ID("order-1")); err != nil {
						t.Error(err)
					}
				}
				return storetest.Fault{}
			}), quiet(), order)
			begin(t, rt, order, 0, "order-1")
			if err := call(ctx, rt); !errors.Is(err, store.ErrUnknownOutcome) || errors.Is(err, reprise.ErrClosed) {
				t.Errorf("the call says %v", err)
			}
			if tries < 2 {
				t.Fatalf("%d deliveries", tries)
			}
			if r, err := st.Run(ctx, store.Ref{Run: next.RunID()}); err != nil || r.Status != store.Open || r.Unread > 0 {
				t.Errorf("the run after it is %s with %d unread, %v", r.Status, r.Unread, err)
			}
		})
	}
}

// The answer to a signal is lost, and the signal ends the run before it is repeated. A caller
// that starts a run if none is open must not be told that this one is closed.
func TestASignalThatEndsItsRunIsNotRefused(t *testing.T) {
	approve := workflow.DefineSignal[string]("approve")
	order := workflow.New("order", func(ctx workflow.Context, _ int) (string, error) { return workflow.Receive(ctx, approve) })
	ctx := bounded(t)
	st := memory.New()
	rt := startRuntime(t, st, quiet(), order)
	run := begin(t, rt, order, 0, "order-1")
	tries := 0
	client, err := reprise.New(storetest.Faulty(st, func(c storetest.Call) storetest.Fault {
		if c.Apply == 0 {
			return storetest.Fault{}
		}
		if tries++; tries == 1 {
			return storetest.Fault{Kind: storetest.LoseAnswer}
		}
		if _, err := run.Result(ctx); err != nil {
			t.Error(err)
		}
		return storetest.Fault{}
	}), quiet(), order)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Stop(context.Background()) })
	err = reprise.Signal(ctx, client, "order-1", approve, "yes")
	if !errors.Is(err, store.ErrUnknownOutcome) || errors.Is(err, reprise.ErrClosed) {
		t.Errorf("Signal says %v", err)
	}
}
