package numbers

import (
	"cmp"
	"math"
	"math/big"
	"math/bits"

	"github.com/reprise-run/reprise/workflow"
)

func maths(ctx workflow.Context, n int) (string, error) {
	price := new(big.Rat).SetFrac64(int64(n), 3)
	price.Mul(price, big.NewRat(119, 100))
	wait := math.Pow(2, float64(min(n, 10))) + float64(bits.Len(uint(n)))
	return price.FloatString(cmp.Compare(n, 2) + int(math.Floor(wait))), nil
}
