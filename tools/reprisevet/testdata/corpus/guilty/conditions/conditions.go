// Package conditions does more in a condition than look.
package conditions

import (
	"os"
	"time"

	"github.com/reprise-run/reprise/workflow"
)

func order(ctx workflow.Context, in string) (string, error) {
	asked, ready := 0, false
	err := workflow.Until(ctx, func() bool {
		asked++ // want `RV016: writes asked in the function of an Until: return what the variables say`
		return ready
	})
	_ = workflow.Until(ctx, func() bool {
		return workflow.Now(ctx).IsZero() // want `RV016: uses the workflow.Context in the function of an Until`
	})
	_ = workflow.Until(ctx, func() bool {
		return time.Now().IsZero() // want `RV001: calls time.Now`
	})
	_ = workflow.Until(ctx, func() bool {
		_, err := os.Stat(in) // want `RV005`
		return err == nil
	})
	return in, err
}
