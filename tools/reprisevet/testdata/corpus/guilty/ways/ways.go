// Package ways has workflow code in all places that it can stand in.
package ways

import (
	"time"

	"github.com/reprise-run/reprise/workflow"
)

// A literal in a variable.
var inVar = workflow.New("a", func(ctx workflow.Context, _ int) (time.Time, error) {
	return time.Now(), nil // want `RV001`
})

// A literal that a factory returns.
func factory(d time.Duration) func(workflow.Context, int) (time.Time, error) { // want factory:`RV001 calls time.Now`
	begun := time.Now() // the factory is none
	return func(ctx workflow.Context, _ int) (time.Time, error) {
		return time.Now().Add(d), workflow.Sleep(ctx, time.Since(begun)) // want `RV001: calls time.Now`
	}
}

// A helper that has the context.
func helper(ctx workflow.Context) error { return workflow.Sleep(ctx, time.Until(time.Time{})) } // want `RV001`

// A method of what holds the context.
type saga struct{ ctx workflow.Context }

func (s *saga) step() error { return workflow.Sleep(s.ctx, time.Until(time.Time{})) } // want `RV001`

// A coroutine, a case of a Select, a deferred call, a closure in a closure.
func order[T any](ctx workflow.Context, in T) (T, error) {
	f := workflow.Go(ctx, func(ctx workflow.Context) (time.Time, error) {
		return time.Now(), nil // want `RV001`
	})
	_, err := workflow.Select(ctx, workflow.On(f, func(t time.Time, err error) {
		func() {
			_ = time.Since(t) // want `RV001`
		}()
	}))
	defer func() { _ = time.Now() }() // want `RV001`
	stamp := func() time.Time {
		return stampOf(in) // want `RV001: calls ways.stampOf, which calls time.Now`
	}
	_ = stamp()
	return in, err
}

func stampOf[T any](T) time.Time { return time.Now() } // want stampOf:`RV001 calls time.Now`
