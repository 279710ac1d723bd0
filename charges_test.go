package reprise_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/workflow"
)

// Tests of the rules about attempts, retries, history and replay.

// Each way in which an attempt can end either consumes it or does not. The cases
// cover all ways.
func TestWhatConsumesAnAttempt(t *testing.T) {
	for _, c := range []struct {
		how  string
		want int // the attempt that ends the activity
	}{
		{"fails", 2},
		{"panics", 2},
		{"takes too long", 2},
		{"its worker dies", 2},
		{"its worker stops", 1},
	} {
		for kind, heartbeat := range map[string]time.Duration{"eager": 0, "row": time.Hour} {
			t.Run(c.how+"/"+kind, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					ctx := bounded(t)
					s := newStill(t)
					st, cfg := store.Store(s.store), quiet()
					inside := make(chan struct{})
					var calls atomic.Int32
					policy := activity.Policy{StartToClose: activity.NoLimit, HeartbeatTimeout: heartbeat, Retry: quick}
					if c.how == "takes too long" {
						policy.StartToClose, cfg = 2*time.Hour, s.cfg
					} else {
						st = newMemory()
					}
					act := activity.New("act", func(ctx context.Context, _ int) (int, error) {
						if calls.Add(1) > 1 {
							return activity.GetInfo(ctx).Attempt, nil
						}
						close(inside)
						switch c.how {
						case "fails":
							return 0, errors.New("not today")
						case "panics":
							panic("ouch")
						}
						<-ctx.Done()
						return 0, context.Cause(ctx)
					}, policy)
					w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
						return workflow.Execute(ctx, act, 0).Get(ctx)
					})
					rt, life := process(t, st, cfg, w, act)
					run := begin(t, rt, w, 0, "w")
					<-inside
					switch c.how {
					case "takes too long":
						s.pass(cmp.Or(heartbeat, policy.StartToClose))
						s.until(rt, "w", func(d reprise.Description) bool {
							return len(d.Activities) == 1 && d.Activities[0].Attempt == 1 && !d.Activities[0].Running
						})
						s.pass(time.Second) // the delay before attempt 2
					case "its worker dies":
						life.kill()
						condemn(t, st, rt)
						rt = startRuntime(t, st, cfg, w, act)
					case "its worker stops":
						if err := rt.Stop(ctx); err != nil {
							t.Fatal(err)
						}
						rt = startRuntime(t, st, cfg, w, act)
					}
					if got, err := result(t, rt, w, "w"); err != nil || got != c.want {
						t.Errorf("the activity ended with attempt %d, %v; want %d", got, err, c.want)
					}
					lint(t, st, run.RunID())
				})
			})
		}
	}
}

// A run is parked because its code is wrong. That consumes no attempt of its
// activities: the activity continues, and its result counts.
func TestParkingARunConsumesNoAttempt(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		inside, release := make(chan struct{}), make(chan struct{})
		var calls atomic.Int32
		var fixed atomic.Bool
		act := activity.New("act", func(ctx context.Context, _ int) (int, error) {
			calls.Add(1)
			close(inside)
			<-release
			return activity.GetInfo(ctx).Attempt, nil
		}, activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: 1}})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			f := workflow.Execute(ctx, act, 0)
			if _, err := workflow.Receive(ctx, approve); err != nil {
				return 0, err
			}
			if !fixed.Load() {
				panic("a bug")
			}
			return f.Get(ctx)
		})
		rt := startRuntime(t, st, quiet(), w, act)
		run := begin(t, rt, w, 0, "w")
		<-inside
		if err := reprise.Signal(ctx, rt, "w", approve, approval{}); err != nil {
			t.Fatal(err)
		}
		awaitRun(t, rt, "w", func(d reprise.Description) bool { return d.Blocked != nil })
		close(release)
		awaitRun(t, rt, "w", func(d reprise.Description) bool { return len(d.Activities) == 0 })
		fixed.Store(true)
		if err := reprise.Resume(ctx, rt, "w", ben); err != nil {
			t.Fatal(err)
		}
		if got, err := run.Result(ctx); err != nil || got != 1 || calls.Load() != 1 {
			t.Fatalf("Result = %d, %v after %d calls; want attempt 1 of one call", got, err, calls.Load())
		}
		lint(t, st, run.RunID())
	})
}

