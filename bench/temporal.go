package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// temporalW1 is w1 with Temporal.
func temporalW1(ctx context.Context, b *bench) ([]line, error) {
	l := line{Metric: "workflows", Unit: "workflows/s", Better: higher}
	return b.withTemporal(ctx, backend.rate, func(ctx context.Context, program string) ([]line, error) {
		r, m, err := b.callTemporal(ctx, program, b.size(2000), 1, 64, b.atLeast)
		if err != nil {
			return nil, err
		}
		l.Value = float64(len(r.Took)) / r.Wall.Seconds()
		return []line{l.over(len(r.Took), m).spread(r.Took)}, nil
	})
}

// temporalW2 is w2 with Temporal.
func temporalW2(ctx context.Context, b *bench) ([]line, error) {
	const length = 20
	l := line{Metric: "steps", Unit: "steps/s", Better: higher}
	return b.withTemporal(ctx, backend.rate, func(ctx context.Context, program string) ([]line, error) {
		runs := b.size(200)
		r, m, err := b.callTemporal(ctx, program, runs, length, runs, b.atLeast)
		if err != nil {
			return nil, err
		}
		steps := len(r.Took) * length
		l.Value = float64(steps) / r.Wall.Seconds()
		return []line{l.over(steps, m).spread(r.Gaps)}, nil
	})
}

// temporalW3 is w3 with Temporal.
func temporalW3(ctx context.Context, b *bench) ([]line, error) {
	const length = 100
	return b.withTemporal(ctx, backend.latency, func(ctx context.Context, program string) ([]line, error) {
		n := b.size(2000)
		r, m, err := b.callTemporal(ctx, program, n, 1, 1, 0)
		if err != nil {
			return nil, err
		}
		whole := middle("start_to_result", r.Took, m)
		r, m, err = b.callTemporal(ctx, program, max(1, n/length), length, 1, 0)
		return []line{whole, middle("step", r.Gaps, m)}, err
	})
}

// withTemporal builds the command in bench/temporal, and compares figures with the machine's
// limit.
func (b *bench) withTemporal(ctx context.Context, by yardstick, figures func(ctx context.Context, program string) ([]line, error)) ([]line, error) {
	program, err := b.buildPeer(ctx, "temporal")
	if err != nil {
		return nil, err
	}
	return b.limited(ctx, by, func(ctx context.Context) ([]line, error) { return figures(ctx, program) })
}

// temporalResult is what the command in bench/temporal prints.
type temporalResult struct {
	Wall       time.Duration
	Took, Gaps []time.Duration
}

// callTemporal runs the command on a file of its own. The meter's CPU time is that of server
// and worker.
func (b *bench) callTemporal(ctx context.Context, program string, runs, length, starters int, atLeast time.Duration) (r temporalResult, m meter, err error) {
	dir, err := os.MkdirTemp(b.dir, "temporal-")
	if err != nil {
		return r, m, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	cpu, err := callPeer(ctx, program, &r, "-file", filepath.Join(dir, "temporal.db"), "-runs", strconv.Itoa(runs),
		"-length", strconv.Itoa(length), "-starters", strconv.Itoa(starters), "-for", atLeast.String())
	return r, meter{wall: r.Wall, cpu: cpu}, err
}
