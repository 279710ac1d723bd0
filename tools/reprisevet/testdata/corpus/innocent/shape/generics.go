// Package shape is workflow code of all shapes.
package shape

import "github.com/reprise-run/reprise/workflow"

func mapped[A, B any](all []A, f func(A) B) []B {
	out := make([]B, 0, len(all))
	for _, a := range all {
		out = append(out, f(a))
	}
	return out
}

type stack[T any] struct{ all []T }

func (s *stack[T]) push(v T) { s.all = append(s.all, v) } // want push:"RV012"

func (s *stack[T]) pop() (v T, ok bool) { // want pop:"RV012"
	if len(s.all) == 0 {
		return v, false
	}
	v, s.all = s.all[len(s.all)-1], s.all[:len(s.all)-1]
	return v, true
}

func generic[T any](ctx workflow.Context, in []T) (int, error) {
	var s stack[T]
	for _, v := range in {
		s.push(v)
	}
	n := len(mapped(in, func(T) string { return "" }))
	for _, ok := s.pop(); ok; _, ok = s.pop() {
		n++
	}
	return n, nil
}

// Generic is bound for one type.
var Generic = workflow.New("generic", generic[string])
