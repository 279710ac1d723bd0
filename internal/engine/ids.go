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

// IDs makes everything that must be unique: ids, seeds, tokens, and jitter.
type IDs struct {
	entropy func(what string) [32]byte // nil: the operating system's
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

// chance is the source of ids and seeds of runs and of ids of workers and signals. It reads
// the system's randomness each time: two processes restored from one snapshot must not draw
// the same values.
func (i *IDs) chance(what string) io.Reader {
	if i.entropy == nil {
		return crand.Reader
	}
	return rand.NewChaCha8(i.entropy(what))
}

// draw fills b from the source. It never fails.
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

// Workflow returns a random UUID that begins with the time in milliseconds (version 7 of
// RFC 9562), for a run whose caller gives no id. Runs that start one after another are then
// neighbours in the index of workflow ids. With fully random ids each would need an index
// page of its own to be read, logged and written, as soon as a store has some hundred
// thousand runs.
func (i *IDs) Workflow(workflow string) uuid.UUID {
	id := i.New("workflow " + workflow)
	if i.entropy != nil {
		return id // the id depends on its purpose, not on the time
	}
	ms := uint64(i.clock.Now().UnixMilli())
	id[0], id[1], id[2], id[3], id[4], id[5] = byte(ms>>40), byte(ms>>32), byte(ms>>24), byte(ms>>16), byte(ms>>8), byte(ms)
	id[6] = 0x70 | id[6]&0x0f
	return id
}

// Run returns the id of a new run, and its seed.
func (i *IDs) Run(workflowID string, now time.Time) (id store.RunID, seed [16]byte) {
	from := i.chance("run " + workflowID)
	draw(from, seed[:])
	var random [10]byte
	draw(from, random[:])
	if i.entropy != nil {
		now = time.UnixMilli(0) // the id depends on its purpose, not on the time
	}
	return history.NewRunID(now, random), seed
}

func randomID(from io.Reader) (id uuid.UUID) {
	draw(from, id[:])
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80 // version 4, of RFC 9562
	return id
}

// Token returns a random UUID for a commit or a claim.
func (i *IDs) Token() uuid.UUID { return randomID(&i.tokens) }

// nonce is the random part of what a task's commit records. The commit's token is known
// before the task is stepped, and differs in each try. Runs that must be repeatable have no
// nonce.
func (i *IDs) nonce(commit store.Token) int64 {
	if i.entropy != nil {
		return 0
	}
	return int64(binary.BigEndian.Uint64(commit[:]))
}

// tokens is the source of all tokens of a process. It asks the system for a key only once,
// because each request costs as much as making an event of history. That is safe, because
// tokens are written under the id of a run and its epoch, or a worker's.
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
