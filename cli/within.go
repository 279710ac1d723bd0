package cli

import (
	"context"
	"time"
)

// within carries out do, which heeds no context, and waits for it until ctx ends: a
// program must end when it is interrupted, although nobody types what it reads and another
// program has the lock of a file. What do still comes to then is given to drop.
func within[T any](ctx context.Context, do func() (T, error), drop func(T)) (T, error) {
	type outcome struct {
		v   T
		err error
	}
	done := make(chan outcome)
	go func() {
		v, err := do()
		select {
		case done <- outcome{v, err}:
		case <-ctx.Done(): // nobody waits any more
			if err == nil {
				drop(v)
			}
		}
	}()
	select {
	case o := <-done:
		return o.v, o.err
	case <-ctx.Done():
		var none T
		return none, context.Cause(ctx)
	}
}

// closeWithin is how long an interrupted program waits for a store to close, which it does
// at once unless another program has the lock.
const closeWithin = 300 * time.Millisecond

// release closes what the line has opened.
func (a *app) release(ctx context.Context) error {
	if a.close == nil {
		return nil
	}
	if ctx.Err() != nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), closeWithin)
		defer cancel()
	}
	_, err := within(ctx, func() (struct{}, error) { return struct{}{}, a.close() }, func(struct{}) {})
	return err
}
