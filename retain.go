package reprise

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/reprise-run/reprise/codec"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/engine"
	"github.com/reprise-run/reprise/internal/sealing"
	"github.com/reprise-run/reprise/store"
)

// Retention is how long runs are kept after they end. Then they are removed in the background, in small steps, chain by
// chain. Only a tombstone of each run remains, so that a start with [Once] or a late retry still knows of it.
type Retention struct {
	After time.Duration // counted from the end; zero: kept for ever, otherwise at least [MinRetention]
	// Except lists runs that are kept for another time. The first entry that matches counts. A chain matches as its
	// last run does.
	Except []Keep
	// Archive, unless it is nil, receives the history of each run before the run is removed: a file in the format of [Export],
	// for [ReplayExport], under the key [ArchiveKey]. Payloads are archived as they are stored: encrypted ones stay encrypted.
	// Payloads that [codec.Offload] has moved elsewhere are included up to 2 MiB each. If a history cannot be archived, its
	// run stays, and the log says why. With Archive or Except, chains are removed one at a time, which is slower.
	Archive codec.Blobs
}

// Keep is how long certain runs are kept after they end.
type Keep struct {
	Status []Status      // how they ended; none: any
	Queue  string        // "": any
	For    time.Duration // at least [MinRetention]; negative: for ever
}

func (r *Retention) check() error {
	if r.After != 0 && r.After < MinRetention {
		return fmt.Errorf("reprise: Config.Retention.After is %v: use at least %v, or zero to keep runs for ever", r.After, MinRetention)
	}
	for i, k := range r.Except {
		if k.For >= 0 && k.For < MinRetention {
			return fmt.Errorf("reprise: Config.Retention.Except[%d].For is %v: use at least %v, or a negative time to keep runs for ever", i, k.For, MinRetention)
		}
		if _, err := endsOf(k.Status); err != nil {
			return fmt.Errorf("reprise: Config.Retention.Except[%d].Status: %w", i, err)
		}
	}
	return nil
}

// endsOf converts the ways in which a chain ends for the store.
func endsOf(all []Status) (ends []store.Status, err error) {
	for _, s := range all {
		end, known := s.stored()
		if !known || end == store.Open || end == store.Continued {
			return nil, fmt.Errorf("no chain ends as %q: use Completed, Failed, Cancelled or Terminated", s)
		}
		ends = append(ends, end)
	}
	return ends, nil
}

func (r *Retention) engine() engine.Retention {
	keep := engine.Retention{After: r.After, Archive: r.Archive}
	for _, k := range r.Except {
		ends, _ := endsOf(k.Status) // New has checked them
		keep.Except = append(keep.Except, engine.Keep{Status: ends, Queue: k.Queue, For: max(0, k.For)})
	}
	return keep
}

// ArchiveKey returns the key of a run's history in [Retention.Archive]: the run id as 32 hexadecimal digits.
func ArchiveKey(run RunID) string { return engine.ArchiveKey(run) }

// RetainOptions selects what [Retain] removes.
type RetainOptions struct {
	// OlderThan is how long ago runs must have ended, at least [MinRetention].
	OlderThan time.Duration
	// ForgetTombstones also removes the tombstones of runs that were removed longer ago than
	// this, at least [MinRetention]. [Once] may then use their workflow ids again. Zero: all
	// tombstones are kept.
	ForgetTombstones time.Duration
	Status           []Status    // only runs that ended so; none: any
	Queue            string      // only runs of this queue; "": any
	Archive          codec.Blobs // as in [Retention]
}

