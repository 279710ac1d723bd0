package failure_test

import (
	"errors"
	"fmt"

	"github.com/reprise-run/reprise/failure"
)

func Example() {
	const ErrDeclined = failure.Code("declined")

	charge := func(card string) error {
		return failure.New(ErrDeclined, "the bank has declined card "+card)
	}
	err := fmt.Errorf("order 42: %w", charge("4711"))

	fmt.Println(err)
	fmt.Println(errors.Is(err, ErrDeclined), failure.CodeOf(err))
	// Output:
	// order 42: the bank has declined card 4711
	// true declined
}

func ExampleWrap() {
	const ErrRejected = failure.Code("rejected")

	err := failure.Wrap(ErrRejected, errors.New("the amount is above the limit"))

	fmt.Println(err)
	fmt.Println(errors.Is(err, ErrRejected))
	// Output:
	// the amount is above the limit
	// true
}

// Permanent ends an activity at once, without another attempt.
func ExamplePermanent() {
	err := failure.New("stolen", "the card is stolen", failure.Permanent())
	fmt.Println(err)
	// Output: the card is stolen
}

func ExampleDetailsOf() {
	const ErrRejected = failure.Code("rejected")
	type Rejection struct{ By, Why string }

	err := failure.New(ErrRejected, "rejected", failure.Details(Rejection{By: "Ann", Why: "no budget"}))

	if d, ok := failure.DetailsOf[Rejection](err); ok {
		fmt.Println(d.By, "says:", d.Why)
	}
	// Output: Ann says: no budget
}

// A code of the author's never matches one of the engine's kinds, whatever its text.
func ExampleKindOf() {
	err := failure.New("cancelled", "the customer has cancelled the order")
	fmt.Printf("%q %q\n", failure.KindOf(err), failure.CodeOf(err))
	// Output: "" "cancelled"
}
