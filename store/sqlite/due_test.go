package sqlite

import (
	"context"
	"errors"
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

// noted is what the table of ended runs holds.
func noted(t *testing.T, st *Store) string {
	t.Helper()
	var all []string
	for q := st.w.query("SELECT namespace || runs || ' ' || rows || ' rows' FROM ~ended ORDER BY namespace, at, first"); q.next(); {
		all = append(all, q.text(0))
	}
	if err := st.w.clear(); err != nil {
		t.Fatal(err)
	}
	return strings.Join(all, ", ")
}

// long is a start whose run ends at once, with a history of three rows.
func long(name string) *store.Start {
	s := ended(name)
	s.First.Rows = []store.Row{{Seq: 1, N: 1, Data: []byte("a")}, {Seq: 2, N: 1, Data: []byte("b")}, {Seq: 3, N: 1, Data: []byte("c")}}
	return s
}

// What has ended is noted by transaction and namespace, until it is gone: of a history that
// goes in steps until its last row is.
func TestWhatHasEndedIsNotedUntilItIsGone(t *testing.T) {
	st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{})
	var ops []store.Op
	for _, name := range []string{"a-1", "b-1", "a-2", "b-2"} {
		s := long(name)
		s.Namespace = name[:1]
		ops = append(ops, s)
	}
	open := newStart("open")
	open.Namespace = "a"
	if _, err := st.Apply(context.Background(), append(ops, open)); err != nil {
		t.Fatal(err)
	}
	last := ended("a-3")
	last.Namespace = "a"
	mustApply(t, st, last)
	terminated := &store.Terminate{Ref: store.Ref{Run: open.Run}, Token: uuid.New(), N: 1, Data: []byte("x")}
	mustApply(t, st, terminated)
	mustApply(t, st, terminated) // again

	for _, step := range []struct {
		max   int
		notes string
	}{
		{0, "a[1,3] 6 rows, a[6] 1 rows, a[5] 0 rows, b[2,4] 6 rows"},
		{4, "a[3] 6 rows, a[6] 1 rows, a[5] 0 rows, b[2,4] 6 rows"}, // and a row of run 3
		{1, "a[3] 6 rows, a[6] 1 rows, a[5] 0 rows, b[2,4] 6 rows"},
		{2, "a[5] 0 rows, b[2,4] 6 rows"},
		{9, "b[2,4] 6 rows"},
	} {
		if step.max > 0 {
			mustApply(t, st, &store.Retain{Namespace: "a", Max: step.max})
		}
		if got := noted(t, st); got != step.notes {
			t.Errorf("after a removal of %d rows what has ended is %q, want %q", step.max, got, step.notes)
		}
	}
}

// A chain is found by its last run, and once by any other one.
func TestAChainGoesOnceWhateverTheClockWas(t *testing.T) {
	for _, max := range []int{1, 2, 3, 4, 100} {
		t.Run(fmt.Sprint(max), func(t *testing.T) {
			clock := faketime.New(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
			st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{Clock: clock})
			var chain uuid.UUID
			for i := range 4 { // each ends before the one before it
				s := long("order")
				if i == 0 {
					chain = s.Run
				}
				if s.Chain = chain; i < 3 {
					s.First.Status = store.Continued
				}
				mustApply(t, st, s)
				clock.Set(clock.Now().Add(-time.Hour))
			}
			mustApply(t, st, ended("other"))
			clock.Set(clock.Now().Add(24 * time.Hour))
			gone, steps := 0, 0
			for more := true; more && steps < 100; steps++ {
				outs, err := st.Apply(context.Background(), []store.Op{&store.Retain{Max: max}})
				if err != nil {
					t.Fatal(err)
				}
				gone += outs[0].Count
				more = !outs[0].Next.IsZero()
			}
			if gone != 5 || noted(t, st) != "" {
				t.Errorf("%d runs went, want 5; what has ended is %q", gone, noted(t, st))
			}
			if n := st.w.number("SELECT count(*) FROM ~event"); n != 0 {
				t.Errorf("%d rows are left in %d steps (%v)", n, steps, st.w.clear())
			}
		})
	}
}

