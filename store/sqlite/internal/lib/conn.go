package lib

import (
	"context"
	"errors"
	"strings"
	"time"
	"unsafe"

	"modernc.org/libc"
	_ "modernc.org/sqlite" // its init prepares the library on some platforms
	sqlite3 "modernc.org/sqlite/lib"
)

// Conn is one connection to a database file; see the package's documentation for its rules.
type Conn struct {
	tls    *libc.TLS
	db     uintptr
	prefix string
	stmts  map[string]*stmt
	mem    arena
	open   bool // a query was not read to its end
	err    error

	began  int64                          // changed rows on this connection when the transaction began
	over   func(*libc.TLS, uintptr) int32 // see StopWhen
	frames uintptr                        // int32 in C memory: pages in the WAL after the last commit
}

// Options say how to open a file.
type Options struct {
	Prefix string        // replaces ~ in the text of each statement
	Create bool          // create the file if there is none
	Busy   time.Duration // see SetBusyTimeout
}

// errNested is a mistake in the caller's code.
var errNested = errors.New("sqlite: a statement within a query")

// Open opens the file. The caller closes the connection.
func Open(path string, o Options) (*Conn, error) {
	c := &Conn{tls: libc.NewTLS(), prefix: o.Prefix, stmts: make(map[string]*stmt)}
	name, err := libc.CString(path)
	if err != nil {
		c.tls.Close()
		return nil, err
	}
	defer libc.Xfree(c.tls, name)
	flags := int32(sqlite3.SQLITE_OPEN_READWRITE | sqlite3.SQLITE_OPEN_NOMUTEX)
	if o.Create {
		flags |= sqlite3.SQLITE_OPEN_CREATE
	}
	out := c.tls.Alloc(int(unsafe.Sizeof(uintptr(0))))
	rc := sqlite3.Xsqlite3_open_v2(c.tls, name, out, flags, 0)
	c.db = *(*uintptr)(pointer(out))
	c.tls.Free(int(unsafe.Sizeof(uintptr(0))))
	if rc != sqlite3.SQLITE_OK {
		err := c.wrong(rc)
		c.Close()
		return nil, err
	}
	sqlite3.Xsqlite3_extended_result_codes(c.tls, c.db, 1)
	c.SetBusyTimeout(o.Busy)
	return c, nil
}

// SetBusyTimeout is how long SQLite itself waits for the locks of other connections.
func (c *Conn) SetBusyTimeout(d time.Duration) {
	sqlite3.Xsqlite3_busy_timeout(c.tls, c.db, int32(max(1, d.Milliseconds())))
}

// Close finalizes the connection's statements, rolls back its transaction, and frees its
// memory.
func (c *Conn) Close() {
	for _, s := range c.stmts {
		sqlite3.Xsqlite3_finalize(c.tls, s.p)
	}
	c.stmts = nil
	sqlite3.Xsqlite3_close_v2(c.tls, c.db) // nothing is left that could make it fail
	c.mem.free(c.tls)
	if c.frames != 0 {
		libc.Xfree(c.tls, c.frames)
	}
	c.tls.Close()
}

// KeepWAL makes the last connection leave the WAL where it is when it closes, instead of
// moving it into the database.
func (c *Conn) KeepWAL(on bool) {
	const slot = 8 // of a variadic argument
	args := c.tls.Alloc(2 * slot)
	defer c.tls.Free(2 * slot)
	v := int32(0)
	if on {
		v = 1
	}
	sqlite3.Xsqlite3_db_config(c.tls, c.db, sqlite3.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, libc.VaList(args, v, uintptr(0)))
}

// wrong describes rc, the failure of the last call.
func (c *Conn) wrong(rc int32) error {
	msg := libc.GoString(sqlite3.Xsqlite3_errstr(c.tls, rc))
	if c.db != 0 && sqlite3.Xsqlite3_extended_errcode(c.tls, c.db) == rc {
		if m := libc.GoString(sqlite3.Xsqlite3_errmsg(c.tls, c.db)); m != "" {
			msg = m
		}
	}
	return &Error{Extended: rc, Text: msg}
}

// Script runs several statements without arguments or results.
func (c *Conn) Script(sql string) {
	if c.err != nil {
		return
	}
	text, err := libc.CString(strings.ReplaceAll(sql, "~", c.prefix))
	if err != nil {
		c.err = err
		return
	}
	defer libc.Xfree(c.tls, text)
	if rc := sqlite3.Xsqlite3_exec(c.tls, c.db, text, 0, 0, 0); rc != sqlite3.SQLITE_OK {
		c.err = c.wrong(rc)
	}
}

// Number returns the first column of a query's first row, or zero.
func (c *Conn) Number(sql string, args ...any) int64 {
	q := c.Query(sql, args...)
	n := int64(0)
	if q.Next() {
		n = q.Int(0)
		q.End()
	}
	return n
}

// Err returns the failure since which nothing is executed; nil if there is none.
func (c *Conn) Err() error { return c.err }