// Retain removes the runs of the client's namespace that ended at least o.OlderThan ago, as
// Config.Retention does in the background, and returns how many it removed. It keeps a tombstone of
// each, so that [Once] and late retries still know of it. It removes small batches, and rests after
// each for three times as long as the batch took, or only as long as it took when it is more than a
// minute behind. If it ends early, because of ctx or the store, what it has removed stays removed.
func Retain(ctx context.Context, c Client, o RetainOptions) (runs int, err error) {
	rt, err := clientOf(ctx, c)
	if err != nil {
		return 0, wrap(err, "retain")
	}
	if o.OlderThan < MinRetention {
		return 0, fmt.Errorf("reprise: retain: RetainOptions.OlderThan is %v: use at least %v", o.OlderThan, MinRetention)
	}
	if o.ForgetTombstones != 0 && o.ForgetTombstones < MinRetention {
		return 0, fmt.Errorf("reprise: retain: RetainOptions.ForgetTombstones is %v: use at least %v, or zero to keep all", o.ForgetTombstones, MinRetention)
	}
	ends, err := endsOf(o.Status)
	if err != nil {
		return 0, fmt.Errorf("reprise: retain: RetainOptions.Status: %w", err)
	}
	keep := engine.Retention{After: o.OlderThan, Archive: o.Archive}
	if len(o.Status) > 0 || o.Queue != "" {
		keep.After, keep.Except = 0, []engine.Keep{{Status: ends, Queue: o.Queue, For: o.OlderThan}}
	}
	runs, err = rt.process.Retain(ctx, keep, o.ForgetTombstones)
	return runs, wrap(err, "retain")
}

// Delete removes a run that has ended, and all runs of its chain, with their histories, as retention would one day. It returns
// how many runs it removed. It keeps a tombstone of each, so that [Once] and late retries still know of it. The next [SweepBlobs]
// removes payloads that [codec.Offload] has moved elsewhere. Results kept by [workflow.ReuseResult] stay.
//
// Errors: [ErrOpen] if the chain has not ended, [ErrTooSoon] if it ended less than [MinRetention] ago, [ErrNotFound],
// [ErrRemoved]. If Delete ends early, because of ctx or the store, either all these runs are gone for every reader or none is.
// The next call of [Retain], or Config.Retention, removes what is left of long histories.
func Delete[R Ref](ctx context.Context, c Client, run R) (runs int, err error) {
	ref := targetOf(run)
	rt, err := clientFor(ctx, c, ref)
	if err != nil {
		return 0, wrap(err, "delete %s", ref)
	}
	runs, err = asked(ctx, rt, request("delete", ref), func(ctx context.Context) (int, error) { return deleteChain(ctx, rt, ref) })
	return runs, wrap(err, "delete %s", ref)
}

func deleteChain(ctx context.Context, rt *Runtime, ref target) (int, error) {
	run, err := rt.store.Run(ctx, ref.ref(rt.cfg.Namespace))
	if err != nil {
		return 0, err
	}
	last := run
	for last.Status == store.Continued {
		next, err := engine.NextRun(ctx, rt.store, last.ID)
		if err != nil {
			return 0, err
		}
		if last, err = rt.store.Run(ctx, store.Ref{Run: next}); err != nil {
			return 0, err
		}
	}
	if last.Status == store.Open {
		return 0, ErrOpen
	}
	now, err := rt.store.Now(ctx)
	if err != nil {
		return 0, err
	}
	if age := now.Sub(last.Closed); age < MinRetention {
		return 0, fmt.Errorf("%w: try again in %v", ErrTooSoon, max(MinRetention-age, time.Second).Round(time.Second))
	}
	runs, err := engine.Delete(ctx, rt.process, last, MinRetention)
	if err == nil && runs == 0 {
		err = fmt.Errorf("%w: its messages to other runs are still undelivered, or another process is removing it; try again in a moment", ErrTooSoon)
	}
	return runs, err
}

// SweepOptions configures [SweepBlobs].
type SweepOptions struct {
	// Age is how long ago a blob must have been put to be removed. A blob is put before the
	// write that refers to it: Age must be longer than any write may wait, for a transaction of
	// yours or for space in the store. At least [MinSweepAge]; a day is a good choice.
	Age time.Duration
	Dry bool // only count
}

// Swept is the result of [SweepBlobs].
type Swept struct {
	Kept    int   // blobs that something in the store refers to, or that are too young to judge
	Removed int   // blobs that nothing refers to; with Dry, those that would be removed
	Bytes   int64 // size of the removed blobs
}

