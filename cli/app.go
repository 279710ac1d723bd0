package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/inspect"
)

// app is one command line at work. A command is a method of it that returns a
// *flags.Command, in a file of its own; its action opens the Runtime with [app.runtime],
// prints with [app.show] or [app.list] and returns an error, which [app.code] explains.
// The number of its arguments is what its ArgsUsage says; see [app.checkArgs].
type app struct {
	Program
	*inspect.Look
	root    *flags.Command
	close   func() error
	stopped <-chan struct{} // the line is to end: it was interrupted
	output  string          // table, json or jsonl
	plain   bool            // no colours, whatever there is
	color   bool
	width   int // of the terminal; 0: without limit
}

func newApp(p Program) *app {
	if p.Getenv == nil {
		p.Getenv = func(string) string { return "" }
	}
	if p.Name == "" {
		p.Name = filepath.Base(os.Args[0])
	}
	if p.Call == "" {
		p.Call = p.Name
	}
	a := &app{Program: p, Look: new(inspect.Look)}
	a.Look.Try = a.try
	a.root = a.tree()
	return a
}

func (a *app) run(ctx context.Context) (err error) {
	a.stopped = ctx.Done()
	defer func() { err = errors.Join(err, a.release(ctx)) }()
	return a.root.Run(ctx, append([]string{a.Name}, a.Args...))
}

// runtime is what the command acts on.
func (a *app) runtime(ctx context.Context, c *flags.Command) (*reprise.Runtime, error) {
	if a.RT != nil {
		return a.RT, nil
	}
	rt := a.Runtime
	if rt == nil {
		url := c.String("db")
		if url == "" {
			return nil, a.usage("no store is named: give --db, or set REPRISE_DB", "%s", a.onStore("orders.db"))
		}
		opened, err := a.opened(ctx, url, c.String("namespace"))
		if err != nil {
			return nil, a.unopened(url, err)
		}
		rt, a.close = opened.rt, opened.stop
	}
	now, err := rt.Store().Now(ctx)
	if err != nil {
		return nil, err
	}
	a.RT, a.AsOf = rt, now
	return rt, nil
}

// openStore is what [Program.Open] returns.
type openStore struct {
	rt   *reprise.Runtime
	stop func() error
}

// opened is [Program.Open], which may wait for a lock.
func (a *app) opened(ctx context.Context, db, namespace string) (openStore, error) {
	return within(ctx, func() (o openStore, err error) {
		o.rt, o.stop, err = a.Open(ctx, db, namespace)
		return o, err
	}, func(o openStore) { _ = o.stop() }) // nobody is left to be told
}