// A blocked run is retried ever more rarely, not in a loop. Its history does not
// change.
func TestABlockedRunIsTriedEverMoreRarely(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStill(t)
		ctx := bounded(t)
		s.cfg.Build = "v1"
		v1, err := reprise.New(s.store, s.cfg, flow.Bind(aThenWait), stepA.Bind(add(1)), stepB.Bind(add(10)))
		if err != nil {
			t.Fatal(err)
		}
		if err := v1.Start(ctx); err != nil {
			t.Fatal(err)
		}
		run := begin(t, v1, flow, 0, "f")
		s.until(v1, "f", func(d reprise.Description) bool { return strings.Contains(d.Waiting, "signal approve") })
		if err := v1.Stop(ctx); err != nil {
			t.Fatal(err)
		}
		rows := func() []store.Row {
			t.Helper()
			rows, err := s.store.History(ctx, store.HistoryQuery{Run: run.RunID()})
			if err != nil {
				t.Fatal(err)
			}
			return rows
		}
		before := rows()
		blocked := make(chan struct{}, 1)
		s.cfg.Build = "v2"
		s.cfg.Observer = &reprise.Observer{RunBlocked: func(reprise.RunBlocked) { blocked <- struct{}{} }}
		v2 := startRuntime(t, s.store, s.cfg, flow.Bind(changed), stepA.Bind(add(1)), stepB.Bind(add(10)))
		if err := reprise.Signal(ctx, v2, "f", approve, approval{}); err != nil {
			t.Fatal(err)
		}
		want := time.Second
		for i := range 12 {
			<-blocked
			d, err := reprise.Describe(ctx, v2, "f")
			if err != nil {
				t.Fatal(err)
			}
			if d.Blocked == nil || d.Blocked.Count != i+1 || d.Blocked.Until.Sub(s.clock.Now()) != want {
				t.Fatalf("block %d is %+v; want it to last %v", i+1, d.Blocked, want)
			}
			s.pass(want)
			want = min(2*want, 10*time.Minute)
		}
		<-blocked
		same := func(a, b store.Row) bool { return a.Seq == b.Seq && bytes.Equal(a.Data, b.Data) }
		if after := rows(); !slices.EqualFunc(before, after, same) {
			t.Errorf("the history has %d rows, had %d before the wrong code came; want the same", len(after), len(before))
		}
	})
}

// A result is ready, but the store does not accept it. It is written again, as often
// as necessary. The activity does not run again, and the run does not fail.
func TestAFailedWriteNeitherRepeatsAStepNorFailsARun(t *testing.T) {
	for name, fault := range map[string]storetest.Fault{
		"refused":          {Kind: storetest.FailBefore},
		"no room":          {Kind: storetest.FailBefore, Err: store.ErrFull},
		"never arrived":    {Kind: storetest.LoseCall},
		"nobody heard":     {Kind: storetest.LoseAnswer},
		"arrived too late": {Kind: storetest.DelayAfter},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := bounded(t)
			shared := newMemory()
			var failures, calls, steps atomic.Int32
			st := storetest.Faulty(shared, func(c storetest.Call) storetest.Fault {
				if c.Apply > 0 && failures.Add(-1) >= 0 {
					return fault
				}
				return storetest.Fault{}
			})
			act := activity.New("act", func(context.Context, int) (int, error) {
				failures.Store(3)
				return int(calls.Add(1)), nil
			}, activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: 1}})
			w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
				v, err := workflow.Execute(ctx, act, 0).Get(ctx)
				steps.Add(1)
				return v, err
			})
			rt := startRuntime(t, st, hurried(), w, act)
			run := begin(t, rt, w, 0, "w")
			if got, err := run.Result(ctx); err != nil || got != 1 || calls.Load() != 1 {
				t.Errorf("Result = %d, %v after %d calls; want 1 after 1", got, err, calls.Load())
			}
			if failures.Load() == 3 {
				t.Error("the store did not fail")
			}
			if n := steps.Load(); n != 1 {
				t.Errorf("the workflow has taken the step %d times; want once, and its write again", n)
			}
			lint(t, shared, run.RunID())
		})
	}
}

