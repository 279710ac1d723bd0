package reprise_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

var (
	anna   = reprise.By{Who: "anna", Why: "the price list is wrong"}
	ben    = reprise.By{Who: "ben", Why: "it is corrected"}
	letGo  = workflow.DefineSignal[int]("let-go")
	paused = func(d reprise.Description) bool {
		return d.Owner == [16]byte{} && d.Blocked != nil && d.Blocked.Reason == store.ReasonPaused
	}
)

// anHour lets an hour of bubble time pass.
func anHour() { <-time.After(time.Hour) }

// steered returns the operators' actions in the history of a run.
func steered(t *testing.T, rt *reprise.Runtime, run reprise.RunID) (all []string) {
	t.Helper()
	events, err := rt.Inside().History(t.Context(), run)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if b, ok := e.Body.(*history.Steered); ok {
			all = append(all, b.Did.String()+" by "+b.Who+": "+b.Why)
		}
	}
	return all
}

// A running attempt continues, and its end waits. After the pause the workflow continues where it was.
func TestAPauseLetsAnAttemptEndAndKeepsItsResult(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := t.Context()
		var calls, steps atomic.Int32
		inside, leave := make(chan struct{}), make(chan struct{})
		pay := activity.New("pay", func(context.Context, int) (int, error) {
			calls.Add(1)
			close(inside)
			<-leave
			return 7, nil
		})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			v, err := workflow.Execute(ctx, pay, 0).Get(ctx)
			steps.Add(1)
			return v, err
		})
		rt := startRuntime(t, st, quiet(), w, pay)
		run, err := reprise.Start(ctx, rt, w, 0, reprise.ID("w"))
		if err != nil {
			t.Fatal(err)
		}
		<-inside
		if err := reprise.Pause(ctx, rt, "w", anna); err != nil {
			t.Fatal(err)
		}
		awaitRun(t, rt, "w", paused)
		close(leave)
		awaitRun(t, rt, "w", func(d reprise.Description) bool {
			return slices.ContainsFunc(d.Inbox, func(e reprise.InboxEntry) bool { return e.Kind == "activity" })
		})
		anHour()
		if d, err := reprise.Describe(ctx, rt, "w"); err != nil || d.Status != reprise.Open || steps.Load() != 0 || !strings.Contains(d.Blocked.Text, "paused by anna: the price list is wrong") {
			t.Errorf("an hour later it is %+v, %v, after %d steps; want it to be paused", d, err, steps.Load())
		}
		if err := errors.Join(reprise.Pause(ctx, rt, "w", ben), reprise.Unpause(ctx, rt, "w", ben)); err != nil {
			t.Fatal(err)
		}
		if err := reprise.Unpause(ctx, rt, "w", ben); err != nil && !errors.Is(err, reprise.ErrClosed) { // the run may have ended by now
			t.Fatal(err)
		}
		if got, err := run.Result(ctx); err != nil || got != 7 || calls.Load() != 1 {
			t.Errorf("Result = %d, %v after %d calls; want that of the only one", got, err, calls.Load())
		}
		if got, want := steered(t, rt, run.RunID()), []string{"paused by anna: the price list is wrong", "unpaused by ben: it is corrected"}; !slices.Equal(got, want) {
			t.Errorf("the history tells %q; want %q", got, want)
		}
		lint(t, st, run.RunID())
	})
}

