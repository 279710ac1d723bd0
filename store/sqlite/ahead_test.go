package sqlite

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// ended is a start whose run ends at once.
func ended(name string) *store.Start {
	s := newStart(name)
	s.Owner, s.Claim, s.Row = uuid.New(), uuid.New(), store.Row{}
	s.First = &store.Commit{Run: s.Run, Owner: s.Owner, Epoch: 1, Seq: 1, Token: uuid.New(), Rows: []store.Row{{Seq: 1, N: 3, Data: make([]byte, 100)}},
		Then: store.Close, Status: store.Completed}
	return s
}

func mustApply(t *testing.T, st *Store, op store.Op) {
	t.Helper()
	outs, err := st.Apply(context.Background(), []store.Op{op})
	if err != nil || outs[0].Code != store.Done {
		t.Fatalf("a %T is answered %v, %v", op, outs, err)
	}
}

// contents is what the tables of runs and histories hold.
func contents(t *testing.T, st *Store) (all string) {
	t.Helper()
	for _, sql := range []string{
		"SELECT run || ' ' || workflow_id || ' ' || status FROM ~run ORDER BY run",
		"SELECT 'row of ' || run FROM ~event ORDER BY run, seq",
		"SELECT 'removed ' || first || ' to ' || last FROM ~removed ORDER BY first",
	} {
		for q := st.w.query(sql); q.next(); {
			all += q.text(0) + "\n"
		}
	}
	if err := st.w.clear(); err != nil {
		t.Fatal(err)
	}
	return all
}

// What was looked for while others wrote is removed as it was found, or not at all.
func TestARemovalThatAnotherOneOvertookChangesNothing(t *testing.T) {
	all := &store.Retain{Max: 1000}
	for _, test := range []struct {
		name      string
		meanwhile []store.Op
		overtaken bool
	}{
		{"nothing", nil, false},
		{"others start", []store.Op{newStart("later")}, false},
		{"all of them went", []store.Op{all}, true},
		{"some of them went", []store.Op{&store.Retain{Max: 3}}, true},
		{"they went, their keys too", []store.Op{all, &store.Retain{Max: 1000, Keys: 1}}, true},
		{"others have their numbers", []store.Op{all, &store.Retain{Max: 1000, Keys: 1}, newStart("a"), newStart("b"), newStart("c"), newStart("d")}, true},
		{"others had their numbers", []store.Op{all, &store.Retain{Max: 1000, Keys: 1}, ended("a"), ended("b"), ended("c"), ended("d")}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{})
			for i := range 4 {
				mustApply(t, st, ended(fmt.Sprint("order-", i)))
			}
			ahead, err := st.lookAhead(context.Background(), []store.Op{all})
			if err != nil || len(ahead.all) != 4 {
				t.Fatalf("%d runs are found: %v", len(ahead.all), err)
			}
			for _, op := range test.meanwhile {
				mustApply(t, st, op)
			}
			before := contents(t, st)
			_, err = st.carryOut(context.Background(), []store.Op{all}, ahead)
			if errors.Is(err, errOvertaken) != test.overtaken || err != nil && !test.overtaken {
				t.Fatalf("the removal ends with %v", err)
			}
			if after := contents(t, st); (after == before) != test.overtaken {
				t.Errorf("before it\n%s\nafter it\n%s", before, after)
			}
			mustApply(t, st, all) // who is overtaken looks again
			if n := st.w.number("SELECT count(*) FROM ~run WHERE status = 2"); n != 0 {
				t.Errorf("%d runs that have ended are left (%v)", n, st.w.clear())
			}
		})
	}
}

// A run that goes in steps is hidden by the first one, which counts it. A removal that has
// looked for it before, and still finds what it has left, does not count it again.
func TestARunThatGoesInStepsIsCountedOnce(t *testing.T) {
	for _, most := range []int{1000, 3, 2} { // the rest of it goes with others, or not yet
		t.Run(fmt.Sprint(most), func(t *testing.T) {
			st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{})
			for i := range 4 {
				s := ended(fmt.Sprint("order-", i))
				s.First.Rows = []store.Row{{Seq: 1, N: 1, Data: []byte("a")}, {Seq: 2, N: 1, Data: []byte("b")}, {Seq: 3, N: 1, Data: []byte("c")}}
				mustApply(t, st, s)
			}
			all := &store.Retain{Max: most}
			ahead, err := st.lookAhead(context.Background(), []store.Op{all})
			if err != nil {
				t.Fatal(err)
			}
			gone := 0
			remove := func(op *store.Retain) {
				t.Helper()
				outs, err := st.Apply(context.Background(), []store.Op{op})
				if err != nil {
					t.Fatal(err)
				}
				gone += outs[0].Count
			}
			remove(&store.Retain{Max: 1})
			if _, err := st.carryOut(context.Background(), []store.Op{all}, ahead); !errors.Is(err, errOvertaken) {
				t.Errorf("the removal ends with %v", err)
			}
			for range 20 {
				remove(all)
			}
			if gone != 4 {
				t.Errorf("%d runs went, want 4", gone)
			}
		})
	}
}
