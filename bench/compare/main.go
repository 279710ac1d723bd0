// Command compare pairs two revisions of this repository: it builds the bench of each in a
// worktree of its own, runs them in turns, and says which figures differ by more than chance.
//
//	go run ./bench/compare -workload w1,w2 HEAD~5
//	go run ./bench/compare -count 10 -store postgres -workload w2 v0.3.0 main
//
// The second revision is HEAD by default. Uncommitted changes are not measured. All flags
// but -count are those of the bench; both revisions must know them.
//
//	exit code  means
//	0          both were measured; what came of it is in the table
//	1          something failed
//	64         the command line is wrong
//
// Command compare imports golang.org/x/perf/benchmath and the standard library.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, ".", os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run runs the command in a directory of the repository; args are those after its name.
func run(ctx context.Context, dir string, args []string, out, warn io.Writer) int {
	s, err := parse(args)
	if err != nil {
		fmt.Fprintf(warn, "compare: %v\nusage: go run ./bench/compare [-count n] [flags of the bench] old [new]\n", err)
		return 64
	}
	if err := compare(ctx, dir, s, out, warn); err != nil {
		fmt.Fprintf(warn, "compare: %v\n", err)
		return 1
	}
	return 0
}

// compare builds both revisions, measures them in turns, and prints the table.
func compare(ctx context.Context, dir string, s settings, out, warn io.Writer) (err error) {
	temp, err := os.MkdirTemp("", "reprise-compare-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	var both [2]*revision
	for i, name := range s.revisions {
		r := &revision{name: name, repository: dir, tree: filepath.Join(temp, []string{"old", "new"}[i]), warn: warn}
		defer func() { err = errors.Join(err, r.remove(context.WithoutCancel(ctx))) }()
		if err := r.build(ctx); err != nil {
			return err
		}
		both[i] = r
	}
	t := newTable(both[0].commit, both[1].commit)
	for i := range s.count {
		// Each revision goes first in turn, so that changes of the machine over time favour
		// neither.
		for j := range both {
			which := (i + j) % 2
			lines, err := both[which].measure(ctx, s.flags)
			if err != nil {
				return err
			}
			t.add(which, lines)
		}
		fmt.Fprintf(warn, "compare: %d of %d\n", i+1, s.count)
	}
	return t.print(out)
}
