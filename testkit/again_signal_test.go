package testkit_test

import (
	"context"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/testkit"
)

// A signal that the test itself sends has the same id each time.
func TestASignalWithoutAnIDGoesTheSameWayAgain(t *testing.T) {
	id := func() string {
		env := testkit.New(t, order)
		env.LeaveOpen()
		run := testkit.Start(env, order, 1)
		err := env.Do(func(ctx context.Context, c reprise.Client) error {
			return reprise.Signal(ctx, c, run.WorkflowID(), approve, true)
		})
		if err != nil {
			t.Fatal(err)
		}
		env.Sleep(time.Second)
		for _, event := range env.History(run.WorkflowID()) {
			if s, ok := event.Body.(*history.SignalReceived); ok {
				return s.ID
			}
		}
		t.Fatal("no signal was received")
		return ""
	}
	if first, again := id(), id(); first != again {
		t.Errorf("first %s, again %s", first, again)
	}
}
