package main

import (
	"context"
	"fmt"
	"slices"
)

// grown returns a workload of the family growth: the cost at three sizes of one thing, each
// ten times the previous one. measure returns the same figures for each size. Each figure is
// compared with that of the smallest size: a ratio of 1 means no growth, and a ratio of 100 at
// the largest size means linear growth.
func grown(name string, largest int, measure func(ctx context.Context, b *bench, sizes []int) ([][]line, error)) workload {
	return workload{name: "growth_" + name, family: "growth", measure: func(ctx context.Context, b *bench) (lines []line, err error) {
		sizes := b.sizes(largest)
		figures, err := measure(ctx, b, sizes)
		for i, some := range figures {
			for k, l := range some {
				l.Metric = fmt.Sprintf("%s_%d", l.Metric, sizes[i])
				if smallest := figures[0][k].Value; smallest > 0 {
					l = l.against(smallest)
				}
				lines = append(lines, l)
			}
		}
		return lines, err
	}}
}

// sizes returns the largest size, a tenth of it and a hundredth. -n limits the largest size;
// then there may be fewer sizes.
func (b *bench) sizes(largest int) []int {
	n := b.atMost(largest)
	return slices.Compact([]int{max(1, n/100), max(1, n/10), n})
}

// atMost returns n, or -n if that is smaller.
func (b *bench) atMost(n int) int { return min(n, b.size(n)) }
