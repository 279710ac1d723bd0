// Command size prints how large the product is: the lines of each room, the files of the
// root package, and the types with the most fields and methods.
//
//	go run ./internal/lint/size             this checkout
//	go run ./internal/lint/size bb65c57     a revision, or a folder with another checkout
//
// Lines are those of Go files that a user's program links, comments included. What stands in
// the same folders and is linked only by tests is listed apart. A type that has more fields or
// methods than its bound is marked; the test of package lint holds the bounds.
package main

import (
	"fmt"
	"os"
	"os/exec"

	"github.com/reprise-run/reprise/internal/lint"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "size:", err)
		os.Exit(1)
	}
}

// run prints the size of the checkout that the arguments name.
func run(args []string) (err error) {
	dir := "."
	switch {
	case len(args) > 1:
		return fmt.Errorf("give one revision or folder, not %q", args)
	case len(args) == 1:
		dir = args[0]
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			if dir, err = os.MkdirTemp("", "size-"); err != nil {
				return err
			}
			defer os.RemoveAll(dir)
			if err := checkOut(args[0], dir); err != nil {
				return err
			}
		}
	}
	s, err := lint.Measure(dir)
	if err != nil {
		return err
	}
	_, err = fmt.Print(s)
	return err
}

// checkOut writes the files of a revision into a folder.
func checkOut(revision, dir string) error {
	git := exec.Command("git", "archive", "--", revision)
	tar := exec.Command("tar", "-x", "-C", dir)
	git.Stderr, tar.Stderr = os.Stderr, os.Stderr
	pipe, err := git.StdoutPipe()
	if err != nil {
		return err
	}
	tar.Stdin = pipe
	if err := tar.Start(); err != nil {
		return err
	}
	if err := git.Run(); err != nil {
		return fmt.Errorf("%q is neither a folder nor a revision: %w", revision, err)
	}
	return tar.Wait()
}
