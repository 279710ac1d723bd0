// Command planted plants known bugs, one at a time, in what is compiled, and shows that
// the tests or the nemesis catch each of them. The tree stays as it is.
//
//	go run ./nemesis/planted            # all of them
//	go run ./nemesis/planted NAME...    # these
//	go run ./nemesis/planted -list
//
// A bug is a patch file in this directory. Above its diff stand what it is, in words, and
// lines that begin with "Catch:", each a command that must fail with it: a go test, or
// a nemesis with its flags. The exit code is 1 when a bug is not caught, and 2 when it cannot
// be planted: its patch does not apply any more, or what it makes does not compile.
//
// Command planted imports only the standard library. It needs git, to apply patches.
package main
