// Command testsum reads the output of "go test -json" and prints what a person wants
// to know of it: one line for each package, failures in full, the slowest tests, and
// a closing line with the counts. It ends with status 1 if anything failed.
//
//	go test -json ./... | testsum -passed 3
//
// -passed and -failed count checks that were made before, so that the closing line
// counts everything. A line {"Action":"broken","Package":"dir"} says that go test
// itself ended with an error in that directory; with "checked" or "refused" it is a check by
// that name that is no test.
//
// Package main imports only the standard library.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	passed := flag.Int("passed", 0, "checks that passed before")
	failed := flag.Int("failed", 0, "checks that failed before")
	flag.Parse()

	s := newSummary(os.Stdout)
	s.passed, s.failed = *passed, *failed
	if err := s.read(os.Stdin); err != nil {
		fmt.Fprintln(os.Stderr, "testsum:", err)
		os.Exit(1)
	}
	if !s.close() {
		os.Exit(1)
	}
}
