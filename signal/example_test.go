package signal_test

import (
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
