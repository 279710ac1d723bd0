package order

import (
	"slices"
	"strings"

	"github.com/reprise-run/reprise/workflow"
)

func keysOf[K comparable, V any](m map[K]V) []K { // want keysOf:"RV010"
	var keys []K
	for k := range m {
		keys = append(keys, k)
	}
	return keys
}

func sortNames(names []string) { slices.SortFunc(names, strings.Compare) } // want sortNames:"sorts"

// callers sort what a helper has collected.
func callers(ctx workflow.Context, m map[string]int) ([]string, error) {
	a := keysOf(m)
	slices.Sort(a)
	b := slices.Sorted(slices.Values(keysOf(m)))
	c := keysOf(m)
	sortNames(c)
	for _, k := range keysOf(m) {
		m[k]++
	}
	if len(keysOf(m)) > 3 {
		return b, nil
	}
	return append(a, c...), nil
}