// SweepBlobs removes the blobs that [codec.Offload] put and that nothing in the store refers to:
// those of runs that retention removed, and those whose commit never happened. It first reads
// everything in the store, of all namespaces, and then deletes; workers may run meanwhile. The store
// must support inspection, as SQLite files and Postgres do. If something cannot be read, SweepBlobs
// returns an error and removes nothing. All blobs must belong to this store: do not share a bucket
// between stores. Blobs that only an older backup of the store refers to may be removed.
func SweepBlobs(ctx context.Context, c Client, o SweepOptions) (Swept, error) {
	rt, err := clientOf(ctx, c)
	if err != nil {
		return Swept{}, wrap(err, "sweep blobs")
	}
	if o.Age < MinSweepAge {
		return Swept{}, fmt.Errorf("reprise: sweep blobs: an age of %v: use at least %v", o.Age, MinSweepAge)
	}
	keeper := sealing.KeeperOf(rt.cfg.Payloads)
	if keeper == nil {
		return Swept{}, errors.New("reprise: sweep blobs: Config.Payloads has no Offload, so there are no blobs: run it with the Config of the workers")
	}
	in, ok := rt.store.(store.Inspector)
	if !ok {
		return Swept{}, fmt.Errorf("reprise: sweep blobs: %T does not implement store.Inspector", rt.store)
	}
	s := &sweep{rt: rt, in: in, keeper: keeper, strays: map[string]int64{}}
	done, err := s.all(ctx, o)
	if err != nil {
		return done, wrap(err, "sweep blobs")
	}
	return done, nil
}

// sweep is one SweepBlobs. References move within the store meanwhile, so it reads in the order in which they move: requests,
// kept results, schedules and starts that wait behind runs, inboxes and rows, histories.
type sweep struct {
	rt     *Runtime
	in     store.Inspector
	keeper sealing.Keeper
	strays map[string]int64 // blobs that nothing read so far refers to, and their sizes
}

func (s *sweep) all(ctx context.Context, o SweepOptions) (Swept, error) {
	now, err := s.rt.store.Now(ctx)
	if err != nil {
		return Swept{}, err
	}
	n := 0
	for b, err := range s.keeper.Blobs().List(ctx) {
		if err != nil {
			return Swept{}, err
		}
		// The same bucket may hold an archive.
		if n++; b.Put.Before(now.Add(-o.Age)) && !engine.IsArchiveKey(b.Key) {
			s.strays[b.Key] = b.Size
		}
	}
	if len(s.strays) > 0 {
		err = s.refers(ctx)
	}
	if err != nil {
		return Swept{Kept: n}, err
	}
	done := Swept{Kept: n - len(s.strays)}
	for key, size := range s.strays {
		if !o.Dry {
			if err := s.keeper.Blobs().Delete(ctx, key); err != nil {
				return done, err
			}
		}
		done.Removed, done.Bytes = done.Removed+1, done.Bytes+size
	}
	return done, nil
}

// kept removes what kept results refer to from the strays.
func (s *sweep) kept(ctx context.Context) error {
	for q := (store.KeptQuery{Max: store.MaxPage}); ; {
		page, err := s.rt.store.Kept(ctx, q)
		if err != nil {
			return err
		}
		for _, k := range page {
			if err := s.event(k.Data); err != nil {
				return err
			}
			q.After = k.KeptKey
		}
		if len(page) < q.Max {
			return nil
		}
	}
}

