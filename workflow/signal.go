package workflow

import "github.com/reprise-run/reprise/signal"

// SignalDef is the definition of a signal that carries a T. It is an alias, so a program that
// only declares, sends and receives signals needs no other package.
type SignalDef[T any] = signal.Def[T]

// DefineSignal names a signal and the type that it carries. Declare it once, where both its
// senders and the workflow can import it. The name is recorded in the histories of the runs
// that received it, so it must never change, and must have the same T everywhere. An empty name
// is refused where the definition is used.
//
//	var Approve = workflow.DefineSignal[Approval]("approve")
//
//	err := reprise.Signal(ctx, rt, "order-42", Approve, Approval{Yes: true})  // the sender
//	a, err := workflow.Receive(ctx, Approve)                                  // the workflow
//
// If you pass it to reprise.New along with the workflows and activities, signals that are sent
// as JSON text are checked, see reprise.SignalJSON.
func DefineSignal[T any](name string) SignalDef[T] { return signal.Define[T](name) }
