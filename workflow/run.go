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

// runs is the workflow as the machine runs it.
//
// A workflow that returns an error has failed, or, if its run was asked to cancel and
// the error is [ErrCancelled], is cancelled. An input or a result that does not pass
// the codec fails the run. One that asked to continue as a new run ends so.
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
					r.continued.end(err) // a mistake of the function is told at once
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

// callFunc is a function with its types taken away.
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

// run is what all contexts and futures of one execution of the function share.
type run struct {
	env    *replay.Env
	codecs *history.Codecs
	logger *slog.Logger // given by the worker, then with the run's attributes
	tagged bool         // the attributes are on

	maps      int         // calls of Map
	continued *continuing // the workflow has asked to go on as a new run
	info      Info
	input     history.Payload
	accepts   *contract.Accepts // nil: anything

	command func(Context, *Command) error // nil: nothing is around commands
	asking  bool                          // it is being called
	end     end
}

// end is how the function has ended.
type end struct {
	returned bool
	result   history.Payload
	err      error
}

// enclosed is the function as interceptors have it.
func (c callFunc) enclosed(ctx Context) error {
	r := ctx.run
	if r == nil {
		return errNoRun
	}
	r.end.result, r.end.err = c(ctx, r.input)
	r.end.returned = true
	return r.end.err
}

// encode encodes a value that leaves the workflow: what it is, and of which name, if it
// has one. The error says by its kind what is wrong with the value, and that trying
// again would not help.
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

// unusable marks an error about a value that will be the same when it is tried again.
func unusable(kind failure.Kind, err error) error {
	return mark.Wrap(mark.Mark{Kind: string(kind), Permanent: true}, err)
}

// decode decodes a value that enters the workflow, anew at each call: what the author
// does to one copy never shows in another.
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
