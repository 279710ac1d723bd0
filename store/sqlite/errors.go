package sqlite

import (
	"errors"
	"fmt"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite/internal/lib"
)

// Problems with a file, for errors.Is with a *[FileError].
var (
	// ErrNotDatabase: the file holds something else.
	ErrNotDatabase = errors.New("it is not a SQLite database")
	// ErrCorrupt: the database is damaged.
	ErrCorrupt = errors.New("the database is damaged")
	// ErrLocked: another program keeps the lock. It is also a store.ErrTransient.
	ErrLocked = fmt.Errorf("%w: another program keeps the database locked", store.ErrTransient)
	// ErrReadOnly: the file or its directory cannot be written.
	ErrReadOnly = errors.New("it cannot be written")
	// ErrCannotOpen: the file cannot be opened or created.
	ErrCannotOpen = errors.New("it cannot be opened")
)

// FileError says what is wrong with the file of a store and what to do about it.
type FileError struct {
	Path string
	Do   string // what to do
	Err  error  // matches one of the errors above, and says what SQLite said
}

func (e *FileError) Error() string {
	return fmt.Sprintf("sqlite: %s: %v: %s", e.Path, e.Err, e.Do)
}

func (e *FileError) Unwrap() error { return e.Err }

// breaks reports whether the connection can no longer be trusted: what it believes
// about the file may be wrong.
func breaks(err error) bool {
	c := lib.CodeOf(err)
	return c == lib.IOErr || c == lib.CantOpen || c == lib.NoMem
}

// blamesMember reports whether the op of the failed statement is to blame for err,
// so that it would fail again.
func blamesMember(err error) bool {
	switch lib.CodeOf(err) {
	case lib.Constraint, lib.TooBig, lib.Mismatch:
		return true
	}
	return false
}

// explain turns a failure into one of the errors that package store promises.
// committing says that the COMMIT itself failed: then only changes that cannot have
// reached the disk are known to be undone.
func (s *Store) explain(err error, committing bool) error {
	switch lib.CodeOf(err) {
	case lib.None:
		return err
	case lib.Busy, lib.Locked:
		return s.fileError(ErrLocked, err, "find the program with the long transaction, or retry")
	case lib.Full:
		return fmt.Errorf("%w: sqlite: %s: %w", store.ErrFull, s.path, err)
	case lib.Corrupt, lib.NotADB:
		return s.fileError(ErrCorrupt, err, "stop the engine, then restore a backup, or recover what is left with .recover of sqlite3")
	case lib.ReadOnly, lib.Perm, lib.Auth:
		return s.fileError(ErrReadOnly, err, "let this process write the file and its directory")
	}
	switch {
	case committing:
		return fmt.Errorf("%w: sqlite: %s: %w", store.ErrUnknownOutcome, s.path, err)
	case breaks(err), lib.CodeOf(err) == lib.Protocol, lib.CodeOf(err) == lib.Interrupt:
		return fmt.Errorf("%w: sqlite: %s: %w", store.ErrTransient, s.path, err)
	}
	return fmt.Errorf("sqlite: %s: %w", s.path, err)
}

func (s *Store) fileError(what, err error, do string) error {
	return &FileError{Path: s.path, Do: do, Err: fmt.Errorf("%w: %w", what, err)}
}

// explainOpen is explain for the first access to a file.
func (s *Store) explainOpen(err error) error {
	switch lib.CodeOf(err) {
	case lib.NotADB:
		return s.fileError(ErrNotDatabase, err, "open another path, or move the file away")
	case lib.Busy, lib.Locked:
		return s.fileError(ErrLocked, err, "close that program, or wait for its transaction, and open again")
	case lib.CantOpen, lib.IOErr:
		return s.fileError(ErrCannotOpen, err, "check that the directory exists, that the path is a file, and that this process may write both")
	}
	return s.explain(err, false)
}
