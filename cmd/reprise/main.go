// Command reprise sees and steers the runs of a store, and shows the engine at work.
package main

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/cli"
	"github.com/reprise-run/reprise/cmd/reprise/internal/demo"
	"github.com/reprise-run/reprise/samples/order"
	"github.com/reprise-run/reprise/store/sqlite"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // the second Ctrl-C does not wait
	p := cli.Process()
	p.Open = open
	p.Extra = []cli.Extra{{Name: "demo", Usage: "fulfil a shop's orders on a SQLite file; kill it at any time and run it again",
		Run: func(ctx context.Context, args []string) int { return demo.Main(ctx, args, os.Stdout, os.Stderr) }}}
	code := p.Run(ctx)
	stop()
	os.Exit(code)
}

// open makes a client of the store at url. The order sample is compiled in, so that the
// demo's runs can be replayed here and its signals are checked.
func open(ctx context.Context, url, namespace string) (*reprise.Runtime, func() error, error) {
	st, err := sqlite.Open(ctx, url)
	if err != nil {
		return nil, nil, err
	}
	world := order.NewWorld(os.DevNull, order.Options{})
	rt, err := reprise.New(st, reprise.Config{Namespace: namespace, Logger: slog.New(slog.DiscardHandler)}, world.Bindings()...)
	return rt, st.Close, err
}
