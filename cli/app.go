package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
)

// app is one command line at work. A command is a method of it that returns a
// *flags.Command, in a file of its own; its action opens the Runtime with [app.runtime],
// prints with [app.show] or [app.list] and returns an error, which [app.code] explains.
type app struct {
	Program
	rt     *reprise.Runtime
	close  func() error
	output string
	times  string // relative, local or utc
	color  bool
	width  int // of the terminal
}

func newApp(p Program) *app {
	if p.Getenv == nil {
		p.Getenv = func(string) string { return "" }
	}
	if p.Name == "" {
		p.Name = filepath.Base(os.Args[0])
	}
	a := &app{Program: p, rt: p.Runtime}
	a.terminal()
	return a
}

func (a *app) run(ctx context.Context) (err error) {
	defer func() {
		if a.close != nil {
			err = errors.Join(err, a.close())
		}
	}()
	return a.root().Run(ctx, append([]string{a.Name}, a.Args...))
}

// runtime is what the command acts on.
func (a *app) runtime(ctx context.Context, c *flags.Command) (*reprise.Runtime, error) {
	if a.rt != nil {
		return a.rt, nil
	}
	url := c.String("db")
	if url == "" {
		return nil, a.usage("no store is named", "%s --db orders.db %s", a.Name, strings.Join(a.Args, " "))
	}
	rt, stop, err := a.Open(ctx, url, c.String("namespace"))
	if err != nil {
		return nil, err
	}
	a.rt, a.close = rt, stop
	return rt, nil
}

// root is the tree of commands.
func (a *app) root() *flags.Command {
	root := &flags.Command{
		Name:  a.Name,
		Usage: "see and steer the runs of a store",
		Flags: a.globals(),
		Commands: []*flags.Command{
			{Name: "run", Usage: "runs: list, show, history, trace, signal, cancel, terminate, result, resume, export", Commands: []*flags.Command{
				a.listCommand(),
			}},
		},
		Writer: a.Stdout, ErrWriter: a.Stderr, Reader: a.Stdin,
		ExitErrHandler: func(context.Context, *flags.Command, error) {}, // code decides
	}
	return root
}

func (a *app) globals() []flags.Flag {
	all := []flags.Flag{
		&flags.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "`FORM`: table, json or jsonl (default: table on a terminal, else json)", Destination: &a.output},
		&flags.StringFlag{Name: "time", Usage: "`HOW` times are shown in tables: relative, local or utc", Value: "relative", Destination: &a.times},
	}
	if a.Runtime == nil {
		all = append(all,
			&flags.StringFlag{Name: "db", Usage: "the store: a SQLite `FILE` (REPRISE_DB)", Value: a.Getenv("REPRISE_DB")},
			&flags.StringFlag{Name: "namespace", Usage: "the `NAME` of the namespace (REPRISE_NAMESPACE)", Value: a.Getenv("REPRISE_NAMESPACE")})
	}
	return all
}
