package order

import (
	"context"
	"fmt"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/workflow"
)

// Screen asks the fraud register about an order. It changes nothing anywhere.
var Screen = activity.Define[Order, activity.None]("screen", patient())

// screenedFrom is how many parcels make an order suspicious.
const screenedFrom = 3

// Screened is Bindings with the next version of the code, in which a mistake is planted:
// orders of three parcels and more are looked up in the fraud register before anything
// else, also those that were begun without. Their histories do not know of it, so they are
// parked until the code is there with which they were begun.
func (w *World) Screened() []reprise.Binding {
	return append(w.bindings(fulfilScreened), Screen.Bind(activity.NoResult(w.screen)))
}

func fulfilScreened(ctx workflow.Context, o Order) (Confirmation, error) {
	if len(o.Parcels) >= screenedFrom {
		if _, err := workflow.Execute(ctx, Screen, o).Get(ctx); err != nil {
			return Confirmation{}, fmt.Errorf("screen: %w", err)
		}
	}
	return fulfil(ctx, o)
}

// screen finds nothing wrong with anybody.
func (w *World) screen(ctx context.Context, _ Order) error {
	return w.travel(ctx)
}
