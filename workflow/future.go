package workflow

import (
	"fmt"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/replay"
)

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
// An activity's failure is a *history.Failure: branch on it with
// errors.Is, by your own failure.Code or by the errors of package activity.
//
// Ctx is the scope of the wait and may be any Context of the run. If that scope is cancelled
// before the future has ended, what Get does depends on the future's own scope. If that goes
// on, Get returns [ErrCancelled] at once. If that is cancelled, too, the future was asked to end,
// and Get waits until it has. Who must not wait gives [LeaveOnCancel].
//
// An activity that was asked to end while an attempt ran ends with its result, if it finished all
// the same; with [ErrCancelled], if it gave way; with its own failure, if it failed in a way that no
// attempt would have followed; with activity.ErrOutcomeUnknown, if its worker was lost or the
// attempt has not returned 10 s later. Undo a step unless its error says that it did nothing: after
// ErrOutcomeUnknown it may have taken effect, and after ErrCancelled an attempt that failed before
// may have. [Future.IdempotencyKey] is what to ask the other side for.
func (f Future[T]) Get(ctx Context, opts ...GetOption) (T, error) {
	if err := f.wait(ctx, opts); err != nil {
		var zero T
		return zero, err
	}
	return f.value()
}

// GetOption changes one call of [Future.Get].
type GetOption func(*getting)

type getting struct{ leaves bool }

// LeaveOnCancel has Get return [ErrCancelled] as soon as its Context is cancelled, whatever
// becomes of the future. An attempt may then be at work still, and may take effect later: what
// undoes it must ask under its [Future.IdempotencyKey] or leave a mark that a late one finds.
func LeaveOnCancel() GetOption { return func(g *getting) { g.leaves = true } }

// IdempotencyKey returns the key under which every attempt of the activity makes its requests,
// as activity.GetInfo tells it. A compensation can so ask the other side what became of an
// activity whose outcome is unknown. It is "" for a future that is no activity, and for an
// activity that was never asked for because its Context was cancelled before.
func (f Future[T]) IdempotencyKey() string {
	if f.op == nil {
		return ""
	}
	return f.op.IdempotencyKey()
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

func (f Future[T]) wait(ctx Context, opts []GetOption) error {
	env, err := ctx.env()
	if err != nil {
		return err
	}
	var g getting
	for i, opt := range opts {
		if opt == nil {
			return failure.Wrap("", fmt.Errorf("workflow: get: option %d %w", i+1, errNoOption), failure.Permanent())
		}
		opt(&g)
	}
	if err := f.check(ctx); err != nil {
		return err
	}
	if f.op == nil {
		return nil
	}
	var left replay.Source = ctx.scope
	if !g.leaves {
		left = f.op.GiveUp(ctx.scope)
	}
	switch env.Wait(left, f.op) {
	case 0:
		return ctx.cancelled()
	case 1:
		return nil
	}
	return errPanicking
}
