package workflow

import (
	"fmt"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/replay"
)

// Future is the future result of something that ends later: an activity, a timer, a coroutine.
// It may be copied, and any coroutine of its run may wait for it, any number of times.
type Future[T any] struct {
	ctx Context           // the Context it was made under
	op  *replay.Op        // nil: it had ended from the start
	get func() (T, error) // returns its result, anew at each call; nil for an activity
}

// failed returns a Future that has already ended with err.
func failed[T any](ctx Context, err error) Future[T] {
	return Future[T]{ctx: ctx, get: func() (v T, _ error) { return v, err }}
}

// Ready reports whether Get would return at once under any Context that is not cancelled.
func (f Future[T]) Ready() bool { return f.op == nil || f.op.Done() }

// Get waits until the future has ended and returns its result. Each call returns a new copy of
// the value, as a replay does; only a result of [Go] is returned as it is.
//
// An activity's failure is a *history.Failure: test it with errors.Is for your own failure.Code
// or for the errors of package activity.
//
// ctx is the scope of the wait and may be any Context of the run. If that scope is cancelled
// before the future has ended, Get depends on the future's own scope. If that one is not
// cancelled, Get returns [ErrCancelled] at once. If it is cancelled, too, the future was asked to
// end, and Get waits until it has ended. To return at once in both cases, pass [LeaveOnCancel].
//
// An activity that was asked to end while an attempt ran ends with its result, if it finished
// anyway; with [ErrCancelled], if it gave way; with its own failure, if it failed in a way that
// allowed no further attempt; with activity.ErrOutcomeUnknown, if its worker was lost or the attempt
// did not return within reprise.Config.Grace. Undo a step unless its error says that it did nothing. After
// ErrOutcomeUnknown it may have taken effect, and after ErrCancelled an earlier failed attempt may
// have. [Future.IdempotencyKey] is the key to ask the other side about.
func (f Future[T]) Get(ctx Context, opts ...GetOption) (T, error) {
	if err := f.wait(ctx, opts); err != nil {
		var zero T
		return zero, err
	}
	return f.value()
}

// GetOption configures one call of [Future.Get].
type GetOption func(*getting)

type getting struct{ leaves bool }

// LeaveOnCancel makes Get return [ErrCancelled] as soon as its Context is cancelled, whatever
// becomes of the future. An attempt may still be running then and take effect later. A
// compensation must ask the other side under the [Future.IdempotencyKey], or leave a mark that
// a late attempt finds.
func LeaveOnCancel() GetOption { return func(g *getting) { g.leaves = true } }

// IdempotencyKey returns the key that every attempt of the activity uses for its requests;
// activity.GetInfo returns the same key. A compensation can use it to ask the other side what
// became of an activity whose outcome is unknown. It is "" for a future that is no activity,
// and for an activity that was never scheduled because its Context was cancelled before.
func (f Future[T]) IdempotencyKey() string {
	if f.op == nil {
		return ""
	}
	return f.op.IdempotencyKey()
}

// value returns the result of f, which is done.
func (f Future[T]) value() (T, error) {
	if f.get != nil {
		return f.get()
	}
	return activityResult(f)
}

// check reports what is wrong with waiting for f under ctx.
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
