package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/reprise-run/reprise/store"
)

const (
	fleetLength   = 4
	fleetStarters = 64
)

// fleetSizes are the numbers of worker processes that share one load in turn. All of them share the
// machine, too: the figures show what the workers cost each other, and not what they could do on
// machines of their own.
var fleetSizes = []int{1, 3, 6, 12, 20}

// fleetsOf returns the sizes that leave at least four workflows for each worker, and size 1.
func fleetsOf(workflows int) []int {
	return slices.DeleteFunc(slices.Clone(fleetSizes), func(size int) bool { return size > 1 && 4*size > workflows })
}

// fleet runs 1,500 workflows of four steps, started by 64 callers in a process that runs none of
// them, on more and more workers that all serve them. It measures the throughput against that of one
// worker, and the statements per workflow. A wake-up about ready work wakes any free worker, and one
// of them claims it.
func fleet(ctx context.Context, b *bench) (lines []line, err error) {
	n := b.size(1500)
	pg := b.postgres()
	if err := pg.counting(ctx); err != nil {
		return nil, err
	}
	err = b.withCrew(ctx, func(t *trial, c *crew) error {
		if err := t.rt.Start(ctx); err != nil { // it serves nothing, but learns of results
			return err
		}
		all, alone := 0, 0.0
		for _, size := range fleetsOf(n) {
			if err := c.fill(ctx, size, job{}); err != nil {
				return err
			}
			warm := tenth(n)
			if _, err := t.drive(ctx, warm, fleetLength, fleetStarters); err != nil {
				return err
			}
			all += warm + n
			var m meter
			var took []time.Duration
			asked, err := pg.during(ctx, func() error {
				return b.during(ctx, &m, func() (err error) {
					took, err = t.drive(ctx, n, fleetLength, fleetStarters)
					return err
				})
			})
			if err != nil {
				return err
			}
			rate := float64(n) / m.wall.Seconds()
			if alone == 0 {
				alone = rate
			}
			l := line{Metric: fmt.Sprint("workflows_", size), Unit: "workflows/s"}.throughput("workflow", n, m, took)
			s := line{Metric: fmt.Sprint("statements_", size), Value: float64(asked) / float64(n), Unit: "per workflow", Better: lower}
			lines = append(lines, l.against(alone), s.over(int(asked), m))
		}
		return t.expect(ctx, all, store.Completed)
	})
	return lines, err
}
