package lib

import (
	"bytes"
	"fmt"
	"strings"
	"time"
	"unsafe"

	"github.com/google/uuid"
	"modernc.org/libc"
	"modernc.org/libc/sys/types"
	sqlite3 "modernc.org/sqlite/lib"
)

// stmt is a prepared statement, which its connection keeps until it is closed.
type stmt struct {
	p    uintptr
	args int
}

// prepare returns the statement for sql, in which ~ stands for the tables' prefix.
func (c *Conn) prepare(sql string) *stmt {
	if s := c.stmts[sql]; s != nil {
		return s
	}
	text, err := libc.CString(strings.ReplaceAll(sql, "~", c.prefix))
	if err != nil {
		c.err = err
		return nil
	}
	defer libc.Xfree(c.tls, text)
	size := int(unsafe.Sizeof(uintptr(0)))
	out := c.tls.Alloc(size)
	defer c.tls.Free(size)
	if rc := sqlite3.Xsqlite3_prepare_v3(c.tls, c.db, text, -1, sqlite3.SQLITE_PREPARE_PERSISTENT, out, 0); rc != sqlite3.SQLITE_OK {
		c.err = c.wrong(rc)
		return nil
	}
	s := &stmt{p: *(*uintptr)(pointer(out))}
	s.args = int(sqlite3.Xsqlite3_bind_parameter_count(c.tls, s.p))
	c.stmts[sql] = s
	return s
}

// start prepares sql and binds args; it returns nil after an error.
func (c *Conn) start(sql string, args []any) *stmt {
	if c.err == nil && c.open {
		c.err = errNested
	}
	if c.err != nil {
		return nil
	}
	s := c.prepare(sql)
	if s == nil {
		return nil
	}
	if len(args) != s.args {
		c.err = fmt.Errorf("sqlite: %d arguments for %d parameters of %s", len(args), s.args, sql)
		return nil
	}
	c.mem.reset(c.tls)
	for i, a := range args {
		if rc := c.bind(s, int32(i+1), a); rc != sqlite3.SQLITE_OK {
			c.err = c.wrong(rc)
			return nil
		}
	}
	return s
}

// bind gives a parameter its value: the zero id, the zero time and a nil slice are NULL. It
// must not keep a, because the arguments of a statement are on the caller's stack.
func (c *Conn) bind(s *stmt, i int32, a any) int32 {
	switch v := a.(type) {
	case int64:
		return sqlite3.Xsqlite3_bind_int64(c.tls, s.p, i, v)
	case int:
		return sqlite3.Xsqlite3_bind_int64(c.tls, s.p, i, int64(v))
	case bool:
		n := int64(0)
		if v {
			n = 1
		}
		return sqlite3.Xsqlite3_bind_int64(c.tls, s.p, i, n)
	case uuid.UUID:
		if v == uuid.Nil {
			return sqlite3.Xsqlite3_bind_null(c.tls, s.p, i)
		}
		return c.bindBlob(s, i, v[:])
	case [16]byte:
		return c.bindBlob(s, i, v[:])
	case string:
		p, b := c.mem.take(c.tls, len(v))
		if p == 0 {
			return sqlite3.SQLITE_NOMEM
		}
		copy(b, v)
		return sqlite3.Xsqlite3_bind_text(c.tls, s.p, i, p, int32(len(v)), 0)
	case []byte:
		if v == nil {
			return sqlite3.Xsqlite3_bind_null(c.tls, s.p, i)
		}
		return c.bindBlob(s, i, v)
	case time.Time:
		if v.IsZero() {
			return sqlite3.Xsqlite3_bind_null(c.tls, s.p, i)
		}
		return sqlite3.Xsqlite3_bind_int64(c.tls, s.p, i, v.UnixMicro())
	case nil:
		return sqlite3.Xsqlite3_bind_null(c.tls, s.p, i)
	}
	return sqlite3.SQLITE_MISMATCH
}

func (c *Conn) bindBlob(s *stmt, i int32, v []byte) int32 {
	if len(v) > maxBlob {
		return sqlite3.SQLITE_TOOBIG
	}
	p, b := c.mem.take(c.tls, len(v))
	if p == 0 {
		return sqlite3.SQLITE_NOMEM
	}
	copy(b, v)
	return sqlite3.Xsqlite3_bind_blob(c.tls, s.p, i, p, int32(len(v)), 0)
}

// maxBlob is below SQLite's own limit, and fits its 32 bit lengths.
const maxBlob = 1_000_000_000 - 1024

// Params returns how many arguments a statement takes.
func (c *Conn) Params(sql string) int {
	if c.err != nil {
		return 0
	}
	if s := c.prepare(sql); s != nil {
		return s.args
	}
	return 0
}

// Exec runs a statement to its end, and returns how many rows it changed.
func (c *Conn) Exec(sql string, args ...any) int64 {
	s := c.start(sql, args)
	if s == nil {
		return 0
	}
	rc := sqlite3.Xsqlite3_step(c.tls, s.p)
	for rc == sqlite3.SQLITE_ROW {
		rc = sqlite3.Xsqlite3_step(c.tls, s.p)
	}
	if rc != sqlite3.SQLITE_DONE {
		c.err = c.wrong(rc)
	}
	sqlite3.Xsqlite3_reset(c.tls, s.p) // it repeats rc
	if c.err != nil {
		return 0
	}
	return sqlite3.Xsqlite3_changes64(c.tls, c.db)
}

