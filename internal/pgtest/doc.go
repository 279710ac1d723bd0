// Package pgtest gives tests a Postgres of their own: it finds the binaries, makes a
// cluster in a temporary directory and runs a server that nobody else can reach.
//
//	url := pgtest.Database(t) // an empty database, dropped when t ends
//
// One server serves a test binary; it starts with the first test that asks for it.
// Where there are no binaries the test is skipped, or fails if the environment has
// CI=true: a suite that may leave tests out must not look green where it counts.
//
// # The server dies with its parent
//
// The server's parent is a shell that reads from a pipe whose other end only this
// process holds. When the process ends, however it ends, the kernel closes that end,
// the read returns, and the shell stops the server and removes the directory. That
// holds under kill -9, a panic and os.Exit alike, and on macOS too. A parent death
// signal would not: the kernel sends it when the thread that started the child ends,
// and Go's threads come and go. The shell is in a process group of its own, so that an
// interrupt from the terminal reaches the tests and not it.
//
// # Another user
//
// Postgres refuses to run as root. Then initdb, the shell and the server run as user
// postgres, or nobody, and the directory is theirs.
//
// Package pgtest imports pgx and the standard library.
package pgtest