// No attempt begins while a run is paused: neither one that waits for its time, nor one of an activity
// whose owner has died.
func TestNoAttemptBeginsWhileARunIsPaused(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := t.Context()
		var calls atomic.Int32
		pay := activity.New("pay", func(context.Context, int) (int, error) {
			if calls.Add(1) < 3 {
				return 0, errors.New("the bank is closed")
			}
			return 7, nil
		}, activity.Policy{Retry: activity.RetryPolicy{InitialInterval: time.Minute, MaxInterval: time.Minute}})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			return workflow.Execute(ctx, pay, 0).Get(ctx)
		})
		rt := startRuntime(t, st, quiet(), w, pay)
		run, err := reprise.Start(ctx, rt, w, 0, reprise.ID("w"))
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if err := reprise.Pause(ctx, rt, "w", anna); err != nil {
			t.Fatal(err)
		}
		anHour()
		d, err := reprise.Describe(ctx, rt, "w")
		if err != nil || calls.Load() != 1 || len(d.Activities) != 1 || !d.Activities[0].Paused || d.Activities[0].Ready.After(time.Now()) {
			t.Errorf("an hour later: %d calls, %+v, %v; want one call, and an activity that is ready but for the pause", calls.Load(), d, err)
		}
		if _, err := reprise.RetryNow(ctx, rt, "w", "", ben); !errors.Is(err, reprise.ErrPaused) {
			t.Errorf("RetryNow of a paused run: %v", err)
		}
		if err := reprise.Resume(ctx, rt, "w", ben); !errors.Is(err, reprise.ErrPaused) {
			t.Errorf("Resume of a paused run: %v", err)
		}
		if err := reprise.Unpause(ctx, rt, "w", ben); err != nil {
			t.Fatal(err)
		}
		before := time.Now()
		if got, err := run.Result(ctx); err != nil || got != 7 || calls.Load() != 3 {
			t.Errorf("Result = %d, %v after %d calls", got, err, calls.Load())
		}
		if took := time.Since(before); took < 30*time.Second || took > 62*time.Second {
			t.Errorf("it took %s; want one attempt at once and the next after about its minute", took)
		}
		lint(t, st, run.RunID())
	})
}

// Signals, timers and a request to cancel wait. Queries are answered, and the run can be terminated.
func TestWhatComesForAPausedRunWaits(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := t.Context()
		where := workflow.DefineQuery[workflow.None, string]("where")
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			at := "before"
			if err := workflow.HandleQuery(ctx, where, func(workflow.None) (string, error) { return at, nil }); err != nil {
				return 0, err
			}
			if err := workflow.Sleep(ctx, time.Minute); err != nil {
				return 0, err
			}
			n, err := workflow.Receive(ctx, letGo)
			if err != nil {
				return 0, err
			}
			_, err = workflow.Receive(ctx, letGo)
			return n, err
		})
		rt := startRuntime(t, st, quiet(), w)
		client, err := reprise.New(st, quiet()) // another process
		if err != nil {
			t.Fatal(err)
		}
		run, err := reprise.Start(ctx, rt, w, 0, reprise.ID("w"))
		if err != nil {
			t.Fatal(err)
		}
		if err := reprise.Pause(ctx, client, run.RunID(), anna); err != nil {
			t.Fatal(err)
		}
		if err := reprise.Signal(ctx, client, "w", letGo, 7); err != nil {
			t.Fatal(err)
		}
		anHour()
		if err := reprise.Cancel(ctx, rt, "w", "too late"); err != nil {
			t.Fatal(err)
		}
		anHour()
		if got, err := reprise.Query(ctx, rt, "w", where, workflow.None{}); err != nil || got != "before" {
			t.Errorf("the query is answered %q, %v", got, err)
		}
		d, err := reprise.Describe(ctx, rt, "w")
		if err != nil || !paused(d) || len(d.Inbox) != 4 || d.Inbox[0].Name != "paused" {
			t.Errorf("it is %+v, %v; want it to be paused, and in its inbox the pause, the signal, the timer and the cancel request", d, err)
		}
		if err := reprise.Unpause(ctx, client, "w", ben); err != nil {
			t.Fatal(err)
		}
		if _, err := run.Result(ctx); !errors.Is(err, workflow.ErrCancelled) {
			t.Errorf("Result: %v; want it to be cancelled", err)
		}
		lint(t, st, run.RunID())

		again := begin(t, rt, w, 0, "w")
		if err := errors.Join(reprise.Pause(ctx, rt, "w", anna), reprise.Terminate(ctx, rt, "w", "enough")); err != nil {
			t.Fatal(err)
		}
		if _, err := again.Result(ctx); !errors.Is(err, reprise.ErrTerminated) {
			t.Errorf("Result: %v; want it to be terminated", err)
		}
		if err := reprise.Pause(ctx, rt, "w", anna); !errors.Is(err, reprise.ErrClosed) {
			t.Errorf("Pause of a run that has ended: %v", err)
		}
	})
}

