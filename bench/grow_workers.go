package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

// growWorkers measures the cost of idle worker processes: what they ask of the database,
// and how much they slow down w2 on the one that works. On SQLite there is one worker:
// the store refuses a second engine on its file.
func growWorkers(ctx context.Context, b *bench, sizes []int) (found [][]line, err error) {
	const length = 20
	if b.store == "sqlite" {
		sizes = sizes[:1]
		fmt.Fprintln(b.warn, "bench: growth_workers: a file of SQLite has one worker, whatever there is to do: no other size is measured")
	}
	runs := b.atMost(200)
	track := newTrack(runs * length)
	p, questions, err := b.counted(ctx)
	if err != nil {
		return nil, err
	}
	err = b.onPlace(ctx, p, reprise.Config{}, track.bindings(), func(t *trial) (err error) {
		idlers := &crew{place: p}
		defer func() { err = errors.Join(err, idlers.dismiss()) }()
		if err := t.rt.Start(ctx); err != nil {
			return err
		}
		all := tenth(runs)
		if _, _, err := t.round(ctx, track, all, length, all); err != nil {
			return err
		}
		for _, size := range sizes {
			if err := idlers.fill(ctx, size-1, job{Idle: true}); err != nil {
				return err
			}
			idle, err := b.quiet(ctx, size, questions)
			if err != nil {
				return err
			}
			var r rounds
			if err := t.repeat(ctx, track, &r, runs, length, runs); err != nil {
				return err
			}
			all += r.runs
			busy := line{Metric: "steps", Unit: "steps/s"}.throughput("step", r.runs*length, r.meter, r.gaps)
			found = append(found, append(idle, busy))
		}
		return t.expect(ctx, all, store.Completed)
	})
	return found, err
}
