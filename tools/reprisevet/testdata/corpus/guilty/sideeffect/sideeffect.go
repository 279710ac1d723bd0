// Package sideeffect does more in a SideEffect than return a value.
package sideeffect

import (
	"os"

	"github.com/reprise-run/reprise/workflow"
)

func order(ctx workflow.Context, in string) (string, error) {
	var host string
	var asked int
	_, err := workflow.SideEffect(ctx, func() (int, error) {
		host, _ = os.Hostname() // want `RV015: writes host in the function of a SideEffect: return the value`
		asked++                 // want `RV015: writes asked`
		var local int
		local++
		return local, nil
	})
	_, _ = workflow.SideEffect(ctx, func() (int, error) {
		return 0, workflow.Sleep(ctx, 1) // want `RV015: uses the workflow.Context in the function of a SideEffect`
	})
	return host, err
}
