package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/reprise-run/reprise/store"
)

const (
	spreadSteps = 200
	spreadAfter = 10 * time.Second // the load must be even by then
)

// spread measures how evenly work is shared that one worker had alone: 1,000 runs of 200
// steps, and two workers that join. It looks at each second from the tenth after both
// have joined, until nine tenths of all steps are done; after that too few are left.
func spread(ctx context.Context, b *bench) (lines []line, err error) {
	n := b.size(1000)
	err = b.withCrew(ctx, func(t *trial, c *crew) error {
		if _, err := c.hire(ctx, job{}); err != nil {
			return err
		}
		runs, err := begin(ctx, t.rt, n, spreadSteps)
		if err != nil {
			return err
		}
		if err := c.await(ctx, n, spreadSteps); err != nil {
			return err
		}
		if err := c.fill(ctx, 3, job{}); err != nil {
			return err
		}
		joined := time.Now()
		var m meter
		if err := m.during(func() error { return t.finished(ctx, runs, spreadSteps) }); err != nil {
			return err
		}
		lines = b.shares(c, joined, n*spreadSteps*9/10, m)
		return t.expect(ctx, n, store.Completed)
	})
	return lines, err
}

// shares reports on standard error how the first steps were shared, second by second. It
// returns the smallest and the greatest share from the tenth second on, or in the second
// half if the work takes less.
func (b *bench) shares(c *crew, joined time.Time, first int, m meter) []line {
	seen := slices.SortedFunc(slices.Values(c.seen.soFar()), func(a, b sighting) int { return a.at.Compare(b.at) })
	lasted := max(2*time.Second, seen[min(first, len(seen))-1].at.Sub(joined))
	even := min(spreadAfter, lasted/2)
	smallest := line{Metric: "smallest_share", Unit: "%", Better: higher, Value: 100}
	greatest := line{Metric: "greatest_share", Unit: "%", Better: lower}
	counted := 0
	for from := time.Duration(0); from+time.Second <= lasted; from += time.Second {
		all, each := inSecond(seen, joined.Add(from), c.workers)
		text := ""
		for _, share := range each {
			text += fmt.Sprintf(" %.0f", share)
		}
		fmt.Fprintf(b.warn, "bench: spread: from %v on %d steps, %% of them%s\n", from, all, text)
		if from >= even {
			counted += all
			smallest.Value, greatest.Value = min(smallest.Value, slices.Min(each)), max(greatest.Value, slices.Max(each))
		}
	}
	return []line{smallest.over(counted, m), greatest.over(counted, m)}
}

// inSecond returns how many steps began in the second that begins at from, and each
// worker's share in percent.
func inSecond(seen []sighting, from time.Time, workers []*worker) (all int, each []float64) {
	each = make([]float64, len(workers))
	for _, s := range seen {
		if s.at.Before(from) || !s.at.Before(from.Add(time.Second)) {
			continue
		}
		all++
		each[slices.IndexFunc(workers, func(w *worker) bool { return w.id == s.worker })]++
	}
	for i := range each {
		each[i] *= 100 / float64(max(1, all))
	}
	return all, each
}
