package testkit

import (
	"context"
	"fmt"
	"strings"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/timeline"
	"github.com/reprise-run/reprise/store"
)

// maxUnderWay is how many attempts, and how many coroutines, of a run are listed one by one.
const maxUnderWay = 20

// attempt is one in progress.
type attempt struct {
	Call
	policy history.Policy
}

// underWay returns the attempts in progress at the open activities of a run.
func (e *Env) underWay(run store.RunID) (all []attempt) {
	fold, err := e.fold(run, func(timeline.Span) {})
	if err != nil {
		return nil // the end of the test reports that the history cannot be read
	}
	for _, s := range fold.Open() {
		made := e.attemptsAt(run, s.Seq)
		if n := len(made); n > 0 && made[n-1].Running { // not one of before the worker died, or that was given up
			all = append(all, attempt{made[n-1], s.Policy})
		}
	}
	return all
}

// standing returns where the coroutines stand of a run that is not parked because its worker
// makes attempts itself. The store does not know, so the history is replayed.
func standing(client *reprise.Runtime, run store.RunID) []reprise.Wait {
	if !inBubble() { // outside, the code may not use what it made in the bubble
		return nil
	}
	replayed, err := reprise.Replay(context.Background(), client, run)
	if err != nil {
		return nil // the run is blocked, which is reported elsewhere
	}
	return replayed.Waits[:min(maxUnderWay, len(replayed.Waits))]
}

// atWork tells since when attempts run, and which of them nothing will ever end.
func atWork(made []attempt) string {
	var b strings.Builder
	for i, a := range made {
		if i == maxUnderWay {
			fmt.Fprintf(&b, "and %d more attempts are running\n", len(made)-i)
			break
		}
		fmt.Fprintf(&b, "attempt %d at activity %s of %q has run since %s", a.Attempt, a.Activity, a.WorkflowID, a.At.UTC().Format("2006-01-02 15:04:05"))
		if p := a.policy; p.StartToClose == 0 && p.ScheduleToClose == 0 && p.HeartbeatTimeout == 0 {
			b.WriteString(", and its policy has no StartToClose, ScheduleToClose or HeartbeatTimeout to end it")
		}
		b.WriteString("\n")
	}
	return b.String()
}