// What was looked for before is nobody's business any more once its number is another run's,
// also where it goes in steps and what ended is noted as before.
func TestARemovalInStepsThatWasOvertakenLeavesOthersAlone(t *testing.T) {
	for _, begun := range []bool{false, true} {
		t.Run(fmt.Sprint(begun), func(t *testing.T) {
			clock := faketime.New(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
			st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{Clock: clock})
			mustApply(t, st, long("old"))
			clock.Advance(time.Hour)
			some := &store.Retain{Max: 2, Age: time.Hour}
			if begun {
				mustApply(t, st, &store.Retain{Max: 1, Age: time.Hour})
				some.Max = 1
			}
			ahead, err := st.lookAhead(context.Background(), []store.Op{some})
			if err != nil {
				t.Fatal(err)
			}
			mustApply(t, st, &store.Retain{Max: 1000, Age: time.Hour})
			clock.Advance(time.Hour)
			mustApply(t, st, &store.Retain{Max: 1000, Age: time.Hour, Keys: time.Minute})
			fresh := long("fresh") // has the number
			mustApply(t, st, fresh)
			if _, err = st.carryOut(context.Background(), []store.Op{some}, ahead); !errors.Is(err, errOvertaken) {
				t.Errorf("the removal ends with %v", err)
			}
			rows, err := st.History(context.Background(), store.HistoryQuery{Run: fresh.Run, From: 1})
			if err != nil || len(rows) != 3 {
				t.Errorf("%d rows are left of a run that is not due: %v", len(rows), err)
			}
		})
	}
}

// A note of a run that went with its chain may outlive it, where the clock was set back: it
// says nothing of who has the number then.
func TestANoteIsOfOneRunOnly(t *testing.T) {
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, after := range []time.Duration{31 * time.Minute, 10 * time.Hour} {
		t.Run(after.String(), func(t *testing.T) {
			clock := faketime.New(noon.Add(10 * time.Hour))
			st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{Clock: clock})
			first, last := long("order"), long("order")
			first.First.Status, last.Chain = store.Continued, first.Run
			mustApply(t, st, first)
			clock.Set(noon)
			mustApply(t, st, last)
			clock.Set(noon.Add(2 * time.Hour))
			mustApply(t, st, &store.Retain{Age: time.Hour, Max: 1000})
			clock.Set(noon.Add(4 * time.Hour))
			mustApply(t, st, &store.Retain{Age: time.Hour, Keys: time.Hour, Max: 1000})
			clock.Set(noon.Add(10*time.Hour + 30*time.Minute))
			mustApply(t, st, long("fresh")) // has the first one's number
			clock.Set(clock.Now().Add(after))
			gone := 0
			for range 2 {
				outs, err := st.Apply(context.Background(), []store.Op{&store.Retain{Age: time.Hour, Max: 1000}})
				if err != nil {
					t.Fatal(err)
				}
				gone += outs[0].Count
			}
			if due := after > time.Hour; gone == 1 != due {
				t.Errorf("%d runs went, %v after the run ended", gone, after)
			}
		})
	}
}

// Where a chain goes on after a part of it was removed, the rest goes by itself.
func TestAChainThatGoesOnAfterItsRemoval(t *testing.T) {
	for _, from := range []int64{1, 1000} {
		st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{})
		st.noteFrom = from
		first, last := long("order"), long("order")
		first.First.Status, last.Chain = store.Continued, first.Run
		mustApply(t, st, first)
		mustApply(t, st, &store.Retain{Max: 1000})
		mustApply(t, st, last)
		outs, err := st.Apply(context.Background(), []store.Op{&store.Retain{Max: 1000}})
		if err != nil || outs[0].Count != 1 || noted(t, st) != "" {
			t.Errorf("noted from %d on: %v, %v; what has ended is %q", from, outs, err, noted(t, st))
		}
	}
}

