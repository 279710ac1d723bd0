package reprise

import (
	crand "crypto/rand"
	"math/rand/v2"
)

// chance is where the id and the seed of a run and the jitter of waits come from.
func (c Config) chance(what string) *rand.ChaCha8 {
	var key [32]byte
	if c.Entropy != nil {
		key = c.Entropy(what)
	} else {
		_, _ = crand.Read(key[:]) // it never fails
	}
	return rand.NewChaCha8(key)
}

// jitter is a number in [0, 1).
func (c Config) jitter(what string) float64 { return rand.New(c.chance(what)).Float64() }
