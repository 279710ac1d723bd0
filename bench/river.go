package main

import (
	"context"
	"errors"
	"strconv"
	"time"
)

// riverW1 is w1 with River's plain jobs, which are not workflows: with River's default
// settings, with the settings that make it fastest, and with those but without waiting until
// the completion of a job is written.
func riverW1(ctx context.Context, b *bench) ([]line, error) {
	program, err := b.buildPeer(ctx, "river")
	if err != nil {
		return nil, err
	}
	return b.limited(ctx, backend.rate, func(ctx context.Context) (lines []line, err error) {
		for _, kind := range []struct {
			metric string
			flags  []string
		}{{"jobs", nil}, {"jobs_tuned", []string{"-tuned"}}, {"jobs_worked", []string{"-tuned", "-worked"}}} {
			r, m, err := b.callRiver(ctx, program, kind.flags...)
			if err != nil {
				return nil, err
			}
			l := line{Metric: kind.metric, Unit: "jobs/s", Better: higher, Value: float64(len(r.Took)) / r.Wall.Seconds()}
			lines = append(lines, l.over(len(r.Took), m).spread(r.Took))
		}
		return lines, nil
	})
}

// riverResult is what the command in bench/river prints.
type riverResult struct {
	Wall time.Duration
	Took []time.Duration
}

// callRiver runs the command in a schema of its own.
func (b *bench) callRiver(ctx context.Context, program string, flags ...string) (r riverResult, m meter, err error) {
	pg := b.postgres()
	schema := newSchema("river")
	defer func() { err = errors.Join(err, pg.drop(context.WithoutCancel(ctx), schema)) }()
	flags = append(flags, "-db", pg.db, "-schema", schema, "-n", strconv.Itoa(b.size(2000)), "-for", b.atLeast.String())
	cpu, err := callPeer(ctx, program, &r, flags...)
	return r, meter{wall: r.Wall, cpu: cpu}, err
}
