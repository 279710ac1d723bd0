package main

import (
	"context"
	"errors"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// Order is what a customer sends.
type Order struct {
	ID   string `json:"id"`
	Item string `json:"item"`
}

var (
	ship   = activity.Define[string, string]("ship")
	fulfil = workflow.Define[Order, string]("fulfil")
)

// fulfilOrder is the business process. It finds the order's row, because the row and the run
// were committed together.
func fulfilOrder(ctx workflow.Context, o Order) (string, error) {
	return workflow.Execute(ctx, ship, o.ID).Get(ctx)
}

// Starter is the *reprise.Runtime. The tests use another one, which dies between the
// commit and Wake.
type Starter = store.Transactor[*reprise.Tx]

// Shop keeps the orders in a table of its own, in the store's database.
type Shop interface {
	// Place writes the order's row and starts its workflow: both happen, or neither.
	Place(ctx context.Context, rt Starter, o Order) error
	// Ship marks an order as shipped and says so. It is idempotent.
	Ship(ctx context.Context, id string) (string, error)
	// Status is "placed" or "shipped".
	Status(ctx context.Context, id string) (string, error)
	Close() error
}

var (
	errPlaced = errors.New("there is an order with this id")
	errNone   = errors.New("there is no such order")
)

// bindings returns the workflow and its activity, for workers.
func bindings(shop Shop) []reprise.Binding {
	return []reprise.Binding{fulfil.Bind(fulfilOrder), ship.Bind(shop.Ship)}
}
