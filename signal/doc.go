// Package signal holds the type of a signal's definition, [Def]. Authors make one with
// workflow.DefineSignal and need not import this package.
//
// A definition is a value with a name and a type. Declare it once, in a package that both sides
// may import, and use it on both:
//
//	var Approve = workflow.DefineSignal[Approval]("approve")
//
//	reprise.Signal(ctx, rt, "order-42", Approve, Approval{Yes: true})  // the sender
//	ok, err := workflow.Receive(ctx, Approve)                          // the workflow
//
// If you pass it to reprise.New along with the workflows and activities, signals that are sent
// as JSON text are checked, see reprise.SignalJSON. Nothing else depends on that.
//
// A Def may be used by any number of goroutines at once.
//
// Package signal belongs to the author tier of docs/stability.md: its exported names stay.
package signal

// Package signal imports internal/contract.
