package testkit

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/reprise-run/reprise/internal/failing"
)

// fetches is a body with a few points at which a worker can die; after each point two seconds pass.
func fetches(tb testing.TB) {
	env := New(tb, works)
	Stub(env, fetch, func(context.Context, int) (string, error) { return "fetched", nil })
	if _, err := Execute(env, works, 1); err != nil {
		tb.Error(err)
	}
}

// A mode that would outlast the test binary's timeout reports how far it came and what to do. The
// binary itself would only print stacks.
func TestAModeEndsBeforeItsTestBinary(t *testing.T) {
	text := failing.Test(t, func(tb testing.TB) {
		p := newProgress(tb, "crash points", 0, "narrow it")
		p.deadline = time.Now().Add(20 * time.Second)
		crashEverywhere(tb, fetches, p)
	})
	contains(t, text, " points at which a worker can die", "testkit: stopped after ", " crash points in ", "go test -timeout", "narrow it")
	text = failing.Test(t, func(tb testing.TB) {
		p := newProgress(tb, "schedules", 7, "draw fewer")
		p.deadline = time.Now()
		if p.next() {
			tb.Error("it goes on")
		}
	})
	contains(t, text, "testkit: stopped after 0 of 7 schedules", "draw fewer")
}

// The crash points can be divided among several runs of a test.
func TestPointsCanBeNamedAsARange(t *testing.T) {
	for text, want := range map[string][2]int{"7": {7, 7}, "2-3": {2, 3}} {
		t.Setenv(pointVariable, text)
		if first, last, drawn := points(t); first != want[0] || last != want[1] || drawn != 0 {
			t.Errorf("%s is %d to %d", text, first, last)
		}
	}
	for _, text := range []string{"0", "3-2", "-", "a-b", "2-b"} {
		t.Setenv(pointVariable, text)
		contains(t, failing.Test(t, func(tb testing.TB) { points(tb) }), "is not the number of a point")
	}
}

// A test with many points can try only some of them: the first, the last, and others drawn each time.
func TestPointsCanBeDrawn(t *testing.T) {
	for _, n := range []int{2, 3, 40} {
		got := draw(n, 40)
		if len(got) != n || got[0] != 1 || got[n-1] != 40 || len(slices.Compact(got)) != n {
			t.Errorf("%d of 40 points are %v", n, got)
		}
	}
	t.Setenv(pointVariable, "~3")
	contains(t, failing.Test(t, func(tb testing.TB) {
		CrashEverywhere(tb, fetches)
		tb.Error("to see the log")
	}), "some of", "testkit: 3 crashes")
	for _, text := range []string{"~", "~1", "~-3", "~many"} {
		t.Setenv(pointVariable, text)
		contains(t, failing.Test(t, func(tb testing.TB) { points(tb) }), "how many points to draw")
	}
}
