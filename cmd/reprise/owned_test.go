package main

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/samples/order"
	"github.com/reprise-run/reprise/store"
)

// scriptOwned starts the order ID and leaves its run with a worker: one that lives and
// charges the card until the script ends, or one that has died over it.
func scriptOwned(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: owned DB alive|dead ID")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	db, id := ts.MkAbs(args[0]), args[2]
	switch args[1] {
	case "alive":
		ts.Check(charging(ctx, ts, db, id))
	case "dead":
		ts.Check(claimed(ctx, db, id))
	default:
		ts.Fatalf("a worker is alive or dead, not %s", args[1])
	}
}

func charging(ctx context.Context, ts *testscript.TestScript, db, id string) error {
	begun := make(chan struct{}, 1)
	slow := func(ctx context.Context, _ order.Payment) (order.Receipt, error) {
		begun <- struct{}{}
		<-ctx.Done()
		return order.Receipt{}, context.Cause(ctx)
	}
	st, rt, err := shop(ctx, db, stage{bind: []reprise.Binding{order.Charge.Bind(slow)}})
	if err != nil {
		return err
	}
	ts.Defer(func() {
		ts.Check(rt.Stop(context.Background()))
		ts.Check(st.Close())
	})
	if err := rt.Start(ctx); err != nil {
		return err
	}
	if _, err := reprise.Start(ctx, rt, order.Fulfil, small(id), reprise.ID(id)); err != nil {
		return err
	}
	select {
	case <-begun:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func claimed(ctx context.Context, db, id string) error {
	st, rt, err := shop(ctx, db, stage{})
	if err != nil {
		return err
	}
	if _, err := reprise.Start(ctx, rt, order.Fulfil, small(id), reprise.ID(id)); err != nil {
		return err
	}
	w := store.Worker{ID: uuid.New(), Build: "v1", Level: replay.Level, Host: "shop-2", PID: 4711, TTL: time.Microsecond}
	if err := st.Join(ctx, w); err != nil {
		return err
	}
	outs, err := st.Apply(ctx, []store.Op{&store.Claim{Worker: w.ID, ID: uuid.New(), Max: 1, Filter: store.Filter{
		Namespace: "default", Queues: []string{"default"}, Workflows: []string{order.Fulfil.Definition().Name()}, Level: w.Level, Build: w.Build}}})
	if err == nil && len(outs[0].Claims) != 1 {
		err = fmt.Errorf("the run was not claimed: %+v", outs)
	}
	if err != nil {
		return err
	}
	return st.Close()
}