// The same where it goes in steps, where the key of what was removed is forgotten, and where
// nothing says that it would go on: nothing is left and nothing holds up others.
func TestNothingIsLeftOfAChainThatGoesOnLate(t *testing.T) {
	ops := func(t *testing.T, status store.Status) (st *Store, clock *faketime.Clock, first, second, last *store.Start) {
		clock = faketime.New(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
		st = openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{Clock: clock})
		first, second, last = long("order"), long("order"), long("order")
		first.First.Status, second.First.Status = status, store.Continued
		second.Chain, last.Chain = first.Run, first.Run
		return st, clock, first, second, last
	}
	nothing := func(t *testing.T, st *Store) {
		t.Helper()
		for range 5 {
			mustApply(t, st, &store.Retain{Max: 1000})
		}
		if n := st.w.number("SELECT count(*) FROM ~event"); n != 0 || noted(t, st) != "" {
			t.Errorf("%d rows are left, and of what has ended %q", n, noted(t, st))
		}
	}
	t.Run("in steps", func(t *testing.T) {
		st, clock, first, _, last := ops(t, store.Continued)
		mustApply(t, st, first)
		clock.Advance(time.Hour)
		mustApply(t, st, &store.Retain{Max: 1}) // hides it
		clock.Advance(time.Hour)
		mustApply(t, st, last)
		clock.Advance(time.Hour)
		mustApply(t, st, &store.Retain{Max: 4}) // all of the last one, and a row of the first
		nothing(t, st)
	})
	t.Run("without its first key", func(t *testing.T) {
		st, clock, first, second, last := ops(t, store.Continued)
		mustApply(t, st, first)
		mustApply(t, st, &store.Retain{Max: 1000})
		clock.Advance(time.Hour)
		mustApply(t, st, &store.Retain{Max: 1000, Keys: time.Minute})
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

// A dry removal counts chains, however many runs they have.
func TestADryRemovalCountsChains(t *testing.T) {
	st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{})
	for c := range 3 {
		var chain uuid.UUID
		for i := range 200 {
			s := long(fmt.Sprint("order", c))
			if i == 0 {
				chain = s.Run
			}
			if s.Chain = chain; i < 199 {
				s.First.Status = store.Continued
			}
			mustApply(t, st, s)
		}
	}
	for max, want := range map[int]int{1: 1, 2: 2, 3: 3, 100: 3, math.MaxInt: 3} {
		outs, err := st.Apply(context.Background(), []store.Op{&store.Retain{Max: max, Dry: true}})
		if err != nil || outs[0].Count != want {
			t.Errorf("of at most %d chains %d are counted, want %d: %v", max, outs[0].Count, want, err)
		}
	}
}

// What ends in a batch is due for what comes after it in the batch.
func TestWhatEndsInABatchIsDueInIt(t *testing.T) {
	st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{})
	outs, err := st.Apply(context.Background(), []store.Op{long("a"), &store.Retain{Max: 10}, long("b"), &store.Retain{Max: 10}})
	if err != nil || outs[1].Count != 1 || outs[3].Count != 1 || noted(t, st) != "" {
		t.Errorf("%v: %v; what has ended is %q", outs, err, noted(t, st))
	}
}

// Rows that nobody could have written go nowhere, and the error says which they are; that
// something is wrong a check says, too.
func TestANoteThatCannotBeReadSaysWhich(t *testing.T) {
	for _, bad := range []string{"[1", "{}", "null", "[]", "[null]", "[0]", `["1"]`, "[1.5]"} {
		st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{})
		mustApply(t, st, ended("order"))
		st.w.exec("UPDATE ~ended SET at = 1000000, runs = ?1", bad)
		_, err := st.Apply(context.Background(), []store.Op{&store.Retain{Max: 10}})
		if err == nil || !strings.Contains(err.Error(), "table reprise_ended") || !strings.Contains(err.Error(), "1970-01-01T00:00:01Z") {
			t.Errorf("%s: the removal ends with %v", bad, err)
		}
		if _, err := st.Run(context.Background(), store.Ref{WorkflowID: "order"}); err != nil {
			t.Errorf("%s: the run is gone: %v", bad, err)
		}
		var found []string
		err = st.Check(context.Background(), time.Hour, func(f store.Finding) error { found = append(found, f.Text); return nil })
		if err != nil || len(found) != 1 || !strings.Contains(found[0], "retention passes over it") {
			t.Errorf("%s: found %q: %v", bad, found, err)
		}
	}
}

