package reprise

import (
	crand "crypto/rand"
	"io"
	"math/rand/v2"
	"sync"

	"github.com/google/uuid"
)

// chance is where the id and the seed of a run and ids of workers and signals come from.
// The system is asked anew for each: of two processes that a snapshot of one was made
// into, none may repeat what the other draws.
func (c Config) chance(what string) io.Reader {
	if c.Entropy == nil {
		return crand.Reader
	}
	return rand.NewChaCha8(c.Entropy(what))
}

// draw fills b from where chance says. It never fails.
func draw(from io.Reader, b []byte) { _, _ = io.ReadFull(from, b) }

// jitter is a number in [0, 1).
func (c Config) jitter(what string) float64 {
	if c.Entropy == nil {
		return rand.Float64()
	}
	return rand.New(rand.NewChaCha8(c.Entropy(what))).Float64()
}

// newID is a random UUID.
func (c Config) newID(what string) uuid.UUID { return randomID(c.chance(what)) }

// newWorkflowID is a random UUID that begins with the time in milliseconds (version 7, of
// RFC 9562), for a run whose caller gives it no id. Runs that start one after another are
// neighbours in the index of workflow ids then. At random each would have a page of its own
// there, to be read, logged and written, as soon as a store has some hundred thousand runs.
func (c Config) newWorkflowID(workflow string) uuid.UUID {
	id := c.newID("workflow " + workflow)
	if c.Entropy != nil {
		return id // it follows from what it is for, not from when
	}
	ms := uint64(c.Clock.Now().UnixMilli())
	id[0], id[1], id[2], id[3], id[4], id[5] = byte(ms>>40), byte(ms>>32), byte(ms>>24), byte(ms>>16), byte(ms>>8), byte(ms)
	id[6] = 0x70 | id[6]&0x0f
	return id
}

func randomID(from io.Reader) (id uuid.UUID) {
	draw(from, id[:])
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80 // version 4, of RFC 9562
	return id
}

// newToken is a random UUID that nothing follows from.
func (c Config) newToken() uuid.UUID { return randomID(c.dice) }

// dice is where all tokens of a Runtime come from. The system is asked for a key once:
// each asking costs as much as making an event of history, and what a token stands for is
// written under the id of a run and its epoch, or a worker's.
type dice struct {
	mu     sync.Mutex
	source *rand.ChaCha8
}

func newDice() *dice {
	var key [32]byte
	draw(crand.Reader, key[:])
	return &dice{source: rand.NewChaCha8(key)}
}

// Read implements io.Reader.
func (d *dice) Read(b []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.source.Read(b)
}
