package order

import (
	"cmp"
	"maps"
	"slices"

	"github.com/reprise-run/reprise/workflow"
)

// best breaks ties, so that it finds the same one whatever the order.
func best(ctx workflow.Context, m map[string]int) (string, error) {
	name, most := "", -1
	for k, v := range m {
		if v > most || v == most && k < name {
			name, most = k, v
		}
	}
	var counted []string
	for k := range m {
		if len(k) > 3 {
			counted = append(counted, k)
		}
	}
	if slices.Contains(slices.Collect(maps.Keys(m)), "a") || slices.Contains(counted, "b") {
		return "", nil
	}
	if len(counted) > 2 {
		return "", nil
	}
	return name, nil
}

// extremes look for the largest in other words.
func extremes(ctx workflow.Context, m map[string]int) (string, error) {
	most, least, first := 0, 100, ""
	for k, v := range m {
		switch {
		case v > most:
			most = v
		case v < least:
			least = v
		}
		if c := cmp.Compare(k, first); first == "" || c < 0 {
			first = k
		}
	}
	last := ""
	for k := range m {
		switch cmp.Compare(k, last) {
		case 1:
			last = k
		}
	}
	return first + last, nil
}
