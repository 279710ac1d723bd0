package maporder

import (
	"slices"

	"github.com/reprise-run/reprise/workflow"
)

type path struct {
	steps  int
	name   string
	weight float64
}

func (p path) join(o path) path { return path{p.steps + o.steps, p.name + o.name, 0} }
func (p path) last(o path) path { return path{p.steps + o.steps, o.name, 0} }
func (p path) heap(o path) path { return path{weight: p.weight + o.weight} }
func (p path) half(o path) path {
	p.steps /= 2
	p.steps += o.steps
	return p
}

func arranged(list []string) []string {
	list = slices.Clone(list)
	slices.Sort(list)
	return list
}

func own(ctx workflow.Context, m map[string]path) ([]string, error) {
	var a path
	for _, v := range m { // want `RV010: ranges over a map and leaves in a`
		a = a.join(v)
	}
	for _, v := range m { // want `RV010: ranges over a map and leaves in a`
		a = a.last(v)
	}
	for _, v := range m { // want `RV010: ranges over a map and leaves in a`
		a = a.heap(v)
	}
	for _, v := range m { // want `RV010: ranges over a map and leaves in a`
		a = a.half(v)
	}
	names := []string{a.name}
	for k := range m { // want `RV010: ranges over a map and appends to names`
		names = append(names, k)
	}
	_ = arranged(names)
	return names, nil
}
