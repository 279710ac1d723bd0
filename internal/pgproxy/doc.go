// Package pgproxy is a proxy between a Postgres and its clients that injects faults: commits
// whose request or answer is lost, commits that land after the client has given up, slow
// connections, silent ones and cut ones.
//
// It parses just enough of the protocol to know when a transaction commits, by COMMIT or by
// a statement that is a transaction by itself, as those of pgx and psql are. Connections
// must not be encrypted.
//
// A [Proxy] may be used by many goroutines. It starts goroutines for each connection, which
// [Proxy.Close] ends.
//
// Package pgproxy imports only the standard library.
package pgproxy
