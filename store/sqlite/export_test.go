package sqlite

// NoteEach has s note each removed run, and empty the row of none, as it does where many go
// that have one number after the other.
func NoteEach(s *Store) { s.noteFrom = 1 }