// A history that is unreadable for a moment does not fail the run.
func TestAFailedReadDoesNotFailARun(t *testing.T) {
	ctx := bounded(t)
	shared := newMemory()
	var failures atomic.Int32
	st := storetest.Faulty(shared, func(c storetest.Call) storetest.Fault {
		if c.Method == "History" && failures.Add(-1) >= 0 {
			return storetest.Fault{Kind: storetest.FailBefore}
		}
		return storetest.Fault{}
	})
	evicted := make(chan struct{}, 10)
	cfg := hurried()
	cfg.CacheBytes = -1
	cfg.Observer = &reprise.Observer{
		RunEvicted: func(reprise.RunEvicted) { evicted <- struct{}{} },
		RunBlocked: func(e reprise.RunBlocked) { t.Errorf("parked: %s: %s", e.Reason, e.Text) },
	}
	rt := startRuntime(t, st, cfg, waitSign.Bind(signed))
	run := begin(t, rt, waitSign, "x", "w")
	<-evicted
	failures.Store(2)
	if err := reprise.Signal(ctx, rt, "w", approve, approval{By: "me"}); err != nil {
		t.Fatal(err)
	}
	if got, err := run.Result(ctx); err != nil || got != "x: false by me" {
		t.Fatalf("Result = %q, %v", got, err)
	}
	if failures.Load() > 0 {
		t.Error("the store did not fail")
	}
}

// A caller's write that meets a conflict is retried. One that never succeeds ends in
// an error of a known kind, and leaves nothing behind.
func TestACallersWriteIsTriedAgainAndThenAnswered(t *testing.T) {
	ctx := bounded(t)
	shared := newMemory()
	var failures atomic.Int32
	st := storetest.Faulty(shared, func(c storetest.Call) storetest.Fault {
		if c.Apply > 0 && failures.Add(-1) >= 0 {
			return storetest.Fault{Kind: storetest.FailBefore}
		}
		return storetest.Fault{}
	})
	client, err := reprise.New(st, hurried())
	if err != nil {
		t.Fatal(err)
	}
	failures.Store(3)
	if _, err := reprise.Start(ctx, client, waitSign, "x", reprise.ID("now and then")); err != nil {
		t.Errorf("Start, refused three times: %v; want success", err)
	}
	failures.Store(1 << 30)
	if _, err := reprise.Start(ctx, client, waitSign, "x", reprise.ID("never")); !errors.Is(err, store.ErrTransient) {
		t.Errorf("Start, refused for ever: %v; want store.ErrTransient", err)
	}
	failures.Store(0)
	if _, err := reprise.Describe(ctx, client, "never"); !errors.Is(err, reprise.ErrNotFound) {
		t.Errorf("Describe of what was never started: %v; want ErrNotFound", err)
	}
}