// A pause survives the worker, and another worker continues after it.
func TestAPauseSurvivesTheWorker(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := t.Context()
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) { return workflow.Receive(ctx, letGo) })
		first := startRuntime(t, st, quiet(), w)
		run := begin(t, first, w, 0, "w")
		if err := reprise.Pause(ctx, first, "w", anna); err != nil {
			t.Fatal(err)
		}
		if err := first.Stop(ctx); err != nil {
			t.Fatal(err)
		}
		second := startRuntime(t, st, quiet(), w)
		if err := reprise.Signal(ctx, second, "w", letGo, 7); err != nil {
			t.Fatal(err)
		}
		anHour()
		if d, err := reprise.Describe(ctx, second, "w"); err != nil || !paused(d) {
			t.Fatalf("it is %+v, %v; want it to be paused", d, err)
		}
		if err := reprise.Unpause(ctx, second, "w", ben); err != nil {
			t.Fatal(err)
		}
		if got, err := result(t, second, w, "w"); err != nil || got != 7 {
			t.Errorf("Result = %d, %v", got, err)
		}
		lint(t, st, run.RunID())
	})
}

// The delay of an attempt ends at once; its number and the limit do not change.
func TestRetryNowEndsTheWaitOfAnAttempt(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := t.Context()
		var attempts []int
		inside, leave := make(chan struct{}), make(chan struct{})
		pay := activity.New("pay", func(ctx context.Context, _ int) (int, error) {
			if attempts = append(attempts, activity.GetInfo(ctx).Attempt); len(attempts) == 1 {
				return 0, errors.New("the bank is closed")
			}
			close(inside)
			<-leave
			return 7, nil
		}, activity.Policy{Retry: activity.RetryPolicy{InitialInterval: time.Hour, MaxInterval: time.Hour, MaxAttempts: 2}})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			return workflow.Execute(ctx, pay, 0).Get(ctx)
		})
		rt := startRuntime(t, st, quiet(), w, pay)
		run := begin(t, rt, w, 0, "w")
		synctest.Wait()
		if n, err := reprise.RetryNow(ctx, rt, "w", "ship", ben); !errors.Is(err, reprise.ErrNotWaiting) {
			t.Errorf("RetryNow of an activity that there is not = %d, %v", n, err)
		}
		before := time.Now()
		if n, err := reprise.RetryNow(ctx, rt, "w", "pay", ben); err != nil || n != 1 {
			t.Fatalf("RetryNow = %d, %v", n, err)
		}
		<-inside
		if n, err := reprise.RetryNow(ctx, rt, "w", "pay", ben); !errors.Is(err, reprise.ErrNotWaiting) {
			t.Errorf("RetryNow of an activity that runs = %d, %v", n, err)
		}
		close(leave)
		if got, err := run.Result(ctx); err != nil || got != 7 || !slices.Equal(attempts, []int{1, 2}) || time.Since(before) > 2*time.Second {
			t.Errorf("Result = %d, %v after attempts %v and %s", got, err, attempts, time.Since(before))
		}
		if got, want := steered(t, rt, run.RunID()), []string{"retried now by ben: it is corrected"}; !slices.Equal(got, want) {
			t.Errorf("the history tells %q; want %q", got, want)
		}
		lint(t, st, run.RunID())
	})
}

func TestAnOperatorSaysWhoAndWhy(t *testing.T) {
	rt := startRuntime(t, newMemory(), quiet())
	for _, by := range []reprise.By{{}, {Who: "anna"}, {Why: "enough"}, {Who: " ", Why: "enough"}} {
		_, err := reprise.RetryNow(t.Context(), rt, "w", "", by)
		for what, err := range map[string]error{"pause": reprise.Pause(t.Context(), rt, "w", by), "unpause": reprise.Unpause(t.Context(), rt, "w", by), "retry": err, "resume": reprise.Resume(t.Context(), rt, "w", by)} {
			if !errors.Is(err, reprise.ErrNoReason) {
				t.Errorf("%s by %+v: %v", what, by, err)
			}
		}
	}
	if err := reprise.Pause(t.Context(), rt, "w", anna); !errors.Is(err, reprise.ErrNotFound) {
		t.Errorf("Pause of no run: %v", err)
	}
}

