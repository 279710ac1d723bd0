package activity

import (
	"context"
	"fmt"

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
	if f == nil {
		return b.wrong(fmt.Errorf("activity: Around was given a nil function for %s: leave it out", b.BindingName()))
	}
	around := *b.get()
	if around.attempt == nil {
		return b
	}
	next := f(around.attempt)
	if next == nil {
		return b.wrong(fmt.Errorf("activity: Around was given a function that returns a nil Handler for %s: return the one it gets, or one that calls it", around.name))
	}
	around.attempt = next
	return Binding{&around}
}
