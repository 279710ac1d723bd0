package engine

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/reprise-run/reprise/codec"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/histories"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

// Retention is how long ended runs are kept.
type Retention struct {
	After   time.Duration // for runs that match no exception; 0: for ever
	Except  []Keep        // the first match counts
	Archive codec.Blobs   // receives the histories of runs before they are removed; may be nil
}

// Keep says how long to keep some runs. The last run of a chain decides for the chain.
type Keep struct {
	Status []store.Status // none: any
	Queue  string         // "": any
	For    time.Duration  // 0: for ever
}

// Removes reports whether anything is ever removed.
func (r *Retention) Removes() bool { return len(r.ages()) > 0 }

// of returns how long a chain is kept; 0: for ever.
func (r *Retention) of(o *store.Over) time.Duration {
	for _, k := range r.Except {
		if (len(k.Status) == 0 || slices.Contains(k.Status, o.Status)) && (k.Queue == "" || k.Queue == o.Queue) {
			return k.For
		}
	}
	return r.After
}

// ages returns the times for which runs are kept, the shortest first.
func (r *Retention) ages() []time.Duration {
	all := map[time.Duration]struct{}{r.After: {}}
	for _, k := range r.Except {
		all[k.For] = struct{}{}
	}
	delete(all, 0)
	return slices.Sorted(maps.Keys(all))
}

const (
	siftChains = 200       // chains in one step
	siftAnew   = time.Hour // after this time, chains that a pass has left are looked at again
)

// sifter removes chains one by one, when they have been kept long enough.
type sifter struct {
	p    *Process
	keep *Retention
	anew time.Time
	from map[time.Duration]time.Time // for each age, its pass has looked at everything closed earlier
}

// sift does one pass for each age. A chain that cannot be archived stays, and the others continue.
func (s *sifter) sift(ctx context.Context) (runs int, err error) {
	if now := s.p.cfg.Clock.Now(); s.from == nil || now.Sub(s.anew) >= siftAnew {
		s.from, s.anew = make(map[time.Duration]time.Time), now
	}
	for _, age := range s.keep.ages() {
		n, stopped, e := s.pass(ctx, age)
		runs, err = runs+n, errors.Join(err, e)
		if stopped {
			break
		}
	}
	return runs, err
}

// notPut says that an archive did not take a file. It will hardly take others.
type notPut struct{ error }

func (e notPut) Unwrap() error { return e.error }

// put writes a file to the archive.
func (s *sifter) put(ctx context.Context, key string, data []byte) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the archive panicked: %v", p)
		}
	}()
	return s.keep.Archive.Put(ctx, key, data)
}

func (s *sifter) pass(ctx context.Context, age time.Duration) (runs int, stopped bool, err error) {
	for most := siftChains; ; {
		begun := s.p.cfg.Clock.Now()
		outcomes, e := s.p.store.Apply(ctx, []store.Op{&store.Retain{Namespace: s.p.cfg.Namespace, Age: age, From: s.from[age], Max: most, Dry: true}})
		if e != nil {
			return runs, true, errors.Join(err, e)
		}
		over := outcomes[0].Over
		for i := range over {
			o := &over[i]
			if o.Status != 0 && s.keep.of(o) != age {
				continue // the pass for its own age removes it
			}
			if o.Status != 0 && s.keep.Archive != nil {
				if e := s.archive(ctx, o); e != nil {
					if put := (notPut{}); errors.As(e, &put) || ctx.Err() != nil {
						return runs, true, errors.Join(err, e)
					}
					err = cmp.Or(err, e) // only the first failure is reported
					continue
				}
			}
			n, e := remove(ctx, s.p, store.Retain{Namespace: s.p.cfg.Namespace, Age: age, Chain: o.Chain, WorkflowID: o.WorkflowID, Max: retainRows})
			if runs += n; e != nil {
				return runs, true, errors.Join(err, e)
			}
		}
		if len(over) < most {
			if len(over) > 0 {
				s.from[age] = over[len(over)-1].Closed
			}
			return runs, false, err
		}
		last := over[most-1].Closed
		if most = siftChains; last.Equal(s.from[age]) {
			most = 2 * len(over) // they all closed at the same time
		}
		s.from[age] = last
		if !timer.Pause(s.p.cfg.Clock, retainRest*s.p.cfg.Clock.Now().Sub(begun), ctx.Done()) {
			return runs, true, errors.Join(err, context.Cause(ctx))
		}
	}
}

// archive writes the histories of a chain's runs to the archive. Nothing is left to do if another
// worker was faster.
func (s *sifter) archive(ctx context.Context, o *store.Over) error {
	if o.Run == o.Chain { // a chain of one needs no search among all runs with its id
		run, err := s.p.store.Run(ctx, store.Ref{Run: o.Run})
		if err != nil {
			return unlessGone(err)
		}
		return s.keepRun(ctx, &run)
	}
	q := store.Query{Namespace: s.p.cfg.Namespace, WorkflowID: o.WorkflowID}
	for {
		page, err := s.p.store.Runs(ctx, q)
		if err != nil {
			return err
		}
		for i := range page.Runs {
			if run := &page.Runs[i]; run.Chain == o.Chain {
				if err := s.keepRun(ctx, run); err != nil {
					return err
				}
			}
		}
		if q.Cursor = page.Next; q.Cursor == "" {
			return nil
		}
	}
}

// unlessGone returns err, or nil if it says that the run was removed meanwhile.
func unlessGone(err error) error {
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrRemoved) {
		return nil
	}
	return err
}

// keepRun writes the history of a run to the archive.
func (s *sifter) keepRun(ctx context.Context, run *store.Run) error {
	data, err := s.export(ctx, run)
	if err != nil {
		if _, gone := s.p.store.Run(ctx, store.Ref{Run: run.ID}); gone != nil { // removed while it was read, by a worker that has archived it
			return unlessGone(gone)
		}
		return fmt.Errorf("run %s of %s was not archived, so it is not removed: %w", run.ID, run.WorkflowID, err)
	}
	key := ArchiveKey(run.ID)
	if err := s.put(ctx, key, data); err != nil {
		return notPut{&codec.BlobError{Key: key, Err: fmt.Errorf("the history of run %s was not archived, so it is not removed: %w", run.ID, err)}}
	}
	return nil
}

// ArchiveKey is the key of a run's history in an archive.
func ArchiveKey(run store.RunID) string { return hex.EncodeToString(run[:]) }

// IsArchiveKey reports whether key is an ArchiveKey. Those of codec.Offload are longer.
func IsArchiveKey(key string) bool { return len(key) == 2*len(store.RunID{}) }

// export returns the history of a run as a file. Payloads stay as they are stored, except those outside
// the database: their blobs are included.
func (s *sifter) export(ctx context.Context, run *store.Run) ([]byte, error) {
	sealer := s.p.cfg.Sealer.In(run.Namespace)
	head, stored := histories.Export(ctx, s.p.store, run)
	rows := histories.Changed(stored, func(row history.EncodedRow, seq int64) (history.EncodedRow, error) {
		return sealer.Inline(ctx, row, seq)
	})
	var b bytes.Buffer
	err := history.WriteExport(&b, head, rows)
	return b.Bytes(), err
}
