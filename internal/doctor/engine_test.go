package doctor_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/internal/doctor"
	"github.com/reprise-run/reprise/store/sqlite"
	"github.com/reprise-run/reprise/workflow"
)

// The busy workflow has at any moment something of each kind outstanding: eager
// activities, such as became rows because they fail, rows from the start, timers that
// fire and timers that are cancelled, signals.
var (
	busy   = workflow.Define[int, int]("busy")
	nudge  = workflow.DefineSignal[int]("nudge")
	quick  = activity.Define[int, int]("quick", activity.Policy{})
	flaky  = activity.Define[int, int]("flaky", activity.Policy{Retry: activity.RetryPolicy{InitialInterval: time.Millisecond, MaxInterval: time.Millisecond, MaxAttempts: activity.Unlimited}})
	beaten = activity.Define[int, int]("beaten", activity.Policy{HeartbeatTimeout: time.Minute})
)

const rounds = 2

func doBusy(ctx workflow.Context, n int) (int, error) {
	for i := range rounds {
		inner, cancel := workflow.WithCancel(ctx)
		futures := []workflow.Future[int]{
			workflow.Execute(ctx, quick, n), workflow.Execute(ctx, flaky, n), workflow.Execute(ctx, beaten, n), workflow.Execute(inner, beaten, n),
		}
		late := workflow.Go(inner, func(ctx workflow.Context) (int, error) { return 0, workflow.Sleep(ctx, time.Hour) })
		if err := workflow.Sleep(ctx, time.Duration(n+i)*time.Millisecond); err != nil {
			return 0, err
		}
		cancel()
		if _, err := late.Get(ctx); err == nil {
			return 0, errors.New("an hour has passed")
		}
		for j, f := range futures[:3] {
			if _, err := f.Get(ctx); err != nil {
				return j, err
			}
		}
		if _, err := workflow.Receive(ctx, nudge, workflow.Within(time.Hour)); err != nil {
			return 0, err
		}
	}
	return n, nil
}

// At no moment of an engine that runs, is stopped and started again, is anything found.
func TestNothingIsFoundBesideABusyEngine(t *testing.T) {
	const runs = 8
	path := filepath.Join(t.TempDir(), "busy.db")
	visitor := opened(t, path)
	done := make(chan struct{})
	var work sync.WaitGroup
	work.Go(func() {
		defer close(done)
		for start := range rounds + 1 { // what one leaves under way, the next one goes on with
			if err := engineOn(t, path, runs, start); err != nil {
				t.Error(err)
				return
			}
		}
	})
	visits := 0
	for ended := false; !ended; visits++ {
		select {
		case <-done:
			ended = true // once more, when all is quiet
		default:
		}
		_, err := doctor.Examine(t.Context(), visitor, doctor.Options{}, func(f doctor.Finding) error {
			t.Error(show(f))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	work.Wait()
	t.Logf("%d visits", visits)
}

func opened(t *testing.T, path string) *sqlite.Store {
	t.Helper()
	st, err := sqlite.Open(t.Context(), path, sqlite.Options{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	return st
}

// engineOn is an engine at work on a file until every run was started, or has had a signal,
// whether it has taken it or not; the last one works until the runs have ended.
func engineOn(t *testing.T, path string, runs, start int) (err error) {
	ctx := t.Context()
	st, err := sqlite.Open(ctx, path, sqlite.Options{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	tried := 0
	var mu sync.Mutex
	fails := func(context.Context, int) (int, error) {
		mu.Lock()
		defer mu.Unlock()
		if tried++; tried%3 != 0 {
			return 0, errors.New("not yet")
		}
		return 0, nil
	}
	succeeds := func(context.Context, int) (int, error) { return 0, nil }
	rt, err := reprise.New(st, reprise.Config{Activities: 8, Logger: slog.New(slog.DiscardHandler)},
		busy.Bind(doBusy), quick.Bind(succeeds), flaky.Bind(fails), beaten.Bind(succeeds), nudge)
	if err != nil {
		return err
	}
	if err := rt.Start(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rt.Stop(context.WithoutCancel(ctx))) }()
	for i := range runs {
		id := fmt.Sprint("run-", i)
		if start == 0 {
			if _, err := reprise.Start(ctx, rt, busy, i, reprise.ID(id)); err != nil {
				return err
			}
			continue
		}
		if err := reprise.Signal(ctx, rt, id, nudge, i); err != nil {
			return err
		}
		if start < rounds {
			continue
		}
		run, err := reprise.Get(ctx, rt, busy, id)
		if err != nil {
			return err
		}
		if _, err := run.Result(ctx); err != nil {
			return err
		}
	}
	return nil
}
