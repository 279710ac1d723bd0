package workflow

import "github.com/reprise-run/reprise/signal"

// SignalDef is the definition of a signal that carries a T. It is an alias: a program that
// only declares, sends and receives signals needs no other package.
type SignalDef[T any] = signal.Def[T]

// DefineSignal names a signal and what it carries. Declare it once, where the senders and the
// workflow both find it. The name stands in the histories of the runs that received it, so it
// never changes; the same name must be given the same T everywhere. An empty name is refused
// where the definition is used.
//
//	var Approve = workflow.DefineSignal[Approval]("approve")
//
//	err := reprise.Signal(ctx, rt, "order-42", Approve, Approval{Yes: true})  // the sender
//	a, err := workflow.Receive(ctx, Approve)                                  // the workflow
//
// Given to reprise.New beside the workflows and activities, it also has signals checked that
// are sent as JSON text, see reprise.SignalJSON.
func DefineSignal[T any](name string) SignalDef[T] { return signal.Define[T](name) }
