package history

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strconv"
	"time"

	"github.com/google/uuid"
)

// RunID identifies a run. It is a UUIDv7 made by [NewRunID].
type RunID = uuid.UUID

// NewRunID makes the id of a run: a UUIDv7, which begins with now in milliseconds, so that runs that
// start at about the same time are neighbours in an index. Correctness does not depend on that.
func NewRunID(now time.Time, random [10]byte) RunID {
	var id RunID
	ms := uint64(now.UnixMilli())
	id[0], id[1], id[2], id[3], id[4], id[5] = byte(ms>>40), byte(ms>>32), byte(ms>>24), byte(ms>>16), byte(ms>>8), byte(ms)
	copy(id[6:], random[:])
	id[6] = 0x70 | id[6]&0x0f
	id[8] = 0x80 | id[8]&0x3f
	return id
}

// NextRun returns the id and the seed of the run that continues this one, which has this seed. Both are
// derived, so that a task that is stepped again gets the same run.
func NextRun(run RunID, seed [16]byte) (RunID, [16]byte) {
	sum := sha256.Sum256(append(append([]byte("continue-as-new "), run[:]...), seed[:]...))
	id := run // it begins with the run's time
	copy(id[6:], sum[:10])
	id[6] = 0x70 | id[6]&0x0f
	id[8] = 0x80 | id[8]&0x3f
	return id, [16]byte(sum[16:])
}

// ChildRun returns the id of the run that the command at seq starts, in a run with this seed. nonce is
// the task's: in a database that has lost its last commits the same seq may become another child's.
func ChildRun(run RunID, seed [16]byte, seq, nonce int64) RunID {
	in := append(append([]byte("child "), run[:]...), seed[:]...)
	in = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(in, uint64(seq)), uint64(nonce))
	sum := sha256.Sum256(in)
	id := run // it begins with the run's time
	copy(id[6:], sum[:10])
	id[6] = 0x70 | id[6]&0x0f
	id[8] = 0x80 | id[8]&0x3f
	return id
}

// ChildSeed returns the seed of a child, derived from its run's id and its parent's seed.
func ChildSeed(run RunID, parent [16]byte) [16]byte {
	sum := sha256.Sum256(append(append([]byte("child seed "), run[:]...), parent[:]...))
	return [16]byte(sum[:])
}

// ChildID returns the workflow id of a child whose parent gives it none: the parent's workflow id, the
// number of the child, and the end of its run's id. So it differs from those of other runs in the
// chain, and of later runs with the parent's id.
func ChildID(parent string, seq int64, run RunID) string {
	return parent + "/" + strconv.FormatInt(seq, 10) + "-" + hex.EncodeToString(run[12:])
}

// SignalID returns the id of the signal that the command at seq sends.
func SignalID(run RunID, seq int64) string { return run.String() + "/" + strconv.FormatInt(seq, 10) }

// IdempotencyKey returns the idempotency key of the activity that the event at seq, with body
// b, scheduled: the run's id, the number, and the nonce in hex if there is one. It is the same
// for each attempt and each replay. For an activity with a Reuse key it is that key.
func IdempotencyKey(run RunID, seq int64, b *ActivityScheduled) string {
	if b.Reuse != "" {
		return b.Reuse
	}
	var room [80]byte
	id, _ := run.MarshalText() // it never fails
	key := strconv.AppendInt(append(append(room[:0], id...), '/'), seq, 10)
	if b.Nonce != 0 {
		var nonce [8]byte
		binary.BigEndian.PutUint64(nonce[:], uint64(b.Nonce))
		key = hex.AppendEncode(append(key, '/'), nonce[:])
	}
	return string(key)
}
