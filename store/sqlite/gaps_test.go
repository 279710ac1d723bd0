package sqlite

import (
	"math/rand/v2"
	"path/filepath"
	"testing"
)

// Whatever has been come by before, a gap is all removed numbers below one of them.
func TestAGapIsAllThatWasRemovedBelow(t *testing.T) {
	st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{})
	rnd := rand.New(rand.NewPCG(31, 7))
	gone := make([]bool, 2000)
	for at := int64(1); at < 1900; {
		last := at + rnd.Int64N(9)
		st.w.exec(sqlNoteRemoved, at, last, "", 1)
		for ; at <= last; at++ {
			gone[at] = true
		}
		at += rnd.Int64N(2) * rnd.Int64N(3)
	}
	for range 50 {
		var g gaps
		for range 100 {
			run := 1 + rnd.Int64N(1950)
			if !gone[run] {
				continue
			}
			want := run
			for gone[want-1] {
				want--
			}
			if got := g.around(st.w, run); got != want {
				t.Fatalf("around %d: from %d on, want %d; known %v", run, got, want, g)
			}
		}
	}
	if err := st.w.clear(); err != nil {
		t.Fatal(err)
	}
}
