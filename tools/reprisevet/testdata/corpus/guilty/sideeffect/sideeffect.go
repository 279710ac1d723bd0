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

func wrapped(ctx workflow.Context, in string) (string, error) {
	asked := 0
	_, _ = record(ctx, func() (int, error) {
		asked++ // want `RV015: writes asked in the function of a SideEffect`
		return asked, nil
	})
	return twice(ctx, os.Hostname) // want `RV004: uses os.Hostname`
}

func record[T any](ctx workflow.Context, ask func() (T, error)) (T, error) { // want record:"records"
	return workflow.SideEffect(ctx, ask)
}

// twice asks in the workflow, too.
func twice[T any](ctx workflow.Context, ask func() (T, error)) (T, error) {
	if got, err := ask(); err == nil {
		return got, nil
	}
	return workflow.SideEffect(ctx, ask)
}
