// Package globals writes what runs share.
package globals

import (
	"maps"
	"slices"

	"github.com/reprise-run/reprise/workflow"
)

var (
	count int
	names []string
	seen  = map[string]bool{}
	state struct{ last string }
)

// Shop is bound by its method.
type Shop struct {
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

func bind(s *Shop) []workflow.Binding {
	runs := 0
	last := map[string]int{}
	return []workflow.Binding{
		workflow.Define[string, string]("a").Bind(s.order),
		workflow.New("b", func(ctx workflow.Context, in string) (string, error) {
			runs++        // want `RV012: writes runs, which was declared outside the workflow function and is shared by its runs`
			last[in] = 1  // want `RV012: writes last`
			s.by[in] += 1 // want `RV012: writes s`
			return in, nil
		}).Binding(),
	}
}
