// Package signal holds what the sender and the receiver of a signal share: its
// definition, and the rules of a run's mailbox.
//
// A definition is a value with a name and a type. Declare it once, in a package
// that both sides may import, and use it on both:
//
//	var Approve = signal.Define[Approval]("approve")
//
//	reprise.Signal(ctx, rt, "order-42", Approve, Approval{Yes: true})  // the sender
//	ok, err := workflow.Receive(ctx, Approve)                          // the workflow
//
// Given to reprise.New beside the workflows and activities, a definition also checks
// signals that are sent as JSON text: see [Binding] and reprise.SignalJSON. Nothing
// else depends on it.
//
// A [Mailbox] is where a run keeps the signals it has not yet received. Its rules
// are three: first in, first out for each name; a signal id is taken in once, also
// after the first one was received; nothing is dropped. It is a value that is
// folded from history and does no I/O. Most users never meet it.
//
// A Def and a Binding may be used from any number of goroutines at once; a Mailbox from
// one.
//
// Package signal imports history and the standard library.
package signal
