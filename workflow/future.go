package workflow

import "github.com/reprise-run/reprise/replay"

// Future is something that ends later: an activity, a timer, a coroutine. It may be
// copied and waited for any number of times, by any coroutine of its run.
type Future[T any] struct {
	ctx Context           // it was made under
	op  *replay.Op        // nil: there was nothing to wait for from the start
	get func() (T, error) // what it ended with, anew at each call; nil for an activity
}

// failed is a Future that has ended already, with err.
func failed[T any](ctx Context, err error) Future[T] {
	return Future[T]{ctx: ctx, get: func() (v T, _ error) { return v, err }}
}

// Ready reports whether Get would return at once for any Context that is not
// cancelled.
func (f Future[T]) Ready() bool { return f.op == nil || f.op.Done() }

// Get waits until the future has ended and returns what it ended with. The value is a
// new copy at each call, as it is when the run is replayed; only what [Go] returns is
// handed on as it is.
//
// An activity's failure is a *history.Failure: branch on activity.CodeOf(err), or use
// errors.Is with the errors of package activity.
//
// Ctx is the scope of the wait and may be any Context of the run. If that scope was
// cancelled before the future ended, the error is [ErrCancelled]; the future goes on
// unless its own scope was cancelled, too.
func (f Future[T]) Get(ctx Context) (T, error) {
	if err := f.wait(ctx); err != nil {
		var zero T
		return zero, err
	}
	return f.value()
}

// value is what f, which is done, ended with.
func (f Future[T]) value() (T, error) {
	if f.get != nil {
		return f.get()
	}
	return activityResult(f)
}

// check says what is wrong with waiting for f under ctx.
func (f Future[T]) check(ctx Context) error {
	switch {
	case f.get == nil && f.op == nil:
		return errNoFuture
	case f.ctx.run != ctx.run && f.ctx.run != nil:
		return errOtherRun
	}
	return nil
}

func (f Future[T]) wait(ctx Context) error {
	env, err := ctx.env()
	if err != nil {
		return err
	}
	if err := f.check(ctx); err != nil {
		return err
	}
	if f.op == nil {
		return nil
	}
	switch env.Wait(ctx.scope, f.op) {
	case 0:
		return ctx.cancelled()
	case 1:
		return nil
	}
	return errPanicking
}
