package numbers

import (
	"math/rand/v2"

	"github.com/reprise-run/reprise/workflow"
)

// A source that is seeded from the run gives the same numbers on replay.
func seeded(ctx workflow.Context, n int) (int, error) {
	r := rand.New(rand.NewPCG(workflow.Rand(ctx).Uint64(), 7))
	s := []int{r.IntN(n + 1), workflow.Rand(ctx).IntN(6)}
	r.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
	return s[0] + rand.New(rand.NewPCG(1, 2)).IntN(3), nil
}
