package store_test

import (
	"math/rand/v2"
	"testing"

	"github.com/reprise-run/reprise/store"
)

// Rows are removed all at once only when each could be removed by itself, and as much
// budget is left for others.
func TestAHistoryGoesAtOnceOnlyIfEachRowMightGo(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 12))
	together, refused := 0, 0
	for range 2000 {
		op := &store.Retain{Max: 1 + rnd.IntN(8)}
		atOnce, byRow := op.Allowance(), op.Allowance()
		for range 4 {
			rows := make([]int, rnd.IntN(4))
			bytes := 0
			for i := range rows {
				rows[i] = rnd.IntN(store.RetainBytes / 4)
				bytes += rows[i]
			}
			whole := true
			for _, size := range rows {
				whole = whole && byRow.Spend(size)
			}
			if !atOnce.SpendAll(len(rows), bytes) {
				refused++
				break // what may still go is for Spend to say
			}
			together++
			if !whole || atOnce != byRow {
				t.Fatalf("rows of %v go at once; one by one: %v; left %+v and %+v", rows, whole, atOnce, byRow)
			}
		}
	}
	if together == 0 || refused == 0 {
		t.Errorf("%d histories went at once, %d did not", together, refused)
	}
}
