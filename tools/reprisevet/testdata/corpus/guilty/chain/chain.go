// Package chain calls what calls what it must not do.
package chain

import (
	"time"

	"corpus.test/guilty/chain/deep"
	"corpus.test/guilty/chain/util"

	"github.com/reprise-run/reprise/workflow"
)

func order(ctx workflow.Context, m map[string]int) (int, error) {
	_ = util.Begin()                             // want `RV001: calls util.Begin, which calls deep.Stamp, which calls time.Now \(deep/deep.go:10\): use workflow.Now`
	_ = deep.Stamp()                             // want `RV001: calls deep.Stamp, which calls time.Now`
	_ = new(util.Timer).Now()                    // want `RV001: calls deep.Clock.Now, which calls time.Now`
	now := (&deep.Clock[int]{}).Now              // want `RV001: calls deep.Clock.Now`
	deep.Each([]int{1}, func(int, time.Time) {}) // want `RV001: calls deep.Each, which calls deep.Stamp, which`
	_, _ = deep.Host()                           // want `RV004: calls deep.Host, which uses os.Hostname`
	_ = deep.Even(util.Pure(2))                  // want `RV001: calls deep.Even, which calls deep.even, which calls deep.odd, which calls time.Now`
	n := util.Cached("a")                        // want `RV009: calls util.Cached, which calls sync.Mutex.Lock` `RV012: calls util.Cached, which writes`
	for range util.Keys(m) {                     // its order is not looked at
		n++
	}
	for _, k := range util.Keys(m) { // want `RV010: calls util.Keys, which ranges over a map`
		_ = workflow.Sleep(ctx, time.Duration(len(k)))
	}
	_ = util.Far("") // want `RV009: calls util.Far, which calls util.four, which calls util.three, which calls util.two, which in 2 calls more calls sync.Mutex.Lock \(util/util.go:26\)` `RV012`
	_ = now
	return n, nil
}
