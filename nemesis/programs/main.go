package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"testing"
	"time"

	"github.com/reprise-run/reprise/nemesis/internal/program"
)

// The exit codes other than 0.
const (
	exitFailure = 1
	exitBroken  = 2 // there is no verdict
	exitUsage   = 64
)

// A synctest bubble needs a test, so the command is one.
func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	args := os.Args[1:]
	os.Args = os.Args[:1] // the rest is not for package testing
	testing.Main(func(string, string) (bool, error) { return true, nil }, []testing.InternalTest{{
		Name: "programs", F: func(t *testing.T) { os.Exit(run(ctx, t, args, os.Stdout, os.Stderr)) },
	}}, nil, nil)
}

func run(ctx context.Context, t *testing.T, args []string, stdout, stderr io.Writer) int {
	o := program.Options{Out: stdout, Failures: 5, Limit: 2 * time.Minute}
	flags := flag.NewFlagSet("programs", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&o.Store, "store", program.Memory, "memory, sqlite or postgres")
	flags.Uint64Var(&o.Seed, "seed", 1, "the first seed")
	flags.IntVar(&o.Seeds, "seeds", 1000, "how many seeds are tried")
	flags.DurationVar(&o.Duration, "duration", 0, "no seed is begun after it (default: no limit)")
	flags.IntVar(&o.Parallel, "parallel", 0, "how many at a time (default: 2, on Postgres 16)")
	flags.DurationVar(&o.Shrink, "shrink", 20*time.Second, "how long a failure is shrunk")
	flags.StringVar(&o.Keep, "keep", "", "a directory in which cases that fail are written")
	file := flags.String("case", "", "runs the case in a file, and nothing else")
	show := flags.Bool("show", false, "prints the case of the first seed, and runs nothing")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return exitUsage
	}
	switch {
	case flags.NArg() > 0:
		fmt.Fprintf(stderr, "programs: it takes flags only, not %q\n", flags.Args())
		return exitUsage
	case o.Seeds < 1 || o.Parallel < 0:
		fmt.Fprintln(stderr, "programs: -seeds must be at least 1, and -parallel not negative")
		return exitUsage
	}
	if *show {
		fmt.Fprint(stdout, program.NewCase(o.Seed))
		return 0
	}
	if *file != "" {
		return one(t, o.Store, *file, stdout, stderr)
	}
	if o.Parallel == 0 {
		if o.Parallel = 2; o.Store == program.Postgres {
			o.Parallel = 16
		}
	}
	total, err := program.Run(ctx, t, o)
	if err != nil {
		fmt.Fprintln(stderr, "programs:", err)
		return exitBroken
	}
	fmt.Fprint(stdout, total)
	if len(total.Failures)+len(total.End) > 0 {
		return exitFailure
	}
	return 0
}

// one runs a kept case.
func one(t *testing.T, store, file string, stdout, stderr io.Writer) int {
	text, err := os.ReadFile(file)
	if err != nil {
		fmt.Fprintln(stderr, "programs:", err)
		return exitBroken
	}
	c, err := program.ParseCase(string(text))
	if err != nil {
		fmt.Fprintf(stderr, "programs: %s: %v\n", file, err)
		return exitUsage
	}
	place, err := program.Open(t, store)
	if err != nil {
		fmt.Fprintln(stderr, "programs:", err)
		return exitBroken
	}
	r := place.Try(c)
	wrong := append(r.Violations, place.Close()...)
	for _, v := range wrong {
		fmt.Fprintln(stdout, v)
	}
	if len(wrong) > 0 {
		fmt.Fprint(stdout, r.Story)
		return exitFailure
	}
	return 0
}
