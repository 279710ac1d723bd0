package main

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

const (
	// window is how many steps of a long run are measured, early and at its end.
	window = 400
	// skipped is how many steps come before the early window: the engine has just
	// received the run.
	skipped = 20
	// growthRuns is how many runs are measured; odd, because the run with the median
	// ratio counts.
	growthRuns = 9
)

// w5 measures how the time of a step grows with the history behind it, in one run of
// 2,000 steps. Its value is the median time of the last 400 steps; its limit is that
// of the 400 after the first 20 of the same run.
func w5(ctx context.Context, b *bench) ([]line, error) {
	n := max(2, b.size(2000))
	wide := max(1, min(window, n/5))
	track := newTrack(n)
	var m meter
	var found []line
	err := b.onEngine(ctx, reprise.Config{}, track.bindings(), func(t *trial) error {
		for i := range 1 + growthRuns {
			_, one, err := t.round(ctx, track, 1, n, 1)
			if err != nil {
				return err
			}
			if i == 0 {
				continue // the first run only brings the file to the size that the other runs see
			}
			m.add(one)
			found = append(found, growth(track.gaps(leg{Steps: n}), wide))
		}
		return t.expect(ctx, 1+growthRuns, store.Completed)
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(found, func(a, b line) int { return cmp.Compare(a.Ratio, b.Ratio) })
	return []line{found[growthRuns/2].over(growthRuns*n, m)}, nil
}

// growth compares the last steps of a run with early ones. gaps must not be empty.
func growth(gaps []time.Duration, wide int) line {
	from := min(skipped, len(gaps)/10)
	early, late := gaps[from:min(from+wide, len(gaps))], gaps[max(0, len(gaps)-wide):]
	l := line{Metric: "late_step", Unit: "ms", Better: lower, Value: ms(median(late))}
	return l.spread(late).against(ms(median(early)))
}
