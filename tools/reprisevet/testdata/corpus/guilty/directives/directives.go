// Package directives silences findings, well and badly.
package directives

import (
	"time"

	"github.com/reprise-run/reprise/workflow"
)

func order(ctx workflow.Context, in map[string]int) (time.Time, error) {
	a := time.Now() //reprisevet:ignore RV001 for the log line below, and nothing else
	//reprisevet:ignore RV001,RV004 shown to the customer only
	b := time.Now().Local()
	/* want `RV000: the directive gives no reason: write //reprisevet:ignore` */ //reprisevet:ignore RV001
	c := time.Now()                                                              // want `RV001`
	/* want `RV000: the directive names no code that there is: RV999` */ //reprisevet:ignore RV999 because
	d := time.Now()                                                      // want `RV001`
	/* want `RV000: the directive silences nothing` */ //reprisevet:ignore RV002 there is no dice here
	e := time.Now()                                    // want `RV001`
	/* want `RV000: the directive names no code` */ //reprisevet:ignore
	_, _, _, _ = a, b, c, d
	_ = stamp() // the helper says why
	return e, nil
}

func stamp() time.Time {
	return time.Now() //reprisevet:ignore RV001 its callers round to years
}

func unused() time.Time {
	/* want `RV000: the directive silences nothing` */ //reprisevet:ignore RV004 nothing of the kind here
	return time.Time{}
}
