package demo

import (
	"context"
	"errors"
	"syscall"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/dashboard"
	"github.com/reprise-run/reprise/internal/shellword"
	"github.com/reprise-run/reprise/samples/order"
)

// uiAt is where the dashboard is. It is the same each time, so that an open page goes on when a demo that was
// killed is started again.
const uiAt = "127.0.0.1:8099"

// serveUI shows the dashboard of a database until ctx ends. ready is told its URL. Where another program has
// the port, any that is free is taken.
func serveUI(ctx context.Context, rt *reprise.Runtime, db string, ready func(url string)) error {
	o := dashboard.Serving{Listen: uiAt, Who: "the dashboard of the demo", Source: order.Source, Ready: ready, Command: func(words ...string) string {
		line := shellword.Self("./cmd/reprise")
		for _, w := range words {
			line += " " + shellword.Quote(w)
		}
		return line + " --db " + shellword.Quote(shellword.Hide(db))
	}}
	err := dashboard.Serve(ctx, rt, o)
	if errors.Is(err, syscall.EADDRINUSE) {
		o.Listen = "127.0.0.1:0"
		err = dashboard.Serve(ctx, rt, o)
	}
	return err
}

// watched does the work, with the dashboard beside it if that is asked for. It then lasts until Ctrl-C.
func (d *demo) watched(ctx context.Context) error {
	if !d.UI {
		return d.work(ctx)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ready, end := make(chan string, 1), make(chan error, 1)
	go func() { end <- serveUI(ctx, d.rt, d.DB, func(url string) { ready <- url }) }()
	select {
	case err := <-end:
		return err
	case url := <-ready:
		d.show.say("The dashboard: %s\n\n", url)
	}
	err := d.work(ctx)
	if err == nil {
		d.show.say("All %d orders have ended. The dashboard stays until Ctrl-C.\n\n", len(d.orders))
	} else {
		cancel()
	}
	return errors.Join(err, <-end)
}
