package cli

import (
	"context"
	"time"
)

// within runs do, which ignores contexts, and waits for it until ctx ends: an interrupted
// program must end even if nobody types what it reads, or another program has locked a file. If
// do returns later, its result goes to drop.
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

// closeWithin is how long an interrupted program waits for a store to close. That takes no time
// unless another program has the lock.
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
