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

// Retention is how long runs are kept after they have ended.
type Retention struct {
	After   time.Duration // those that no exception is about; 0: for ever
	Except  []Keep        // the first one that fits counts
	Archive codec.Blobs   // gets the history of what is to be removed; nil: nobody does
}

// Keep is how long some runs are kept. A chain is as its last run is.
type Keep struct {
	Status []store.Status // none: any
	Queue  string         // "": any
	For    time.Duration  // 0: for ever
}

// Removes reports whether anything is ever removed.
func (r *Retention) Removes() bool { return len(r.ages()) > 0 }

// of is how long a chain is kept; 0: for ever.
func (r *Retention) of(o *store.Over) time.Duration {
	for _, k := range r.Except {
		if (len(k.Status) == 0 || slices.Contains(k.Status, o.Status)) && (k.Queue == "" || k.Queue == o.Queue) {
			return k.For
		}
	}
	return r.After
}

// ages are the times for which runs are kept, the shortest first.
func (r *Retention) ages() []time.Duration {
	all := map[time.Duration]struct{}{r.After: {}}
	for _, k := range r.Except {
		all[k.For] = struct{}{}
	}
	delete(all, 0)
	return slices.Sorted(maps.Keys(all))
}

const (
	siftChains = 200       // are looked at in one step
	siftAnew   = time.Hour // after which what a pass has left behind is looked at again
)

// sifter removes chains one by one: those that have been kept for as long as they are to be.
type sifter struct {
	p    *Process
	keep *Retention
	anew time.Time
	from map[time.Duration]time.Time // what closed before was looked at by the pass of that age
}

// sift is one pass of each age. A chain that cannot be put into the archive stays, and the others go on.
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

// notPut says that an archive has not taken a file: it will hardly take others.
type notPut struct{ error }

func (e notPut) Unwrap() error { return e.error }

// put has the archive take a file.
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
				continue // the pass of its own age comes to it
			}
			if o.Status != 0 && s.keep.Archive != nil {
				if e := s.archive(ctx, o); e != nil {
					if put := (notPut{}); errors.As(e, &put) || ctx.Err() != nil {
						return runs, true, errors.Join(err, e)
					}
					err = cmp.Or(err, e) // the first of those that stay is told, of however many
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
			most = 2 * len(over) // they all closed at one time
		}
		s.from[age] = last
		if !timer.Pause(s.p.cfg.Clock, retainRest*s.p.cfg.Clock.Now().Sub(begun), ctx.Done()) {
			return runs, true, errors.Join(err, context.Cause(ctx))
		}
	}
}

// archive puts the histories of the runs of a chain where they are kept. Nothing is left to do where another worker was faster.
func (s *sifter) archive(ctx context.Context, o *store.Over) error {
	if o.Run == o.Chain { // a chain of one, which is not looked for among all runs that had its id
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

// unlessGone is the error of a look for a run; nil where the run was removed meanwhile.
func unlessGone(err error) error {
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrRemoved) {
		return nil
	}
	return err
}

// keepRun puts the history of a run where it is kept.
func (s *sifter) keepRun(ctx context.Context, run *store.Run) error {
	data, err := s.export(ctx, run)
	if err != nil {
		if _, gone := s.p.store.Run(ctx, store.Ref{Run: run.ID}); gone != nil { // while it was read, by who has put it there
			return unlessGone(gone)
		}
		return fmt.Errorf("run %s of %s is not archived, and so it is not removed: %w", run.ID, run.WorkflowID, err)
	}
	key := ArchiveKey(run.ID)
	if err := s.put(ctx, key, data); err != nil {
		return notPut{&codec.BlobError{Key: key, Err: fmt.Errorf("the history of run %s is not archived, and so it is not removed: %w", run.ID, err)}}
	}
	return nil
}

// ArchiveKey is the key of a run's history in an archive.
func ArchiveKey(run store.RunID) string { return hex.EncodeToString(run[:]) }

// IsArchiveKey says whether a key is one of ArchiveKey. Those of codec.Offload are longer.
func IsArchiveKey(key string) bool { return len(key) == 2*len(store.RunID{}) }

// export is the history of a run as a file. Payloads are as they are stored, but for those that lie outside of the
// database: their blobs go, too.
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
