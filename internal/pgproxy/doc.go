// Package pgproxy stands between a Postgres and its clients and spoils their
// conversation: commits whose request or whose answer is lost, commits that land when
// nobody waits for them any more, a slow line, one that is silent, one that is cut.
//
// It reads along just enough of the protocol to know when a transaction is committed, by
// COMMIT or by a statement that is all of it, as those of pgx and of psql are.
// Connections must not be encrypted.
//
// A [Proxy] may be used by many goroutines. It starts some for each connection;
// [Proxy.Close] ends them.
//
// Package pgproxy imports only the standard library.
package pgproxy
