// Package record wraps SideEffect.
package record

import "github.com/reprise-run/reprise/workflow"

func Value[T any](ctx workflow.Context, ask func() (T, error)) (T, error) { // want Value:"records"
	return workflow.SideEffect(ctx, ask)
}
