package sqlite

import "github.com/google/uuid"

// An id stands in the file with its first byte last. That of a run's id is a hash, for stores
// that are spread over machines, and behind it the ids rise with the time at which they are
// made (history.NewRunID). As they are, each start would change one of 256 places in the index
// of run ids; so, runs that are made at the same time lie together at the end of it.

// storedID is an id as the file has it: uuid.Nil as zeros, where an id that is an argument
// is NULL then.
type storedID [16]byte

func stored(id uuid.UUID) (b storedID) {
	copy(b[:], id[1:])
	b[len(b)-1] = id[0]
	return b
}

// uuidOf is the id that the file has as b: uuid.Nil if b is NULL, or no id.
func uuidOf(b []byte) (id uuid.UUID) {
	if len(b) == len(id) {
		copy(id[1:], b)
		id[0] = b[len(b)-1]
	}
	return id
}

// byWorkerID has workers in the order of their ids.
const byWorkerID = "substr(worker_id, 16), worker_id"
