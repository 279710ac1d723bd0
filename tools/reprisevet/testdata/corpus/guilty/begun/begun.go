// Package begun reads variables that began with what a workflow must not ask for.
package begun

import (
	"time"

	"corpus.test/guilty/begun/util"

	"github.com/reprise-run/reprise/workflow"
)

var day = util.Begun.YearDay() // want day:`RV001 reads util.Begun, whose initializer calls time.Now`

func order(ctx workflow.Context, at time.Time) (string, error) {
	_ = util.Age(at)          // want `RV001: calls util.Age, which reads util.Begun, whose initializer calls time.Now \(util/util.go:13\): use workflow.Now`
	if at.After(util.Begun) { // want `RV001: reads util.Begun, whose initializer calls time.Now \(util/util.go:13\): use workflow.Now`
		return util.Host, nil // want `RV004: reads util.Host, whose initializer calls os.Hostname`
	}
	if util.Debug || day > 1 { // want `RV004: reads util.Debug` `RV001: reads begun.day, whose initializer reads util.Begun, whose initializer calls time.Now`
		return util.Zones[0], nil // want `RV010: reads util.Zones`
	}
	if util.Seeded.Intn(2) == 0 { // want `RV001: reads util.Seeded`
		return string(util.Config), nil // want `RV005: reads util.Config, whose initializer calls os.ReadFile`
	}
	return "", nil
}
