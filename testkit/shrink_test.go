package testkit

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/reprise-run/reprise/internal/failing"
	"github.com/reprise-run/reprise/workflow"
)

var stages = workflow.New("stages", func(ctx workflow.Context, n int) (string, error) {
	for i := range n {
		first, second := workflow.Execute(ctx, fetch, 2*i), workflow.Execute(ctx, fetch, 2*i+1)
		if _, err := first.Get(ctx); err != nil {
			return "", err
		}
		if _, err := second.Get(ctx); err != nil {
			return "", err
		}
		if err := workflow.Sleep(ctx, time.Hour); err != nil {
			return "", err
		}
	}
	return "done", nil
})

// turned fails when the second activity begins before the first in three of the stages.
func turned(n int) func(testing.TB) {
	return func(tb testing.TB) {
		env := New(tb, stages)
		var mu sync.Mutex
		begun, turns := make(map[int]bool), 0
		Stub(env, fetch, func(_ context.Context, i int) (string, error) {
			mu.Lock()
			defer mu.Unlock()
			if i%2 == 0 && begun[i+1] && !begun[i] {
				turns++
			}
			begun[i] = true
			return "", nil
		})
		if _, err := Execute(env, stages, n); err != nil {
			tb.Error(err)
		}
		if turns >= 3 {
			tb.Error("three turns")
		}
	}
}

// Leaving out a choice shifts all later ones to other steps and numbers. They are still
// made.
func TestAFailureThatNeedsThreeChoicesIsShrunkToThree(t *testing.T) {
	for _, n := range []int{3, 5} {
		text := failing.Test(t, func(tb testing.TB) { Explore(tb, 2000, turned(n)) })
		contains(t, text, "the test fails with a schedule of 3 choices", "three turns")
	}
}
