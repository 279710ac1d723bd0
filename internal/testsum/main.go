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
// With -again, the failed tests are written into that file, each as its package and what
// go test -run takes, if another run can tell more: at most three have failed and nothing
// else, and none of them by a data race, a panic, a leak or something that a seed repeats.
//
// With -exec it is what go test -exec takes: it runs a test binary, and prints a line of what that and
// the processes it began took of the processors, for another testsum to read.
//
//	go test -json -exec "testsum -exec" ./... | testsum
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
	again := flag.String("again", "", "file for failed tests that may be run once more")
	program := flag.Bool("exec", false, "run a test binary, with the arguments that follow")
	flag.Parse()
	if *program {
		os.Exit(execute(flag.Args(), os.Stdout))
	}

	s := newSummary(os.Stdout)
	s.passed, s.failed, s.hard = *passed, *failed, *failed
	if err := s.read(os.Stdin); err != nil {
		fmt.Fprintln(os.Stderr, "testsum:", err)
		os.Exit(1)
	}
	passedAll := s.close()
	if *again != "" {
		if err := os.WriteFile(*again, s.again(), 0o600); err != nil {
			fmt.Fprintln(os.Stderr, "testsum:", err)
			os.Exit(1)
		}
	}
	if !passedAll {
		os.Exit(1)
	}
}
