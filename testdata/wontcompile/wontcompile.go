// Package wontcompile holds what the compiler is to refuse, each with what it says. It is built
// by TestWhatTheCompilerRefuses.
package wontcompile

import (
	"context"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/workflow"
)

var (
	approve = workflow.DefineSignal[bool]("approve")
	order   = workflow.Define[string, int]("order")
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
	_ = reprise.Resume(ctx, tx, id)                    // want `\*reprise\.Tx does not implement reprise\.Client`
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
