package maporder

import (
	"slices"
	"time"

	"github.com/reprise-run/reprise/workflow"
)

// What looks like a sum, like a search or like one turn, and is none.
func nearly(ctx workflow.Context, m map[string]int) (string, error) {
	end := workflow.Now(ctx)
	for _, v := range m { // want `RV010: ranges over a map and leaves in end`
		end = end.AddDate(0, v, 0)
	}
	begun := end
	for _, v := range m { // want `RV010: ranges over a map and leaves in begun`
		begun = end.Add(time.Duration(v))
	}
	best, most := "", 0
	for k, v := range m { // want `RV010: ranges over a map and leaves in best`
		switch {
		case v > most:
			best, most = k, v
		}
	}
	for k := range m { // want `RV010: ranges over a map and leaves in best`
		if _, ok := m[best]; len(k) > 2 {
			_, best = ok, k
		}
	}
	for k, v := range m { // want `RV010: ranges over a map and leaves in most`
		switch k {
		case "a":
			most = v
		case "b":
			most = v
		}
	}
	for k, v := range m { // want `RV010: ranges over a map and leaves in most`
		switch k {
		case "a", "b":
			most = v
		}
	}
	for k, v := range m { // want `RV010: ranges over a map and leaves in most`
		if k == "a" {
			continue
		} else {
			most = v
		}
	}
	for k, v := range m { // want `RV010: ranges over a map and writes most until it breaks out of the loop`
		if k == "a" {
			most = v
		}
		if v > 3 {
			break
		}
	}
	for k, v := range m { // want `RV010: ranges over a map and returns what it came upon first`
		if k == "a" {
			return best + k, nil
		}
		if v == most {
			return "", nil
		}
	}
	var names []string
	for k, v := range m { // want `RV010: ranges over a map and leaves in names`
		i := min(len(names), v)
		names = slices.Insert(names, i, k)
	}
	if len(m) == 2 {
		for k := range m { // want `RV010: ranges over a map and returns what it came upon first`
			return k, nil
		}
	}
	return end.Sub(begun).String(), nil
}

type number interface{ ~int | ~float64 }

func sumOf[V number](m map[string]V) (sum V) { // want sumOf:"RV010"
	for _, v := range m {
		sum += v
	}
	return sum
}

func generic(ctx workflow.Context, m map[string]int) (int, error) {
	return sumOf(m), nil // want `RV010: calls maporder.sumOf, which ranges over a map and leaves in sum`
}
