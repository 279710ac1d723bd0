// Package wontcompile holds what the compiler is to refuse, each with what it says. It is built
// by TestWhatTheCompilerRefuses.
package wontcompile

import (
	"context"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/workflow"
)

var (
	approve = workflow.DefineSignal[bool]("approve")
	order   = workflow.Define[string, int]("order")
	charge  = activity.Define[string, int]("charge")
)

// A transaction writes. It cannot ask, nor act on what others have.
func inATransaction(ctx context.Context, tx *reprise.Tx, id reprise.RunID) {
	_, _ = reprise.Describe(ctx, tx, "order-42")       // want `\*reprise\.Tx does not implement reprise\.Client`
	_ = reprise.List(ctx, tx, reprise.Filter{})        // want `\*reprise\.Tx does not implement reprise\.Client`
	_, _ = reprise.Get(ctx, tx, order, "order-42")     // want `\*reprise\.Tx does not implement reprise\.Client`
	_, _ = reprise.WaitRun(ctx, tx, id)                // want `\*reprise\.Tx does not implement reprise\.Client`
	_, _ = reprise.Replay(ctx, tx, id)                 // want `\*reprise\.Tx does not implement reprise\.Client`
	_ = reprise.Export(ctx, tx, id, nil)               // want `\*reprise\.Tx does not implement reprise\.Client`
	_ = reprise.Terminate(ctx, tx, "order-42", "late") // want `\*reprise\.Tx does not implement reprise\.Client`
	_ = reprise.Resume(ctx, tx, id, reprise.By{})      // want `\*reprise\.Tx does not implement reprise\.Client`
}

// A run is named by its workflow id or its run id.
func byWhat(ctx context.Context, rt *reprise.Runtime) {
	_ = reprise.Cancel(ctx, rt, 42, "")                      // want `int does not satisfy reprise\.Ref`
	_ = reprise.Signal(ctx, rt, []byte("x"), approve, true)  // want `\[\]byte does not satisfy reprise\.Ref`
	_ = reprise.Signal(ctx, rt, "order-42", approve, "true") // want `"true"`
	_ = reprise.Cancel(ctx, "order-42", "order-42", "")      // want `string does not implement reprise\.Writer`
}

type own struct{}

// Nobody else makes a client.
var _ reprise.Writer = own{} // want `own does not implement reprise\.Writer \(missing method writer\)`

// BindingName was all that a binding needed once.
func (own) BindingName() string { return "own" }

// New takes what is bound to a function, and nobody else makes a binding.
func bound(rt *reprise.Runtime) {
	_, _ = reprise.New(nil, reprise.Config{}, order)  // want `workflow\.Def\[string, int\] does not implement reprise\.Binding \(missing method Contract\)`
	_, _ = reprise.New(nil, reprise.Config{}, charge) // want `activity\.Def\[string, int\] does not implement reprise\.Binding \(missing method Contract\)`
	_, _ = reprise.New(nil, reprise.Config{}, own{})  // want `own does not implement reprise\.Binding \(missing method Contract\)`
}

type shape interface{ Area() float64 }

type circle struct{}

func (circle) Area() float64 { return 1 }

var area = activity.Define[shape, float64]("area")

// Where the input is of an interface type, a call names it.
func inferred(ctx workflow.Context, c circle) {
	_ = workflow.Execute(ctx, area, shape(c))
	_ = workflow.Execute(ctx, area, c) // want `circle`
}
