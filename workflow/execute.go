package workflow

import (
	"fmt"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
)

// ExecuteOption changes one call of [Execute].
type ExecuteOption func(*executing)

type executing struct{ policy *activity.Policy }

// WithPolicy uses p in place of the definition's policy.
func WithPolicy(p activity.Policy) ExecuteOption {
	return func(e *executing) { e.policy = &p }
}

// Execute starts an activity and returns at once; Get waits for its end. The policy
// is recorded with the call, so changing it in the code concerns only later calls.
//
// Under a cancelled ctx nothing is started and the Future has ended with
// [ErrCancelled]. A definition, a policy or an input that cannot be used gives a
// Future that has ended with an error saying so.
func Execute[In, Out any](ctx Context, a activity.Definition[In, Out], in In, opts ...ExecuteOption) Future[Out] {
	env, err := ctx.env()
	if err != nil {
		return failed[Out](ctx, err)
	}
	d := a.Definition()
	c, err := ctx.run.schedule(d.Name(), d.Err(), d.Policy(), in, opts)
	if err != nil {
		return failed[Out](ctx, err)
	}
	op := env.Schedule(ctx.scope, c)
	return Future[Out]{run: ctx.run, op: op, get: func() (Out, error) {
		p, err := ended(ctx, op)
		if err != nil {
			var zero Out
			return zero, err
		}
		return decode[Out](ctx.run, "result of activity "+d.Name(), p)
	}}
}

// schedule makes the command that asks for an activity.
func (r *run) schedule(name string, bad error, p activity.Policy, in any, opts []ExecuteOption) (*history.ActivityScheduled, error) {
	var e executing
	for _, opt := range opts {
		opt(&e)
	}
	if e.policy != nil {
		p = *e.policy
	}
	if bad != nil {
		return nil, history.Permanent(fmt.Errorf("workflow: execute: %w", bad))
	}
	policy, err := p.Record()
	if err != nil {
		return nil, history.Permanent(fmt.Errorf("workflow: execute %s: %w", name, err))
	}
	input, err := r.encode("input of activity "+name, in)
	if err != nil {
		return nil, err
	}
	return &history.ActivityScheduled{Name: name, Queue: p.Queue, Input: input, Policy: policy}, nil
}

// ended is what an activity that is done ended with.
func ended(ctx Context, op *replay.Op) (history.Payload, error) {
	switch b := op.Result().(type) {
	case *history.ActivityCompleted:
		return b.Result, nil
	case *history.ActivityFailed:
		return history.Payload{}, errorOf(&b.Failure)
	default:
		return history.Payload{}, ctx.cancelled()
	}
}
