// Package pgtest runs a throwaway Postgres for tests: it finds the binaries, makes a cluster
// in a temporary directory and starts a server that only this machine can reach.
//
//	url := pgtest.Database(t) // an empty database, dropped when t ends
//
// A test binary has one server, which starts with the first test that asks for it. Without
// binaries the test is skipped, or fails if the environment has CI=true: there, a suite that
// skipped these tests must not pass.
//
// # The server dies with its parent
//
// The server's parent is a shell that reads from a pipe whose other end only this process
// holds. When the process ends, by kill -9, a panic or os.Exit, the kernel closes that end.
// The read then returns, and the shell stops the server and removes the directory. This also
// works on macOS. A parent death signal would not do: the kernel sends it when the thread
// that started the child ends, and Go's threads come and go. The shell has its own process
// group, so an interrupt from the terminal reaches only the tests.
//
// # Another user
//
// Postgres refuses to run as root. Then initdb, the shell and the server run as user
// postgres, or nobody, and the directory is theirs.
//
// Package pgtest imports pgx and the standard library.
package pgtest
