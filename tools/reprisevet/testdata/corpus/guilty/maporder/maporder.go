// Package maporder lets the order of a map reach a command.
package maporder

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/workflow"
)

var charge = activity.Define[string, string]("charge")

func commands(ctx workflow.Context, m map[string]int) (string, error) {
	for k := range m { // want `RV010: ranges over a map and calls workflow.Future.Get in its order: range over slices.Sorted`
		if _, err := workflow.Execute(ctx, charge, k).Get(ctx); err != nil {
			return "", err
		}
	}
	pay := func(k string) { _, _ = workflow.Execute(ctx, charge, k).Get(ctx) }
	for k := range m { // want `RV010: ranges over a map and calls pay in its order`
		pay(k)
	}
	for k := range maps.Keys(m) { // want `RV010: calls maps.Keys`
		pay(k)
	}
	for k := range m { // want `RV010: ranges over a map and calls maporder.helper`
		defer helper(ctx, k)
	}
	return "", nil
}

func helper(workflow.Context, string) {}

func values(ctx workflow.Context, m map[string]int) (string, error) {
	var keys, late []string
	for k := range m { // want `RV010: ranges over a map and appends to keys, which is not sorted afterwards`
		keys = append(keys, k)
	}
	slices.Sort(late)
	for k := range m { // want `RV010: ranges over a map and appends to late`
		late = append(late, k)
	}
	text := ""
	for k := range m { // want `RV010: ranges over a map and leaves in text what depends on its order`
		text += k
	}
	for k, v := range m { // want `RV010: ranges over a map and leaves in text`
		text = fmt.Sprintf("%s %s=%d", text, k, v)
	}
	var b strings.Builder
	for k := range m { // want `RV010: ranges over a map and writes to b in its order`
		b.WriteString(k)
	}
	for k := range m { // want `RV010: ranges over a map and writes to b`
		fmt.Fprintln(&b, k)
	}
	sum := 0.0
	for _, v := range m { // want `RV010: ranges over a map and leaves in sum`
		sum += float64(v) / 3
	}
	best, most := "", 0
	for k, v := range m { // want `RV010: ranges over a map and leaves in best`
		if v > most {
			best, most = k, v
		}
	}
	some := 0
	for _, v := range m { // want `RV010: ranges over a map and changes some until it breaks out of the loop`
		if some += v; some > 10 {
			break
		}
	}
	groups := map[int][]string{}
	for k, v := range m { // want `RV010: ranges over a map and appends to groups\[v\], which is not sorted afterwards`
		groups[v] = append(groups[v], k)
	}
	got := slices.Collect(maps.Values(m)) // want `RV010: calls maps.Values`
	_, _ = got, best
	for k, v := range m { // want `RV010: ranges over a map and returns what it came upon first`
		if v > 2 {
			return k, nil
		}
	}
	return strings.Join(keys, " ") + text, nil
}

func parallel(ctx workflow.Context, m map[string]int) {
	flat := make([]string, len(m))
	i, last := 0, ""
	for last = range m { // want `RV010: ranges over a map and leaves in variables from outside the loop what came last`
	}
	helper(ctx, last)
search:
	for n := range 3 {
		for _, v := range m { // want `RV010: ranges over a map and changes i until it breaks out of the loop`
			if i += v; i > n {
				break search
			}
		}
	}
	for k := range m { // want `RV010: ranges over a map and leaves in flat\[i\]`
		flat[i] = k
		i++
	}
	for _, k := range flat {
		helper(ctx, k)
	}
}
