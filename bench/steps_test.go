package main

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

func TestATrackKnowsWhatWasDoneTwiceOrNever(t *testing.T) {
	do := func(numbers ...int) *track {
		tr := newTrack(3)
		for _, n := range numbers {
			if got, err := tr.step(t.Context(), n); got != n || err != nil {
				t.Errorf("step %d: %d, %v", n, got, err)
			}
		}
		return tr
	}
	for _, test := range []struct {
		numbers []int
		says    string
	}{
		{[]int{0, 1, 2}, ""},
		{[]int{0, 2}, "step 1 never ran"},
		{[]int{0, 1, 1, 2}, "1 steps ran more than once"},
	} {
		err := do(test.numbers...).check(3)
		if got := message(err); !strings.Contains(got, test.says) || test.says == "" && err != nil {
			t.Errorf("%v: %q, want %q", test.numbers, got, test.says)
		}
	}
	tr := do(0, 0)
	tr.reset()
	if got := message(tr.check(3)); !strings.Contains(got, "step 0 never ran") {
		t.Errorf("after a reset: %q", got)
	}
}

func TestGapsAreFromEachStepToTheNext(t *testing.T) {
	tr := newTrack(5)
	for i, at := range []int64{10, 20, 25, 40, 100} {
		tr.at[i].Store(at)
	}
	got := tr.gaps(leg{First: 1, Steps: 3})
	if len(got) != 2 || got[0] != 5*time.Nanosecond || got[1] != 15*time.Nanosecond {
		t.Errorf("got %v", got)
	}
}

func TestEachStopsAtTheFirstError(t *testing.T) {
	broken := errors.New("broken")
	err := each(t.Context(), 1_000_000, 2, func(ctx context.Context, i int) error {
		switch {
		case i == 3:
			return broken
		case i > 4: // the other goroutine had 4 when it failed
			t.Errorf("it goes on with %d", i)
		case i == 4:
			<-ctx.Done()
		}
		return nil
	})
	if !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
