package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/inspect"
)

// app is one run of a command line: what every command is given. Each command is a function of it,
// in a file of its own, that returns a *flags.Command. The command's action opens the Runtime
// with [app.runtime], prints with [printer.show] or [list], and returns an error, which [app.code]
// explains. What only one command needs is no method of app. ArgsUsage gives the number of its
// arguments; see [advice.checkArgs].
type app struct {
	Program
	printer
	texts
	from      inspect.Answers // the store, or a server; nil until answers was called
	remote    bool            // from is a server
	close     func() error
	namespace string          // of the answers
	stopped   <-chan struct{} // closed when the line was interrupted and must end
}

// texts formats results as pages for a person.
type texts struct {
	*inspect.Look
	advice
}

// action has do carry out a command.
func (a *app) action(do func(context.Context, *app, *flags.Command) error) flags.ActionFunc {
	return func(ctx context.Context, c *flags.Command) error { return do(ctx, a, c) }
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
	a := &app{
		Program: p,
		printer: printer{out: p.Stdout, errs: p.Stderr, getenv: p.Getenv},
		texts:   texts{Look: new(inspect.Look), advice: advice{call: p.Call, args: p.Args}},
	}
	a.Look.Try = a.try
	a.root = a.tree()
	return a
}

func (a *app) run(ctx context.Context) (err error) {
	a.stopped = ctx.Done()
	defer func() { err = errors.Join(err, a.release(ctx)) }()
	return a.root.Run(ctx, append([]string{a.Name}, a.Args...))
}

// answers returns what the command queries and acts on: a store, or a server.
func (a *app) answers(ctx context.Context, c *flags.Command) (inspect.Answers, error) {
	if a.from != nil {
		return a.from, nil
	}
	url, err := a.server()
	if err != nil {
		return nil, err
	}
	if url != "" {
		a.from, err = a.dial(ctx, c, url)
		return a.from, err
	}
	rt, err := a.runtime(ctx, c)
	if err != nil {
		return nil, err
	}
	a.from, a.namespace = inspect.Local{Look: a.Look}, rt.Namespace()
	return a.from, nil
}

// runtime returns the Runtime for a command that needs the store itself.
func (a *app) runtime(ctx context.Context, c *flags.Command) (*reprise.Runtime, error) {
	if a.RT != nil {
		return a.RT, nil
	}
	if url, err := a.server(); err != nil || url != "" {
		if err == nil {
			err = wrongLine(strings.Join(path(c), " ")+" needs the store itself, which no server offers: give --db instead of --server", a.line(append(path(c), "--help")...))
		}
		return nil, err
	}
	rt := a.Runtime
	if rt == nil {
		url := c.String("db")
		if url == "" {
			return nil, wrongLine("no store given: use --db, or set REPRISE_DB", a.onStore("orders.db"))
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

// openStore is the result of [Program.Open].
type openStore struct {
	rt   *reprise.Runtime
	stop func() error
}

// opened calls [Program.Open], which may wait for a lock.
func (a *app) opened(ctx context.Context, db, namespace string) (openStore, error) {
	return within(ctx, func() (o openStore, err error) {
		o.rt, o.stop, err = a.Open(ctx, db, namespace)
		return o, err
	}, func(o openStore) { _ = o.stop() }) // nobody waits for the error any more
}
