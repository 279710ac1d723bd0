package workflow

import (
	"encoding/binary"
	"math/bits"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/replay"
)

// Random yields numbers that differ from run to run and are the same on replay. If a database
// lost the commit of a draw, the run draws other numbers. Each coroutine has a sequence of its
// own, so adding draws to one coroutine changes nothing in another. The numbers are not secret:
// anyone who can read the history can compute them.
//
// The way in which numbers are made from the recorded seed never changes.
type Random struct{ env *replay.Env }

// Rand returns the run's source of random numbers. Use it instead of math/rand.
func Rand(ctx Context) Random { return Random{ctx.mustEnv()} }

// Uint64 returns a random 64-bit number.
func (r Random) Uint64() uint64 {
	if r.env == nil {
		panic(errNoRandom)
	}
	return r.env.Random()
}

// IntN returns a uniformly distributed number in [0, n), or 0 if n is not positive.
func (r Random) IntN(n int) int {
	if n <= 0 {
		return 0
	}
	// The high word of a 128-bit product is uniform except for the first -n mod n low words,
	// which are drawn again.
	top := uint64(n)
	hi, lo := bits.Mul64(r.Uint64(), top)
	for lo < -top%top {
		hi, lo = bits.Mul64(r.Uint64(), top)
	}
	return int(hi)
}

// Float64 returns a number in [0, 1).
func (r Random) Float64() float64 { return float64(r.Uint64()>>11) / (1 << 53) }

// Shuffle puts n elements in random order by calling swap.
func (r Random) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, r.IntN(i+1))
	}
}

// UUID returns a random (version 4) UUID that is the same on replay.
func UUID(ctx Context) uuid.UUID {
	env := ctx.mustEnv()
	var id uuid.UUID
	binary.BigEndian.PutUint64(id[:8], env.Random())
	binary.BigEndian.PutUint64(id[8:], env.Random())
	id[6] = id[6]&0x0f | 0x40
	id[8] = id[8]&0x3f | 0x80
	return id
}
