package memory

import (
	"bytes"
	"cmp"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// state is everything the store holds. Slices that hang on a run are never changed
// in place but appended to or replaced: a copy of the run struct is therefore a
// snapshot of the run.
type state struct {
	runs    map[store.RunID]*run
	byID    map[nameKey][]*run // in order of creation
	workers map[store.WorkerID]*worker
	created int64 // runs, ever

	keys    map[store.RunID]struct{} // of runs that were removed
	removed []key                    // the same, in the order of their removal
	worn    []*run                   // removed, with rows left

	// busy holds the open runs that something periodic must look at.
	busy map[store.RunID]*run

	requests []request // in the order of the commits that inserted them; never changed in place
}

type nameKey struct{ namespace, workflowID string }

type run struct {
	store.Run       // without Owner, Unread
	ord       int64 // order of creation
	gen       int64 // of the dispatch row; kept here so that it rises as long as the run lives
	rows      []store.Row
	inbox     []store.Entry // by order
	timers    []store.Timer // by id
	tasks     []task        // by activity number
	dispatch  dispatch
	prefers   store.WorkerID // set when it parks
}

// dispatch is the run's row in the dispatch-lease table.
type dispatch struct {
	exists  bool
	ready   time.Time
	owner   store.WorkerID
	claim   store.Token
	dirty   bool
	closing bool
}

type task struct {
	store.Task
	claim store.Token
}

type worker struct {
	store.Worker
	leaseUntil time.Time
	dead       bool
	load       store.Load
	lane       store.ActivityKey // what the suspects' lane holds; Activity 0 is the run itself
}

func newState() state {
	return state{
		runs:    make(map[store.RunID]*run),
		byID:    make(map[nameKey][]*run),
		workers: make(map[store.WorkerID]*worker),
		busy:    make(map[store.RunID]*run),
		keys:    make(map[store.RunID]struct{}),
	}
}

func (s *state) find(ref store.Ref) *run {
	if ref.Run != uuid.Nil {
		return s.runs[ref.Run]
	}
	return s.named(nameKey{ref.Namespace, ref.WorkflowID})
}

// named is the open run with that workflow id, else the one created last.
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

// index keeps busy in step with r.
func (s *state) index(r *run) {
	if r.dispatch.exists || len(r.inbox) > 0 || len(r.timers) > 0 || len(r.tasks) > 0 {
		s.busy[r.ID] = r
	} else {
		delete(s.busy, r.ID)
	}
}

// show is the run as the contract describes it.
func (r *run) show() store.Run {
	v := r.Run
	v.Owner = r.dispatch.owner
	v.Unread = r.unread()
	if r.Blocked != nil {
		b := *r.Blocked
		v.Blocked = &b
	}
	return v
}

func (r *run) unread() int {
	n := 0
	for _, e := range r.inbox {
		if e.Kind == store.EntrySignal || e.Kind == store.EntryCancel {
			n++
		}
	}
	return n
}

// entries returns what is in the inbox with an order above after.
func (r *run) entries(after int64) []store.Entry {
	var es []store.Entry
	for _, e := range r.inbox {
		if e.Order > after {
			es = append(es, copyEntry(e))
		}
	}
	return es
}

func (r *run) suspect() bool { return r.Deaths >= store.SuspectDeaths }

func (r *run) task(id int64) (int, bool) {
	return slices.BinarySearchFunc(r.tasks, id, func(t task, id int64) int { return cmp.Compare(t.ID, id) })
}

func (r *run) timer(id int64) (int, bool) {
	return slices.BinarySearchFunc(r.timers, id, func(t store.Timer, id int64) int { return cmp.Compare(t.ID, id) })
}

func (t *task) suspect() bool { return !t.Limited && t.Deaths >= store.SuspectDeaths }

func (t *task) show() store.Task {
	v := t.Task
	v.Data, v.Last, v.Details = bytes.Clone(t.Data), bytes.Clone(t.Last), bytes.Clone(t.Details)
	return v
}

func copyEntry(e store.Entry) store.Entry {
	e.Data = bytes.Clone(e.Data)
	return e
}

func copyRow(r store.Row) store.Row {
	r.Data = bytes.Clone(r.Data)
	return r
}

// put inserts v at i into a new slice, or appends: the old slice stays as it was.
func put[T any](s []T, i int, v T) []T {
	if i == len(s) {
		return append(s, v)
	}
	return append(append(s[:i:i], v), s[i:]...)
}

// drop returns a new slice without the element at i.
func drop[T any](s []T, i int) []T { return append(s[:i:i], s[i+1:]...) }
