package reprise_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/budget"
	"github.com/reprise-run/reprise/internal/hooks"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

var large = workflow.DefineSignal[string]("large")

// mebibyte is a text that takes a little less than a MiB when encoded.
var mebibyte = strings.Repeat("x", 1<<20-64)

// steady is quiet for a run that must not be parked.
func steady(t *testing.T) reprise.Config {
	cfg := quiet()
	cfg.Observer = &reprise.Observer{RunBlocked: func(e reprise.RunBlocked) { t.Errorf("parked: %s: %s", e.Reason, e.Text) }}
	return cfg
}

// sends sends n large signals to a run before any worker runs it.
func sends(t *testing.T, st store.Store, w reprise.Binding, start func(*reprise.Runtime), n int, text string) {
	t.Helper()
	client, err := reprise.New(st, quiet(), w)
	if err != nil {
		t.Fatal(err)
	}
	start(client)
	for range n {
		if err := reprise.Signal(bounded(t), client, "w", large, text); err != nil {
			t.Fatal(err)
		}
	}
}

// tasksFit checks that each task of a history is within the limits.
func tasksFit(t *testing.T, st store.Store, run store.RunID) {
	t.Helper()
	bytes, from := 0, int64(1)
	for {
		rows, err := st.History(t.Context(), store.HistoryQuery{Run: run, From: from})
		if err != nil {
			t.Fatal(err)
		}
		if len(rows) == 0 {
			return
		}
		for _, row := range rows {
			header, _, err := history.DecodeRow(row.Data, row.Seq, row.N)
			if err != nil {
				t.Fatal(err)
			}
			if bytes += len(row.Data); bytes > history.MaxTaskBytes {
				t.Errorf("a task has %d bytes at event %d, at most %d are allowed", bytes, row.Seq, history.MaxTaskBytes)
			}
			if !header.Open {
				bytes = 0
			}
			from = row.Seq + int64(row.N)
		}
	}
}

// While no worker runs it, a run may receive more than one task holds. It continues all the
// same, and takes in the signals over several tasks.
func TestARunTakesInMoreSignalsThanOneTaskHolds(t *testing.T) {
	const n = 20
	w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) {
		bytes := 0
		for range n {
			s, err := workflow.Receive(ctx, large)
			if err != nil {
				return 0, err
			}
			bytes += len(s)
		}
		return bytes, nil
	})
	for _, mode := range budget.Some(t, 1, "as usual", "with replay always", "without a cache") {
		t.Run(mode, func(t *testing.T) {
			onEachStore(t, func(t *testing.T, st store.Store) {
				var run reprise.Handle[int]
				sends(t, st, w, func(c *reprise.Runtime) { run = begin(t, c, w, n, "w") }, n, mebibyte)
				cfg := steady(t)
				switch mode {
				case "with replay always":
					cfg.Clock = hooks.On(cfg.Clock, hooks.Hooks{ReplayAlways: true})
				case "without a cache":
					cfg.CacheBytes = -1
				}
				rt := startRuntime(t, st, cfg, w)
				if got, err := result(t, rt, w, "w"); err != nil || got != n*len(mebibyte) {
					t.Errorf("Result = %d, %v; want %d", got, err, n*len(mebibyte))
				}
				tasksFit(t, st, run.RunID())
				lint(t, st, run.RunID())
			})
		})
	}
}

// Results of activities that this worker ran wait only in its memory.
func TestARunTakesInMoreResultsThanOneTaskHolds(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		n := budget.Of(20, 64) // more than 16 MiB
		var inside, ended sync.WaitGroup
		inside.Add(n)
		ended.Add(n)
		make1 := activity.New("make", func(context.Context, int) (string, error) {
			inside.Done()
			inside.Wait()
			return mebibyte, nil
		})
		w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) {
			var all []workflow.Future[string]
			for i := range n {
				all = append(all, workflow.Execute(ctx, make1, i))
			}
			bytes := 0
			for _, f := range all {
				s, err := f.Get(ctx)
				if err != nil {
					return 0, err
				}
				bytes += len(s)
			}
			return bytes, nil
		})
		cfg := steady(t)
		cfg.Observer.ActivityEnded = func(reprise.ActivityEnded) { ended.Done() }
		var turns sync.Map
		cfg.Clock = hooks.On(cfg.Clock, hooks.Hooks{Turn: func(id store.RunID) {
			if _, again := turns.LoadOrStore(id, true); again {
				ended.Wait() // with the second task, all results are there
			}
		}})
		rt := startRuntime(t, st, cfg, w, make1)
		run := begin(t, rt, w, n, "w")
		if got, err := run.Result(bounded(t)); err != nil || got != n*len(mebibyte) {
			t.Errorf("Result = %d, %v; want %d", got, err, n*len(mebibyte))
		}
		tasksFit(t, st, run.RunID())
		lint(t, st, run.RunID())
	})
}

