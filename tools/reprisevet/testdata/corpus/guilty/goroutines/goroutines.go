// Package goroutines starts them.
package goroutines

import "github.com/reprise-run/reprise/workflow"

func order(ctx workflow.Context, n *int) (int, error) {
	go count(n)          // want `RV006: starts a goroutine: use workflow.Go`
	go func() { *n++ }() // want `RV006: starts a goroutine`
	workflow.Go(ctx, func(ctx workflow.Context) (int, error) {
		go count(n) // want `RV006`
		return 0, nil
	})
	return *n, nil
}

func count(n *int) { *n++ }
