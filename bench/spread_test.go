package main

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
)

func TestSharesAreOfTheStepsOfOneSecond(t *testing.T) {
	workers := []*worker{{id: uuid.New()}, {id: uuid.New()}, {id: uuid.New()}}
	begun := time.Unix(1000, 0)
	var seen []sighting
	add := func(n, worker int, at time.Duration) {
		for range n {
			seen = append(seen, sighting{worker: workers[worker].id, at: begun.Add(at)})
		}
	}
	add(5, 0, -time.Nanosecond)
	add(3, 0, 0)
	add(1, 1, time.Second-1)
	add(7, 2, time.Second)
	if all, each := inSecond(seen, begun, workers); all != 4 || !slices.Equal(each, []float64{75, 25, 0}) {
		t.Errorf("of %d steps the workers have %v %%, want 75, 25 and 0 of 4", all, each)
	}
	if all, each := inSecond(seen, begun.Add(time.Minute), workers); all != 0 || !slices.Equal(each, []float64{0, 0, 0}) {
		t.Errorf("of no steps the workers have %v %%; %d steps", each, all)
	}
}

func TestTheFirstStepOfARunCounts(t *testing.T) {
	at := func(s int64) time.Time { return time.Unix(s, 0) }
	first := firstSteps([]sighting{{step: 12, at: at(3)}, {step: 11, at: at(2)}, {step: 25, at: at(7)}}, 10)
	if len(first) != 2 || !first[1].Equal(at(2)) || !first[2].Equal(at(7)) {
		t.Errorf("got %v", first)
	}
}
