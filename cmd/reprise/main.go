// Command reprise is the command line of the engine. So far it has one command:
//
//	reprise demo    a shop's orders on a SQLite file; kill it and run it again
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/reprise-run/reprise/cmd/reprise/internal/demo"
)

const usage = `usage: reprise demo [flags]

  demo    fulfil a shop's orders on a SQLite file; kill it at any time and run it again
          (reprise demo -h lists the flags)
`

func main() {
	os.Exit(run(os.Args[1:]))
}

func run(args []string) int {
	switch {
	case len(args) > 0 && args[0] == "demo":
	case len(args) > 0 && slices.Contains([]string{"help", "-h", "-help", "--help"}, args[0]):
		fmt.Fprint(os.Stdout, usage)
		return 0
	default:
		fmt.Fprint(os.Stderr, usage)
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // the second Ctrl-C does not wait
	return demo.Main(ctx, args[1:], os.Stdout, os.Stderr)
}
