package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/pprof"
	"time"
)

// yardstick measures the limit of the machine that figures are compared with: the rate or
// the latency of a backend.
type yardstick func(b backend, ctx context.Context, d time.Duration) (float64, error)

const (
	// rowBytes is the size of the row that the limit writes: about what a step adds to a
	// history.
	rowBytes = 200
	// apart is how much the limit may differ before and after a workload. A larger change
	// comes from something else on the machine, which affects the figure too.
	apart = 0.15
)

// noise returns n incompressible bytes, the same ones each time.
func noise(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.NewChaCha8([32]byte{}).Read(b) // it never fails
	return b
}

// limited measures the machine's limit, the figures, and the limit again, and compares the
// lines with the mean of the two limits. If these are too far apart, it repeats everything;
// if that does not help, the closest pair counts.
func (b *bench) limited(ctx context.Context, by yardstick, figures func(context.Context) ([]line, error)) ([]line, error) {
	var best []line
	closest := 0.0
	for i := range b.tries {
		x, err := b.limit(ctx, by)
		if err != nil {
			return nil, err
		}
		lines, err := figures(ctx)
		if err != nil {
			return nil, err
		}
		y, err := b.limit(ctx, by)
		if err != nil {
			return nil, err
		}
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
		if i < b.tries-1 {
			fmt.Fprintf(b.warn, "bench: the machine's limit was %s before and %s after, %.0f %% apart: measuring again\n", short(x), short(y), 100*gap)
		}
	}
	fmt.Fprintf(b.warn, "bench: the machine is noisy: of %d pairs of limits the closest were %.0f %% apart, and are used\n", b.tries, 100*closest)
	return best, nil
}

// longestLimit bounds the time for measuring a limit.
const longestLimit = time.Minute

// limit measures the machine's limit. CPU profiles label this part, so that readers can
// filter it out.
func (b *bench) limit(ctx context.Context, by yardstick) (l float64, err error) {
	pprof.Do(ctx, pprof.Labels("part", "limit"), func(ctx context.Context) {
		l, err = by(b.backend, ctx, b.limitFor)
		for took := 2 * b.limitFor; l == 0 && err == nil && took < longestLimit; took *= 2 {
			l, err = by(b.backend, ctx, took) // no transaction finished in the time before
		}
	})
	if err == nil && l == 0 {
		err = errors.New("not one transaction committed: the machine is busy with something else")
	}
	if err != nil {
		err = fmt.Errorf("measuring the machine's limit: %w", err)
	}
	return l, err
}
