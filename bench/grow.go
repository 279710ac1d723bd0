package main

import (
	"context"
	"fmt"
	"slices"
)

// grown is a workload of the family growth: what costs at three sizes of one thing, each ten
// times the one before. measure has the same figures for each size. They are set against those
// of the smallest size, so that a ratio is 1 where nothing grows, and 100 at the largest where
// it grows as the size does.
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

// sizes are the largest one and what is ten and a hundred times smaller. With -n none is
// larger than that, and there may be fewer.
func (b *bench) sizes(largest int) []int {
	n := b.atMost(largest)
	return slices.Compact([]int{max(1, n/100), max(1, n/10), n})
}

// atMost is n, unless -n says fewer.
func (b *bench) atMost(n int) int { return min(n, b.size(n)) }
