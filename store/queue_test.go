package store_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/reprise-run/reprise/store"
)

// Whatever is wanted, shares are as many as there are, and nobody has less than another one who wants no more.
func TestFairSharesAreFair(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		n, wants := rnd.IntN(50), make([]int, rnd.IntN(8))
		for i := range wants {
			wants[i] = rnd.IntN(20)
		}
		got := store.FairShares(n, wants)
		sum, wanted := 0, 0
		for i := range got {
			sum, wanted = sum+got[i], wanted+wants[i]
			for j := range got {
				if wants[i] >= wants[j] && got[i] < got[j]-1 {
					t.Fatalf("of %d for %v shares are %v", n, wants, got)
				}
			}
			if wanted := min(wants[i], n/len(wants)); got[i] < wanted {
				t.Fatalf("of %d for %v shares are %v: one has less than it wants, and than its part", n, wants, got)
			}
		}
		if len(wants) > 0 && sum != n {
			t.Fatalf("of %d for %v shares are %v, %d together", n, wants, got, sum)
		}
	}
	if got := store.FairShares(10, []int{0, 20, 2}); !slices.Equal(got, []int{0, 8, 2}) {
		t.Errorf("shares are %v", got)
	}
	if got := store.FairShares(-1, []int{1}); !slices.Equal(got, []int{0}) {
		t.Errorf("shares are %v", got)
	}
}
