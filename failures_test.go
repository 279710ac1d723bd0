package reprise_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/store/sqlite"
	"github.com/reprise-run/reprise/workflow"
)

// logbook is a log for inspection.
type logbook struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *logbook) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *logbook) config() reprise.Config {
	cfg := quiet()
	cfg.Logger = slog.New(slog.NewTextHandler(j, nil))
	return cfg
}

// with returns the lines that contain all of text.
func (j *logbook) with(text ...string) (lines []string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for line := range strings.Lines(j.text.String()) {
		has := true
		for _, s := range text {
			has = has && strings.Contains(line, s)
		}
		if has {
			lines = append(lines, line)
		}
	}
	return lines
}

// The log shows each failed attempt, when the next one comes, and where a panic came from.
func TestTheLogTellsOfFailedAttempts(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		var log logbook
		refuse := activity.New("refuse", func(context.Context, int) (int, error) { return 0, errors.New("card refused") },
			activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: 3}})
		crash := activity.New("crash", func(context.Context, map[string]int) (int, error) {
			var none *activity.Info
			return none.Attempt, nil
		}, activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: 1}})
		deaf := activity.New("deaf", func(ctx context.Context, _ int) (int, error) {
			if activity.GetInfo(ctx).Attempt == 1 {
				<-time.After(3 * time.Second) // bubble time
			}
			return 0, nil
		}, activity.Policy{StartToClose: time.Second})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			_, _ = workflow.Execute(ctx, refuse, 0).Get(ctx)
			_, _ = workflow.Execute(ctx, crash, nil).Get(ctx)
			return workflow.Execute(ctx, deaf, 0).Get(ctx)
		})
		rt := startRuntime(t, st, log.config(), w, refuse, crash, deaf)
		run, err := reprise.Start(t.Context(), rt, w, 0, reprise.ID("order-1"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := run.Result(t.Context()); err != nil {
			t.Error(err)
		}
		for _, want := range [][]string{
			{"level=WARN", "will retry", "activity=refuse", "workflow_id=order-1", "attempt=1", "next_attempt=2", "next_in=", "card refused"},
			{"level=WARN", "will retry", "activity=refuse", " attempt=2 "},
			{"level=ERROR", "failed and is not retried", "activity=refuse", "attempt=3", "card refused"},
			{"level=ERROR", "failed and is not retried", "activity=crash", "nil pointer", "failures_test.go:"},
			{"level=WARN", "its function has not returned", "activity=deaf", "attempt=1", "next_attempt=2"},
		} {
			if got := log.with(want...); len(got) != 1 {
				t.Errorf("%d lines with %q:\n%s", len(got), want, &log.text)
			}
		}
	})
}

// The log of a storm of failures stays readable.
func TestTheLogOfAStormIsShort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log logbook
		refuse := activity.New("refuse", func(context.Context, int) (int, error) { return 0, errors.New("card refused") },
			activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: 2, InitialInterval: 15 * time.Second, MaxInterval: 15 * time.Second}})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) { return workflow.Execute(ctx, refuse, 0).Get(ctx) })
		rt := startRuntime(t, newMemory(), log.config(), w, refuse)
		var runs []reprise.Handle[int]
		for range 200 {
			run, err := reprise.Start(t.Context(), rt, w, 0)
			if err != nil {
				t.Fatal(err)
			}
			runs = append(runs, run)
		}
		for _, run := range runs {
			if _, err := run.Result(t.Context()); err == nil {
				t.Error("it passes")
			}
		}
		if again, last := len(log.with("will retry")), len(log.with("failed and is not retried")); again < 10 || again > 13 || last < 10 || last > 13 {
			t.Errorf("%d and %d lines of 200 each", again, last)
		}
	})
}

// A caller that waits for a run that nobody runs is told why, and not only that its time is over.
func TestAWaitInVainSaysWhy(t *testing.T) {
	w := workflow.New("w", func(workflow.Context, int) (int, error) { return 0, nil })
	other := workflow.New("other", func(workflow.Context, int) (int, error) { return 0, nil })
	onEachStore(t, func(t *testing.T, st store.Store) {
		idle, err := reprise.New(st, quiet(), w)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = idle.Stop(bounded(t)) }()
		if err := waitInVain(t, idle, w); !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "Start") {
			t.Errorf("of a Runtime that was not started: %v", err)
		}
	})
	t.Run("a queue, a workflow", func(t *testing.T) {
		log := make(lines, 1000)
		cfg := quiet()
		cfg.Logger = slog.New(slog.NewTextHandler(log, nil))
		rt := startRuntime(t, openFile(t, filepath.Join(t.TempDir(), "x.db")), cfg, w)
		if err := waitInVain(t, rt, w, reprise.OnQueue("parcels")); err == nil || !strings.Contains(err.Error(), `no live worker serves queue "parcels": add it to Config.Queues`) {
			t.Errorf("of a queue that nobody serves: %v", err)
		}
		log.until(t, bounded(t), "level=WARN", `serves queue \"parcels\"`)
		if err := waitInVain(t, rt, other); err == nil || !strings.Contains(err.Error(), `no live worker binds workflow "other": pass its binding to reprise.New`) {
			t.Errorf("of a workflow that nobody binds: %v", err)
		}
		log.until(t, bounded(t), "level=WARN", `binds workflow \"other\"`)
	})
}

