package reprise_test

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// A run whose own worker runs its activity shows what it waits for, to another program
// too.
func TestARunAtWorkIsDescribed(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		entered, leave := make(chan struct{}), make(chan struct{})
		hang := activity.New("hang", func(context.Context, int) (int, error) {
			close(entered)
			<-leave
			return 0, nil
		}, activity.Policy{})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			workflow.NewTimer(ctx, time.Hour)
			return workflow.Execute(ctx, hang, 1).Get(ctx)
		})
		rt := startRuntime(t, st, quiet(), w, hang)
		run, err := reprise.Start(ctx, rt, w, 0, reprise.ID("w"))
		if err != nil {
			t.Fatal(err)
		}
		<-entered
		client, err := reprise.New(st, quiet())
		if err != nil {
			t.Fatal(err)
		}
		d, err := reprise.Describe(ctx, client, "w")
		if err != nil {
			t.Fatal(err)
		}
		if len(d.Activities) != 1 {
			t.Fatalf("its activities are %+v", d.Activities)
		}
		a := d.Activities[0]
		if a.Name != "hang" || a.Attempt != 1 || !a.Running || !a.Eager || a.Owner == (store.WorkerID{}) || a.Owner != d.Owner ||
			a.Queue != "default" || a.Claimed.IsZero() || !strings.Contains(a.Site, "open_described_test.go:") {
			t.Errorf("its activity is %+v", a)
		}
		if len(d.Waits) != 2 || d.Waits[0].For[0] != (reprise.WaitFor{Kind: "activity", Name: "hang", Number: a.Number}) ||
			!strings.Contains(d.Waits[0].Site, "open_described_test.go:") || d.Waits[1].For[0].Kind != "timer" || d.Unserved != "" {
			t.Errorf("it waits for %+v, unserved %q", d.Waits, d.Unserved)
		}
		close(leave)
		if _, err := run.Result(ctx); err != nil {
			t.Error(err)
		}
		if d, err = reprise.Describe(ctx, client, "w"); err != nil || len(d.Waits)+len(d.Activities) > 0 {
			t.Errorf("of the run that has ended: %+v, %v", d, err)
		}
	})
}

// A run that nobody takes shows why.
func TestWhatNobodyTakesSaysWhy(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		elsewhere := activity.New("elsewhere", func(context.Context, int) (int, error) { return 0, nil }, activity.Policy{Queue: "parcels"})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) { return workflow.Execute(ctx, elsewhere, 1).Get(ctx) })
		idle, err := reprise.New(st, quiet(), w)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := reprise.Start(ctx, idle, w, 0, reprise.ID("w")); err != nil {
			t.Fatal(err)
		}
		d, err := reprise.Describe(ctx, idle, "w")
		if err != nil || !strings.Contains(d.Unserved, "Start") {
			t.Errorf("of a Runtime that was not started: %q, %v", d.Unserved, err)
		}
		rt := startRuntime(t, st, quiet(), w, elsewhere)
		awaitRun(t, rt, "w", func(d reprise.Description) bool { return d.Waiting != "" })
		if _, err := reprise.Start(ctx, rt, waitSign, "x", reprise.ID("other")); err != nil {
			t.Fatal(err)
		}
		d, err = reprise.Describe(ctx, rt, "other")
		if err != nil || !strings.Contains(d.Unserved, `no live worker binds workflow "wait-sign"`) {
			t.Errorf("of a workflow that nobody binds: %q, %v", d.Unserved, err)
		}
		if _, lists := st.(store.Inspector); !lists {
			return
		}
		d, err = reprise.Describe(ctx, rt, "w")
		if err != nil || len(d.Activities) != 1 || d.Unserved != "" || !strings.Contains(d.Activities[0].Unserved, `serves queue "parcels"`) {
			t.Errorf("of a queue that nobody serves: %+v, %v", d, err)
		}
		if _, err := reprise.Start(ctx, rt, w, 0, reprise.ID("far"), reprise.OnQueue("far")); err != nil {
			t.Fatal(err)
		}
		d, err = reprise.Describe(ctx, rt, "far")
		if err != nil || !strings.Contains(d.Unserved, `no live worker serves queue "far"`) {
			t.Errorf("of a run in a queue that nobody serves: %q, %v", d.Unserved, err)
		}
		if err := reprise.DrainWorker(ctx, idle, rt.WorkerID(), reprise.By{Who: "anna", Why: "a new kernel"}); err != nil {
			t.Fatal(err)
		}
		for rt.State() == reprise.StateReady && ctx.Err() == nil {
			runtime.Gosched()
		}
		if _, err := reprise.Start(ctx, idle, w, 0, reprise.ID("late")); err != nil {
			t.Fatal(err)
		}
		d, err = reprise.Describe(ctx, idle, "late")
		if err != nil || !strings.Contains(d.Unserved, "is draining (by anna: a new kernel)") {
			t.Errorf("of a run in a queue whose only worker drains: %q, %v", d.Unserved, err)
		}
		all, err := reprise.Queues(ctx, idle)
		if i := slices.IndexFunc(all, func(q reprise.QueueState) bool { return q.Name == "default" }); err != nil || i < 0 || all[i].Workers != 0 || all[i].Slots != 0 {
			t.Errorf("that queue is served like this: %+v, %v", all, err)
		}
	})
}
