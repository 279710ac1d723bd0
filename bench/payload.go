package main

import (
	"bytes"
	"context"
	"errors"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// parcel is a payload that steps pass on; Step is the number of the next step.
type parcel struct {
	Step int
	Data []byte
}

// route is what one run does with a parcel: this many steps, one after another.
type route struct {
	Steps  int
	Parcel parcel
}

var (
	hand   = activity.Define[parcel, parcel]("hand")
	routes = workflow.Define[route, parcel]("routes")
)

// carry passes a parcel from step to step. Each step records it twice: as its input and
// as its result.
func carry(ctx workflow.Context, r route) (p parcel, err error) {
	p = r.Parcel
	for range r.Steps {
		if p, err = workflow.Execute(ctx, hand, p).Get(ctx); err != nil {
			break
		}
	}
	return p, err
}

func (t *track) hand(ctx context.Context, p parcel) (parcel, error) {
	n, err := t.step(ctx, p.Step)
	return parcel{n + 1, p.Data}, err
}

const (
	kilobyte = 1000
	couriers = 32 // runs at once
)

// w10 measures steps per second of 32 runs whose steps pass on payloads of 1 KB, 100 KB
// and 1 MB, and the payload bytes per second that this records: those of the input and
// of the result of each step and of each run. Its limit writes rows of that size.
func w10(ctx context.Context, b *bench) (lines []line, err error) {
	for _, size := range []struct {
		name         string
		bytes, steps int
	}{
		{"1kb", kilobyte, 1600},
		{"100kb", 100 * kilobyte, 320},
		{"1mb", 1000 * kilobyte, 96},
	} {
		n := b.size(size.steps)
		runs := max(1, min(couriers, n/2))
		length := n / runs
		by := func(b backend, ctx context.Context, d time.Duration) (float64, error) {
			return b.rateOf(ctx, d, size.bytes)
		}
		measured, err := b.limited(ctx, by, func(ctx context.Context) ([]line, error) {
			r, err := b.parcels(ctx, runs, length, noise(size.bytes))
			if err != nil {
				return nil, err
			}
			done := line{Metric: "steps_" + size.name, Unit: "steps/s"}.throughput("step", r.runs*length, r.meter, r.gaps)
			recorded := done
			recorded.Metric, recorded.Unit = "bytes_"+size.name, "bytes/s"
			recorded.Value = float64(2*r.runs*(length+1)*size.bytes) / r.wall.Seconds()
			return []line{done, recorded}, nil
		})
		if err != nil {
			return nil, err
		}
		measured[1] = measured[1].against(float64(measured[1].Limit) * float64(size.bytes))
		lines = append(lines, measured...)
	}
	return lines, nil
}

// parcels carries out runs of this many steps, all of them repeatedly.
func (b *bench) parcels(ctx context.Context, runs, length int, data []byte) (r rounds, err error) {
	track := newTrack(runs * length)
	err = b.onEngine(ctx, reprise.Config{}, []reprise.Binding{routes.Bind(carry), hand.Bind(track.hand)}, func(t *trial) error {
		warm := tenth(runs)
		if err := t.deliver(ctx, track, warm, length, data, &meter{}); err != nil {
			return err
		}
		err := b.repeated(&r.meter, func() error {
			err := t.deliver(ctx, track, runs, length, data, &r.meter)
			r.runs += runs
			for i := range runs {
				r.gaps = append(r.gaps, track.gaps(leg{First: i * length, Steps: length})...)
			}
			return err
		})
		if err != nil {
			return err
		}
		return t.expect(ctx, warm+r.runs, store.Completed)
	})
	return r, err
}

// deliver carries out runs at once and checks that each returns its input.
func (t *trial) deliver(ctx context.Context, track *track, runs, length int, data []byte, m *meter) error {
	track.reset()
	err := t.b.during(ctx, m, func() error {
		return each(ctx, runs, runs, func(ctx context.Context, i int) error {
			run, err := reprise.Start(ctx, t.rt, routes, route{Steps: length, Parcel: parcel{Step: i * length, Data: data}})
			if err != nil {
				return err
			}
			p, err := run.Result(ctx)
			if err != nil {
				return err
			}
			if want := (i + 1) * length; p.Step != want {
				return wrongResult(p.Step, want)
			}
			if !bytes.Equal(p.Data, data) {
				return errors.New("a run returns another payload than it was given")
			}
			return nil
		})
	})
	if err != nil {
		return err
	}
	return track.check(runs * length)
}