// A process that is only a client also reports that nobody takes what it started.
func TestAClientSaysThatNobodyTakesItsStart(t *testing.T) {
	ctx := bounded(t)
	other := workflow.New("other", func(workflow.Context, int) (int, error) { return 0, nil })
	log := make(lines, 1000)
	cfg := quiet()
	cfg.Logger = slog.New(slog.NewTextHandler(log, nil))
	client, err := reprise.New(openFile(t, filepath.Join(t.TempDir(), "x.db")), cfg, other)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = client.Stop(ctx) }()
	if _, err := reprise.Start(ctx, client, other, 0); err != nil {
		t.Fatal(err)
	}
	log.until(t, ctx, "level=WARN", "no worker takes a run that was started", "workflow=other")
}

// A client that started the run in a transaction logs it too, after the commit, and so does a worker. So do both for many runs at
// once.
func TestTheLogSaysThatNobodyTakesAStartInATransaction(t *testing.T) {
	ctx := bounded(t)
	w := workflow.New("w", func(workflow.Context, int) (int, error) { return 0, nil })
	for _, works := range []bool{false, true} {
		t.Run(fmt.Sprintf("worker %t", works), func(t *testing.T) {
			log := make(lines, 1000)
			cfg := quiet()
			cfg.Logger = slog.New(slog.NewTextHandler(log, nil))
			rt, err := reprise.New(openFile(t, filepath.Join(t.TempDir(), "x.db")), cfg, w)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = rt.Stop(ctx) }()
			if works {
				if err := rt.Start(ctx); err != nil {
					t.Fatal(err)
				}
			}
			err = sqlite.InTxFunc(ctx, rt, func(ctx context.Context, _ *sqlite.Tx, c *reprise.Tx) error {
				_, err := reprise.Start(ctx, c, w, 0, reprise.OnQueue("parcels"))
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			log.until(t, ctx, "level=WARN", "no worker takes a run that was started", "queue=parcels")

			on := func(queue string) func(int, int) []reprise.StartOption {
				return func(int, int) []reprise.StartOption { return []reprise.StartOption{reprise.OnQueue(queue)} }
			}
			if _, err := reprise.StartAll(ctx, rt, w, []int{1, 2}, on("letters")); err != nil {
				t.Fatal(err)
			}
			log.until(t, ctx, "level=WARN", "no worker takes a run that was started", "queue=letters")
			err = sqlite.InTxFunc(ctx, rt, func(ctx context.Context, _ *sqlite.Tx, c *reprise.Tx) error {
				_, err := reprise.StartAll(ctx, c, w, []int{1, 2}, on("boxes"))
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			log.until(t, ctx, "level=WARN", "no worker takes a run that was started", "queue=boxes")
		})
	}
}

// An activity whose time ends before any attempt begins has failed for good: the log says so.
func TestTheLogTellsOfAnActivityThatWasNeverBegun(t *testing.T) {
	ctx := bounded(t)
	log := make(lines, 1000)
	cfg := quiet()
	cfg.Logger = slog.New(slog.NewTextHandler(log, nil))
	far := activity.New("far", func(context.Context, int) (int, error) { return 1, nil }, activity.Policy{Queue: "nobody", ScheduleToClose: 50 * time.Millisecond})
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) { return workflow.Execute(ctx, far, 0).Get(ctx) })
	rt := startRuntime(t, memory.New(), cfg, w, far)
	run := begin(t, rt, w, 0, "order-1")
	if _, err := run.Result(ctx); err == nil {
		t.Error("it has not failed")
	}
	log.until(t, ctx, "level=ERROR", "failed and is not retried", "activity=far", "workflow_id=order-1")
}

func waitInVain(t *testing.T, c reprise.Client, w workflow.Definition[int, int], opts ...reprise.StartOption) error {
	t.Helper()
	for i := range 2 { // logged only once
		run, err := reprise.Start(bounded(t), c, w, 0, append(opts, reprise.ID(fmt.Sprint(w.Definition().Name(), i)))...)
		if err != nil {
			t.Fatal(err)
		}
		if i == 1 {
			// A busy machine may not get to look for the reason in so little time.
			for wait := 50 * time.Millisecond; ; wait *= 2 {
				ctx, cancel := context.WithTimeout(t.Context(), wait)
				_, err = run.Result(ctx)
				cancel()
				if err == nil || wait > time.Minute || !strings.HasSuffix(err.Error(), context.DeadlineExceeded.Error()) {
					return err
				}
			}
		}
	}
	return nil
}
