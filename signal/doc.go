// Package signal holds the type of a signal's definition, [Def]. Authors make one with
// workflow.DefineSignal, and need not import this package.
//
// A definition is a value with a name and a type. Declare it once, in a package
// that both sides may import, and use it on both:
//
//	var Approve = workflow.DefineSignal[Approval]("approve")
//
//	reprise.Signal(ctx, rt, "order-42", Approve, Approval{Yes: true})  // the sender
//	ok, err := workflow.Receive(ctx, Approve)                          // the workflow
//
// Given to reprise.New beside the workflows and activities, a definition also checks
// signals that are sent as JSON text: see reprise.SignalJSON. Nothing
// else depends on it.
//
// A Def may be used from any number of goroutines at once.
//
// Package signal is of the author tier of docs/stability.md: what it exports stays.
package signal

// Package signal imports internal/contract.
