package sqlite

import (
	"bytes"
	"fmt"
	"strings"
	"time"
	"unsafe"

	"github.com/google/uuid"
	"modernc.org/libc"
	"modernc.org/libc/sys/types"
	lib "modernc.org/sqlite/lib"
)

// stmt is a prepared statement; a connection keeps each for its life.
type stmt struct {
	p    uintptr
	args int
}

// prepare finds the statement for sql, in which ~ stands for the tables' prefix.
func (c *conn) prepare(sql string) *stmt {
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
	if rc := lib.Xsqlite3_prepare_v3(c.tls, c.db, text, -1, lib.SQLITE_PREPARE_PERSISTENT, out, 0); rc != lib.SQLITE_OK {
		c.err = c.wrong(rc)
		return nil
	}
	s := &stmt{p: *(*uintptr)(pointer(out))}
	s.args = int(lib.Xsqlite3_bind_parameter_count(c.tls, s.p))
	c.stmts[sql] = s
	return s
}

// start prepares sql and binds args; nil after an error.
func (c *conn) start(sql string, args []any) *stmt {
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
		if rc := c.bind(s, int32(i+1), a); rc != lib.SQLITE_OK {
			c.err = c.wrong(rc)
			return nil
		}
	}
	return s
}

// bind gives a parameter its value: the zero id, the zero time and a nil slice are
// NULL. It must not keep a: the arguments of a statement live on the caller's stack.
func (c *conn) bind(s *stmt, i int32, a any) int32 {
	switch v := a.(type) {
	case int64:
		return lib.Xsqlite3_bind_int64(c.tls, s.p, i, v)
	case int:
		return lib.Xsqlite3_bind_int64(c.tls, s.p, i, int64(v))
	case bool:
		n := int64(0)
		if v {
			n = 1
		}
		return lib.Xsqlite3_bind_int64(c.tls, s.p, i, n)
	case uuid.UUID:
		if v == uuid.Nil {
			return lib.Xsqlite3_bind_null(c.tls, s.p, i)
		}
		return c.bindBlob(s, i, v[:])
	case storedID:
		return c.bindBlob(s, i, v[:])
	case string:
		p, b := c.mem.take(c.tls, len(v))
		if p == 0 {
			return lib.SQLITE_NOMEM
		}
		copy(b, v)
		return lib.Xsqlite3_bind_text(c.tls, s.p, i, p, int32(len(v)), 0)
	case []byte:
		if v == nil {
			return lib.Xsqlite3_bind_null(c.tls, s.p, i)
		}
		return c.bindBlob(s, i, v)
	case time.Time:
		if v.IsZero() {
			return lib.Xsqlite3_bind_null(c.tls, s.p, i)
		}
		return lib.Xsqlite3_bind_int64(c.tls, s.p, i, v.UnixMicro())
	case nil:
		return lib.Xsqlite3_bind_null(c.tls, s.p, i)
	}
	return lib.SQLITE_MISMATCH
}

func (c *conn) bindBlob(s *stmt, i int32, v []byte) int32 {
	if len(v) > maxBlob {
		return lib.SQLITE_TOOBIG
	}
	p, b := c.mem.take(c.tls, len(v))
	if p == 0 {
		return lib.SQLITE_NOMEM
	}
	copy(b, v)
	return lib.Xsqlite3_bind_blob(c.tls, s.p, i, p, int32(len(v)), 0)
}

// maxBlob is below SQLite's own limit and fits its 32 bit lengths.
const maxBlob = 1_000_000_000 - 1024

// exec runs a statement to its end and reports how many rows it changed.
func (c *conn) exec(sql string, args ...any) int64 {
	s := c.start(sql, args)
	if s == nil {
		return 0
	}
	rc := lib.Xsqlite3_step(c.tls, s.p)
	for rc == lib.SQLITE_ROW {
		rc = lib.Xsqlite3_step(c.tls, s.p)
	}
	if rc != lib.SQLITE_DONE {
		c.err = c.wrong(rc)
	}
	lib.Xsqlite3_reset(c.tls, s.p) // it repeats rc
	if c.err != nil {
		return 0
	}
	return lib.Xsqlite3_changes64(c.tls, c.db)
}

// rows is a query that is being read. Until it has been read to its end, or ended, the
// connection takes no other statement.
type rows struct {
	c *conn
	s *stmt
}

func (c *conn) query(sql string, args ...any) rows {
	s := c.start(sql, args)
	c.open = s != nil
	return rows{c, s}
}

// next goes to the next row; at the last one the query has ended.
func (q *rows) next() bool {
	if q.s == nil {
		return false
	}
	rc := lib.Xsqlite3_step(q.c.tls, q.s.p)
	if rc == lib.SQLITE_ROW {
		return true
	}
	if rc != lib.SQLITE_DONE {
		q.c.err = q.c.wrong(rc)
	}
	q.end()
	return false
}

func (q *rows) end() {
	if q.s != nil {
		lib.Xsqlite3_reset(q.c.tls, q.s.p)
		q.c.open, q.s = false, nil
	}
}

func (q *rows) null(i int) bool {
	return lib.Xsqlite3_column_type(q.c.tls, q.s.p, int32(i)) == lib.SQLITE_NULL
}

func (q *rows) int(i int) int64 { return lib.Xsqlite3_column_int64(q.c.tls, q.s.p, int32(i)) }

func (q *rows) bool(i int) bool { return q.int(i) != 0 }

// raw is n bytes of C memory, good until the next row.
func raw(p uintptr, n int32) []byte {
	if p == 0 || n <= 0 {
		return nil
	}
	return unsafe.Slice((*byte)(pointer(p)), n)
}

func (q *rows) raw(i int) []byte {
	p := lib.Xsqlite3_column_blob(q.c.tls, q.s.p, int32(i))
	return raw(p, lib.Xsqlite3_column_bytes(q.c.tls, q.s.p, int32(i)))
}

// text asks for text, not bytes: the user's own file may hold UTF-16.
func (q *rows) text(i int) string {
	p := lib.Xsqlite3_column_text(q.c.tls, q.s.p, int32(i))
	return string(raw(p, lib.Xsqlite3_column_bytes(q.c.tls, q.s.p, int32(i))))
}

// blob is nil only for NULL.
func (q *rows) blob(i int) []byte {
	if b := q.raw(i); b != nil {
		return bytes.Clone(b)
	}
	if q.null(i) {
		return nil
	}
	return []byte{}
}

// id is the zero id for NULL, and for a blob that is none: what a damaged row names is
// then found nowhere.
func (q *rows) id(i int) uuid.UUID { return uuidOf(q.raw(i)) }

func (q *rows) time(i int) time.Time {
	if q.null(i) {
		return time.Time{}
	}
	return time.UnixMicro(q.int(i)).UTC()
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

// take returns n bytes and their address, which is zero when memory is used up.
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
