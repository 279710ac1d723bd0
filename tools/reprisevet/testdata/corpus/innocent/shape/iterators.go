package shape

import (
	"iter"
	"slices"

	"github.com/reprise-run/reprise/workflow"
)

func upTo(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func iterates(ctx workflow.Context, n int) (int, error) {
	sum := 0
	for i := range upTo(n) {
		sum += i
	}
	next, stop := iter.Pull(upTo(3))
	defer stop()
	v, _ := next()
	return sum + v + slices.Max(slices.Collect(upTo(4))), nil
}