// Rows is a query in progress, which begins before the first row. Columns count from 0, and
// belong to the row to which Next has advanced.
type Rows struct {
	c *Conn
	s *stmt
}

// Query begins a query. Until it has been read to its end, or ended, the connection accepts no
// other statement.
func (c *Conn) Query(sql string, args ...any) Rows {
	s := c.start(sql, args)
	c.open = s != nil
	return Rows{c, s}
}

// Next advances to the next row. If there is none it returns false, and the query has ended.
func (q *Rows) Next() bool {
	if q.s == nil {
		return false
	}
	rc := sqlite3.Xsqlite3_step(q.c.tls, q.s.p)
	if rc == sqlite3.SQLITE_ROW {
		return true
	}
	if rc != sqlite3.SQLITE_DONE {
		q.c.err = q.c.wrong(rc)
	}
	q.End()
	return false
}

// End ends a query that was not read to its end. It may be called more than once.
func (q *Rows) End() {
	if q.s != nil {
		sqlite3.Xsqlite3_reset(q.c.tls, q.s.p)
		q.c.open, q.s = false, nil
	}
}

// Null reports whether a column is NULL.
func (q *Rows) Null(i int) bool {
	return sqlite3.Xsqlite3_column_type(q.c.tls, q.s.p, int32(i)) == sqlite3.SQLITE_NULL
}

// Int returns a column as a number; NULL is 0.
func (q *Rows) Int(i int) int64 { return sqlite3.Xsqlite3_column_int64(q.c.tls, q.s.p, int32(i)) }

// Bool returns a column as a truth value; NULL is false.
func (q *Rows) Bool(i int) bool { return q.Int(i) != 0 }

// raw returns n bytes of C memory.
func raw(p uintptr, n int32) []byte {
	if p == 0 || n <= 0 {
		return nil
	}
	return unsafe.Slice((*byte)(pointer(p)), n)
}

// raw returns a column's bytes in the library's memory, valid until the next call on the
// connection.
func (q *Rows) raw(i int) []byte {
	p := sqlite3.Xsqlite3_column_blob(q.c.tls, q.s.p, int32(i))
	return raw(p, sqlite3.Xsqlite3_column_bytes(q.c.tls, q.s.p, int32(i)))
}

// Text returns a column as a string; NULL is "". It asks SQLite for text, not bytes, because
// the user's own file may store UTF-16.
func (q *Rows) Text(i int) string {
	p := sqlite3.Xsqlite3_column_text(q.c.tls, q.s.p, int32(i))
	return string(raw(p, sqlite3.Xsqlite3_column_bytes(q.c.tls, q.s.p, int32(i))))
}

// Blob returns a copy of a column's bytes; it is nil only for NULL.
func (q *Rows) Blob(i int) []byte {
	if b := q.raw(i); b != nil {
		return bytes.Clone(b)
	}
	if q.Null(i) {
		return nil
	}
	return []byte{}
}

// ID returns a column as an id. It is the zero id for NULL, and for a blob that is no id, so
// that what a damaged row names is not found.
func (q *Rows) ID(i int) uuid.UUID { return IDOf(q.raw(i)) }

// IDOf returns the id that a column's bytes are, as Rows.ID does.
func IDOf(b []byte) (id uuid.UUID) {
	if len(b) == len(id) {
		copy(id[:], b)
	}
	return id
}

// Time returns a column as a time; NULL is the zero time.
func (q *Rows) Time(i int) time.Time {
	if q.Null(i) {
		return time.Time{}
	}
	return time.UnixMicro(q.Int(i)).UTC()
}

// arena is C memory for the arguments of one statement.
type arena struct {
	base uintptr
	buf  []byte
	used int
	big  []uintptr
}

const arenaSize = 64 << 10

func (a *arena) reset(tls *libc.TLS) {
	a.used = 0
	for _, p := range a.big {
		libc.Xfree(tls, p)
	}
	a.big = a.big[:0]
}

func (a *arena) free(tls *libc.TLS) {
	a.reset(tls)
	if a.base != 0 {
		libc.Xfree(tls, a.base)
	}
}

// take returns n bytes and their address, which is zero if no memory is left.
func (a *arena) take(tls *libc.TLS, n int) (uintptr, []byte) {
	if a.base == 0 {
		if a.base = libc.Xmalloc(tls, arenaSize); a.base == 0 {
			return 0, nil
		}
		a.buf = unsafe.Slice((*byte)(pointer(a.base)), arenaSize)
	}
	if n < len(a.buf)-a.used {
		p, b := a.base+uintptr(a.used), a.buf[a.used:a.used+n]
		a.used += n
		return p, b
	}
	p := libc.Xmalloc(tls, types.Size_t(n))
	if p == 0 {
		return 0, nil
	}
	a.big = append(a.big, p)
	return p, unsafe.Slice((*byte)(pointer(p)), n)
}
