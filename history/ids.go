package history

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strconv"
	"time"

	"github.com/google/uuid"
)

// RunID names a run. It is a UUIDv7 made by [NewRunID].
type RunID = uuid.UUID

// NewRunID makes the id of a run: a UUIDv7, which begins with now in milliseconds, so that runs
// that start at about the same time lie together in an index. Nothing depends on that for
// correctness.
func NewRunID(now time.Time, random [10]byte) RunID {
	var id RunID
	ms := uint64(now.UnixMilli())
	id[0], id[1], id[2], id[3], id[4], id[5] = byte(ms>>40), byte(ms>>32), byte(ms>>24), byte(ms>>16), byte(ms>>8), byte(ms)
	copy(id[6:], random[:])
	id[6] = 0x70 | id[6]&0x0f
	id[8] = 0x80 | id[8]&0x3f
	return id
}

// NextRun is the id and the seed of the run that goes on where this one, with this seed, has ended.
// Both follow from it: a task that is stepped again comes to the same run.
func NextRun(run RunID, seed [16]byte) (RunID, [16]byte) {
	sum := sha256.Sum256(append(append([]byte("continue-as-new "), run[:]...), seed[:]...))
	id := run // which begins with its time
	copy(id[6:], sum[:10])
	id[6] = 0x70 | id[6]&0x0f
	id[8] = 0x80 | id[8]&0x3f
	return id, [16]byte(sum[16:])
}

// ChildRun is the id of the run that is started by the command at seq of a run with this seed. The
// nonce is that of the task: on a database that has lost its last commits the same seq may become
// another child's.
func ChildRun(run RunID, seed [16]byte, seq, nonce int64) RunID {
	in := append(append([]byte("child "), run[:]...), seed[:]...)
	in = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(in, uint64(seq)), uint64(nonce))
	sum := sha256.Sum256(in)
	id := run // which begins with its time
	copy(id[6:], sum[:10])
	id[6] = 0x70 | id[6]&0x0f
	id[8] = 0x80 | id[8]&0x3f
	return id
}

// ChildSeed is the seed of a child: it follows from its run's id and its parent's seed.
func ChildSeed(run RunID, parent [16]byte) [16]byte {
	sum := sha256.Sum256(append(append([]byte("child seed "), run[:]...), parent[:]...))
	return [16]byte(sum[:])
}

// ChildID is the workflow id of a child to which its parent gives none: the parent's, the number of
// the child, and the end of its run's id. So the runs of a chain, and later runs with the parent's id, do
// not take it.
func ChildID(parent string, seq int64, run RunID) string {
	return parent + "/" + strconv.FormatInt(seq, 10) + "-" + hex.EncodeToString(run[12:])
}

// SignalID is the id of the signal that the command at seq sends.
func SignalID(run RunID, seq int64) string { return run.String() + "/" + strconv.FormatInt(seq, 10) }

// IdempotencyKey is the idempotency key of the activity that the event at seq, with body b,
// has scheduled: the run's id, the number, and the nonce in hex if there is one. It is the
// same for each attempt and each replay. Of one whose result is reused it is the key of that.
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
