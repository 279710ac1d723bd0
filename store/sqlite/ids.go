package sqlite

// storedID is an id of a column that is never NULL: uuid.Nil is zeros there, where an id that
// is an argument is NULL.
type storedID = [16]byte
