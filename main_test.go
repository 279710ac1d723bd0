package reprise_test

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/budget"
	"github.com/reprise-run/reprise/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// onEachStore runs a test on every store of a single machine. The everyday suite picks one
// at random: the conformance suite checks that stores do not differ.
func onEachStore(t *testing.T, test func(t *testing.T, st store.Store)) {
	onStores(t, func(t *testing.T, open func(*testing.T) store.Store) { test(t, open(t)) })
}

// onEachStoreInABubble is onEachStore in synctest bubbles, where time passes only when every
// goroutine is blocked. So even on a slow machine an attempt is inside its function before
// its time is over.
func onEachStoreInABubble(t *testing.T, test func(t *testing.T, st store.Store)) {
	onStores(t, func(t *testing.T, open func(*testing.T) store.Store) {
		synctest.Test(t, func(t *testing.T) { test(t, open(t)) })
	})
}

func onStores(t *testing.T, test func(t *testing.T, open func(*testing.T) store.Store)) {
	for _, name := range budget.Some(t, 1, "memory", "sqlite") {
		open := func(*testing.T) store.Store { return newMemory() }
		if name == "sqlite" {
			open = func(t *testing.T) store.Store { return openFile(t, filepath.Join(t.TempDir(), "test.db")) }
		}
		t.Run(name, func(t *testing.T) { test(t, open) })
	}
}

// quiet is a Config that keeps test output short. Its leases outlast any delay by a busy
// machine: tests that wait for the end of a lease use a bubble.
func quiet() reprise.Config {
	return reprise.Config{Logger: slog.New(slog.DiscardHandler), LeaseTTL: time.Minute, StopTimeout: 10 * time.Minute, Build: "test"}
}

// startRuntime makes and starts a Runtime that stops with the test.
func startRuntime(t *testing.T, st store.Store, cfg reprise.Config, bindings ...reprise.Binding) *reprise.Runtime {
	t.Helper()
	rt, err := reprise.New(st, cfg, bindings...)
	if err != nil {
		t.Fatal(err)
	}
	if err := rt.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
		defer cancel()
		if err := rt.Stop(ctx); err != nil {
			t.Errorf("Stop: %v", err)
		}
	})
	return rt
}

// bounded returns a context that ends a hanging test, long after it should be done.
func bounded(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// mortal is a store, as one process sees it, that can be killed: from then on no call
// reaches the store, which lives on.
type mortal struct {
	store.Store
	dead atomic.Bool
}

var errKilled = errors.Join(store.ErrStoreClosed, errors.New("test: the process was killed"))

func (m *mortal) kill() { m.dead.Store(true) }

func (m *mortal) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	if m.dead.Load() {
		return nil, errKilled
	}
	return m.Store.Apply(ctx, ops)
}

func (m *mortal) Tick(ctx context.Context, q store.Tick) (store.Ticked, error) {
	if m.dead.Load() {
		return store.Ticked{}, errKilled
	}
	return m.Store.Tick(ctx, q)
}

func (m *mortal) Leave(ctx context.Context, w store.WorkerID) error {
	if m.dead.Load() {
		return nil
	}
	return m.Store.Leave(ctx, w)
}

func (m *mortal) Owned(ctx context.Context, w store.WorkerID) (store.Owned, error) {
	if m.dead.Load() {
		return store.Owned{}, errKilled
	}
	return m.Store.Owned(ctx, w)
}

func (m *mortal) History(ctx context.Context, q store.HistoryQuery) ([]store.Row, error) {
	if m.dead.Load() {
		return nil, errKilled
	}
	return m.Store.History(ctx, q)
}

// process starts a Runtime on shared that can be killed. After the kill its goroutines end
// with the test and change nothing more.
func process(t *testing.T, shared store.Store, cfg reprise.Config, bindings ...reprise.Binding) (*reprise.Runtime, *mortal) {
	t.Helper()
	m := &mortal{Store: shared}
	rt, err := reprise.New(m, cfg, bindings...)
	if err != nil {
		t.Fatal(err)
	}
	if err := rt.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
		defer cancel()
		if err := rt.Stop(ctx); err != nil && !m.dead.Load() {
			t.Errorf("Stop: %v", err)
		}
	})
	return rt, m
}
