// Package machine asks where it runs.
package machine

import (
	"os"
	"runtime"
	"time"

	"github.com/reprise-run/reprise/workflow"
)

func order(ctx workflow.Context, at time.Time) (string, error) {
	host, err := os.Hostname()   // want `RV004: calls os.Hostname`
	if os.Getenv("FAST") != "" { // want `RV004: calls os.Getenv`
		return host, err
	}
	if runtime.NumCPU() > 1 { // want `RV004: calls runtime.NumCPU`
		return os.Args[0], nil // want `RV004: uses os.Args`
	}
	return at.In(time.Local).String(), nil // want `RV004: uses time.Local`
}
