// Command bench measures an engine on a store against the machine's own limit, which it
// measures in the same run over the same transport.
//
//	go run ./bench -workload w1,w2,w3,w5
//	go run ./bench -engine reprise -store sqlite -workload all -json
//	go run ./bench -engine reprise -store postgres -workload w1,w2,w3,w5 -json
//
// README.md says what each workload does, what its limit is and what the keys of a line
// mean.
//
//	exit code  means
//	0          everything was measured, and every result was right
//	1          something failed, or a result was wrong
//	64         the command line is wrong
//
// Some workloads start worker processes: this program again, with a job in its
// environment.
//
// Command bench imports the engine, its stores, its command line, contrib/otel and the SDK of
// OpenTelemetry, the throwaway servers of the tests and pgx.
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
)

// The exit codes.
const (
	codeDone   = 0
	codeFailed = 1
	codeUsage  = 64
)

func main() {
	if code, there := employed(); there {
		os.Exit(code)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run runs the command; args are those after its name.
func run(ctx context.Context, args []string, out, warn io.Writer) int {
	s, err := parse(args, warn)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return codeDone
	case err != nil:
		fmt.Fprintf(warn, "bench: %v\ntry: go run ./bench -help\n", err)
		return codeUsage
	}
	if err := measureAll(ctx, s, out, warn); err != nil {
		fmt.Fprintf(warn, "bench: %v\n", err)
		return codeFailed
	}
	return codeDone
}
