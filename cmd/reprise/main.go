// Command reprise inspects and operates the runs of a store, and demonstrates the engine.
package main

import (
	"context"
	"os"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/cli"
	"github.com/reprise-run/reprise/cmd/reprise/internal/demo"
	"github.com/reprise-run/reprise/dashboard"
	"github.com/reprise-run/reprise/httpapi/client"
	"github.com/reprise-run/reprise/internal/shellword"
	"github.com/reprise-run/reprise/samples/order"
)

// serve serves the dashboard with the source of the sample, the code compiled into this program.
func serve(ctx context.Context, rt *reprise.Runtime, o dashboard.Serving) error {
	o.Source = order.Source
	return dashboard.Serve(ctx, rt, o)
}

func main() {
	p := cli.Process()
	p.Call = shellword.Self("./cmd/reprise")
	p.Open, p.Offline, p.Migrator, p.Serve, p.Dial = open, offline, migrator, serve, client.Dial
	p.Extra = []cli.Extra{{Name: "demo", Usage: "fulfil a shop's orders; kill it at any time and run it again",
		Run: func(ctx context.Context, args []string) int { return demo.Main(ctx, args, os.Stdout, os.Stderr) }}}
	p.Main()
}
