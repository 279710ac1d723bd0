// Package clock reads the clock.
package clock

import (
	"time"

	"github.com/reprise-run/reprise/workflow"
)

func order(ctx workflow.Context, _ string) (time.Time, error) {
	begun := time.Now()                                          // want `RV001: calls time.Now: use workflow.Now`
	time.Sleep(time.Second)                                      // want `RV001: calls time.Sleep: use workflow.Sleep`
	<-time.After(time.Second)                                    // want `RV001: calls time.After: use workflow.NewTimer` `RV007: receives from a channel`
	tick := time.NewTicker(time.Second)                          // want `RV001: calls time.NewTicker`
	tick.Stop()                                                  // want `RV001: calls time.Ticker.Stop`
	_ = time.Until(begun) < 0 || time.Since(begun) > time.Second // want `RV001`
	ask := time.Now                                              // want `RV001: uses time.Now`
	return ask().Local(), nil                                    // want `RV004: calls time.Time.Local: use UTC`
}

// Order is bound here.
var Order = workflow.New("order", order)
