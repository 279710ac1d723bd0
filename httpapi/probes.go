package httpapi

import (
	"context"
	"net/http"
	"time"

	"github.com/reprise-run/reprise"
)

// probeWithin is how long the store may take to answer a readiness probe.
const probeWithin = 2 * time.Second

// probeJSON is the answer to a probe. It contains nothing secret.
type probeJSON struct {
	Status string `json:"status"`           // ok, or unavailable
	Worker string `json:"worker,omitempty"` // idle: this process has none; starting, ready, rejoining, draining, drained
	Why    string `json:"why,omitempty"`
}

// live reports that the process answers. It does not ask the store, because restarting the process
// would not repair a store.
func (c *call) live() (*answer, error) { return &answer{v: probeJSON{Status: "ok"}}, nil }

// ready reports whether the process should get work: its store answers, and its worker takes work.
func (c *call) ready() (*answer, error) {
	state := c.rt.State()
	v := probeJSON{Status: "ok", Worker: string(state)}
	ctx, cancel := context.WithTimeout(c.ctx, probeWithin)
	defer cancel()
	_, err := c.shared.get(ctx, "ready", time.Second, func(ctx context.Context) (any, error) { return c.rt.Store().Now(ctx) })
	switch {
	case state != reprise.StateIdle && state != reprise.StateReady:
		v.Why = "the worker of this process takes no work: it is " + string(state)
	case err != nil: // the error's text may name the store
		v.Why = "the store does not answer"
		c.o.Logger.WarnContext(c.ctx, "not ready", "error", err)
	default:
		return &answer{v: v}, nil
	}
	v.Status = "unavailable"
	return &answer{status: http.StatusServiceUnavailable, v: v}, nil
}