// Fail makes err the connection's error if it has none.
func (c *Conn) Fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

// Clear removes the error and returns it.
func (c *Conn) Clear() error {
	err := c.err
	c.err = nil
	return err
}

// nap is how long SQLite waits for another process's lock before the caller's context is
// checked again.
const nap = 50 * time.Millisecond

// Begin starts a write transaction, waiting for other processes up to busy.
func (c *Conn) Begin(ctx context.Context, busy time.Duration) error {
	c.Rollback() // removes what a panic has left of a transaction
	c.SetBusyTimeout(min(nap, busy))
	defer c.SetBusyTimeout(busy)
	for until := time.Now().Add(busy); ; {
		if err := ctx.Err(); err != nil {
			return err
		}
		c.Exec("BEGIN IMMEDIATE")
		err := c.Clear()
		if err == nil || !IsBusy(err) || !time.Now().Before(until) {
			c.began = sqlite3.Xsqlite3_total_changes64(c.tls, c.db)
			return err
		}
	}
}

// Changed returns how many rows have changed since the last Begin.
func (c *Conn) Changed() int64 { return sqlite3.Xsqlite3_total_changes64(c.tls, c.db) - c.began }

// Inserted returns the number of the last inserted row.
func (c *Conn) Inserted() int64 { return sqlite3.Xsqlite3_last_insert_rowid(c.tls, c.db) }

// Rollback rolls back the transaction, if SQLite has not done so itself, and forgets the
// error.
func (c *Conn) Rollback() {
	c.err = nil
	if sqlite3.Xsqlite3_get_autocommit(c.tls, c.db) == 0 {
		c.Exec("ROLLBACK")
	}
	c.err = nil
}

// Commit ends the transaction. After an error it is rolled back as far as this connection
// can.
func (c *Conn) Commit() error {
	c.Exec("COMMIT")
	err := c.Clear()
	if err != nil {
		c.Rollback()
	}
	return err
}

// CountFrames makes SQLite report, after each commit, how many pages the WAL holds. It also
// turns off automatic checkpoints, which use the same hook.
func (c *Conn) CountFrames() {
	c.frames = libc.Xcalloc(c.tls, 1, 4)
	sqlite3.Xsqlite3_wal_hook(c.tls, c.db, function(committed), c.frames)
}

func committed(_ *libc.TLS, frames, _, _ uintptr, n int32) int32 {
	*(*int32)(pointer(frames)) = n
	return sqlite3.SQLITE_OK
}

// WALFrames returns how many pages the WAL held after the last commit on this connection. It
// needs CountFrames.
func (c *Conn) WALFrames() int { return int(*(*int32)(pointer(c.frames))) }

// Mode is how a checkpoint treats other users of the WAL.
type Mode int32

// Restart and Truncate wait for others as long as SetBusyTimeout says.
const (
	Passive  Mode = sqlite3.SQLITE_CHECKPOINT_PASSIVE  // waits for nobody
	Restart  Mode = sqlite3.SQLITE_CHECKPOINT_RESTART  // waits until the next writer can begin the WAL anew
	Truncate Mode = sqlite3.SQLITE_CHECKPOINT_TRUNCATE // likewise, and truncates the file
)

// Checkpoint moves what it can from the WAL into the database. It returns how many pages the
// WAL holds and how many of them were moved.
func (c *Conn) Checkpoint(how Mode) (frames, done int, err error) {
	out := c.tls.Alloc(8)
	defer c.tls.Free(8)
	rc := sqlite3.Xsqlite3_wal_checkpoint_v2(c.tls, c.db, 0, int32(how), out, out+4)
	if rc != sqlite3.SQLITE_OK && rc != sqlite3.SQLITE_BUSY { // busy: a reader was in the way at the end
		return 0, 0, c.wrong(rc)
	}
	return int(*(*int32)(pointer(out))), int(*(*int32)(pointer(out + 4))), nil
}

// StopWhen makes the statements of c fail with Interrupt once over returns true. over is
// called every few hundred microseconds, on the goroutine that executes the statement.
func (c *Conn) StopWhen(over func() bool) {
	c.over = func(*libc.TLS, uintptr) int32 {
		if over() {
			return 1
		}
		return 0
	}
	const each = 10_000 // steps of SQLite's virtual machine, well below a millisecond
	sqlite3.Xsqlite3_progress_handler(c.tls, c.db, each, function(c.over), 0)
}

// Version returns the version of the SQLite library: 3.51.3 is 3051003.
func (c *Conn) Version() int { return int(sqlite3.Xsqlite3_libversion_number(c.tls)) }

// pointer turns an address in C memory into a pointer. The library's C memory is mapped
// outside the Go heap, where nothing moves.
func pointer(p uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&p)) }

// function returns f as the library's C code refers to it. It is valid while Go code also
// refers to f.
func function[F any](f F) uintptr {
	v := struct{ f F }{f}
	return *(*uintptr)(unsafe.Pointer(&v))
}
