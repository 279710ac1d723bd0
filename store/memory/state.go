package memory

import (
	"bytes"
	"cmp"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// state is everything the store holds. Slices in a run are appended to or replaced,
// never changed in place. So a copy of the run struct is a snapshot of the run,
// once rules.Tasks.Share has been called.
type state struct {
	runs    map[store.RunID]*run
	byID    map[nameKey][]*run // in order of creation
	workers map[store.WorkerID]*worker
	created int64 // runs created so far

	tombstones map[store.RunID]struct{} // of runs that were removed
	removed    []tombstone              // the same runs, in the order of their removal
	worn       []*run                   // removed runs with rows left

	// busy holds the open runs that periodic work must look at.
	busy map[store.RunID]*run

	kept       map[store.KeptKey]store.Kept
	queues     map[queueKey]store.Queue
	partitions map[queueKey]map[string]store.Partition // by their keys
	schedules  map[scheduleKey]*store.Schedule         // never changed in place

	outbox   []store.Message // in the order of their keys; never changed in place
	requests []request       // in the order of the commits that inserted them; never changed in place
}

type nameKey struct{ namespace, workflowID string }

// run is a run that is fully loaded.
type run struct {
	rules.Run
	ord  int64 // order of creation
	rows []store.Row
	last time.Time // the time of the last row
}

type worker struct {
	store.Worker
	leaseUntil time.Time
	dead       bool
	load       store.Load
	quarantine store.ActivityKey // what the worker has in quarantine; Activity 0 is the run itself
}

func newState() state {
	return state{
		runs:       make(map[store.RunID]*run),
		byID:       make(map[nameKey][]*run),
		workers:    make(map[store.WorkerID]*worker),
		busy:       make(map[store.RunID]*run),
		tombstones: make(map[store.RunID]struct{}),
		kept:       make(map[store.KeptKey]store.Kept),
		queues:     make(map[queueKey]store.Queue),
		partitions: make(map[queueKey]map[string]store.Partition),
		schedules:  make(map[scheduleKey]*store.Schedule),
	}
}

func (s *state) find(ref store.Ref) *run {
	if ref.Run != uuid.Nil {
		if r := s.runs[ref.Run]; r != nil && !ref.Foreign(r.Namespace) {
			return r
		}
		return nil
	}
	return s.named(nameKey{ref.Namespace, ref.WorkflowID})
}

// named returns the open run with that workflow id, or else the newest one.
func (s *state) named(k nameKey) *run {
	all := s.byID[k]
	for _, r := range all {
		if r.Status == store.Open {
			return r
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all[len(all)-1]
}

// sorted returns the busy runs in order of creation, so that nothing depends on the
// order of a map.
func (s *state) sorted() []*run {
	all := make([]*run, 0, len(s.busy))
	for _, r := range s.busy {
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b *run) int { return cmp.Compare(a.ord, b.ord) })
	return all
}

// index keeps busy up to date with r.
func (s *state) index(r *run) {
	if r.Dispatch.Exists || r.Inbox.Entries+len(r.Timers.Loaded)+len(r.Tasks.Loaded) > 0 {
		s.busy[r.ID] = r
	} else {
		delete(s.busy, r.ID)
	}
}

func (r *run) row(seq int64) (int, bool) {
	return slices.BinarySearchFunc(r.rows, seq, func(w store.Row, seq int64) int { return cmp.Compare(w.Seq, seq) })
}

// The caller may change what it gets, and what it gave.

func private(out store.Outcome) store.Outcome {
	out.Entries = copyEntries(out.Entries)
	for i := range out.Claims {
		out.Claims[i].Entries = copyEntries(out.Claims[i].Entries)
	}
	for i := range out.Tasks {
		out.Tasks[i] = copyTask(out.Tasks[i])
	}
	for i := range out.Fired {
		out.Fired[i].Entry = copyEntry(out.Fired[i].Entry)
	}
	for i := range out.Forwarded {
		out.Forwarded[i].Entry = copyEntry(out.Forwarded[i].Entry)
	}
	return out
}

func copyEntries(all []store.Entry) []store.Entry {
	var es []store.Entry
	for _, e := range all {
		es = append(es, copyEntry(e))
	}
	return es
}

func copyEntry(e store.Entry) store.Entry {
	e.Data = bytes.Clone(e.Data)
	return e
}

func copyTask(t store.Task) store.Task {
	t.Data, t.Last, t.Details = bytes.Clone(t.Data), bytes.Clone(t.Last), bytes.Clone(t.Details)
	return t
}

func copyRow(r store.Row) store.Row {
	r.Data = bytes.Clone(r.Data)
	return r
}
