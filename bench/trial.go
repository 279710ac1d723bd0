package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/codec"
	"github.com/reprise-run/reprise/store"
)

// trial is an engine on a store of its own, for one measurement.
type trial struct {
	b        *bench
	place    place
	cfg      reprise.Config
	bindings []reprise.Binding
	st       store.Store
	rt       *reprise.Runtime
}

// onEngine runs measure with a new engine on an empty store, and removes both.
func (b *bench) onEngine(ctx context.Context, cfg reprise.Config, bindings []reprise.Binding, measure func(*trial) error) error {
	p, err := b.backend.place(ctx)
	if err != nil {
		return err
	}
	return b.onPlace(ctx, p, cfg, bindings, func(t *trial) error {
		if err := t.rt.Start(ctx); err != nil {
			return err
		}
		return measure(t)
	})
}

// onPlace runs measure with a Runtime that is not started, and so only a client. It removes
// the Runtime and the place.
func (b *bench) onPlace(ctx context.Context, p place, cfg reprise.Config, bindings []reprise.Binding, measure func(*trial) error) (err error) {
	defer func() { err = errors.Join(err, p.remove(context.WithoutCancel(ctx))) }()
	cfg.Logger = slog.New(slog.DiscardHandler)
	if b.sealed {
		cfg.Payloads = []codec.Transform{codec.Zstd(1 << 10), codec.AESGCM(codec.Ring{Current: "bench", Keys: map[string][]byte{"bench": make([]byte, 32)}})}
	}
	t := &trial{b: b, place: p, cfg: cfg, bindings: bindings}
	if err := t.open(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.close()) }()
	if err := measure(t); err != nil || !b.tables {
		return err
	}
	return t.tellTables(ctx, "at the end")
}

// open opens the store, again after close, with a Runtime that is not started.
func (t *trial) open(ctx context.Context) error {
	st, err := t.place.open(ctx)
	if err != nil {
		return err
	}
	t.rt, err = reprise.New(st, t.cfg, t.bindings...)
	if err != nil {
		return errors.Join(err, st.Close())
	}
	t.st = st
	return nil
}

// begin opens the store, again after close, and starts an engine over it.
func (t *trial) begin(ctx context.Context) error {
	if err := t.open(ctx); err != nil {
		return err
	}
	return t.rt.Start(ctx)
}

// close stops the engine and closes the store. A second call does nothing.
func (t *trial) close() error {
	if t.st == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	err := errors.Join(t.rt.Stop(ctx), t.st.Close())
	t.st = nil
	return err
}

// expect checks that the store holds exactly n runs, and that all have this status.
func (t *trial) expect(ctx context.Context, n int, status store.Status) error {
	found, err := t.count(ctx, status)
	if err == nil && found != n {
		err = fmt.Errorf("the store holds %d runs, not %d", found, n)
	}
	return err
}

// count returns how many runs the store holds. All must have this status.
func (t *trial) count(ctx context.Context, status store.Status) (found int, err error) {
	err = t.runs(ctx, func(run store.Run) error {
		found++
		if run.Status != status {
			return fmt.Errorf("run %q is %v, not %v", run.WorkflowID, run.Status, status)
		}
		return nil
	})
	return found, err
}

// expectBoth checks that the store holds exactly so many open runs and so many that have
// completed.
func (t *trial) expectBoth(ctx context.Context, open, completed int) error {
	found := map[store.Status]int{store.Open: 0, store.Completed: 0}
	err := t.runs(ctx, func(run store.Run) error {
		found[run.Status]++
		return nil
	})
	if want := map[store.Status]int{store.Open: open, store.Completed: completed}; err == nil && !maps.Equal(found, want) {
		err = fmt.Errorf("the store holds runs %v, not %v", found, want)
	}
	return err
}

// runs calls do for every run in the store.
func (t *trial) runs(ctx context.Context, do func(store.Run) error) error {
	for q := (store.Query{Namespace: "default", Limit: store.MaxPage}); ; {
		page, err := t.st.Runs(ctx, q)
		if err != nil {
			return err
		}
		for _, run := range page.Runs {
			if err := do(run); err != nil {
				return err
			}
		}
		if q.Cursor = page.Next; q.Cursor == "" {
			return nil
		}
	}
}
