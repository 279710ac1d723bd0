// Package libraries calls libraries that do what a workflow must not.
package libraries

import (
	"time"

	"github.com/dustin/go-humanize"
	"golang.org/x/sync/errgroup"

	"corpus.test/guilty/chain/util"

	"github.com/reprise-run/reprise/workflow"
)

func order(ctx workflow.Context, at time.Time) (string, error) {
	var g errgroup.Group
	g.Go(func() error { return nil }) // want `RV006: calls errgroup.Group.Go: use workflow.Go`
	util.Count = 3                    // want `RV012: writes the package-level variable util.Count`
	return humanize.Time(at), nil     // want `RV001: calls humanize.Time, which calls time.Now \(go-humanize/times.go:\d+\)`
}
