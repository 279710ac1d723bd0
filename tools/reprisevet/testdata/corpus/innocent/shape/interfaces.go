package shape

import (
	"fmt"
	"sort"

	"github.com/reprise-run/reprise/workflow"
)

type rule interface {
	fmt.Stringer
	applies(int) bool
}

type atLeast int

func (a atLeast) applies(n int) bool { return n >= int(a) }
func (a atLeast) String() string     { return fmt.Sprintf("at least %d", int(a)) }

func rules(ctx workflow.Context, n int) (string, error) {
	all := []rule{atLeast(3), atLeast(5)}
	sort.SliceStable(all, func(i, j int) bool { return all[i].String() < all[j].String() })
	for _, r := range all {
		if r.applies(n) {
			return r.String(), nil
		}
	}
	var e error = workflow.ErrTimeout
	return e.Error(), nil
}
