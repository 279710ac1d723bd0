package main

import (
	"context"
	"fmt"
	"slices"
)

// dimension is what there may be more and more of: the costs of it are measured at three
// sizes, each ten times the one before.
type dimension struct {
	name    string
	largest int
	// measure has the same figures for each size.
	measure func(ctx context.Context, b *bench, sizes []int) (figures [][]line, err error)
}

var dimensions = []dimension{
	{"steps", 20_000, growSteps},
	{"open", 100_000, growOpen},
	{"closed", 100_000, growClosed},
	{"workers", 100, growWorkers},
	{"payload", 1000 * kilobyte, growPayload},
	{"timers", 100_000, growTimers},
}

// costGrowth is how time and space grow with what there is. Each figure is set against the
// same one at the smallest size, so that its ratio is 1 where nothing grows, and 100 at the
// largest where it grows as the size does.
func costGrowth(ctx context.Context, b *bench) (lines []line, err error) {
	for _, d := range dimensions {
		sizes := b.sizes(d.largest)
		figures, err := d.measure(ctx, b, sizes)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.name, err)
		}
		for i, some := range figures {
			for k, l := range some {
				l.Metric = fmt.Sprintf("%s_%d_%s", d.name, sizes[i], l.Metric)
				if smallest := figures[0][k].Value; smallest > 0 {
					l = l.against(smallest)
				}
				lines = append(lines, l)
			}
		}
	}
	return lines, nil
}

// sizes are the largest one and what is ten and a hundred times smaller. With -n none is
// larger than that, and there may be fewer.
func (b *bench) sizes(largest int) []int {
	n := b.atMost(largest)
	return slices.Compact([]int{max(1, n/100), max(1, n/10), n})
}

// atMost is n, unless -n says fewer.
func (b *bench) atMost(n int) int { return min(n, b.size(n)) }
