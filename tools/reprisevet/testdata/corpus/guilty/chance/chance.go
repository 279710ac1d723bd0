// Package chance throws dice.
package chance

import (
	crypto "crypto/rand"
	"hash/maphash"
	"math/rand"
	v2 "math/rand/v2"

	"github.com/reprise-run/reprise/workflow"
)

func order(ctx workflow.Context, _ string) (int, error) {
	n := rand.Intn(6)      // want `RV002: calls rand.Intn: use workflow.Rand`
	n += v2.IntN(6)        // want `RV002: calls rand.IntN`
	n += v2.N(6)           // want `RV002: calls rand.N`
	text := crypto.Text()  // want `RV002: calls rand.Text`
	from := crypto.Reader  // want `RV002: uses rand.Reader`
	_ = maphash.MakeSeed() // want `RV002: calls maphash.MakeSeed`
	_, _ = text, from
	return n, nil
}
