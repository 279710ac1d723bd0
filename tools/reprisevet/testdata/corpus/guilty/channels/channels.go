// Package channels uses them.
package channels

import "github.com/reprise-run/reprise/workflow"

func order(ctx workflow.Context, _ string) (int, error) {
	c := make(chan int, 3) // want `RV007: makes a channel: use the Future`
	c <- 1                 // want `RV007: sends on a channel`
	n := <-c               // want `RV007: receives from a channel`
	close(c)               // want `RV007: closes a channel`
	for m := range c {     // want `RV007: ranges over a channel`
		n += m
	}
	return n, nil
}
