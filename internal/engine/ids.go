package engine

import (
	crand "crypto/rand"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

// IDs makes what is to be unlike anything else: ids, seeds, tokens, and jitter.
type IDs struct {
	entropy func(what string) [32]byte // nil: the machine's
	clock   timer.Clock
	tokens  tokens
}

func newIDs(entropy func(what string) [32]byte, clock timer.Clock) *IDs {
	ids := &IDs{entropy: entropy, clock: clock}
	var key [32]byte
	draw(crand.Reader, key[:])
	ids.tokens.mu.source = rand.NewChaCha8(key)
	return ids
}

// chance is where the id and the seed of a run and ids of workers and signals come from.
// The system is asked anew for each: of two processes that a snapshot of one was made
// into, none may repeat what the other draws.
func (i *IDs) chance(what string) io.Reader {
	if i.entropy == nil {
		return crand.Reader
	}
	return rand.NewChaCha8(i.entropy(what))
}

// draw fills b from where chance says. It never fails.
func draw(from io.Reader, b []byte) { _, _ = io.ReadFull(from, b) }

// jitter is a number in [0, 1).
func (i *IDs) jitter(what string) float64 {
	if i.entropy == nil {
		return rand.Float64()
	}
	return rand.New(rand.NewChaCha8(i.entropy(what))).Float64()
}

// New returns a random UUID.
func (i *IDs) New(what string) uuid.UUID { return randomID(i.chance(what)) }

// Workflow returns a random UUID that begins with the time in milliseconds (version 7, of
// RFC 9562), for a run whose caller gives it no id. Runs that start one after another are
// neighbours in the index of workflow ids then. At random each would have a page of its own
// there, to be read, logged and written, as soon as a store has some hundred thousand runs.
func (i *IDs) Workflow(workflow string) uuid.UUID {
	id := i.New("workflow " + workflow)
	if i.entropy != nil {
		return id // it follows from what it is for, not from when
	}
	ms := uint64(i.clock.Now().UnixMilli())
	id[0], id[1], id[2], id[3], id[4], id[5] = byte(ms>>40), byte(ms>>32), byte(ms>>24), byte(ms>>16), byte(ms>>8), byte(ms)
	id[6] = 0x70 | id[6]&0x0f
	return id
}

// Run returns the id of a new run that is made now, and its seed.
func (i *IDs) Run(workflowID string, now time.Time) (id store.RunID, seed [16]byte) {
	from := i.chance("run " + workflowID)
	draw(from, seed[:])
	var random [10]byte
	draw(from, random[:])
	if i.entropy != nil {
		now = time.UnixMilli(0) // the id follows from what it is for, not from when
	}
	return history.NewRunID(now, random), seed
}

func randomID(from io.Reader) (id uuid.UUID) {
	draw(from, id[:])
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80 // version 4, of RFC 9562
	return id
}

// Token returns a random UUID that nothing follows from.
func (i *IDs) Token() uuid.UUID { return randomID(&i.tokens) }

// nonce is the random part of what a task's commit records. Its token is known before the
// task is stepped, and is another one in each try. Runs that are to go the same way again
// have none.
func (i *IDs) nonce(commit store.Token) int64 {
	if i.entropy != nil {
		return 0
	}
	return int64(binary.BigEndian.Uint64(commit[:]))
}

// tokens is where all tokens of a process come from. The system is asked for a key once:
// each asking costs as much as making an event of history, and what a token stands for is
// written under the id of a run and its epoch, or a worker's.
type tokens struct {
	mu struct {
		sync.Mutex
		source *rand.ChaCha8
	}
}

// Read implements io.Reader.
func (t *tokens) Read(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.mu.source.Read(b)
}