// Events that lead to more commands than one task may hold are taken in a few at a time, and
// the start alone.
func TestARunTakesInEventsThatLeadToManyCommands(t *testing.T) {
	const n, each = 20, 600
	w := workflow.New("w", func(ctx workflow.Context, first int) (int, error) {
		for i := range first {
			workflow.NewTimer(ctx, time.Duration(i+1)*time.Hour)
		}
		for range n {
			if _, err := workflow.Receive(ctx, large); err != nil {
				return 0, err
			}
			for i := range each {
				workflow.NewTimer(ctx, time.Duration(i+1)*time.Hour)
			}
		}
		return n, nil
	})
	for _, first := range []int{0, 9_900} {
		onEachStore(t, func(t *testing.T, st store.Store) {
			var run reprise.Handle[int]
			sends(t, st, w, func(c *reprise.Runtime) { run = begin(t, c, w, first, "w") }, n, "")
			rt := startRuntime(t, st, steady(t), w)
			if got, err := result(t, rt, w, "w"); err != nil || got != n {
				t.Errorf("Result = %d, %v; want %d", got, err, n)
			}
			lint(t, st, run.RunID())
		})
	}
}

// A run that ends before it has taken in every signal counts the rest as undelivered.
func TestSignalsThatWaitForALaterTaskAreUndeliveredWhenTheRunEnds(t *testing.T) {
	const n = 20
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		s, err := workflow.Receive(ctx, large)
		return len(s), err
	})
	onEachStore(t, func(t *testing.T, st store.Store) {
		var run reprise.Handle[int]
		sends(t, st, w, func(c *reprise.Runtime) { run = begin(t, c, w, 0, "w") }, n, mebibyte)
		rt := startRuntime(t, st, steady(t), w)
		if got, err := result(t, rt, w, "w"); err != nil || got != len(mebibyte) {
			t.Errorf("Result = %d, %v; want %d", got, err, len(mebibyte))
		}
		if d, err := st.Run(t.Context(), store.Ref{Run: run.RunID()}); err != nil || d.Undelivered != n-1 {
			t.Errorf("%d signals are undelivered, %v; want %d", d.Undelivered, err, n-1)
		}
		tasksFit(t, st, run.RunID())
		lint(t, st, run.RunID())
	})
}

// An inbox is bounded in bytes for senders, and every accepted signal is received.
func TestAnInboxFullOfLargeSignalsRefusesSendersAndIsReceived(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		var first sync.Once
		received := make(chan struct{})
		w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) {
			bytes := 0
			for range n {
				s, err := workflow.Receive(ctx, large)
				if err != nil {
					return 0, err
				}
				first.Do(func() { close(received) })
				bytes += len(s)
			}
			return bytes, nil
		})
		client, err := reprise.New(st, quiet(), w)
		if err != nil {
			t.Fatal(err)
		}
		const n = store.MaxUnreadBytes>>20 + 1 // each is a little more than a MiB, so this one more is refused
		run := begin(t, client, w, n, "w")
		for i := range n {
			if err := reprise.Signal(ctx, client, "w", large, mebibyte+strings.Repeat("x", 64)); err != nil && i < n-1 {
				t.Fatalf("signal %d: %v", i+1, err)
			} else if i == n-1 && (!errors.Is(err, reprise.ErrInboxFull) || !strings.Contains(err.Error(), "64 MiB")) {
				t.Errorf("signal %d: %v; want an ErrInboxFull that names the limit", i+1, err)
			}
		}
		rt := startRuntime(t, st, steady(t), w)
		<-received // the next commit makes room
		for {
			err := reprise.Signal(ctx, client, "w", large, mebibyte+strings.Repeat("x", 64))
			if err == nil {
				break
			}
			if !errors.Is(err, reprise.ErrInboxFull) {
				t.Fatal(err)
			}
		}
		if got, err := result(t, rt, w, "w"); err != nil || got != n*1<<20 {
			t.Errorf("Result = %d, %v; want %d", got, err, n*1<<20)
		}
		tasksFit(t, st, run.RunID())
		lint(t, st, run.RunID())
	})
}
