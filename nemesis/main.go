package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/reprise-run/reprise/nemesis/internal/control"
	"github.com/reprise-run/reprise/nemesis/internal/worker"
)

// The exit codes other than 0.
const (
	exitViolation = 1
	exitBroken    = 2 // there is no verdict
	exitUsage     = 64
)

func main() {
	if len(os.Args) == 3 && os.Args[1] == "worker" {
		os.Exit(work(os.Args[2]))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// work runs this process as a worker.
func work(argument string) int {
	cfg, err := worker.Parse(argument)
	if err != nil {
		fmt.Fprintln(os.Stderr, "nemesis:", err)
		return exitUsage
	}
	return worker.Main(cfg, os.Stdin, os.Stdout, os.Stderr)
}

// run runs this process as the controller.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	opts := control.Options{Log: stderr}
	flags := flag.NewFlagSet("nemesis", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&opts.Store, "store", control.Postgres, "postgres or sqlite")
	flags.DurationVar(&opts.Duration, "duration", time.Minute, "how long the load and the faults last")
	flags.Uint64Var(&opts.Seed, "seed", 1, "the seed of all random choices")
	flags.IntVar(&opts.Workers, "workers", 3, "worker processes")
	flags.DurationVar(&opts.TTL, "ttl", 2*time.Second, "lease of a worker")
	flags.StringVar(&opts.Report, "report", "", "directory for logs and the report (default: a temporary one, kept only if there are violations)")
	flags.BoolVar(&opts.First, "first", false, "stop at the first violation")
	flags.BoolVar(&opts.Limits, "limits", false, "run only queues with limits, while workers are killed, frozen and stopped")
	named := flags.String("faults", "", "kinds of faults, separated by commas, that always happen, whatever the seed draws")
	flags.DurationVar(&opts.Settle, "settle", 15*time.Second, "how long the open runs may go without one of them ending after the load")
	flags.IntVar(&opts.Backlog, "backlog", 1_000_000, "rows of the fault backlog")
	asJSON := flags.Bool("json", false, "print nothing but the last line")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return exitUsage
	}
	if *named != "" {
		opts.Faults = strings.Split(*named, ",")
	}
	if err := opts.Check(); err != nil || flags.NArg() > 0 {
		fmt.Fprintln(stderr, "nemesis:", errors.Join(err, extra(flags.Args())))
		return exitUsage
	}
	var err error
	if opts.Binary, err = os.Executable(); err != nil {
		fmt.Fprintln(stderr, "nemesis:", err)
		return exitBroken
	}
	result, err := control.Run(ctx, opts)
	if err != nil {
		fmt.Fprintln(stderr, "nemesis:", err)
		return exitBroken
	}
	return tell(result, *asJSON, stdout, stderr)
}

func extra(args []string) error {
	if len(args) == 0 {
		return nil
	}
	return fmt.Errorf("it takes flags only, not %q", args)
}

// tell prints the result. The last line is always the JSON.
func tell(r control.Result, asJSON bool, stdout, stderr io.Writer) int {
	line, err := r.Line()
	if err != nil {
		fmt.Fprintln(stderr, "nemesis:", err)
		return exitBroken
	}
	if !asJSON {
		r.Tell(stdout)
	}
	fmt.Fprintln(stdout, line)
	if len(r.Violations) > 0 {
		return exitViolation
	}
	return 0
}
