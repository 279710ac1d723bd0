package reprise_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

var (
	nest = workflow.Define[string, string]("nest")
	bird = workflow.Define[string, string]("bird")
	fly  = workflow.DefineSignal[string]("fly")
)

// nesting starts a child. It ends at once if how is "leave", and otherwise with the
// child.
func nesting(ctx workflow.Context, how string) (string, error) {
	b := workflow.ExecuteChild(ctx, bird, how, workflow.ChildID("the bird"))
	if how == "leave" {
		return "left", nil
	}
	return b.Get(ctx)
}

func flying(ctx workflow.Context, _ string) (string, error) {
	return workflow.Receive(ctx, fly)
}

// settled waits until a run with this id has ended, and returns it.
func settled(t *testing.T, st store.Store, id string) store.Run {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); {
		if r, err := st.Run(t.Context(), store.Ref{Namespace: "default", WorkflowID: id}); err == nil && r.Status.Closed() {
			return r
		}
		select {
		case <-t.Context().Done():
		case <-time.After(5 * time.Millisecond):
		}
	}
	t.Fatalf("%s does not end", id)
	return store.Run{}
}

// emptied waits until the outbox is empty.
func emptied(t *testing.T, st store.Store) {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); {
		if all, err := st.Outbox(t.Context(), store.OutboxQuery{Namespace: "default", Max: 10}); err == nil && len(all) == 0 {
			return
		}
		select {
		case <-t.Context().Done():
		case <-time.After(5 * time.Millisecond):
		}
	}
	t.Fatal("something in the outbox is not carried out")
}

// However a parent ends, its child is asked to cancel, and lives on until it has.
func TestAParentsEndReachesItsChildren(t *testing.T) {
	for _, c := range []struct {
		name, how string
		end       func(rt *reprise.Runtime) error
		status    store.Status
	}{
		{"it returns", "leave", func(*reprise.Runtime) error { return nil }, store.Completed},
		{"it is cancelled", "stay", func(rt *reprise.Runtime) error { return reprise.Cancel(bounded(t), rt, "the nest", "rain") }, store.Cancelled},
		{"it is terminated", "stay", func(rt *reprise.Runtime) error { return reprise.Terminate(bounded(t), rt, "the nest", "storm") }, store.Terminated},
	} {
		t.Run(c.name, func(t *testing.T) {
			st := newMemory()
			rt := startRuntime(t, st, hurried(), nest.Bind(nesting), bird.Bind(flying))
			begin(t, rt, nest, c.how, "the nest")
			if c.how != "leave" {
				for end := time.Now().Add(time.Minute); time.Now().Before(end); {
					if r, err := st.Run(t.Context(), store.Ref{Namespace: "default", WorkflowID: "the bird"}); err == nil && r.Waiting != "" {
						break
					}
					<-time.After(time.Millisecond)
				}
			}
			if err := c.end(rt); err != nil {
				t.Fatal(err)
			}
			if r := settled(t, st, "the nest"); r.Status != c.status {
				t.Errorf("the parent is %v, want %v", r.Status, c.status)
			}
			child := settled(t, st, "the bird")
			if child.Status != store.Cancelled {
				t.Errorf("the child is %v", child.Status)
			}
			emptied(t, st)
			lint(t, st, child.ID)
		})
	}
}

// A terminated child fails its parent's wait, and the error says so.
func TestAChildThatIsTerminatedTellsItsParent(t *testing.T) {
	st := newMemory()
	rt := startRuntime(t, st, hurried(), nest.Bind(func(ctx workflow.Context, how string) (string, error) {
		_, err := nesting(ctx, how)
		var child *workflow.ChildError
		if errors.Is(err, workflow.ErrTerminated) && errors.As(err, &child) && child.Status == "terminated" && child.WorkflowID == "the bird" {
			return "gone", nil
		}
		return "", err
	}), bird.Bind(flying))
	h := begin(t, rt, nest, "stay", "the nest")
	var err error
	for end := time.Now().Add(time.Minute); time.Now().Before(end); {
		if err = reprise.Terminate(bounded(t), rt, "the bird", "the cat"); !errors.Is(err, reprise.ErrNotFound) {
			break
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	if got, err := h.Result(bounded(t)); err != nil || got != "gone" {
		t.Errorf("got %q, %v", got, err)
	}
	emptied(t, st)
}

// A workflow that starts itself comes to an end.
func TestARecursionIsBounded(t *testing.T) {
	rt := startRuntime(t, newMemory(), hurried(), nest.Bind(func(ctx workflow.Context, in string) (string, error) {
		below, err := workflow.ExecuteChild(ctx, nest, in).Get(ctx)
		if errors.Is(err, workflow.ErrTooDeep) {
			if !strings.Contains(err.Error(), fmt.Sprintf("more than %d runs above", history.MaxAbove)) {
				return "", err
			}
			return "x", nil
		}
		return "x" + below, err
	}))
	got, err := begin(t, rt, nest, "", "the nest").Result(bounded(t))
	if err != nil || len(got) != 33 {
		t.Errorf("%d deep, %v, want 33", len(got), err)
	}
}
