// Command planted plants known bugs, one at a time, in the compiled code, and shows that
// the tests or the nemesis catch each of them. It does not change the tree.
//
//	go run ./nemesis/planted            # all of them
//	go run ./nemesis/planted NAME...    # these
//	go run ./nemesis/planted -list
//
// A bug is a patch file in this directory. Above its diff stand a description of the bug
// and lines that begin with "Catch:". Each of these names a command that must fail with
// the bug: a go test, or a nemesis with its flags. The exit code is 1 if a bug is not
// caught, and 2 if it cannot be planted: its patch no longer applies, or the result does
// not compile.
//
// Command planted imports only the standard library. It needs git, to apply patches.
package main
