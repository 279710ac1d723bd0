package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

// goneAfter is the age at which a test removes runs: their callers have had the results
// for long by then. The minute of reprise.Retain is too long for a test.
const goneAfter = time.Second

// churnShortly is a short churn.
func churnShortly(t *testing.T, remove bool) (line, string, error) {
	t.Helper()
	var warn strings.Builder
	machine, err := newSQLite(t.Context(), settings{}, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{backend: machine, warn: &warn}
	c := &churn{runs: 20, wide: 50 * time.Millisecond, age: goneAfter}
	var l line
	err = b.onEngine(t.Context(), reprise.Config{}, c.done.bindings(), func(tr *trial) (err error) {
		c.remove = func(ctx context.Context) (int, error) {
			if !remove {
				return 0, nil
			}
			outcomes, err := tr.st.Apply(ctx, []store.Op{&store.Retain{Namespace: "default", Age: goneAfter, Max: 1000}})
			if err != nil {
				return 0, err
			}
			return outcomes[0].Count, nil
		}
		l, err = tr.churn(t.Context(), c)
		return err
	})
	return l, warn.String(), err
}

func TestAChurnSetsItsEndAgainstItsStart(t *testing.T) {
	l, warn, err := churnShortly(t, true)
	if err != nil {
		t.Fatal(err)
	}
	if l.Value <= 0 || l.Limit <= 0 || l.P50 <= 0 || l.N < 20 {
		t.Errorf("%+v", l)
	}
	for _, want := range []string{"before anything was removed: the file with its log: ", "at the end: tombstone: ", "were removed, ", "at the start "} {
		if !strings.Contains(warn, want) {
			t.Errorf("it does not tell %q:\n%s", want, warn)
		}
	}
}

func TestAChurnThatRemovesNothingIsNone(t *testing.T) {
	if _, _, err := churnShortly(t, false); err == nil || !strings.Contains(err.Error(), "no run was removed") {
		t.Errorf("%v", err)
	}
}
