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

// fanQueue is the queue for the steps of a fan: none is eager, and any worker may claim
// them.
const fanQueue = "fan"

var fanStep = activity.Define[int, int]("fan-step", activity.Policy{Queue: fanQueue})

// tally binds the activity, which only counts.
type tally struct{ steps atomic.Int64 }

func (t *tally) bindings() []reprise.Binding {
	return []reprise.Binding{steps.Bind(walk), fan.Bind(fanOut(fanStep)), step.Bind(t.step), fanStep.Bind(t.step)}
}

func (t *tally) step(_ context.Context, n int) (int, error) {
	t.steps.Add(1)
	return n, nil
}

// warmUp carries out a tenth of the job, so that connections have prepared their
// statements before the measurement.
func (d *duty) warmUp(ctx context.Context, rt *reprise.Runtime) error {
	if d.AtOnce == 0 {
		return nil
	}
	_, err := d.drive(ctx, rt, tenth(d.Runs))
	return err
}

// drive carries out this many runs of the job.
func (d *duty) drive(ctx context.Context, rt *reprise.Runtime, runs int) ([]time.Duration, error) {
	if d.Fan {
		return drive(ctx, rt, fan, runs, d.Steps, d.AtOnce)
	}
	return drive(ctx, rt, steps, runs, d.Steps, d.AtOnce)
}

// driveWhenTold waits for a line and carries out all runs of the job. It reports how
// long each took, and when all were done.
func (d *duty) driveWhenTold(ctx context.Context, rt *reprise.Runtime, in io.Reader) error {
	if _, err := bufio.NewReader(in).ReadString('\n'); err != nil {
		return err
	}
	took, err := d.drive(ctx, rt, d.Runs)
	if err != nil {
		return err
	}
	ended := time.Now()
	for _, one := range took {
		d.told.say("took %d\n", one)
	}
	d.told.say("drove %d\n", ended.UnixNano())
	return nil
}