// A workflow's log lines appear once, however often the run is rebuilt.
func TestLogLinesAreNotRepeatedByReplay(t *testing.T) {
	ctx := bounded(t)
	var mu sync.Mutex
	var text bytes.Buffer
	replayed := make(chan int, 10)
	cfg := hurried()
	cfg.CacheBytes = -1
	cfg.Logger = slog.New(slog.NewTextHandler(writer(func(p []byte) (int, error) {
		mu.Lock()
		defer mu.Unlock()
		return text.Write(p)
	}), nil))
	cfg.Observer = &reprise.Observer{RunReplayed: func(e reprise.RunReplayed) { replayed <- e.Events }}
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		for i := range 3 {
			workflow.Logger(ctx).Info("before", "round", i)
			if _, err := workflow.Receive(ctx, approve); err != nil {
				return 0, err
			}
			workflow.Logger(ctx).Info("behind", "round", i)
		}
		return 0, nil
	})
	rt := startRuntime(t, newMemory(), cfg, w)
	run := begin(t, rt, w, 0, "w")
	for range 3 {
		awaitRun(t, rt, "w", func(d reprise.Description) bool {
			return d.Unread == 0 && d.Owner == store.WorkerID{} && d.Waiting != ""
		})
		if err := reprise.Signal(ctx, rt, "w", approve, approval{}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := run.Result(ctx); err != nil {
		t.Fatal(err)
	}
	if s := rt.Stats(); s.Rebuilds < 3 {
		t.Errorf("%d rebuilds; want the run rebuilt for each signal", s.Rebuilds)
	}
	mu.Lock()
	defer mu.Unlock()
	for i := range 3 {
		for _, line := range []string{"before", "behind"} {
			if n := strings.Count(text.String(), fmt.Sprintf("msg=%s run_id=%s workflow_id=w workflow=w round=%d", line, run.RunID(), i)); n != 1 {
				t.Errorf("%q of round %d was logged %d times; want once:\n%s", line, i, n, text.String())
			}
		}
	}
}

type writer func([]byte) (int, error)

func (w writer) Write(p []byte) (int, error) { return w(p) }

// A worker does not claim an activity that it has no function for, so a deploy that
// lacks one costs no attempt.
func TestAnActivityWaitsForAWorkerThatHasIt(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		act := activity.Define[int, int]("act", activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: 1}})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			return workflow.Execute(ctx, act, 0).Get(ctx)
		})
		rt := startRuntime(t, st, hurried(), w, double.Bind(doubled))
		run := begin(t, rt, w, 0, "w")
		awaitRun(t, rt, "w", func(d reprise.Description) bool { return len(d.Activities) == 1 })
		d, err := reprise.Describe(ctx, rt, "w")
		if err != nil || d.Activities[0].Running || d.Activities[0].Attempt != 0 {
			t.Errorf("Activities = %+v, %v; want one that no attempt was begun of", d.Activities, err)
		}
		startRuntime(t, st, hurried(), act.Bind(func(ctx context.Context, _ int) (int, error) {
			return activity.GetInfo(ctx).Attempt, nil
		}))
		if got, err := run.Result(ctx); err != nil || got != 1 {
			t.Fatalf("Result = %d, %v; want attempt 1, the only one allowed", got, err)
		}
		lint(t, st, run.RunID())
	})
}

// A policy is recorded when the activity is scheduled: a later deployment does not
// change activities in progress.
func TestAnActivityKeepsThePolicyItWasScheduledWith(t *testing.T) {
	ctx := bounded(t)
	st := newMemory()
	inside := make(chan struct{})
	generous := activity.Define[int, int]("act", activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: 2}})
	strict := activity.Define[int, int]("act", activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: 1}})
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		return workflow.Execute(ctx, generous, 0).Get(ctx)
	})
	first, life := process(t, st, quiet(), w, generous.Bind(func(ctx context.Context, _ int) (int, error) {
		close(inside)
		<-ctx.Done()
		return 0, ctx.Err()
	}))
	run := begin(t, first, w, 0, "w")
	<-inside
	life.kill()
	condemn(t, st, first)
	later := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		return workflow.Execute(ctx, strict, 0).Get(ctx)
	})
	second := startRuntime(t, st, quiet(), later, strict.Bind(func(ctx context.Context, _ int) (int, error) {
		return activity.GetInfo(ctx).Attempt, nil
	}))
	if got, err := result(t, second, w, "w"); err != nil || got != 2 {
		t.Fatalf("Result = %d, %v; want attempt 2, allowed when it was scheduled", got, err)
	}
	events, err := second.Inside().History(ctx, run.RunID())
	if err != nil || has[*history.ActivityFailed](events) {
		t.Errorf("the activity has failed in the history, %v", err)
	}
	lint(t, st, run.RunID())
}
