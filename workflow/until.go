package workflow

import (
	"fmt"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/replay"
)

// Until waits until cond returns true. It calls cond at once, and again each time that something has
// arrived at the run and every coroutine waits again, so cond sees what other coroutines did to the
// variables it reads. If several coroutines wait, the one that has waited longest continues first,
// and the others are checked again after it: Until(ctx, func() bool { return !busy }) is a mutex.
//
// The error is [ErrTimeout] if the time of [Within] passed first, and that of ctx if ctx is
// cancelled first, or already was. Until records nothing but the timer of Within.
//
// cond is called many times, and again on replay. It must only read: it must not use ctx, write
// to variables or do I/O. If it panics, the run is parked.
func Until(ctx Context, cond func() bool, opts ...ReceiveOption) error {
	var r receiving
	for i, opt := range opts {
		if opt == nil {
			return failure.Wrap("", fmt.Errorf("workflow: until: option %d %w", i+1, errNoOption), failure.Permanent())
		}
		opt(&r)
	}
	env, err := ctx.env()
	if err != nil {
		return err
	}
	if cond == nil {
		return failure.Wrap("", errNoCond, failure.Permanent())
	}
	if ctx.scope.Cancelled() {
		return ctx.cancelled()
	}
	sources := []replay.Source{ctx.scope, env.Until(cond)}
	won, ready := 0, false
	if r.limited {
		if won, ready = ctx.poll(sources); !ready && r.within <= 0 {
			return ErrTimeout
		}
	}
	if !ready {
		won = ctx.waitWithin(sources, r)
	}
	switch won {
	case -1:
		return errPanicking
	case 0:
		return ctx.cancelled()
	case 1:
		return nil
	default:
		return ErrTimeout
	}
}

// All waits until all of fs have ended, and returns their results in order. The error is that of the
// first one, by index, that has one; the results of the others are returned with it. If ctx is
// cancelled meanwhile, each future that is still open ends as [Future.Get] says.
func All[T any](ctx Context, fs ...Future[T]) ([]T, error) {
	var first error
	values := make([]T, len(fs))
	for i, f := range fs {
		v, err := f.Get(ctx)
		if err != nil {
			if first == nil {
				first = err
			}
			continue
		}
		values[i] = v
	}
	return values, first
}
