package history

import (
	"crypto/sha256"
	"time"

	"github.com/google/uuid"
)

// RunID names a run. It is a UUIDv8 made by [NewRunID].
type RunID = uuid.UUID

// NewRunID makes the id of a run. Its first byte is the first byte of
// SHA-256(namespace, 0, workflowID), so that runs spread over a sharded store; then
// come the 48 bits of now in milliseconds, so that the runs of a shard are in order
// of their start; the rest is random. Nothing depends on either for correctness.
func NewRunID(namespace, workflowID string, now time.Time, random [8]byte) RunID {
	h := sha256.New()
	h.Write([]byte(namespace))
	h.Write([]byte{0})
	h.Write([]byte(workflowID))
	var sum [sha256.Size]byte
	h.Sum(sum[:0])

	// The version takes the upper half of byte 6, so the last eight bits of the time
	// stand on both sides of the border to byte 7.
	var id RunID
	ms := uint64(now.UnixMilli())
	id[0] = sum[0]
	id[1], id[2], id[3], id[4], id[5] = byte(ms>>40), byte(ms>>32), byte(ms>>24), byte(ms>>16), byte(ms>>8)
	id[6] = 0x80 | byte(ms)>>4
	id[7] = byte(ms)<<4 | random[0]>>6
	copy(id[8:], random[:])
	id[8] = 0x80 | random[0]&0x3f
	return id
}
