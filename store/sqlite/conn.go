package sqlite

import (
	"context"
	"errors"
	"strings"
	"time"
	"unsafe"

	"modernc.org/libc"
	_ "modernc.org/sqlite" // its init prepares the library on some platforms
	lib "modernc.org/sqlite/lib"
)

// conn is one connection to the database file, used by one goroutine at a time.
//
// Its error is sticky: after the first one nothing more is executed until rollback or
// clear, every statement changes no rows and every query has none. Code that runs a
// dozen statements asks once, at the end, and must not conclude anything before.
type conn struct {
	tls    *libc.TLS
	db     uintptr
	prefix string
	stmts  map[string]*stmt
	mem    arena
	open   bool // a query has not been read to its end
	err    error

	began  int64                          // rows changed on this connection when the transaction began
	over   func(*libc.TLS, uintptr) int32 // see stopWhen
	frames uintptr                        // int32 in C memory: pages in the WAL after the last commit
}

// errNested is a mistake of this package, not of its caller.
var errNested = errors.New("sqlite: a statement within a query")

// dial opens the file. The caller closes the connection.
func dial(path, prefix string, create bool, busy time.Duration) (*conn, error) {
	c := &conn{tls: libc.NewTLS(), prefix: prefix, stmts: make(map[string]*stmt)}
	name, err := libc.CString(path)
	if err != nil {
		c.tls.Close()
		return nil, err
	}
	defer libc.Xfree(c.tls, name)
	flags := int32(lib.SQLITE_OPEN_READWRITE | lib.SQLITE_OPEN_NOMUTEX)
	if create {
		flags |= lib.SQLITE_OPEN_CREATE
	}
	out := c.tls.Alloc(int(unsafe.Sizeof(uintptr(0))))
	rc := lib.Xsqlite3_open_v2(c.tls, name, out, flags, 0)
	c.db = *(*uintptr)(pointer(out))
	c.tls.Free(int(unsafe.Sizeof(uintptr(0))))
	if rc != lib.SQLITE_OK {
		err := c.wrong(rc)
		c.close()
		return nil, err
	}
	lib.Xsqlite3_extended_result_codes(c.tls, c.db, 1)
	c.patience(busy)
	return c, nil
}

// patience is how long SQLite itself waits for the locks of other connections.
func (c *conn) patience(d time.Duration) {
	lib.Xsqlite3_busy_timeout(c.tls, c.db, int32(max(1, d.Milliseconds())))
}

func (c *conn) close() {
	for _, s := range c.stmts {
		lib.Xsqlite3_finalize(c.tls, s.p)
	}
	c.stmts = nil
	lib.Xsqlite3_close_v2(c.tls, c.db) // nothing is left that could fail it
	c.mem.free(c.tls)
	if c.frames != 0 {
		libc.Xfree(c.tls, c.frames)
	}
	c.tls.Close()
}

// keepWAL has the last connection leave the WAL where it is when it closes, instead of
// moving it into the database.
func (c *conn) keepWAL(on bool) {
	const slot = 8 // of a variable argument
	args := c.tls.Alloc(2 * slot)
	defer c.tls.Free(2 * slot)
	v := int32(0)
	if on {
		v = 1
	}
	lib.Xsqlite3_db_config(c.tls, c.db, lib.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, libc.VaList(args, v, uintptr(0)))
}

// wrong describes rc, the failure of the last call.
func (c *conn) wrong(rc int32) error {
	msg := libc.GoString(lib.Xsqlite3_errstr(c.tls, rc))
	if c.db != 0 && lib.Xsqlite3_extended_errcode(c.tls, c.db) == rc {
		if m := libc.GoString(lib.Xsqlite3_errmsg(c.tls, c.db)); m != "" {
			msg = m
		}
	}
	return &codeError{code: rc, msg: msg}
}

// script runs several statements that take nothing and return nothing.
func (c *conn) script(sql string) {
	if c.err != nil {
		return
	}
	text, err := libc.CString(strings.ReplaceAll(sql, "~", c.prefix))
	if err != nil {
		c.err = err
		return
	}
	defer libc.Xfree(c.tls, text)
	if rc := lib.Xsqlite3_exec(c.tls, c.db, text, 0, 0, 0); rc != lib.SQLITE_OK {
		c.err = c.wrong(rc)
	}
}

