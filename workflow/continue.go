package workflow

import (
	"errors"
	"fmt"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
)

// ErrContinued is returned by verbs once the run has asked to continue as a new one.
var ErrContinued = errors.New("workflow: the run continues as a new one: return what ContinueAsNew returned, and call nothing after it")

// ContinueAsNew ends the run and continues it as a new one with an empty history: a run of the
// workflow w, which may be the same one, with the input in. It returns the zero value and an error,
// which the workflow function must return:
//
//	return workflow.ContinueAsNew(ctx, Subscribe, next)
//
// The new run has the workflow id and headers of this one, and a new run id. It begins with the signals that
// this run has not received. Callers that wait for the result wait for that of the last run. Update handlers
// that are running finish first; updates that arrive meanwhile go to the new run. Everything else that the
// workflow has open is cancelled, as at any end: wait for it before.
//
// If ctx is cancelled, or the definition or the input is invalid, the error is an ordinary one
// and the run continues. If a workflow returns anything else after it has asked to continue,
// the run is parked.
func ContinueAsNew[In, Out any](ctx Context, w Definition[In, Out], in In) (Out, error) {
	var zero Out
	env, err := ctx.env()
	if err != nil {
		return zero, err
	}
	if ctx.update {
		return zero, failure.New("", "workflow: continue as new: the handler of an update cannot end the run: have the workflow function do it", failure.Permanent())
	}
	if w == nil {
		return zero, failure.New("", "workflow: continue as new: the definition is nil; pass the one that workflow.Define or workflow.New returned", failure.Permanent())
	}
	d := w.Definition()
	if err := d.err(); err != nil {
		return zero, failure.Wrap("", fmt.Errorf("workflow: continue as new: %w", err), failure.Permanent())
	}
	if ctx.scope.Cancelled() {
		return zero, ctx.cancelled()
	}
	input, err := ctx.run.encode("input of workflow", d.Name(), in)
	if err != nil {
		return zero, err
	}
	ctx.run.continued = &continuing{last: env.Continue(d.Name(), input), site: env.Here()}
	return zero, ctx.run.continued
}

// ContinueSuggested reports whether the run's history has become so long, 10,240 events or 8 MiB of payloads,
// that the workflow should continue as a new run at the next opportunity. It is the same on replay.
func ContinueSuggested(ctx Context) bool { return ctx.mustEnv().Long() }

// continuing is the error with which a workflow function ends to continue as a new run.
type continuing struct {
	last *history.RunContinued
	site string
}

func (c *continuing) Error() string {
	return fmt.Sprintf("workflow: the run continues as a new run of %s, by %s: the workflow function must return this error", c.last.Workflow, c.site)
}

// end returns the command that ends the run, given the error of the workflow function.
func (c *continuing) end(err error) history.Command {
	switch {
	case !errors.Is(err, c):
		panic(fmt.Sprintf("workflow: the run asked to continue as a new one (%s), but its workflow function returned something else (%v): return what ContinueAsNew returned", c.site, err))
	case !c.alone(err):
		panic(fmt.Sprintf("workflow: the workflow function returned the error of ContinueAsNew (%s) together with another one (%v): return only one of them", c.site, err))
	}
	return c.last
}

// alone reports whether err is nothing but c, however often wrapped.
func (c *continuing) alone(err error) bool {
	for err != c {
		switch x := err.(type) {
		case interface{ Unwrap() error }:
			err = x.Unwrap()
		case interface{ Unwrap() []error }:
			for _, one := range x.Unwrap() {
				if !errors.Is(one, c) || !c.alone(one) {
					return false
				}
			}
			return true
		default:
			return false
		}
	}
	return true
}
