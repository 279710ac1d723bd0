package cli_test

import (
	"strings"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

var guardian = workflow.Define[string, answer]("guardian")

// guard gets its answer from a child.
func guard(ctx workflow.Context, in string) (answer, error) {
	return workflow.ExecuteChild(ctx, laps, 0, workflow.ChildID(in)).Get(ctx)
}

// A parent names the child that it waits for, and the child its parent.
func TestShowNamesChildrenAndTheirParent(t *testing.T) {
	ctx := t.Context()
	rt := started(t, memory.New(), reprise.Config{}, guardian.Bind(guard), laps.Bind(runLaps))
	parent, err := reprise.Start(ctx, rt, guardian, "race", reprise.ID("guardian"))
	if err != nil {
		t.Fatal(err)
	}
	for {
		child, err := reprise.Describe(ctx, rt, "race")
		if err == nil && len(child.Waits) > 0 {
			break
		}
		if strings.Contains(say(t, rt, "run", "show", "guardian").out, "blocked") {
			t.Fatal("the parent is blocked")
		}
	}
	say(t, rt, "run", "show", "guardian", "-o", "table").want(t, 0, "child", "2: laps race, run ", "cli_test.guard children_test.go:16")
	say(t, rt, "run", "show", "race", "-o", "table").want(t, 0, "parent", "run "+parent.RunID().String())
	say(t, rt, "run", "show", "race").want(t, 0, `"parent": "`+parent.RunID().String()+`"`)
	say(t, rt, "run", "trace", "guardian", "-o", "table").want(t, 0, "laps 2", "open as race")
	if err := reprise.Signal(ctx, rt, "race", answered, answer{Yes: true, By: "me"}); err != nil {
		t.Fatal(err)
	}
	if got, err := parent.Result(ctx); err != nil || got.By != "me" {
		t.Errorf("got %+v, %v", got, err)
	}
	say(t, rt, "run", "trace", "guardian").want(t, 0, `"kind": "child"`, `"id": "race"`, `"outcome": "completed"`)
}
