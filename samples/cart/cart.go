package cart

import (
	"errors"
	"slices"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/workflow"
)

// Run is the cart, bound to [Cart]. By itself it only waits: updates change it, and it ends when it is
// paid, or when nobody has touched it for a day.
func Run(ctx workflow.Context, in Opening) (Summary, error) {
	c := cart{customer: in.Customer, prices: make(map[string]int64)}
	err := errors.Join(
		workflow.HandleUpdate(ctx, Add, c.add, workflow.Validate(c.valid)),
		workflow.HandleUpdate(ctx, Remove, c.remove),
		workflow.HandleUpdate(ctx, Pay, c.pay),
		workflow.HandleQuery(ctx, Contents, func(workflow.None) ([]Item, error) { return c.items, nil }),
	)
	for err == nil && c.receipt.Number == "" {
		before := c.changes
		err = workflow.Until(ctx, func() bool { return c.changes > before && !c.busy }, workflow.Within(Patience))
		if errors.Is(err, workflow.ErrTimeout) && !c.busy {
			return c.abandon(ctx)
		}
		if errors.Is(err, workflow.ErrTimeout) {
			err = nil // a handler is busy
		}
	}
	return Summary{Items: c.items, Cents: c.total(), Receipt: c.receipt}, err
}

// cart is what the handlers share. They take turns, so it needs no lock; but between two waits of one
// handler another may run.
type cart struct {
	customer string
	items    []Item // in the order in which they were added
	prices   map[string]int64
	receipt  Receipt
	changes  int
	busy     bool // a handler is working
}

// turn waits until no other handler is working, and reserves the cart.
func (c *cart) turn(ctx workflow.Context) (done func(), err error) {
	if err := workflow.Until(ctx, func() bool { return !c.busy }); err != nil {
		return nil, err
	}
	if c.receipt.Number != "" {
		return nil, failure.New(ErrPaid, "the cart is paid")
	}
	c.busy = true
	return func() { c.busy, c.changes = false, c.changes+1 }, nil
}

func (c *cart) valid(i Item) error {
	if i.Count < 1 || i.SKU == "" {
		return failure.New(ErrCount, "put in one piece of an article at least")
	}
	return nil
}

func (c *cart) add(ctx workflow.Context, i Item) (int64, error) {
	done, err := c.turn(ctx)
	if err != nil {
		return 0, err
	}
	defer done()
	price, err := workflow.Execute(ctx, Reserve, i).Get(ctx)
	if err != nil {
		return 0, err
	}
	c.prices[i.SKU] = price.Cents
	if at := c.find(i.SKU); at >= 0 {
		c.items[at].Count += i.Count
	} else {
		c.items = append(c.items, i)
	}
	return c.total(), nil
}

func (c *cart) remove(ctx workflow.Context, sku string) (int64, error) {
	done, err := c.turn(ctx)
	if err != nil {
		return 0, err
	}
	defer done()
	at := c.find(sku)
	if at < 0 {
		return c.total(), nil
	}
	if _, err := workflow.Execute(ctx, Release, c.items[at]).Get(ctx); err != nil {
		return 0, err
	}
	c.items = slices.Delete(c.items, at, at+1)
	return c.total(), nil
}

func (c *cart) pay(ctx workflow.Context, card Card) (Receipt, error) {
	done, err := c.turn(ctx)
	if err != nil {
		return Receipt{}, err
	}
	defer done()
	if len(c.items) == 0 {
		return Receipt{}, failure.New(ErrEmpty, "the cart is empty")
	}
	receipt, err := workflow.Execute(ctx, Charge, Bill{Customer: c.customer, Card: card, Cents: c.total()}).Get(ctx)
	c.receipt = receipt
	return receipt, err
}

// abandon releases what is reserved.
func (c *cart) abandon(ctx workflow.Context) (Summary, error) {
	c.busy = true // an update that arrives now is not handled, and is answered as closed
	for _, i := range c.items {
		if _, err := workflow.Execute(ctx, Release, i).Get(ctx); err != nil {
			return Summary{}, err
		}
	}
	return Summary{Items: c.items, Cents: c.total(), Abandoned: true}, nil
}

func (c *cart) find(sku string) int {
	return slices.IndexFunc(c.items, func(i Item) bool { return i.SKU == sku })
}

func (c *cart) total() (cents int64) {
	for _, i := range c.items {
		cents += int64(i.Count) * c.prices[i.SKU]
	}
	return cents
}
