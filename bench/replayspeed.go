package main

import (
	"context"
	"errors"
	"runtime"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// replayRounds is how often a run is rebuilt.
const replayRounds = 50

// replaySpeed measures how many events per second the engine replays on one core,
// including reading them from the store. A run of 10,000 events that no worker caches
// receives a signal, again and again. Its limit only reads and decodes the same events.
func replaySpeed(ctx context.Context, b *bench) ([]line, error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	n := max(2, b.size(10_000))
	l := line{Metric: "events", Unit: "events/s", Better: higher}
	rebuilt := make(chan rebuild, 1)
	observe := &reprise.Observer{RunReplayed: func(e reprise.RunReplayed) {
		if e.Events > 1 { // otherwise it is the first task of a new run
			rebuilt <- rebuild{e.Events, e.Took}
		}
	}}
	e := errand{Steps: n / 2, Waits: replayRounds}
	track := newTrack(e.Steps + 1) // the last step is that of every signal
	err := b.onEngine(ctx, reprise.Config{CacheBytes: -1, Observer: observe}, append(track.bindings(), waits.Bind(linger)), func(t *trial) error {
		runs, err := t.park(ctx, 1, "long", e)
		if err != nil {
			return err
		}
		reading, err := decoding(ctx, t.st, runs[0].RunID())
		if err != nil {
			return err
		}
		events := 0
		var spent time.Duration
		var each []time.Duration
		var m meter
		for range replayRounds {
			var r rebuild
			err := m.during(func() error {
				err := reprise.Signal(ctx, t.rt, runs[0].WorkflowID(), goOn, e.Steps)
				if err == nil {
					r, err = next(ctx, rebuilt)
				}
				return err
			})
			if err == nil {
				err = t.parked(ctx)
			}
			if err != nil {
				return err
			}
			events, spent, each = events+r.events, spent+r.took, append(each, r.took)
		}
		again, err := decoding(ctx, t.st, runs[0].RunID())
		if err != nil {
			return err
		}
		l.Value = float64(events) / spent.Seconds()
		l = l.over(events, m).spread(each).against((reading + again) / 2)
		sum, err := runs[0].Result(ctx)
		if want := (leg{Steps: e.Steps}).sum() + replayRounds*e.Steps; err == nil && sum != want {
			err = wrongResult(sum, want)
		}
		return errors.Join(err, t.expect(ctx, 1, store.Completed))
	})
	return []line{l}, err
}

// rebuild is a run replayed from its history.
type rebuild struct {
	events int
	took   time.Duration
}

func next(ctx context.Context, c <-chan rebuild) (rebuild, error) {
	select {
	case r := <-c:
		return r, nil
	case <-ctx.Done():
		return rebuild{}, context.Cause(ctx)
	}
}

// decoding measures how many events of a run's history are read and decoded per second.
func decoding(ctx context.Context, st store.Store, run store.RunID) (float64, error) {
	events := 0
	begun := time.Now()
	for range replayRounds {
		for seq := int64(1); ; {
			rows, err := st.History(ctx, store.HistoryQuery{Run: run, From: seq})
			if err != nil {
				return 0, err
			}
			if len(rows) == 0 {
				break
			}
			for _, row := range rows {
				if _, _, err := history.DecodeRow(row.Data, row.Seq, row.N); err != nil {
					return 0, err
				}
				seq += int64(row.N)
				events += row.N
			}
		}
	}
	return float64(events) / time.Since(begun).Seconds(), nil
}
