package lib

import (
	"errors"
	"fmt"

	sqlite3 "modernc.org/sqlite/lib"
)

// Error is an error from SQLite.
type Error struct {
	Extended int32 // the code, with its details
	Text     string
}

func (e *Error) Error() string { return fmt.Sprintf("%s (SQLite code %d)", e.Text, e.Extended) }

// Code is the kind of an SQLite error, without its details.
type Code int32

// The kinds that callers distinguish.
const (
	None       Code = -1 // no failure, or not one of SQLite
	General    Code = sqlite3.SQLITE_ERROR
	Perm       Code = sqlite3.SQLITE_PERM
	Busy       Code = sqlite3.SQLITE_BUSY
	Locked     Code = sqlite3.SQLITE_LOCKED
	NoMem      Code = sqlite3.SQLITE_NOMEM
	ReadOnly   Code = sqlite3.SQLITE_READONLY
	Interrupt  Code = sqlite3.SQLITE_INTERRUPT
	IOErr      Code = sqlite3.SQLITE_IOERR
	Corrupt    Code = sqlite3.SQLITE_CORRUPT
	Full       Code = sqlite3.SQLITE_FULL
	CantOpen   Code = sqlite3.SQLITE_CANTOPEN
	Protocol   Code = sqlite3.SQLITE_PROTOCOL
	TooBig     Code = sqlite3.SQLITE_TOOBIG
	Constraint Code = sqlite3.SQLITE_CONSTRAINT
	Mismatch   Code = sqlite3.SQLITE_MISMATCH
	Auth       Code = sqlite3.SQLITE_AUTH
	NotADB     Code = sqlite3.SQLITE_NOTADB
)

// CodeOf returns the kind of err.
func CodeOf(err error) Code {
	if err == nil {
		return None
	}
	var e *Error
	if errors.As(err, &e) {
		return Code(e.Extended & 0xff)
	}
	return None
}

// IsBusy reports whether err says that another connection holds a lock.
func IsBusy(err error) bool {
	c := CodeOf(err)
	return c == Busy || c == Locked
}
