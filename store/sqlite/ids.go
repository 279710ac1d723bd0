package sqlite

// storedID is an id for a column that is never NULL: uuid.Nil is stored as zeros, where an
// ordinary id argument would be NULL.
type storedID = [16]byte
