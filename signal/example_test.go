package signal_test

import (
	"errors"
	"fmt"

	"github.com/reprise-run/reprise/signal"
)

// Approval is what the approve signal carries.
type Approval struct {
	Yes bool
	By  string
}

// A definition is declared once and used by sender and receiver alike.
func ExampleDefine() {
	var Approve = signal.Define[Approval]("approve")

	fmt.Println(Approve.Name())
	// Output: approve
}

// Text from outside becomes what a sender that has the definition would send, or an
// error that says what the signal carries.
func ExampleBinding_FromJSON() {
	var Approve = signal.Define[Approval]("approve")

	b := Approve.Signal()
	p, err := b.FromJSON(nil, []byte(`{"Yes":true,"By":"Mia"}`))
	fmt.Println(p.Enc, err)

	_, err = b.FromJSON(nil, []byte(`{"Yes":"maybe"}`))
	var wrong *signal.PayloadError
	if errors.As(err, &wrong) {
		fmt.Println(wrong.Err)
		fmt.Printf("%s: %s\n", wrong.Type, wrong.Example)
	}
	// Output:
	// msgpack <nil>
	// field "Yes" is a string, it must be a bool
	// signal_test.Approval: {"Yes":true,"By":"text"}
}
