package workflow

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/mark"
	"github.com/reprise-run/reprise/replay"
)

// options is what the worker gives to every run of a binding.
type options = contract.WorkflowOptions[Context, Command]

// runs returns the workflow as the machine runs it.
//
// A workflow that returns an error has failed, or is cancelled if its run was asked to cancel
// and the error is [ErrCancelled]. An input or a result that the codec cannot handle fails the
// run. A run that asked to continue as a new one ends as continued.
func (c callFunc) runs(o options, accepts *contract.Accepts) replay.Func {
	function := c.enclosed
	if o.Around != nil {
		function = o.Around(function)
	}
	var command func(Context, *Command) error
	if o.Command != nil {
		command = o.Command(pass)
	}
	return func(env *replay.Env, started *history.Started) history.Command {
		r := &run{env: env, codecs: o.Codecs, logger: o.Logger, command: command, input: started.Input, accepts: accepts, info: Info{
			Namespace:  o.Namespace,
			RunID:      env.Run(),
			WorkflowID: started.WorkflowID,
			Workflow:   started.Workflow,
			Started:    now(env),
			Build:      started.Build,
			Nominal:    started.Nominal,
			Headers:    started.Headers,
			Queue:      cmp.Or(started.Queue, history.DefaultQueue),
		}}
		ctx := Context{run: r, scope: env.Root()}
		err := ctx.until(started.NotBefore)
		if err == nil {
			started = replay.Begun(env)
			end := func(ctx Context) error {
				err := cmp.Or(function(ctx), r.end.err)
				if r.continued != nil {
					r.continued.end(err) // report a mistake of the function at once
					env.Wait(env.Quiet())
				}
				return err
			}
			if started.Deadline.IsZero() {
				err = end(ctx)
			} else {
				err = ctx.within(started, end)
			}
		}
		if r.continued != nil {
			return r.continued.end(err)
		}
		switch {
		case err == nil && !r.end.returned:
			panic("workflow: an interceptor returned nil without calling next: return an error to fail the run")
		case err == nil:
			return &history.RunCompleted{Result: r.end.result}
		case env.Root().Cancelled() && errors.Is(err, ErrCancelled):
			return &history.RunCancelled{Failure: *o.Codecs.FailureOf(err)}
		default:
			return &history.RunFailed{Failure: *o.Codecs.FailureOf(err)}
		}
	}
}

// callFunc is a workflow function without its types.
type callFunc func(ctx Context, in history.Payload) (history.Payload, error)

func callOf[In, Out any](fn func(Context, In) (Out, error)) callFunc {
	return func(ctx Context, p history.Payload) (history.Payload, error) {
		var in In
		if err := ctx.run.codecs.Decode(p, &in); err != nil {
			return history.Payload{}, unusable(mark.NotDecodable, fmt.Errorf("workflow: input of %s: %w", ctx.run.info.Workflow, err))
		}
		out, err := fn(ctx, in)
		if err != nil {
			return history.Payload{}, err
		}
		return ctx.run.encode("result of", ctx.run.info.Workflow, out)
	}
}

// run is shared by all contexts and futures of one execution of the function.
type run struct {
	env    *replay.Env
	codecs *history.Codecs
	logger *slog.Logger // the worker's, later with the run's attributes
	tagged bool         // the attributes were added

	maps      int         // number of calls of Map
	continued *continuing // the workflow asked to continue as a new run
	info      Info
	input     history.Payload
	accepts   *contract.Accepts // nil: anything

	command func(Context, *Command) error // nil: no interceptor wraps commands
	asking  bool                          // command is being called
	end     end
}

// end is how the function ended.
type end struct {
	returned bool
	result   history.Payload
	err      error
}

// enclosed runs the function as interceptors see it.
func (c callFunc) enclosed(ctx Context) error {
	r := ctx.run
	if r == nil {
		return errNoRun
	}
	r.end.result, r.end.err = c(ctx, r.input)
	r.end.returned = true
	return r.end.err
}

// encode encodes a value that leaves the workflow. what and name, if it has one, say what the
// value is. The kind of the error tells what is wrong, and that a retry would not help.
func (r *run) encode(what, name string, v any) (history.Payload, error) {
	p, err := r.codecs.Encode(v)
	if err == nil {
		return p, nil
	}
	kind := failure.Kind(mark.NotEncodable)
	if tooLarge := (*history.PayloadTooLargeError)(nil); errors.As(err, &tooLarge) {
		kind = mark.TooLarge
	}
	return history.Payload{}, unusable(kind, fmt.Errorf("workflow: %s: %w", named(what, name), err))
}

// unusable marks an error about a value that would be the same on a retry.
func unusable(kind failure.Kind, err error) error {
	return mark.Wrap(mark.Mark{Kind: string(kind), Permanent: true}, err)
}

// decode decodes a value that enters the workflow, anew at each call, so that changes to one
// copy never show in another.
func decode[T any](r *run, what, name string, p history.Payload) (T, error) {
	var v T
	if err := r.codecs.Decode(p, &v); err != nil {
		var zero T
		return zero, fmt.Errorf("workflow: %s: %w", named(what, name), err)
	}
	return v, nil
}

func named(what, name string) string {
	if name == "" {
		return what
	}
	return what + " " + name
}
