package reprise_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

var verdict = workflow.Define[string, string]("verdict")

func doVerdict(ctx workflow.Context, how string) (string, error) {
	if how == "fail" {
		return "", errors.New("as asked")
	}
	a, err := workflow.Receive(ctx, approve)
	return a.By, err
}

// WaitRun needs no types, in a worker and in a client.
func TestWaitRun(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		worker, err := reprise.New(st, quiet(), verdict.Bind(doVerdict))
		if err != nil {
			t.Fatal(err)
		}
		if err := worker.Start(ctx); err != nil {
			t.Fatal(err)
		}
		client, err := reprise.New(st, quiet())
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			how   string
			steer func(id string) error
			want  reprise.Status
		}{
			{"fail", func(string) error { return nil }, reprise.Failed},
			{"wait", func(id string) error { return reprise.Signal(ctx, worker, id, approve, approval{By: "me"}) }, reprise.Completed},
			{"wait", func(id string) error { return reprise.Cancel(ctx, worker, id, "") }, reprise.Cancelled},
			{"wait", func(id string) error { return reprise.Terminate(ctx, worker, id, "late") }, reprise.Terminated},
		} {
			h, err := reprise.Start(ctx, worker, verdict, c.how)
			if err != nil {
				t.Fatal(err)
			}
			if err := c.steer(h.WorkflowID()); err != nil {
				t.Fatal(err)
			}
			for _, rt := range []*reprise.Runtime{worker, client} {
				o, err := reprise.WaitRun(ctx, rt, h.RunID())
				if err != nil || o.Status != c.want || o.RunID != h.RunID() || o.WorkflowID != h.WorkflowID() {
					t.Errorf("%+v, %v, want %v", o, err, c.want)
				}
				var by string
				if done := c.want == reprise.Completed; done != (o.Failure == nil) || done && (o.Result.Decode(&by) != nil || by != "me") {
					t.Errorf("%v: the failure is %v, the result %q", c.want, o.Failure, by)
				}
				if gone := c.want == reprise.Terminated; gone != errors.Is(o.Failure, reprise.ErrTerminated) || gone && o.Reason != "late" {
					t.Errorf("%v: the failure is %v, for the reason %q", c.want, o.Failure, o.Reason)
				}
			}
		}
		if _, err := reprise.WaitRun(ctx, client, uuid.New()); !errors.Is(err, reprise.ErrNotFound) {
			t.Errorf("a run there is not: %v", err)
		}
		h, err := reprise.Start(ctx, worker, verdict, "wait")
		if err != nil {
			t.Fatal(err)
		}
		over, cancel := context.WithCancel(ctx)
		cancel()
		if _, err := reprise.WaitRun(over, client, h.RunID()); !errors.Is(err, context.Canceled) {
			t.Errorf("with a context that is over: %v", err)
		}
		if err := worker.Stop(ctx); err != nil {
			t.Fatal(err)
		}
	})
}
