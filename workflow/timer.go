package workflow

import (
	"math"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
)

// Sleep waits for d. It is durable: the process may die meanwhile, and a sleeping run costs
// only its rows. It returns at once if d is not positive, and returns [ErrCancelled] if ctx is
// cancelled first, or already was: Sleep(ctx, 0) checks for that.
func Sleep(ctx Context, d time.Duration) error {
	_, err := NewTimer(ctx, d).Get(ctx)
	return err
}

// NewTimer starts a timer and returns at once. Get waits for it and returns the time it was
// due. If d is not positive, the Future has already ended. Cancelling ctx cancels the timer.
func NewTimer(ctx Context, d time.Duration) Future[time.Time] {
	env, err := ctx.env()
	if err != nil {
		return failed[time.Time](ctx, err)
	}
	if ctx.scope.Cancelled() {
		return failed[time.Time](ctx, ctx.cancelled())
	}
	due := dueIn(env, d)
	if d <= 0 {
		due = now(env)
		return Future[time.Time]{ctx: ctx, get: func() (time.Time, error) { return due, nil }}
	}
	if _, err := ctx.asks(CommandTimer, "", 0); err != nil {
		return failed[time.Time](ctx, err)
	}
	return ctx.timer(env, due)
}

// until waits for the time at which a delayed run begins. If the run is cancelled before, none of its
// function runs.
func (ctx Context) until(due time.Time) error {
	switch {
	case !due.After(now(ctx.run.env)):
		return nil
	case ctx.scope.Cancelled():
		return ctx.cancelled()
	}
	_, err := ctx.timer(ctx.run.env, due).Get(ctx)
	return err
}

func (ctx Context) timer(env *replay.Env, due time.Time) Future[time.Time] {
	op := env.StartTimer(ctx.scope, &history.TimerStarted{FireAt: due})
	return Future[time.Time]{ctx: ctx, op: op, get: func() (time.Time, error) {
		if _, fired := op.Result().(*history.TimerFired); !fired {
			return time.Time{}, ctx.cancelled()
		}
		return due, nil
	}}
}

// dueIn returns the time d from now, rounded up to a history's precision: a timer is never early.
func dueIn(env *replay.Env, d time.Duration) time.Time {
	if frac := d % time.Microsecond; frac > 0 {
		d += min(time.Microsecond-frac, math.MaxInt64-d) // the longest duration must not overflow
	}
	return now(env).Add(d)
}
