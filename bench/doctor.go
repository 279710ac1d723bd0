package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

const (
	doctorSteps = 20                // of each run
	doctorRun   = 2 + 2*doctorSteps // the events of a run: started, two for each step, completed
	doctorCalls = 3                 // the median call counts
)

// doctor measures how many events per second db doctor checks, in a healthy store with
// a million, and its peak memory. Both include the process itself.
func doctor(ctx context.Context, b *bench) (lines []line, err error) {
	runs := max(1, b.size(1_000_000)/doctorRun)
	track := newTrack(runs * doctorSteps)
	err = b.onEngine(ctx, reprise.Config{}, track.bindings(), func(t *trial) error {
		if _, err := t.drive(ctx, runs, doctorSteps, 200); err != nil {
			return err
		}
		if err := t.expect(ctx, runs, store.Completed); err != nil {
			return err
		}
		lines, err = t.examine(ctx, runs*doctorRun)
		return err
	})
	return lines, err
}

// examine calls db doctor, which must find this many events and no fault.
func (t *trial) examine(ctx context.Context, events int) ([]line, error) {
	var calls []child
	var m meter
	for range doctorCalls {
		var report struct {
			Counts struct{ Events, Damage, Stuck int }
		}
		c, err := t.b.call(ctx, &report, "--db", t.place.url(), "db", "doctor")
		if err != nil {
			return nil, err
		}
		if r := report.Counts; r.Events != events || r.Damage+r.Stuck > 0 {
			return nil, fmt.Errorf("db doctor has checked %d events, not %d, and found %d damaged and %d stuck", r.Events, events, r.Damage, r.Stuck)
		}
		calls = append(calls, c)
		m.add(c.meter)
	}
	slices.SortFunc(calls, func(a, b child) int { return cmp.Compare(a.wall, b.wall) })
	speed := line{Metric: "events", Value: float64(events) / calls[doctorCalls/2].wall.Seconds(), Unit: "events/s", Better: higher}
	lines := []line{speed.over(doctorCalls*events, m)}
	slices.SortFunc(calls, func(a, b child) int { return cmp.Compare(a.memory, b.memory) })
	if most := calls[doctorCalls-1].memory; most > 0 {
		memory := line{Metric: "peak_memory", Value: most / (1 << 20), Unit: "MiB", Better: lower}
		lines = append(lines, memory.over(doctorCalls*events, m))
	}
	return lines, nil
}
