package workflow

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/reprise-run/reprise/activity"
)

// Saga calls body. If body fails or is cancelled, Saga undoes what body registered with undo: newest
// first, one after the other, under [WithoutCancel], and even if some of them fail. It returns what
// body returned, but with a [CompensationError] as the error if something could not be undone. A panic
// parks the run as usual and undoes nothing: the code is wrong, not the world.
//
//	return workflow.Saga(ctx, func(ctx workflow.Context, undo *workflow.Compensations) (Receipt, error) {
//		r, err := workflow.Execute(ctx, Charge, order).Get(ctx)
//		if !errors.Is(err, ErrDeclined) { // anything but a plain no may have happened
//			workflow.Undo(undo, Refund, order)
//		}
//		return r, err
//	})
//
// A body that continues as a new run ([ContinueAsNew]) has not failed: nothing is undone, and its
// compensations are discarded. Sagas may be nested; an inner one that has undone its own steps returns
// its error to the outer one.
func Saga[T any](ctx Context, body func(ctx Context, undo *Compensations) (T, error), opts ...SagaOption) (T, error) {
	var none T
	if _, err := ctx.env(); err != nil {
		return none, err
	}
	if body == nil {
		return none, errNoFunc
	}
	var o sagaOptions
	for _, option := range opts {
		if option != nil {
			option(&o)
		}
	}
	undo := new(Compensations)
	out, err := body(ctx, undo)
	if goesOn := ctx.run.continued; err == nil || goesOn != nil && errors.Is(err, goesOn) {
		return out, err
	}
	if failed := undo.all(WithoutCancel(ctx), o.parallel); len(failed) > 0 {
		err = &CompensationError{Cause: err, Failed: failed}
	}
	return out, err
}

// SagaOption configures one [Saga].
type SagaOption func(*sagaOptions)

type sagaOptions struct{ parallel bool }

// InParallel makes a [Saga] undo everything at once, for steps that do not depend on each other. The default
// is one after the other, newest first.
func InParallel() SagaOption { return func(o *sagaOptions) { o.parallel = true } }

// Compensations are what a [Saga] undoes if its body fails.
type Compensations struct{ steps []compensation }

type compensation struct {
	name string
	undo func(Context) error
}

// Undo registers an activity that undoes a step: it is executed with in if the body of the [Saga] fails.
//
// Register it unless the step has certainly not happened. A step that failed may have happened anyway: its
// answer was lost, or it was cancelled meanwhile. So register the undo before the step, or after it unless
// the step's error is a plain no. Write the undo so that it does nothing if nothing happened. An undo should
// be retried until it succeeds: give its policy [activity.Unlimited] attempts.
func Undo[In, Out any](c *Compensations, a activity.Definition[In, Out], in In) {
	name := "undo"
	if a != nil {
		name = a.Definition().Name()
	}
	c.Add(name, func(ctx Context) error {
		_, err := Execute(ctx, a, in).Get(ctx)
		return err
	})
}

// Add registers a function that undoes a step, for what one activity cannot do. The name appears in
// the error if the function fails.
func (c *Compensations) Add(name string, undo func(ctx Context) error) {
	c.steps = append(c.steps, compensation{name, undo})
}

// all undoes everything, and returns the failures in the order of the attempts.
func (c *Compensations) all(ctx Context, parallel bool) (failed []error) {
	steps := slices.Clone(c.steps)
	slices.Reverse(steps)
	errs := make([]error, len(steps))
	tasks := make([]Future[struct{}], 0, len(steps))
	for i, s := range steps {
		try := func(ctx Context) (struct{}, error) {
			if err := s.undo(ctx); err != nil {
				errs[i] = fmt.Errorf("%s: %w", s.name, err)
			}
			return struct{}{}, nil
		}
		if parallel {
			tasks = append(tasks, Go(ctx, try))
		} else {
			_, _ = try(ctx) // its error is in errs
		}
	}
	_, _ = All(ctx, tasks...) // these errors, too
	return slices.DeleteFunc(errs, func(err error) bool { return err == nil })
}

// CompensationError is the error of a [Saga] that could not undo something. It unwraps first to the error of
// the body, so [failure.CodeOf] and [failure.KindOf] are those of the body, and then to the others.
type CompensationError struct {
	Cause  error   // the error of the body
	Failed []error // the errors of compensations, each with its name
}

func (e *CompensationError) Error() string {
	var b strings.Builder
	b.WriteString(e.Cause.Error())
	for _, err := range e.Failed {
		b.WriteString("; not undone: " + err.Error())
	}
	return b.String()
}

func (e *CompensationError) Unwrap() []error { return append([]error{e.Cause}, e.Failed...) }
