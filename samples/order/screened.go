package order

import (
	"context"
	"fmt"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/workflow"
)

// Screen checks an order against the fraud register. It changes nothing.
var Screen = activity.Define[Order, activity.None]("screen", patient())

// screenedFrom is how many parcels make an order suspicious.
const screenedFrom = 3

// Screened is Bindings with the next version of the code, which has a deliberate mistake: it
// checks orders of three parcels and more against the fraud register before anything else,
// including orders that began without the check. Their histories do not contain it, so they are
// parked until the code with which they began is back.
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

// screen never finds anything.
func (w *World) screen(ctx context.Context, _ Order) error {
	return w.travel(ctx)
}
