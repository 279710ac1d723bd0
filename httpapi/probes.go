package httpapi

import (
	"context"
	"net/http"
	"time"

	"github.com/reprise-run/reprise"
)

// probeWithin is how long the store may take to answer, of a process that is asked whether it is ready.
const probeWithin = 2 * time.Second

// probeJSON is what a probe is answered with. It tells nothing that is secret.
type probeJSON struct {
	Status string `json:"status"`           // ok, or unavailable
	Worker string `json:"worker,omitempty"` // idle: there is none in this process; starting, ready, rejoining, draining, drained
	Why    string `json:"why,omitempty"`
}

// live says that the process answers. The store is not asked: to start the process anew mends no store.
func (c *call) live() (*answer, error) { return &answer{v: probeJSON{Status: "ok"}}, nil }

// ready says whether the process should be sent work: its store answers, and the worker that it has takes work.
func (c *call) ready() (*answer, error) {
	state := c.rt.State()
	v := probeJSON{Status: "ok", Worker: string(state)}
	ctx, cancel := context.WithTimeout(c.ctx, probeWithin)
	defer cancel()
	_, err := c.shared.get(ctx, "ready", time.Second, func(ctx context.Context) (any, error) { return c.rt.Store().Now(ctx) })
	switch {
	case state != reprise.StateIdle && state != reprise.StateReady:
		v.Why = "the worker of this process takes no work: it is " + string(state)
	case err != nil: // its text may name the store
		v.Why = "the store does not answer"
		c.o.Logger.WarnContext(c.ctx, "not ready", "error", err)
	default:
		return &answer{v: v}, nil
	}
	v.Status = "unavailable"
	return &answer{status: http.StatusServiceUnavailable, v: v}, nil
}
