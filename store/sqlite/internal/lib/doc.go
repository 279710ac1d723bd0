// Package lib binds the SQLite library by its C interface. A commit costs a quarter less than by
// database/sql (docs/adr/0009-sqlite-rows-by-number.md). It is the only package of the module with unsafe
// code: store/sqlite knows tables, this package knows connections and statements.
//
// # Who owns what
//
// A [Conn] belongs to whoever has opened it, and is closed once, by [Conn.Close]. One goroutine at
// a time may use it; a lock of the caller's says which. Statements belong to their connection,
// which keeps each of them, prepared, until it is closed: the texts of statements have to be few.
//
// [Rows] are a query that is being read. They belong to the loop that reads them, and end with the
// last row, or by [Rows.End]. Until then the connection refuses every other statement.
//
// # Errors are sticky
//
// After the first failure a connection executes nothing: each statement changes no rows, and each
// query has none, until [Conn.Rollback] or [Conn.Clear]. Code that runs a dozen statements asks
// once, at the end, and must not conclude anything before.
//
// # Values
//
// Arguments are int64, int, bool, string, []byte, time.Time, uuid.UUID, [16]byte and nil. The zero
// time, the zero id, and a nil slice are NULL; a [16]byte is never NULL. A time is stored as
// microseconds since 1970. Arguments are copied before Exec or Query returns: the caller may use
// their bytes again.
//
// What Rows return is copied as well, and stays good after the next row and after Close. Nothing
// of this package hands out memory of the library.
//
// Package lib imports the SQLite library, its C runtime and uuid.
package lib
