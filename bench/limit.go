package main

import (
	"context"
	"fmt"
	"runtime/pprof"
	"time"
)

// limit is what the machine does when nothing but the smallest durable write is asked
// of it, one after the other.
type limit struct {
	perSecond float64
	each      time.Duration // the median one
}

func (l limit) rate() float64 { return l.perSecond }

func (l limit) latency() float64 { return ms(l.each) }

const (
	// apart is how much a limit may differ before and after a workload. What moves it
	// further is something else on the machine, which moves the figure, too.
	apart = 0.15
	// tries is how often a workload is measured until they agree.
	tries = 5
)

// limited measures the machine's limit, then the figures, then the limit again, and sets
// the lines against the mean of the two. by picks what of a limit they are compared
// with. A pair that is too far apart is measured again, figures and all; if that does
// not help, the pair that was closest counts.
func (b *bench) limited(ctx context.Context, by func(limit) float64, figures func(context.Context) ([]line, error)) ([]line, error) {
	var best []line
	closest := 0.0
	for range tries {
		before, err := b.limit(ctx)
		if err != nil {
			return nil, err
		}
		lines, err := figures(ctx)
		if err != nil {
			return nil, err
		}
		after, err := b.limit(ctx)
		if err != nil {
			return nil, err
		}
		x, y := by(before), by(after)
		gap := max(x, y)/min(x, y) - 1
		if best == nil || gap < closest {
			best, closest = lines, gap
			for i := range best {
				best[i] = best[i].against((x + y) / 2)
			}
		}
		if gap <= apart {
			return best, nil
		}
		fmt.Fprintf(b.warn, "bench: the machine's limit was %s before and %s after, %.0f %% apart: measuring again\n", short(x), short(y), 100*gap)
	}
	fmt.Fprintf(b.warn, "bench: the machine is noisy: of %d pairs of limits the closest were %.0f %% apart, and count\n", tries, 100*closest)
	return best, nil
}

// limit measures the machine's limit. In a CPU profile it is labelled, so that it can be
// left out.
func (b *bench) limit(ctx context.Context) (l limit, err error) {
	pprof.Do(ctx, pprof.Labels("part", "limit"), func(ctx context.Context) {
		l, err = b.backend.limit(ctx, b.dir, b.limitFor)
	})
	if err != nil {
		err = fmt.Errorf("measuring the machine's limit: %w", err)
	}
	return l, err
}