// number is the first column of the first row, or zero.
func (c *conn) number(sql string, args ...any) int64 {
	q := c.query(sql, args...)
	n := int64(0)
	if q.next() {
		n = q.int(0)
		q.end()
	}
	return n
}

// clear takes the error away and returns it.
func (c *conn) clear() error {
	err := c.err
	c.err = nil
	return err
}

// nap is how long SQLite waits for another process's lock before the caller's context
// is looked at again.
const nap = 50 * time.Millisecond

// begin starts a write transaction, waiting for other processes up to busy.
func (c *conn) begin(ctx context.Context, busy time.Duration) error {
	c.rollback() // nothing is left of a transaction that a panic ended
	c.patience(min(nap, busy))
	defer c.patience(busy)
	for until := time.Now().Add(busy); ; {
		if err := ctx.Err(); err != nil {
			return err
		}
		c.exec("BEGIN IMMEDIATE")
		err := c.clear()
		if err == nil || !isBusy(err) || !time.Now().Before(until) {
			c.began = lib.Xsqlite3_total_changes64(c.tls, c.db)
			return err
		}
	}
}

// changed is how many rows the transaction has changed.
func (c *conn) changed() int64 { return lib.Xsqlite3_total_changes64(c.tls, c.db) - c.began }

// inserted is the number of the row inserted last.
func (c *conn) inserted() int64 { return lib.Xsqlite3_last_insert_rowid(c.tls, c.db) }

// rollback undoes the transaction, if SQLite has not done so by itself, and forgets
// the error.
func (c *conn) rollback() {
	c.err = nil
	if lib.Xsqlite3_get_autocommit(c.tls, c.db) == 0 {
		c.exec("ROLLBACK")
	}
	c.err = nil
}

// commit ends the transaction. On an error it is undone as far as this connection can.
func (c *conn) commit() error {
	c.exec("COMMIT")
	err := c.clear()
	if err != nil {
		c.rollback()
	}
	return err
}

// countFrames has SQLite tell, after each commit, how many pages the WAL holds. It
// also turns automatic checkpoints off, which are the same hook.
func (c *conn) countFrames() {
	c.frames = libc.Xcalloc(c.tls, 1, 4)
	lib.Xsqlite3_wal_hook(c.tls, c.db, function(committed), c.frames)
}

func committed(_ *libc.TLS, frames, _, _ uintptr, n int32) int32 {
	*(*int32)(pointer(frames)) = n
	return lib.SQLITE_OK
}

// walFrames is how many pages the WAL held after the last commit here.
func (c *conn) walFrames() int { return int(*(*int32)(pointer(c.frames))) }

// How a checkpoint treats those who use the WAL.
const (
	passive  int32 = lib.SQLITE_CHECKPOINT_PASSIVE  // it waits for nobody
	restart  int32 = lib.SQLITE_CHECKPOINT_RESTART  // it waits, as patience says, until the next writer can begin the WAL anew
	truncate int32 = lib.SQLITE_CHECKPOINT_TRUNCATE // the same, and makes the file empty
)

// checkpoint moves what it can from the WAL into the database. It reports how many pages the
// WAL holds and how many of them are done.
func (c *conn) checkpoint(how int32) (frames, done int, err error) {
	out := c.tls.Alloc(8)
	defer c.tls.Free(8)
	rc := lib.Xsqlite3_wal_checkpoint_v2(c.tls, c.db, 0, how, out, out+4)
	if rc != lib.SQLITE_OK && rc != lib.SQLITE_BUSY { // busy: a reader was in the way to the end
		return 0, 0, c.wrong(rc)
	}
	return int(*(*int32)(pointer(out))), int(*(*int32)(pointer(out + 4))), nil
}

// pointer turns an address in C memory into a pointer. The C memory of the library is
// mapped outside of the Go heap, where nothing moves.
func pointer(p uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&p)) }

// function is f as the library's C code holds it, as long as f is held in Go, too.
func function[F any](f F) uintptr {
	v := struct{ f F }{f}
	return *(*uintptr)(unsafe.Pointer(&v))
}
