package reprise

import (
	crand "crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
)

// chance is where the id and the seed of a run and the jitter of waits come from; with
// Config.Seed they follow from it and from what they are for.
func (c Config) chance(what string, n uint64, of []byte) *rand.ChaCha8 {
	var key [32]byte
	if c.Seed == 0 {
		_, _ = crand.Read(key[:]) // it never fails
		return rand.NewChaCha8(key)
	}
	h := sha256.New()
	head := binary.BigEndian.AppendUint64(nil, c.Seed)
	h.Write(append(binary.BigEndian.AppendUint64(head, n), what...))
	h.Write(of)
	h.Sum(key[:0])
	return rand.NewChaCha8(key)
}

// jitter is a number in [0, 1).
func (c Config) jitter(what string, n uint64, of []byte) float64 {
	return rand.New(c.chance(what, n, of)).Float64()
}
