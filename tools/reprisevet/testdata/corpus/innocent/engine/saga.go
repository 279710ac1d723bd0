package engine

import (
	"errors"
	"slices"

	"github.com/reprise-run/reprise/workflow"
)

// saga is of one run, and so is the context in it.
type saga struct {
	ctx  workflow.Context
	undo []func(workflow.Context) error
}

func newSaga(ctx workflow.Context) *saga { return &saga{ctx: ctx} }

func (s *saga) step(n int) error { // want step:"RV012"
	_, err := workflow.Execute(s.ctx, charge, n).Get(s.ctx)
	s.undo = append(s.undo, func(ctx workflow.Context) error {
		_, err := workflow.Execute(ctx, charge, -n).Get(ctx)
		return err
	})
	return err
}

func (s *saga) back(why error) error {
	ctx := workflow.WithoutCancel(s.ctx)
	for _, f := range slices.Backward(s.undo) {
		why = errors.Join(why, f(ctx))
	}
	return why
}

// limited is called in the run, and so is what it returns.
func limited(f func(workflow.Context) error) func(workflow.Context) error {
	n := 0
	return func(ctx workflow.Context) error {
		if n++; n > 3 {
			return nil
		}
		return f(ctx)
	}
}

func sagas(ctx workflow.Context, n int) (int, error) {
	s := newSaga(ctx)
	s.undo = append(s.undo, limited(func(ctx workflow.Context) error { return workflow.Sleep(ctx, 1) }))
	for i := range n {
		if err := s.step(i); err != nil {
			return i, s.back(err)
		}
	}
	return n, nil
}
