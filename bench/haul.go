package main

import (
	"bufio"
	"context"
	"io"
	"sync/atomic"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
)

// fanQueue is where the steps of a fan go: none is eager, any worker takes them.
const fanQueue = "fan"

var fanStep = activity.Define[int, int]("fan-step", activity.Policy{Queue: fanQueue})

// tally is the activity, which does nothing but count.
type tally struct{ steps atomic.Int64 }

func (t *tally) bindings() []reprise.Binding {
	return []reprise.Binding{steps.Bind(walk), fan.Bind(fanOut(fanStep)), step.Bind(t.step), fanStep.Bind(t.step)}
}

func (t *tally) step(_ context.Context, n int) (int, error) {
	t.steps.Add(1)
	return n, nil
}

// drive carries out so many runs of the job.
func (j job) drive(ctx context.Context, rt *reprise.Runtime, runs int) ([]time.Duration, error) {
	if j.Fan {
		return drive(ctx, rt, fan, runs, j.Steps, j.AtOnce)
	}
	return drive(ctx, rt, steps, runs, j.Steps, j.AtOnce)
}

// driveWhenTold waits for a line and carries out all runs of the job. It says how long
// each took, and when all were done.
func (j job) driveWhenTold(ctx context.Context, rt *reprise.Runtime, in io.Reader, told *report) error {
	if _, err := bufio.NewReader(in).ReadString('\n'); err != nil {
		return err
	}
	took, err := j.drive(ctx, rt, j.Runs)
	if err != nil {
		return err
	}
	ended := time.Now()
	for _, one := range took {
		told.say("took %d\n", one)
	}
	told.say("drove %d\n", ended.UnixNano())
	return nil
}
