package shape

import "github.com/reprise-run/reprise/workflow"

type node struct{ left, right *node }

func (n *node) depth() int {
	if n == nil {
		return 0
	}
	return 1 + max(n.left.depth(), n.right.depth())
}

func even(n int) bool { return n == 0 || odd(n-1) }
func odd(n int) bool  { return n != 0 && even(n-1) }

func recurses(ctx workflow.Context, n int) (int, error) {
	if n == 0 || even(n) {
		return (&node{}).depth(), nil
	}
	var walk func(int) int
	walk = func(n int) int {
		if n < 1 {
			return 0
		}
		return 1 + walk(n-1)
	}
	m, err := recurses(ctx, n-1)
	return m + walk(n), err
}
