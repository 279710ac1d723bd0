package reprise

import (
	crand "crypto/rand"
	"math/rand/v2"

	"github.com/google/uuid"
)

// chance is where the id and the seed of a run, ids of workers and signals and the jitter
// of waits come from.
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

// newID is a random UUID.
func (c Config) newID(what string) uuid.UUID {
	var id uuid.UUID
	_, _ = c.chance(what).Read(id[:])               // it never fails
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80 // version 4, of RFC 9562
	return id
}