// A pause that comes while the owner rebuilds the run holds it like any other, whatever else came.
func TestAPauseHoldsARunThatIsBeingRebuilt(t *testing.T) {
	for _, again := range []bool{false, true} {
		onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
			ctx := t.Context()
			var rt *reprise.Runtime
			var begun, calls atomic.Int32
			pay := activity.New("pay", func(context.Context, int) (int, error) { return int(calls.Add(1)), nil })
			w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
				if begun.Add(1) == 2 {
					err := reprise.Pause(context.Background(), rt, "w", anna)
					if again {
						err = errors.Join(err, reprise.Unpause(context.Background(), rt, "w", ben), reprise.Pause(context.Background(), rt, "w", anna))
					}
					if err != nil {
						t.Error(err)
					}
				}
				if _, err := workflow.Receive(ctx, letGo); err != nil {
					return 0, err
				}
				return workflow.Execute(ctx, pay, 0).Get(ctx)
			})
			cfg := quiet()
			cfg.CacheBytes = -1 // so that the signal makes the worker rebuild it
			rt = startRuntime(t, st, cfg, w, pay)
			run := begin(t, rt, w, 0, "w")
			anHour()
			if err := reprise.Signal(ctx, rt, "w", letGo, 1); err != nil {
				t.Fatal(err)
			}
			anHour()
			if d, err := reprise.Describe(ctx, rt, "w"); err != nil || !paused(d) || begun.Load() < 2 || calls.Load() != 0 {
				t.Fatalf("an hour later it is %+v, %v, begun %d times, after %d calls; want it to be paused", d, err, begun.Load(), calls.Load())
			}
			if err := reprise.Unpause(ctx, rt, "w", ben); err != nil {
				t.Fatal(err)
			}
			if got, err := run.Result(ctx); err != nil || got != 1 {
				t.Errorf("Result = %d, %v", got, err)
			}
			want := []string{"paused by anna: the price list is wrong", "unpaused by ben: it is corrected"}
			if again {
				want = append(want, want...)
			}
			if got := steered(t, rt, run.RunID()); !slices.Equal(got, want) {
				t.Errorf("the history tells %q; want %q", got, want)
			}
			lint(t, st, run.RunID())
		})
	}
}

// The history names activities that were waiting, but not those that are ready and have no worker.
func TestRetryNowNamesWhatHasWaited(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := t.Context()
		pay := activity.New("pay", func(context.Context, int) (int, error) {
			return 0, errors.New("the bank is closed")
		}, activity.Policy{Retry: activity.RetryPolicy{InitialInterval: time.Hour, MaxInterval: time.Hour}})
		ship := activity.New("ship", func(context.Context, int) (int, error) { return 0, nil }, activity.Policy{Queue: "depot"})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			sent := workflow.Execute(ctx, ship, 0)
			if _, err := workflow.Execute(ctx, pay, 0).Get(ctx); err != nil {
				return 0, err
			}
			return sent.Get(ctx)
		})
		rt := startRuntime(t, st, quiet(), w, pay)
		run := begin(t, rt, w, 0, "w")
		awaitRun(t, rt, "w", func(d reprise.Description) bool { return len(d.Activities) == 2 })
		<-time.After(time.Minute)
		if n, err := reprise.RetryNow(ctx, rt, "w", "", ben); err != nil || n != 1 {
			t.Fatalf("RetryNow = %d, %v", n, err)
		}
		<-time.After(time.Minute)
		events, err := rt.Inside().History(ctx, run.RunID())
		if err != nil {
			t.Fatal(err)
		}
		var asked int64
		var named []int64
		for _, e := range events {
			switch b := e.Body.(type) {
			case *history.ActivityScheduled:
				if b.Name == "pay" {
					asked = e.Seq
				}
			case *history.Steered:
				named = append(named, b.Activities...)
			}
		}
		if !slices.Equal(named, []int64{asked}) {
			t.Errorf("the history names %d as retried; want %d, which is pay", named, asked)
		}
	})
}
