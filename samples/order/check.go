package order

import (
	"errors"
	"fmt"
)

// Check compares the end of an order with the ledger, and reports what does not agree. A
// completed order has its stock, was charged its price once, and every parcel left. Of any
// other order nothing may remain.
func Check(o Order, completed bool, entries []Entry) error {
	count := map[string]int{}
	var taken, given int64
	for _, e := range entries {
		if e.Order != o.ID {
			continue
		}
		count[e.What]++
		switch e.What {
		case Applied:
			taken += e.Amount
		case Refunded:
			given += e.Amount
		}
	}
	var errs []error
	expect := func(what string, got, want int64) {
		if got != want {
			errs = append(errs, fmt.Errorf("order %s: %s: %d, want %d", o.ID, what, got, want))
		}
	}
	if completed {
		expect("reserved", int64(count[Reserved]), 1)
		expect("released", int64(count[Released]), 0)
		expect("charges", int64(count[Applied]), 1)
		expect("cents charged", taken, o.Total())
		expect("cents refunded", given, 0)
		expect("parcels shipped", int64(count[Shipped]), int64(len(o.Parcels)))
		expect("parcels recalled", int64(count[Recalled]), 0)
		return errors.Join(errs...)
	}
	expect("cents kept", taken-given, 0)
	if count[Reserved] > 0 {
		expect("released", int64(count[Released]), 1)
	}
	if count[Recalled] < count[Shipped] {
		errs = append(errs, fmt.Errorf("order %s: %d parcels shipped, %d recalled", o.ID, count[Shipped], count[Recalled]))
	}
	return errors.Join(errs...)
}