// refers removes what the store refers to from the strays. Messages on their way to a run are read
// before the runs, because they may arrive meanwhile.
func (s *sweep) refers(ctx context.Context) error {
	if err := s.in.Requests(ctx, s.event); err != nil {
		return err
	}
	if err := s.kept(ctx); err != nil {
		return err
	}
	if err := s.schedules(ctx); err != nil {
		return err
	}
	if err := s.in.Behind(ctx, s.row); err != nil {
		return err
	}
	read := make(map[string]bool) // namespaces whose outbox was read
	for todo := []string{s.rt.Namespace()}; len(todo) > 0; {
		sent := 0
		for _, namespace := range todo {
			n, err := s.messages(ctx, namespace)
			if err != nil {
				return err
			}
			read[namespace], sent = true, sent+n
		}
		if len(read) > 1 && sent == 0 {
			break // the runs were read after everything on its way
		}
		todo = nil
		err := s.in.Scan(ctx, func(run store.Run, _ store.Pending, rows iter.Seq[store.Row]) error {
			if !read[run.Namespace] && !slices.Contains(todo, run.Namespace) {
				todo = append(todo, run.Namespace)
			}
			return s.run(ctx, run, rows)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// schedules removes what the inputs of schedules refer to from the strays.
func (s *sweep) schedules(ctx context.Context) error {
	for q := (store.ScheduleQuery{All: true, Max: store.MaxPage}); ; {
		page, err := s.rt.store.Schedules(ctx, q)
		if err != nil {
			return err
		}
		for _, one := range page {
			if err := s.row(store.Row{Seq: 1, N: 1, Data: one.Data}); err != nil {
				return err
			}
			q.Namespace, q.After = one.Namespace, one.ID
		}
		if len(page) < q.Max {
			return nil
		}
	}
}

// messages reads what the runs of a namespace have sent to others, and returns how many messages it read.
func (s *sweep) messages(ctx context.Context, namespace string) (n int, err error) {
	const page = 10 // each may be large
	for after := (store.MessageKey{}); ; {
		all, err := s.rt.store.Outbox(ctx, store.OutboxQuery{Namespace: namespace, After: after, Max: page})
		if err != nil {
			return n, err
		}
		for _, m := range all {
			after, n = m.MessageKey, n+1
			if m.Kind != store.MessageStart {
				err = s.event(m.Data)
			} else {
				err = s.row(store.Row{Seq: 1, N: 1, Data: m.Data})
			}
			if err != nil {
				return n, err
			}
		}
		if len(all) < page {
			return n, nil
		}
	}
}

func (s *sweep) run(ctx context.Context, run store.Run, rows iter.Seq[store.Row]) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if run.Blocked != nil {
		if err := s.payload(s.rt.sealer.TextPayload(run.Blocked.Text)); err != nil {
			return err
		}
	}
	if run.Status != store.Open {
		for row := range rows {
			if err := s.row(row); err != nil {
				return err
			}
		}
		return nil
	}
	// The rows of the scan are older than what is pending now.
	pending, err := s.rt.store.Pending(ctx, run.ID)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	for _, e := range pending.Entries {
		if err := s.event(e.Data); err != nil {
			return err
		}
	}
	for _, a := range pending.Activities {
		for _, data := range [][]byte{a.Data, a.Last, a.Details} {
			if err := s.event(data); err != nil {
				return err
			}
		}
	}
	for from := int64(1); ; {
		page, err := s.rt.store.History(ctx, store.HistoryQuery{Run: run.ID, From: from})
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		if len(page) == 0 {
			return nil
		}
		for _, row := range page {
			if err := s.row(row); err != nil {
				return err
			}
			from = row.Seq + int64(row.N)
		}
	}
}

func (s *sweep) row(row store.Row) error {
	_, events, err := history.DecodeRow(row.Data, row.Seq, row.N)
	if err != nil {
		return err
	}
	for i := range events {
		if err := s.marks(&events[i]); err != nil {
			return err
		}
	}
	return nil
}

func (s *sweep) event(data []byte) error {
	if len(data) == 0 {
		return nil
	}
	e, err := history.DecodeEvent(data)
	if err != nil {
		return err
	}
	return s.marks(&e)
}

// marks removes what an event refers to from the strays.
func (s *sweep) marks(e *history.Event) error {
	if e.Sealed != nil {
		if err := s.payload(*e.Sealed); err != nil {
			return err
		}
	}
	if p, _ := history.PayloadOf(e.Body); p != nil {
		return s.payload(*p)
	}
	return nil
}

func (s *sweep) payload(p history.Payload) error {
	chain := p.Chain()
	if len(chain) == 0 || chain[len(chain)-1] != s.keeper.Name() {
		return nil
	}
	key, err := s.keeper.Key(p.Data)
	delete(s.strays, key)
	return err
}
