package sqlite

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store"
)

// The keys of runs that went together are forgotten as few at a time as is asked for, those
// that went first before others, and none that is young.
func TestKeysAreForgottenInSteps(t *testing.T) {
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

	keys := func() int64 {
		t.Helper()
		i, err := st.Info(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return i.Rows["start_key"]
	}
	for step, want := range []int64{6, 4, 2, 1, 1} {
		if n := keys(); n != want {
			t.Errorf("after %d steps %d keys are there, want %d", step, n, want)
		}
		mustApply(t, st, &store.Retain{Max: 2, Keys: time.Hour})
	}
	for _, s := range first {
		s.First.Token, s.Claim = s.Run, s.Run
		mustApply(t, st, s) // its id is free again
	}
	outs, err := st.Apply(context.Background(), []store.Op{young})
	if err != nil || outs[0].Code != store.Fenced {
		t.Errorf("the run whose key is there is started again: %v, %v", outs, err)
	}
}
