package reprise

import (
	"context"
	"time"

	"github.com/reprise-run/reprise/store"
)

// Client is what Start, Signal, Cancel and the other calls act on: a *Runtime, started or
// not; or a [*Tx], which only some of them take.
type Client interface {
	client() caller
}

// caller is a Runtime, and the transaction that a call is made in, if there is one.
type caller struct {
	*Runtime
	tx store.Tx
}

func (rt *Runtime) client() caller { return caller{Runtime: rt} }

func (t *Tx) client() caller { return caller{t.rt, t.tx} }

// storeTime is the store's time: the engine's estimate, or the store's own word. A
// client keeps no estimate: nothing would tell it that a clock was set.
func (c caller) storeTime(ctx context.Context) (time.Time, error) {
	if e := c.current(); e != nil {
		return e.now(), nil
	}
	ask := c.store.Now
	if c.tx != nil {
		ask = c.tx.Now // by the connection that the caller has already
	}
	now, err := ask(ctx)
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
