package main

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/workflow"
)

// leg is the work of one run: the steps First to First+Steps-1, one after another.
type leg struct{ First, Steps int }

var (
	step  = activity.Define[int, int]("step")
	steps = workflow.Define[leg, int]("steps")
)

// walk executes one step after another and returns the sum of their numbers.
func walk(ctx workflow.Context, l leg) (int, error) {
	sum := 0
	for n := l.First; n < l.First+l.Steps; n++ {
		v, err := workflow.Execute(ctx, step, n).Get(ctx)
		if err != nil {
			return 0, err
		}
		sum += v
	}
	return sum, nil
}

// sum returns what walk must return.
func (l leg) sum() int { return l.Steps*l.First + l.Steps*(l.Steps-1)/2 }

// track binds the activity, which only records when it is carried out. So the time of a
// step is known without any question or wait.
type track struct {
	begun time.Time
	at    []atomic.Int64 // nanoseconds after begun, by step number
	twice atomic.Int64   // steps that were carried out again
}

// newTrack returns a track for the steps 0 to n-1.
func newTrack(n int) *track { return &track{begun: time.Now(), at: make([]atomic.Int64, n)} }

func (t *track) bindings() []reprise.Binding {
	return []reprise.Binding{steps.Bind(walk), step.Bind(t.step)}
}

func (t *track) step(_ context.Context, n int) (int, error) {
	if !t.at[n].CompareAndSwap(0, int64(time.Since(t.begun))) {
		t.twice.Add(1)
	}
	return n, nil
}

// reset forgets all steps. No step may be in progress.
func (t *track) reset() {
	t.twice.Store(0)
	for i := range t.at {
		t.at[i].Store(0)
	}
}

// gaps returns the times between consecutive steps of a leg.
func (t *track) gaps(l leg) []time.Duration {
	gaps := make([]time.Duration, 0, l.Steps)
	for n := l.First + 1; n < l.First+l.Steps; n++ {
		gaps = append(gaps, time.Duration(t.at[n].Load()-t.at[n-1].Load()))
	}
	return gaps
}

// since returns how long after begun each of the steps 0 to n-1 was carried out.
func (t *track) since(begun time.Duration, n int) []time.Duration {
	after := make([]time.Duration, n)
	for i := range after {
		after[i] = time.Duration(t.at[i].Load()) - begun
	}
	return after
}

// check returns an error if a step below n was carried out twice, or never.
func (t *track) check(n int) error {
	if again := t.twice.Load(); again > 0 {
		return fmt.Errorf("%d steps ran more than once", again)
	}
	for i := range n {
		if t.at[i].Load() == 0 {
			return fmt.Errorf("step %d never ran", i)
		}
	}
	return nil
}
