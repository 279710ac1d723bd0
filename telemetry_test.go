package reprise_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/workflow"
)

// Events carry what metrics and traces need: how long an attempt has waited, the headers of its run, and the outcome
// of a start.
func TestWhatTelemetryIsTold(t *testing.T) {
	var mu sync.Mutex
	var waited, since []time.Duration
	var closed []reprise.RunClosed
	var tasks []reprise.TaskDone
	var calls []reprise.Request
	note := func(f func()) { mu.Lock(); defer mu.Unlock(); f() }
	busy := activity.New("busy", func(ctx context.Context, _ int) (int, error) {
		if activity.GetInfo(ctx).Attempt == 1 {
			return 0, errors.New("busy")
		}
		return 0, nil
	}, activity.Policy{Retry: activity.RetryPolicy{InitialInterval: 300 * time.Millisecond}})
	sig := workflow.DefineSignal[int]("go")
	w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) {
		if _, err := workflow.Receive(ctx, sig); err != nil {
			return 0, err
		}
		return workflow.Execute(ctx, busy, n).Get(ctx)
	})
	ended := make(chan struct{}, 2)
	rt := start(reprise.Config{
		Observer: &reprise.Observer{
			ActivityStarted: func(e reprise.ActivityStarted) { note(func() { waited = append(waited, e.Waited) }) },
			ActivityEnded:   func(e reprise.ActivityEnded) { note(func() { since = append(since, e.Since) }) },
			TaskDone:        func(e reprise.TaskDone) { note(func() { tasks = append(tasks, e) }) },
			RunClosed:       func(e reprise.RunClosed) { note(func() { closed = append(closed, e) }); ended <- struct{}{} },
		},
		Intercept: []reprise.Interceptor{{Name: "calls", Client: func(next reprise.ClientHandler) reprise.ClientHandler {
			return func(ctx context.Context, r *reprise.Request) error {
				err := next(ctx, r)
				if r.Verb == "start" || r.Verb == "signal with start" {
					note(func() { calls = append(calls, *r) })
				}
				return err
			}
		}}},
	}, w, busy)
	ctx := t.Context()
	defer func() {
		if err := rt.Stop(context.WithoutCancel(ctx)); err != nil {
			t.Error(err)
		}
	}()
	headers := reprise.Headers(map[string]string{"trace": "t"})
	run, err := reprise.Start(ctx, rt, w, 1, reprise.ID("w-1"), headers)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reprise.Start(ctx, rt, w, 1, reprise.ID("w-1"), reprise.OnConflict(reprise.UseExisting)); err != nil {
		t.Fatal(err)
	}
	if load := rt.Stats().Load; load == nil || load.MaxRuns != 1000 || load.Lease <= 0 || len(load.Slots) != 1 || load.Slots[0] != (reprise.Slots{Queue: "default", Limit: 1000}) {
		t.Errorf("the load is %+v", load)
	}
	for range 2 { // the second one is not received
		if _, err := reprise.SignalWithStart(ctx, rt, w, 1, sig, 1, reprise.ID("w-1")); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := run.Result(ctx); err != nil {
		t.Fatal(err)
	}
	other, err := reprise.Start(ctx, rt, w, 1, reprise.ID("w-2"), headers)
	if err != nil {
		t.Fatal(err)
	}
	if err := reprise.Terminate(ctx, rt, other.RunID(), "enough"); err != nil {
		t.Fatal(err)
	}
	<-ended
	<-ended
	mu.Lock()
	defer mu.Unlock()
	if len(waited) != 2 || waited[0] > 200*time.Millisecond || waited[1] > 200*time.Millisecond {
		t.Errorf("the attempts have waited %v, which is not how long their back-off lasted", waited)
	}
	if len(since) != 2 || since[1] < 200*time.Millisecond {
		t.Errorf("since the activity was asked for: %v, want the back-off in the second one", since)
	}
	for _, c := range closed {
		if c.Headers["trace"] != "t" {
			t.Errorf("the end of %s has the headers %v", c.WorkflowID, c.Headers)
		}
	}
	if len(closed) != 2 || closed[0].Unread != 1 || closed[1].Status != reprise.Terminated {
		t.Errorf("the ends told are %+v", closed)
	}
	for _, e := range tasks {
		if e.Headers["trace"] != "t" {
			t.Errorf("a task has the headers %v", e.Headers)
		}
	}
	for i, existed := range []bool{false, true, true, true, false} {
		if c := calls[i]; c.Existed != existed || c.RunID == (reprise.RunID{}) || c.Queue != "default" {
			t.Errorf("call %d: existed is %v, run %v, queue %q", i, c.Existed, c.RunID, c.Queue)
		}
	}
}

func TestObserversAreToldInOrder(t *testing.T) {
	var told []string
	one := func(name string) *reprise.Observer {
		return &reprise.Observer{RunFenced: func(reprise.RunFenced) { told = append(told, name) }}
	}
	o := reprise.Observers(nil, one("first"), &reprise.Observer{}, one("second"))
	o.RunFenced(reprise.RunFenced{})
	if len(told) != 2 || told[0] != "first" || told[1] != "second" {
		t.Errorf("told: %q", told)
	}
	if o.TaskDone != nil {
		t.Error("what nobody listens to is told")
	}
	if reprise.Observers() == nil {
		t.Error("no observers are no Observer")
	}
}
