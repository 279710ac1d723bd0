package sqlite

import "github.com/google/uuid"

// storedID is an id of a column that is never NULL: uuid.Nil is zeros there, where an id that
// is an argument is NULL.
type storedID [16]byte

// uuidOf is the id that a column has: uuid.Nil if it is NULL, or no id.
func uuidOf(b []byte) (id uuid.UUID) {
	if len(b) == len(id) {
		copy(id[:], b)
	}
	return id
}
