package mailbox_test

import (
	"fmt"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/mailbox"
)

// A sender that is not sure whether its signal arrived sends it again with the same
// id; the run sees it once.
func ExampleMailbox() {
	var box mailbox.Mailbox
	approve := &history.SignalReceived{Name: "approve", ID: "approve-order-42"}

	fmt.Println(box.Offer(history.Event{Seq: 7, Body: approve}))
	fmt.Println(box.Offer(history.Event{Seq: 9, Body: approve}))

	e, ok := box.Take("approve")
	fmt.Println(e.Seq, ok)
	fmt.Println(box.Knows("approve-order-42"), box.Unread())
	// Output:
	// true
	// false
	// 7 true
	// true []
}
