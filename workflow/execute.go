package workflow

import (
	"fmt"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/mark"
	"github.com/reprise-run/reprise/replay"
)

// Execute starts an activity and returns at once; Get waits for its end. The policy is recorded
// with the call, so changing it in the code affects only later calls. To give one call its own
// policy, use [activity.Def.With].
//
// Under a cancelled ctx nothing is started, and the Future has ended with [ErrCancelled]. If the
// definition, the policy or the input is invalid, the Future has ended with an error that says so.
func Execute[In, Out any](ctx Context, a activity.Definition[In, Out], in In, opts ...ExecuteOption) Future[Out] {
	env, err := ctx.env()
	if err != nil {
		return failed[Out](ctx, err)
	}
	if a == nil {
		return failed[Out](ctx, badExecute(errNoDef))
	}
	d := a.Definition()
	s := d.Recorded()
	c := &history.ActivityScheduled{Name: d.Name(), Queue: s.Queue, Policy: s.Policy}
	if err := ctx.run.complete(c, s.Err, in); err != nil {
		return failed[Out](ctx, err)
	}
	if len(opts) > 0 {
		if err := new(executeOptions).complete(c, opts); err != nil {
			return failed[Out](ctx, badExecute(err))
		}
	}
	if c.Headers, err = ctx.asks(CommandActivity, c.Name, len(c.Input.Data)); err != nil {
		return failed[Out](ctx, err)
	}
	return Future[Out]{ctx: ctx, op: env.Schedule(ctx.scope, c)}
}

func badExecute(err error) error {
	return failure.Wrap("", fmt.Errorf("workflow: execute: %w", err), failure.Permanent())
}

// complete puts the input into the command that schedules an activity. bad is what is wrong
// with the definition.
func (r *run) complete(c *history.ActivityScheduled, bad error, in any) (err error) {
	if bad != nil {
		return badExecute(bad)
	}
	c.Input, err = r.encode("input of activity", c.Name, in)
	return err
}

// activityResult returns the result of the activity behind a future that is done.
func activityResult[T any](f Future[T]) (v T, err error) {
	p, err := ended(f.ctx, f.op)
	if err != nil {
		return v, err
	}
	return decode[T](f.ctx.run, "result of activity", f.op.Activity(), p)
}

// ended returns the result of an activity that is done.
func ended(ctx Context, op *replay.Op) (history.Payload, error) {
	switch b := op.Result().(type) {
	case *history.ActivityCompleted:
		return b.Result, nil
	case *history.ActivityFailed:
		if b.Failure.Kind == mark.Cancelled && op.Cancelled() && ctx.scope.TimedOut() {
			return history.Payload{}, fmt.Errorf("%w: %s", ErrTimeout, b.Failure.Message) // the timeout is what cancelled it
		}
		return history.Payload{}, b.Failure.ReadWith(ctx.run.codecs)
	default:
		return history.Payload{}, ctx.cancelled()
	}
}
