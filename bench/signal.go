package main

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

// between is the time from one signal to the next. It shares no factor with the engine's
// tick of one second, so that signals fall on all parts of the tick.
const between = 47 * time.Millisecond

// signalLatency measures how long a signal takes from a client to an activity of the waiting
// run. The client has a Store of its own on the same database, as another process would. The
// engine finds what others wrote by its tick, once a second, and by further looks as long as
// a look finds something. These determine the latency, so there is no limit of the machine.
func signalLatency(ctx context.Context, b *bench) ([]line, error) {
	n := b.size(200)
	track := newTrack(n)
	var m meter
	took := make([]time.Duration, n)
	err := b.onEngine(ctx, reprise.Config{}, append(track.bindings(), waits.Bind(linger)), func(t *trial) error {
		runs, err := t.park(ctx, n, "wait", errand{Waits: 1})
		if err != nil {
			return err
		}
		sent := make([]time.Duration, n)
		err = m.during(func() error { return t.send(ctx, runs, track, sent) })
		if err == nil {
			err = track.check(n)
		}
		if err != nil {
			return err
		}
		for i := range took {
			took[i] = time.Duration(track.at[i].Load()) - sent[i]
		}
		return t.expect(ctx, n, store.Completed)
	})
	return []line{middle("seen", took, m)}, err
}

// send signals one run after another from a client of its own, records when, and waits for
// all results.
func (t *trial) send(ctx context.Context, runs []reprise.Handle[int], track *track, sent []time.Duration) (err error) {
	st, err := t.place.open(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	client, err := reprise.New(st, reprise.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	next := time.NewTicker(between)
	defer next.Stop()
	for i, run := range runs {
		select {
		case <-next.C:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		sent[i] = time.Since(track.begun)
		if err := reprise.Signal(ctx, client, run.WorkflowID(), goOn, i); err != nil {
			return err
		}
	}
	for _, run := range runs {
		if _, err := run.Result(ctx); err != nil {
			return err
		}
	}
	return nil
}
