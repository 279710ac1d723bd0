package reprise_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// A worker that can run little, although its slots say otherwise, joins one that has room for
// everything. The fleet's throughput does not drop: the new worker gets only what it can run.
func TestAWorkerIsGivenNoMoreThanItsBoundsLetItRun(t *testing.T) {
	for name, bound := range map[string]func(*reprise.Config){
		"a bounded queue": func(cfg *reprise.Config) { cfg.Queues = []reprise.Queue{{Name: "default", PerWorker: 2}} },
		"few runs":        func(cfg *reprise.Config) { cfg.Runs = 2 },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStill(t)
				const runs, period, seconds = 40, 500 * time.Millisecond, 10
				s.cfg.Activities = runs
				count := &shares{steps: map[string]int{}}
				step := s.step(period)
				w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
					for {
						if _, err := workflow.Execute(ctx, step, 0).Get(ctx); err != nil {
							return 0, err
						}
					}
				})
				s.cfg.Observer = count.observer("all")
				first := startRuntime(t, s.store, s.cfg, w, step)
				for i := range runs {
					begin(t, first, w, 0, fmt.Sprint("r", i))
				}
				cfg := s.cfg
				bound(&cfg)
				startRuntime(t, s.store, cfg, w, step)
				s.pass(10 * time.Second)
				count.take()
				s.pass(seconds * time.Second)
				steps, _ := count.take()
				most := runs * int(seconds*time.Second/period)
				if n := steps["all"]; n < most*97/100 {
					t.Errorf("the two make %d steps in %d s; the first one alone makes %d", n, seconds, most)
				}
				for i := range runs {
					if err := reprise.Cancel(t.Context(), first, fmt.Sprint("r", i), "done"); err != nil {
						t.Fatal(err)
					}
				}
				s.pass(3 * time.Second)
			})
		})
	}
}

// deafening is a store that fails one tick: the first that reports load to peers.
type deafening struct {
	store.Store
	failed atomic.Bool
}

func (d *deafening) Tick(ctx context.Context, q store.Tick) (store.Ticked, error) {
	if q.Tell && q.Load.Held > 0 && d.failed.CompareAndSwap(false, true) {
		return store.Ticked{}, store.ErrTransient
	}
	return d.Store.Tick(ctx, q)
}

// The tick that reports a worker's load to its peers fails. The next one reports it.
func TestPeersHearOfALoadAlthoughTheTickThatToldItFailed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStill(t)
		long := activity.New("long", func(ctx context.Context, _ int) (int, error) { <-ctx.Done(); return 0, context.Cause(ctx) })
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) { return workflow.Execute(ctx, long, 0).Get(ctx) })
		st := &deafening{Store: s.store}
		busy, idle := startRuntime(t, st, s.cfg, w, long), startRuntime(t, s.store, s.cfg, w, long)
		s.pass(2 * time.Second) // the workers know each other
		const runs = 30
		for i := range runs {
			begin(t, busy, w, 0, fmt.Sprint("r", i))
		}
		s.pass(3 * time.Second) // the next renewal is much later
		if !st.failed.Load() {
			t.Fatal("no tick told of the load")
		}
		f := store.Filter{Namespace: "default", Queues: []string{"default"}, Workflows: []string{"w"}, Activities: []string{"long"}, Build: "test"}
		ticked, err := s.store.Tick(t.Context(), store.Tick{Worker: idle.WorkerID(), Filter: f})
		if err != nil {
			t.Fatal(err)
		}
		if len(ticked.Peers) != 1 || ticked.Peers[0].Load.Held < runs/2 {
			t.Errorf("the peers of the idle worker are %+v; the other one holds %d runs", ticked.Peers, runs)
		}
		for i := range runs {
			if err := reprise.Cancel(t.Context(), busy, fmt.Sprint("r", i), "done"); err != nil {
				t.Fatal(err)
			}
		}
		s.pass(3 * time.Second)
	})
}

// A row that this worker must not run comes back to it again and again. The log mentions its
// activity once.
func TestAnActivityBoundToTheWrongFunctionIsLoggedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStill(t)
		said := &counting{of: "bound to an ordinary function"}
		s.cfg.Logger = slog.New(said)
		pay := payment.Bind(func(ctx workflow.Context, line string) (int, error) {
			return workflow.Execute(ctx, debitOnce, line).Get(ctx)
		})
		ordinary := activity.New("debit", func(context.Context, string) (int, error) { return 0, nil })
		rt := startRuntime(t, s.store, s.cfg, pay, ordinary)
		for i := range 3 {
			begin(t, rt, payment, "10", fmt.Sprint("r", i))
		}
		s.pass(5 * time.Minute)
		if n := said.n.Load(); n != 1 {
			t.Errorf("it was logged %d times", n)
		}
	})
}

// counting is a log handler that counts the lines with a text.
type counting struct {
	of string
	n  atomic.Int32
}

func (c *counting) Handle(_ context.Context, r slog.Record) error {
	if strings.Contains(r.Message, c.of) {
		c.n.Add(1)
	}
	return nil
}

func (c *counting) Enabled(context.Context, slog.Level) bool { return true }
func (c *counting) WithAttrs([]slog.Attr) slog.Handler       { return c }
func (c *counting) WithGroup(string) slog.Handler            { return c }
