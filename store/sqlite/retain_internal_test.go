package sqlite

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store"
)

// ended returns a start whose run ends at once.
func ended(name string) *store.Start {
	s := newStart(name)
	s.Owner, s.Claim, s.Row = uuid.New(), uuid.New(), store.Row{}
	s.First = &store.Commit{Run: s.Run, Owner: s.Owner, Epoch: 1, Seq: 1, Token: uuid.New(), Rows: []store.Row{{Seq: 1, N: 3, Data: make([]byte, 100)}},
		Then: store.Close, Status: store.Completed}
	return s
}

// long returns a start whose run ends at once, with a history of three rows.
func long(name string) *store.Start {
	s := ended(name)
	s.First.Rows = []store.Row{{Seq: 1, N: 1, Data: []byte("a")}, {Seq: 2, N: 1, Data: []byte("b")}, {Seq: 3, N: 1, Data: []byte("c")}}
	return s
}

func mustApply(t *testing.T, st *Store, op store.Op) {
	t.Helper()
	outs, err := st.Apply(context.Background(), []store.Op{op})
	if err != nil || outs[0].Code != store.Done {
		t.Fatalf("a %T is answered %v, %v", op, outs, err)
	}
}

// left returns what the tables hold of runs that have ended.
func left(t *testing.T, st *Store) string {
	t.Helper()
	var all []string
	for q := st.w.Query("SELECT r.workflow_id || ' ' || count(e.seq) || ' rows' FROM ~run r LEFT JOIN ~event e ON e.run = r.run WHERE r.closed_at IS NOT NULL GROUP BY r.run ORDER BY r.run"); q.Next(); {
		all = append(all, q.Text(0))
	}
	if err := st.w.Clear(); err != nil {
		t.Fatal(err)
	}
	return strings.Join(all, ", ")
}

// When a chain continues after an earlier part of it was removed, the new part is removed in its
// turn.
func TestAChainThatGoesOnAfterItsRemoval(t *testing.T) {
	st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{})
	first, last := long("order"), long("order")
	first.First.Status, last.Chain = store.Completed, first.Run
	mustApply(t, st, first)
	mustApply(t, st, &store.Retain{Max: 1000})
	mustApply(t, st, last)
	outs, err := st.Apply(context.Background(), []store.Op{&store.Retain{Max: 1000}})
	if err != nil || outs[0].Count != 1 || left(t, st) != "" {
		t.Errorf("%v, %v; left is %q", outs, err, left(t, st))
	}
}

// The same holds when the removal takes several steps, when the tombstone of the removed part is
// already dropped, and when the status of the first run did not announce a continuation. Nothing
// is left, and nothing delays other removals.
func TestNothingIsLeftOfAChainThatGoesOnLate(t *testing.T) {
	ops := func(t *testing.T, status store.Status) (st *Store, clock *faketime.Clock, first, second, last *store.Start) {
		clock = faketime.New(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
		st = openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{Clock: clock})
		first, second, last = long("order"), long("order"), long("order")
		first.First.Status, second.First.Status = status, store.Completed
		second.Chain, last.Chain = first.Run, first.Run
		return st, clock, first, second, last
	}
	nothing := func(t *testing.T, st *Store) {
		t.Helper()
		for range 5 {
			mustApply(t, st, &store.Retain{Max: 1000})
		}
		if n := st.w.Number("SELECT count(*) FROM ~event"); n != 0 || left(t, st) != "" {
			t.Errorf("%d rows are left, and of runs %q", n, left(t, st))
		}
	}
	t.Run("in steps", func(t *testing.T) {
		st, clock, first, _, last := ops(t, store.Completed)
		mustApply(t, st, first)
		clock.Advance(time.Hour)
		mustApply(t, st, &store.Retain{Max: 1}) // hides it
		clock.Advance(time.Hour)
		mustApply(t, st, last)
		clock.Advance(time.Hour)
		mustApply(t, st, &store.Retain{Max: 4}) // all rows of the last run, and one of the first
		nothing(t, st)
	})
	t.Run("without its first tombstone", func(t *testing.T) {
		st, clock, first, second, last := ops(t, store.Completed)
		mustApply(t, st, first)
		mustApply(t, st, &store.Retain{Max: 1000})
		clock.Advance(time.Hour)
		mustApply(t, st, &store.Retain{Max: 1000, Tombstones: time.Minute})
		mustApply(t, st, second)
		mustApply(t, st, last)
		nothing(t, st)
	})
	t.Run("though it had ended", func(t *testing.T) {
		st, _, first, _, last := ops(t, store.Completed)
		mustApply(t, st, first)
		mustApply(t, st, last)
		nothing(t, st)
	})
}

// A dry removal counts chains, however many runs each has.
func TestADryRemovalCountsChains(t *testing.T) {
	st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{})
	for c := range 3 {
		var chain uuid.UUID
		for i := range 200 {
			s := long(fmt.Sprint("order", c))
			if i == 0 {
				chain = s.Run
			}
			s.Chain = chain
			mustApply(t, st, s)
		}
	}
	st.w.Exec("UPDATE ~run SET status = 6 WHERE EXISTS (SELECT 1 FROM ~run n WHERE n.chain_id = ~run.chain_id AND n.run > ~run.run)") // continued
	if err := st.w.Clear(); err != nil {
		t.Fatal(err)
	}
	for max, want := range map[int]int{1: 1, 2: 2, 3: 3, 100: 3, math.MaxInt: 3} {
		outs, err := st.Apply(context.Background(), []store.Op{&store.Retain{Max: max, Dry: true}})
		if err != nil || outs[0].Count != want {
			t.Errorf("of at most %d chains %d are counted, want %d: %v", max, outs[0].Count, want, err)
		}
	}
}

// A run that ends in a batch is due for the ops after it in the same batch.
func TestWhatEndsInABatchIsDueInIt(t *testing.T) {
	st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{})
	outs, err := st.Apply(context.Background(), []store.Op{long("a"), &store.Retain{Max: 10}, long("b"), &store.Retain{Max: 10}})
	if err != nil || outs[1].Count != 1 || outs[3].Count != 1 || left(t, st) != "" {
		t.Errorf("%v: %v; left is %q", outs, err, left(t, st))
	}
}

// Tombstones of runs that were removed together are dropped only as many at a time as asked for,
// the oldest first, and no young one.
func TestTombstonesAreDroppedInSteps(t *testing.T) {
	clock := faketime.New(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{Clock: clock})
	var first []*store.Start
	for i := range 5 {
		first = append(first, ended(fmt.Sprint("first-", i)))
		mustApply(t, st, first[i])
	}
	mustApply(t, st, &store.Retain{Max: 1000})
	clock.Advance(time.Hour)
	young := ended("young")
	mustApply(t, st, young)
	mustApply(t, st, &store.Retain{Max: 1000})

	tombstones := func() int64 {
		t.Helper()
		i, err := st.Info(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return i.Rows["tombstone"]
	}
	for step, want := range []int64{6, 4, 2, 1, 1} {
		if n := tombstones(); n != want {
			t.Errorf("after %d steps %d tombstones are there, want %d", step, n, want)
		}
		mustApply(t, st, &store.Retain{Max: 2, Tombstones: time.Hour})
	}
	for _, s := range first {
		s.First.Token, s.Claim = s.Run, s.Run
		mustApply(t, st, s) // its id is free again
	}
	outs, err := st.Apply(context.Background(), []store.Op{young})
	if err != nil || outs[0].Code != store.Fenced {
		t.Errorf("the run whose tombstone is there is started again: %v, %v", outs, err)
	}
}
