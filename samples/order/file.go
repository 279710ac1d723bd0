package order

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

// ReadOrders reads and checks an order file, a JSON array of orders.
func ReadOrders(path string) ([]Order, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("order: read the orders: %w", err)
	}
	return ParseOrders(path, data)
}

// ParseOrders is [ReadOrders] of what is read already; path is its name in errors.
func ParseOrders(path string, data []byte) ([]Order, error) {
	var orders []Order
	if err := json.Unmarshal(data, &orders); err != nil {
		return nil, fmt.Errorf("order: %s is not a JSON array of orders: %w", path, err)
	}
	ids := map[string]bool{}
	var errs []error
	for i, o := range orders {
		if ids[o.ID] {
			errs = append(errs, fmt.Errorf("order: %s: order %d: the id %q is used twice", path, i+1, o.ID))
		}
		ids[o.ID] = true
		if err := o.check(); err != nil {
			errs = append(errs, fmt.Errorf("order: %s: order %d: %w", path, i+1, err))
		}
	}
	return orders, errors.Join(errs...)
}

func (o Order) check() error {
	switch {
	case o.ID == "":
		return errors.New("no id")
	case o.Card == "":
		return errors.New("no card")
	case len(o.Parcels) == 0:
		return errors.New("no parcels")
	case o.Total() <= 0:
		return errors.New("its items cost nothing")
	case o.Approval != nil && (o.Approval.WithinMS <= 0 || o.Approval.RemindMS <= 0):
		return errors.New("within_ms and remind_ms of an approval must be above 0")
	case o.ShipAfterMS < 0:
		return errors.New("ship_after_ms must not be below 0")
	}
	parcels := map[string]bool{}
	for _, p := range o.Parcels {
		if p.ID == "" || parcels[p.ID] {
			return fmt.Errorf("parcel id %q is empty or used twice", p.ID)
		}
		parcels[p.ID] = true
	}
	return nil
}
