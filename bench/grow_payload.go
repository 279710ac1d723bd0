package main

import (
	"context"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

// growPayload measures the cost of payloads that the steps of one run pass on: the time of
// a step, and the space in the database per payload byte.
func growPayload(ctx context.Context, b *bench, sizes []int) (found [][]line, err error) {
	empty, err := b.emptyBytes(ctx)
	if err != nil {
		return nil, err
	}
	for _, size := range sizes {
		lines, err := b.heavyRun(ctx, size, empty)
		if err != nil {
			return nil, err
		}
		found = append(found, lines)
	}
	return found, nil
}

const (
	heavyBytes = 20_000 * kilobyte // pass through the steps of a run,
	fewSteps   = 50                // of which there are at least so many
	manySteps  = 1000              // and at most so many
)

// heavyRun carries out a run, after a run of a tenth of its length that counts only as
// space.
func (b *bench) heavyRun(ctx context.Context, size int, empty int64) (lines []line, err error) {
	length := max(2, b.atMost(min(manySteps, max(fewSteps, heavyBytes/size))))
	data := noise(size)
	track := newTrack(length)
	err = b.onEngine(ctx, reprise.Config{}, []reprise.Binding{routes.Bind(carry), hand.Bind(track.hand)}, func(t *trial) error {
		var m meter
		if err := t.deliver(ctx, track, 1, tenth(length), data, &meter{}); err != nil {
			return err
		}
		if err := t.deliver(ctx, track, 1, length, data, &m); err != nil {
			return err
		}
		if err := t.expect(ctx, 2, store.Completed); err != nil {
			return err
		}
		step := middle("step", track.gaps(leg{Steps: length}), m)
		if err := t.close(); err != nil {
			return err
		}
		bytes, err := t.place.bytes(ctx)
		recorded := 2 * (tenth(length) + 1 + length + 1) * size // the input and the result of each step and of each run
		room := line{Metric: "database", Unit: "bytes/byte", Better: lower, Value: float64(bytes-empty) / float64(recorded)}
		lines = []line{step, room.over(recorded, m)}
		return err
	})
	return lines, err
}
