package reprise_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// The description of a parked run says what it waits for and what it has outstanding,
// even in a program that has none of its code.
func TestAParkedRunIsDescribed(t *testing.T) {
	odd := workflow.DefineSignal[string](`a; b or (c)`)
	retried := activity.New("retried", func(context.Context, int) (int, error) { return 0, errors.New("refused") },
		activity.Policy{Retry: activity.RetryPolicy{InitialInterval: time.Hour}})
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		f := workflow.Execute(ctx, retried, 1)
		if _, err := workflow.Receive(ctx, odd, workflow.Within(2*time.Hour)); err != nil {
			return 0, err
		}
		return f.Get(ctx)
	})
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		rt := startRuntime(t, st, quiet(), w, retried)
		run, err := reprise.Start(ctx, rt, w, 0, reprise.ID("w"))
		if err != nil {
			t.Fatal(err)
		}
		awaitRun(t, rt, "w", func(d reprise.Description) bool { return d.Waiting != "" })
		if err := rt.Stop(ctx); err != nil {
			t.Fatal(err)
		}
		client, err := reprise.New(st, quiet())
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := reprise.Signal(ctx, client, "w", workflow.DefineSignal[int]("other"), 1, reprise.SignalID("s-1")); err != nil {
				t.Fatal(err)
			}
		}
		d, err := reprise.Describe(ctx, client, run.RunID())
		if err != nil {
			t.Fatal(err)
		}
		now, err := st.Now(ctx)
		if err != nil {
			t.Fatal(err)
		}
		wait := d.Waits[0]
		if !strings.Contains(wait.Site, "describe_test.go:") || len(wait.For) != 2 || wait.For[0] != (reprise.WaitFor{Kind: "signal", Name: odd.Name()}) {
			t.Errorf("it waits for %+v, from %q", wait, d.Waiting)
		}
		if left := wait.For[1].Due.Sub(now); wait.For[1].Kind != "timer" || left < time.Hour || left > 2*time.Hour {
			t.Errorf("its timer is due in %v: %+v", left, wait.For[1])
		}
		if len(d.Activities) != 1 {
			t.Fatalf("its activities are %+v", d.Activities)
		}
		a := d.Activities[0]
		if a.Name != "retried" || a.Attempt != 1 || a.Running || a.Queue != "default" || a.Last == nil || !strings.Contains(a.Last.Error(), "refused") || !a.Ready.After(now) {
			t.Errorf("its activity is %+v", a)
		}
		if len(d.Inbox) != 1 || d.Inbox[0].Kind != "signal" || d.Inbox[0].Name != "other" || d.Inbox[0].ID != "s-1" || d.Inbox[0].At.IsZero() {
			t.Errorf("its inbox is %+v", d.Inbox)
		}
	})
}

// A client binds nothing, and need not: its bindings say nothing about a run.
func TestAClientDoesNotSayThatAWorkflowIsUnbound(t *testing.T) {
	ctx := bounded(t)
	client, err := reprise.New(newMemory(), quiet())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reprise.Start(ctx, client, waitSign, "x", reprise.ID("w")); err != nil {
		t.Fatal(err)
	}
	d, err := reprise.Describe(ctx, client, "w")
	if err != nil || !d.Unbound || d.Waiting != "" {
		t.Errorf("Describe = %+v, %v", d, err)
	}
}

func TestARunIDNobodyHasIsNotFound(t *testing.T) {
	client, err := reprise.New(newMemory(), quiet())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reprise.Describe(t.Context(), client, uuid.New()); !errors.Is(err, reprise.ErrNotFound) {
		t.Errorf("Describe by run id: %v, want ErrNotFound", err)
	}
	err = client.Inside().Rows(t.Context(), uuid.New(), func(history.Header, []history.Event) error { return errors.New("a row of nothing") })
	if err != nil {
		t.Errorf("Rows of a run that does not exist: %v", err)
	}
}