// A number that stands twice is of one run.
func TestARunThatIsNotedTwiceGoesOnce(t *testing.T) {
	st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{})
	mustApply(t, st, ended("order"))
	st.w.exec("UPDATE ~ended SET runs = '[1,1,7]'") // and there is no run 7
	outs, err := st.Apply(context.Background(), []store.Op{&store.Retain{Max: 10}})
	if err != nil || outs[0].Count != 1 || noted(t, st) != "" {
		t.Errorf("%v: %v; what has ended is %q", outs, err, noted(t, st))
	}
}

// Two Stores in which one worker commits know of a history no more than is there.
func TestTheSizeOfAHistoryIsOfAllItsCommits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	st, other := openHere(t, path, Options{}), openHere(t, path, Options{})
	s := newStart("order")
	s.Owner, s.Claim = uuid.New(), uuid.New()
	mustApply(t, st, s)
	commit := func(in *Store, seq int64, n int, then store.Then) {
		t.Helper()
		c := &store.Commit{Run: s.Run, Owner: s.Owner, Epoch: 1, Seq: seq, Token: uuid.New(), Then: then}
		for i := range n {
			c.Rows = append(c.Rows, store.Row{Seq: seq + int64(i), N: 1, Data: []byte("x")})
		}
		if then == store.Close {
			c.Status = store.Completed
		}
		mustApply(t, in, c)
	}
	commit(other, 2, 100, store.Keep)
	commit(st, 102, 1, store.Keep)
	commit(st, 103, 1, store.Close)
	if got := noted(t, st); got != "[1] 0 rows" {
		t.Errorf("what has ended is %q; of how many rows is not known", got)
	}
}

// Lists pass over what was removed together, and have all of the rest in order.
func TestListsPassOverWhatWasRemovedTogether(t *testing.T) {
	clock := faketime.New(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{Clock: clock})
	want := map[string]string{}
	make200 := func(keep func(i int) bool) {
		for i := range 200 {
			s := ended(fmt.Sprint("order-", i%90))
			if s.Workflow = []string{"order", "return"}[i/7%2]; keep(i) {
				clock.Advance(time.Hour) // it ends later than the others
			}
			mustApply(t, st, s)
			if keep(i) {
				clock.Advance(-time.Hour)
				want[s.Workflow] = s.Run.String() + " " + want[s.Workflow]
				want[""] = s.Run.String() + " " + want[""]
			}
		}
	}
	make200(func(i int) bool { return i%40 == 3 })
	clock.Advance(time.Minute)
	make200(func(i int) bool { return i%11 == 7 || i > 190 })
	clock.Advance(10 * time.Minute)
	for range 20 {
		mustApply(t, st, &store.Retain{Age: time.Minute, Max: 100})
	}
	if n := st.w.number("SELECT count(*) FROM ~run WHERE status = 2"); n < 200 {
		t.Fatalf("%d rows are left: nothing was noted (%v)", n, st.w.clear())
	}
	for _, workflow := range []string{"", "order", "return"} {
		for _, limit := range []int{1, 3, 100} {
			got := ""
			for q := (store.Query{Workflow: workflow, Limit: limit}); ; {
				p, err := st.Runs(context.Background(), q)
				if err != nil {
					t.Fatal(err)
				}
				for _, r := range p.Runs {
					got += r.ID.String() + " "
				}
				if q.Cursor = p.Next; p.Next == "" {
					break
				}
			}
			if got != want[workflow] {
				t.Errorf("workflow %q in pages of %d: %d runs, want %d", workflow, limit, strings.Count(got, " "), strings.Count(want[workflow], " "))
			}
		}
	}
	i, err := st.Info(context.Background())
	if n := strings.Count(want[""], " "); err != nil || i.Runs[store.Completed] != int64(n) || i.Rows["run"] != int64(n) || len(i.Runs) != 1 {
		t.Errorf("%v of %d runs are counted, want %d: %v", i.Runs, i.Rows["run"], n, err)
	}
}
