// Package globals writes what runs share.
package globals

import (
	"maps"
	"slices"
	"time"

	"github.com/reprise-run/reprise/workflow"
)

var (
	count int
	names []string
	seen  = map[string]bool{}
	state struct{ last string }
)

type stock struct {
	n    int
	last time.Time
}

func (s *stock) take()                     { s.n-- }                      // want take:`RV012 writes s.n \(globals/globals.go:\d+\) of what it is called on`
func (s *stock) twice()                    { s.take(); s.take() }         // want twice:`RV012 calls globals.stock.take, which writes s.n .* of what`
func (s stock) copied()                    { s.n-- }                      // a copy
func (s *stock) note(ctx workflow.Context) { s.last = workflow.Now(ctx) } // want note:`RV012 writes s.last`

var all stock

func (s *Shop) sell(ctx workflow.Context, in string) (string, error) {
	all.twice()   // want `RV012: calls globals.stock.twice, which calls globals.stock.take, which writes s.n`
	all.note(ctx) // want `RV012: calls globals.stock.note, which writes s.last`
	all.copied()
	s.stock.take() // want `RV012: calls globals.stock.take, which writes s.n`
	s.count()      // want `RV012: calls globals.Shop.count, which calls globals.stock.take, which writes s.n`
	var mine stock
	mine.twice()
	mine.note(ctx)
	return in, nil
}

func (s *Shop) count() { s.stock.take() } // want count:`RV012`

// Shop is bound by its method.
type Shop struct {
	stock
	sold int
	by   map[string]int
}

func (s *Shop) order(ctx workflow.Context, in string) (string, error) {
	count++                           // want `RV012: writes the package-level variable globals.count: keep state`
	seen[in] = true                   // want `RV012: writes the package-level variable globals.seen`
	state.last = in                   // want `RV012: writes the package-level variable globals.state`
	delete(seen, in)                  // want `RV012`
	s.sold++                          // want `RV012: writes s.sold, which all runs of the bound method share`
	s.by[in] = 1                      // want `RV012`
	maps.Copy(s.by, map[string]int{}) // want `RV012: writes s.by`
	slices.Sort(names)                // want `RV012: writes the package-level variable globals.names`
	workflow.Go(ctx, func(workflow.Context) (int, error) {
		count = 0 // want `RV012`
		return 0, nil
	})
	return in, nil
}

func bind(s *Shop) []any {
	runs := 0
	last := map[string]int{}
	return []any{
		workflow.Define[string, string]("a").Bind(s.order),
		workflow.Define[string, string]("c").Bind(s.sell),
		workflow.New("b", func(ctx workflow.Context, in string) (string, error) {
			runs++        // want `RV012: writes runs, which was declared outside the workflow function and is shared by its runs`
			last[in] = 1  // want `RV012: writes last`
			s.by[in] += 1 // want `RV012: writes s`
			return in, nil
		}),
	}
}
