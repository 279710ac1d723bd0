package cli_test

import (
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

var laps = workflow.Define[int, answer]("laps")

// runLaps continues as a new run for each lap that is left, and then waits for its answer.
func runLaps(ctx workflow.Context, left int) (answer, error) {
	if left > 0 {
		return workflow.ContinueAsNew(ctx, laps, left-1)
	}
	return workflow.Receive(ctx, answered)
}

// A run that has continued as new has no result of its own. The last run of the chain is asked,
// also without waiting.
func TestTheResultOfARunThatHasContinuedIsThatOfTheLast(t *testing.T) {
	ctx := t.Context()
	rt := started(t, memory.New(), reprise.Config{}, laps.Bind(runLaps))
	first, err := reprise.Start(ctx, rt, laps, 2, reprise.ID("race"))
	if err != nil {
		t.Fatal(err)
	}
	for next := first.RunID(); next != (reprise.RunID{}); {
		now, err := reprise.Describe(ctx, rt, next)
		if err != nil {
			t.Fatal(err)
		}
		if next = (reprise.RunID{}); now.Status == reprise.Continued {
			ended, err := reprise.WaitRun(ctx, rt, now.RunID)
			if err != nil {
				t.Fatal(err)
			}
			next = ended.Next
		} else if now.Waiting == "" {
			next = now.RunID
		}
	}
	id := first.RunID().String()
	say(t, rt, "run", "result", id, "--timeout", "0s").want(t, 2, "race has not ended after 0s, it is open")
	if err := reprise.Signal(ctx, rt, "race", answered, answer{Yes: true, By: "me"}); err != nil {
		t.Fatal(err)
	}
	if _, err := first.Result(ctx); err != nil {
		t.Fatal(err)
	}
	say(t, rt, "run", "result", id, "--timeout", "0s").want(t, 0, `"by": "me"`)
}
