package main

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestAHaulIsReadLineByLine(t *testing.T) {
	h := newHauled()
	for text, its := range map[string]bool{
		"took 1500": true, "drove 7000000000": true, "steps 40": true,
		"step 3 12": false, "worker x": false, "took": false, "took x": false, "": false,
	} {
		if got := h.read(text); got != its {
			t.Errorf("%q is about it: %v", text, got)
		}
	}
	at, err := h.await(t.Context())
	if err != nil || !at.Equal(time.Unix(7, 0)) || h.steps != 40 || len(h.took) != 1 || h.took[0] != 1500 {
		t.Errorf("at %v, %v: %+v", at, err, h)
	}
}

func TestAWorkerThatEndsInTheMiddleHasNoHaul(t *testing.T) {
	h := newHauled()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.await(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("while it drives: %v", err)
	}
	h.over()
	if _, err := h.await(t.Context()); err == nil {
		t.Error("it has ended, and nothing is said")
	}
}

func TestSharesAddUp(t *testing.T) {
	for _, all := range []int{0, 1, 2, 3, 200, 4000} {
		sum := 0
		for i := range teamSize {
			sum += share(all, teamSize, i)
		}
		if sum != all {
			t.Errorf("the shares of %d are %d together", all, sum)
		}
	}
}
