package reprise

import (
	"context"
	"time"
)

// Client is what Start, Signal, Cancel and the other calls act on: a *Runtime,
// started or not.
type Client interface {
	client() *Runtime
}

func (rt *Runtime) client() *Runtime { return rt }

// storeTime is the store's time: the engine's estimate, or the store's own word. A
// client keeps no estimate: nothing would tell it that a clock was set.
func (rt *Runtime) storeTime(ctx context.Context) (time.Time, error) {
	if e := rt.current(); e != nil {
		return e.now(), nil
	}
	now, err := rt.store.Now(ctx)
	return now.UTC().Truncate(time.Microsecond), err
}

// sleep waits in a caller's goroutine.
func (rt *Runtime) sleep(ctx context.Context, d time.Duration) error {
	alarm := rt.cfg.Clock.NewTimer(d)
	defer alarm.Stop()
	select {
	case <-alarm.C():
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
