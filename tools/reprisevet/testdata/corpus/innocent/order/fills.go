package order

import (
	"maps"
	"slices"

	"github.com/reprise-run/reprise/workflow"
)

type parcel struct{ items []string }

func fills(ctx workflow.Context, m map[string]int) (map[string]*parcel, error) {
	out := make(map[string]*parcel, len(m))
	counts := map[int]int{}
	for k, v := range m {
		out[k] = &parcel{items: []string{k}}
		counts[v]++
		if v == 0 {
			delete(m, k)
		}
	}
	for k, p := range out {
		p.items = append(p.items, k)
		local := p.items[0]
		local += k
		_ = local
	}
	groups := map[int][]string{}
	for k, v := range m {
		groups[v] = append(groups[v], k)
	}
	for _, g := range groups {
		slices.Sort(g)
	}
	copied := maps.Collect(maps.All(m))
	maps.DeleteFunc(copied, func(_ string, v int) bool { return v > 3 })
	dense := make([]int, 10)
	for i, v := range map[int]int{1: 2} {
		dense[i] = v
	}
	clear(copied)
	return out, nil
}
