package main

import (
	"context"
	"fmt"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// nap is a run that sleeps until it is due and then does a step.
type nap struct {
	Due  int64 // nanoseconds since 1970
	Step int
}

var naps = workflow.Define[nap, int]("naps")

func sleepUntil(ctx workflow.Context, n nap) (int, error) {
	if err := workflow.Sleep(ctx, time.Unix(0, n.Due).Sub(workflow.Now(ctx))); err != nil {
		return 0, err
	}
	return workflow.Execute(ctx, step, n.Step).Get(ctx)
}

const (
	// napEvery is the time between the due times of two runs.
	napEvery = 2 * time.Millisecond
	// napAfter is how long before the first due time runs are started, plus napStart for each run.
	// On a machine that needs longer, each try multiplies napAfter by napLonger, until it exceeds
	// napMost.
	napAfter  = 3 * time.Second
	napStart  = time.Millisecond
	napLonger = 4
	napMost   = time.Minute
	// tooEarly is how much too early a step may come, because a clock may be corrected meanwhile.
	tooEarly = 10 * time.Millisecond
)

// w7 measures how late sleeping runs wake: 5,000 that are due two milliseconds apart. It is the
// time from the due time until an activity of the run is carried out, which is after the commit
// that takes the timer.
func w7(ctx context.Context, b *bench) ([]line, error) {
	n := b.size(5000)
	return b.limited(ctx, backend.latency, func(ctx context.Context) ([]line, error) {
		track := newTrack(n)
		l := line{Metric: "lateness", Unit: "ms", Better: lower}
		err := b.onEngine(ctx, reprise.Config{}, append(track.bindings(), naps.Bind(sleepUntil)), func(t *trial) error {
			var m meter
			late, slept, err := t.sleepers(ctx, track, n, &m)
			if err != nil {
				return err
			}
			l = l.costs("timer", n, m).spread(late)
			l.Value = float64(l.P99)
			return t.expect(ctx, slept, store.Completed)
		})
		return []line{l}, err
	})
}

// sleepers puts n runs to sleep. It returns how late each wakes, and how many runs have slept: if
// the first is due before all are asleep, sleepers lets these end and puts n others to sleep. m
// measures from when all are asleep until the last due run has ended.
func (t *trial) sleepers(ctx context.Context, track *track, n int, m *meter) (late []time.Duration, slept int, err error) {
	for after := napAfter; ; after *= napLonger {
		late, tooLate, err := t.sleep(ctx, track, n, after, m)
		slept += n
		if err != nil || tooLate <= 0 {
			return late, slept, err
		}
		if after > napMost {
			return nil, slept, fmt.Errorf("the first run was due %v before all were asleep: this machine needs fewer, with -n", tooLate)
		}
		track.reset()
	}
}

// sleep is one try of sleepers: the first run is due after so long. If that came before all were
// asleep, it returns by how much.
func (t *trial) sleep(ctx context.Context, track *track, n int, after time.Duration, m *meter) (late []time.Duration, tooLate time.Duration, err error) {
	first := time.Since(track.begun) + after + time.Duration(n)*napStart
	due := func(i int) time.Duration { return first + time.Duration(i)*napEvery }
	runs := make([]reprise.Handle[int], n)
	err = each(ctx, n, 64, func(ctx context.Context, i int) (err error) {
		at := track.begun.Add(due(i)).UnixNano()
		runs[i], err = reprise.Start(ctx, t.rt, naps, nap{Due: at, Step: i})
		return err
	})
	if err == nil {
		err = t.parked(ctx)
	}
	if err != nil {
		return nil, 0, err
	}
	woke := func(ctx context.Context, i int) error {
		got, err := runs[i].Result(ctx)
		if err == nil && got != i {
			err = wrongResult(got, i)
		}
		return err
	}
	if tooLate = time.Since(track.begun) - first; tooLate > 0 {
		return nil, tooLate, each(ctx, n, 64, woke)
	}
	err = t.b.during(ctx, m, func() error {
		if err := rest(ctx, due(n)-time.Since(track.begun)); err != nil {
			return err
		}
		return woke(ctx, n-1) // asking for the others here would be part of their cost
	})
	if err == nil {
		err = each(ctx, n, 64, woke)
	}
	if err == nil {
		err = track.check(n)
	}
	if err != nil {
		return nil, 0, err
	}
	late = track.since(0, n)
	for i := range late {
		if late[i] -= due(i); late[i] < -tooEarly {
			return nil, 0, fmt.Errorf("run %d continued %v before it was due", i, -late[i])
		}
	}
	return late, 0, nil
}
