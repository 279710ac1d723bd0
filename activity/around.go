package activity

import (
	"context"

	"github.com/reprise-run/reprise/history"
)

// Handler makes one attempt at an activity: it decodes the input, calls the function and
// encodes the result.
type Handler func(ctx context.Context, c Call) (history.Payload, error)

// Around returns the binding with f around each attempt: f gets the Handler that was
// there and returns the one that is to be. Use it for what all activities have in common:
// tracing, a limit, a test's faults. A transactional activity's commit comes after f has
// returned.
func (b Binding) Around(f func(next Handler) Handler) Binding {
	if b.attempt != nil {
		b.attempt = f(b.attempt)
	}
	return b
}
