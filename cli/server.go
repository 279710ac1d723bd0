package cli

import (
	"context"
	"errors"
	"fmt"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise/internal/inspect"
)

// server returns the URL of the server that the line is for; "": it is for a store. The line takes precedence
// over the environment.
func (a *app) server() (string, error) {
	url, db := a.root.String("server"), a.root.String("db")
	switch {
	case url == "" || a.root.IsSet("db") && !a.root.IsSet("server"):
		return "", nil
	case db == "" || a.root.IsSet("server") && !a.root.IsSet("db"):
		return url, nil
	}
	return "", wrongLine("both a store and a server are given: use one of --db and --server", a.line("--help"))
}

// serverFlags returns the flags of a program that can talk to a server.
func serverFlags(a *app) []flags.Flag {
	if a.Runtime != nil || a.Dial == nil {
		return nil
	}
	return []flags.Flag{
		&flags.StringFlag{Name: "server", Usage: "the `URL` of a dashboard or its API, to use instead of a store (REPRISE_SERVER)", Value: a.Getenv("REPRISE_SERVER")},
		&flags.StringFlag{Name: "token-file", Usage: "the `FILE` with the token that the server requires (" + tokenIs + " holds the token itself)"},
	}
}

func (a *app) dial(ctx context.Context, c *flags.Command, url string) (inspect.Answers, error) {
	token, err := a.token(ctx, c)
	if err != nil {
		return nil, err
	}
	a.remote = true
	remote, err := a.Dial(ctx, inspect.Dialling{URL: url, Token: token, Command: a.try, Times: a.Times})
	var wrong *inspect.URLError
	if errors.As(err, &wrong) {
		return nil, wrongLine("--server: "+wrong.Error(), a.line("--help"))
	}
	if err != nil {
		return nil, err
	}
	a.close = remote.Close
	if name := a.root.String("namespace"); name != "" && name != remote.Namespace {
		return nil, wrongLine(fmt.Sprintf("the server is for namespace %q, not %q", remote.Namespace, name), a.line("run", "list", "--server", url))
	}
	a.AsOf, a.namespace = remote.Now, remote.Namespace
	return remote.Answers, nil
}
