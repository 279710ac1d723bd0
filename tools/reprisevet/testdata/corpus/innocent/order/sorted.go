// Package order is workflow code that ranges over maps and does not mind their order.
package order

import (
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/workflow"
)

var charge = activity.Define[string, int]("charge")

func sortedKeys(ctx workflow.Context, m map[string]int) (int, error) {
	sum := 0
	for _, k := range slices.Sorted(maps.Keys(m)) {
		n, err := workflow.Execute(ctx, charge, k).Get(ctx)
		if err != nil {
			return 0, err
		}
		sum += n
	}
	for _, v := range slices.SortedFunc(maps.Values(m), func(a, b int) int { return a - b }) {
		sum += v
	}
	return sum, nil
}

func collected(ctx workflow.Context, m map[string]int) ([]string, error) {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	names := make([]string, 0, len(m))
	for k := range m {
		names = append(names, k+"!")
	}
	sort.Strings(names)
	values := slices.Collect(maps.Values(m))
	sort.Slice(values, func(i, j int) bool { return values[i] < values[j] })
	return append(keys, names...), workflow.Sleep(ctx, 1)
}

type byName []string

func (b byName) Len() int           { return len(b) }
func (b byName) Less(i, j int) bool { return b[i] < b[j] }
func (b byName) Swap(i, j int)      { b[i], b[j] = b[j], b[i] } // want Swap:"RV012"

func sortedByType(ctx workflow.Context, m map[string]int) ([]string, error) {
	flat := make([]string, len(m))
	i := 0
	for k := range m {
		flat[i] = k
		i++
	}
	sort.Sort(sort.Reverse(byName(flat)))
	return flat, nil
}

// kept is in order after each turn.
func kept(ctx workflow.Context, m map[string]int) (string, error) {
	var names []string
	for k := range m {
		i, _ := slices.BinarySearch(names, k)
		names = slices.Insert(names, i, k)
	}
	return strings.Join(names, " "), nil
}
