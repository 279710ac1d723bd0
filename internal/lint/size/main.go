// Command size prints how large the product is: the lines of each room, the files of the
// root package, and the types with the most fields and methods.
//
//	go run ./internal/lint/size
//
// Lines are those of Go files that users link, comments included: no tests, and nothing that
// only tests need. A type that has more
// fields or methods than its bound is marked; the test of package lint holds the bounds.
// Package size imports internal/lint.
package main

import (
	"fmt"
	"os"

	"github.com/reprise-run/reprise/internal/lint"
)

func main() {
	s, err := lint.Measure(".")
	if err == nil {
		_, err = fmt.Fprint(os.Stdout, s)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "size:", err)
		os.Exit(1)
	}
}
