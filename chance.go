package reprise

import (
	crand "crypto/rand"
	"encoding/binary"
	"math/rand/v2"
	"sync"

	"github.com/google/uuid"
)

// chance is where the id and the seed of a run, ids of workers and signals, tokens and
// the jitter of waits come from.
func (c Config) chance(what string) rand.Source {
	if c.Entropy == nil {
		return c.dice
	}
	return rand.NewChaCha8(c.Entropy(what))
}

// dice is chance for all of a Runtime. The system is asked for a key once: each asking
// costs as much as making an event of history.
type dice struct {
	mu     sync.Mutex
	source *rand.ChaCha8
}

func newDice() *dice {
	var key [32]byte
	_, _ = crand.Read(key[:]) // it never fails
	return &dice{source: rand.NewChaCha8(key)}
}

// Uint64 implements rand.Source.
func (d *dice) Uint64() uint64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.source.Uint64()
}

// jitter is a number in [0, 1).
func (c Config) jitter(what string) float64 { return rand.New(c.chance(what)).Float64() }

// newID is a random UUID.
func (c Config) newID(what string) uuid.UUID { return randomID(c.chance(what)) }

// newToken is a random UUID that nothing follows from.
func (c Config) newToken() uuid.UUID { return randomID(c.dice) }

func randomID(from rand.Source) (id uuid.UUID) {
	draw(from, id[:])
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80 // version 4, of RFC 9562
	return id
}

// draw fills b, whose length is a multiple of eight.
func draw(from rand.Source, b []byte) {
	for ; len(b) > 0; b = b[8:] {
		binary.LittleEndian.PutUint64(b, from.Uint64())
	}
}
