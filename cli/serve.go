package cli

import (
	"context"
	"errors"
	"os/user"
	"strings"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/store"
)

// servedJSON is the output of serve, once it is ready.
type servedJSON struct {
	URL      string `json:"url"` // of the page
	API      string `json:"api"`
	ReadOnly bool   `json:"read_only"`
	Token    bool   `json:"token"` // requests need it
}

// tokenIs names the variable from which serve reads its token.
const tokenIs = "REPRISE_TOKEN"

func serveCommand(a *app) *flags.Command {
	return &flags.Command{
		Name: "serve", Usage: "serve the dashboard and the HTTP API",
		Description: "It runs until it is interrupted. Without a token everybody on this machine may do everything, and nobody else reaches it. Another\n" +
			"address needs --read-only, or a token, which a request sends as \"Authorization: Bearer TOKEN\". There is no TLS:\n" +
			"put a proxy with TLS in front. docs/http.md lists the routes.",
		Flags: []flags.Flag{
			&flags.StringFlag{Name: "listen", Usage: "the `ADDRESS` to listen on; port 0 is any that is free", Value: "127.0.0.1:8099"},
			&flags.BoolFlag{Name: "read-only", Usage: "allow reads only"},
			&flags.StringFlag{Name: "token-file", Usage: "ask for the token that this `FILE` holds (" + tokenIs + " holds the token itself)"},
		},
		Action: a.action(serveDashboard),
	}
}

func serveDashboard(ctx context.Context, a *app, c *flags.Command) error {
	token, err := a.token(ctx, c)
	if err != nil {
		return err
	}
	rt, err := a.runtime(ctx, c)
	if err != nil {
		return err
	}
	o := inspect.Serving{Listen: c.String("listen"), ReadOnly: c.Bool("read-only"), Token: token, Who: "the holder of the token", Command: a.try}
	if token == "" {
		o.Who = "the user of reprise serve"
		if u, err := user.Current(); err == nil { // in a container the user may have no name
			o.Who = u.Username
		}
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var unsaid error
	o.Ready = func(url string) {
		v := servedJSON{url, url + "api/v1/", o.ReadOnly, token != ""}
		unsaid = a.show(v, func(p *page) {
			p.say("the dashboard: %s", v.URL)
			curl := "curl "
			if v.Token {
				curl += `-H "Authorization: Bearer $` + tokenIs + `" `
			}
			p.line(cell{"try: ", dim}, cell{curl + v.API + "runs", plain})
		})
		if unsaid != nil { // nobody knows its address
			stop()
		}
	}
	if err := a.Serve(ctx, rt, o); err != nil {
		return &exitError{codeFailed, errors.New(strings.TrimPrefix(err.Error(), "dashboard: ")), a.line("serve", "--help")}
	}
	return unsaid
}

// token returns the token that requests need; "": none.
func (a *app) token(ctx context.Context, c *flags.Command) (string, error) {
	if c.String("token-file") == "" {
		return a.Getenv(tokenIs), nil
	}
	text, err := readFile(ctx, c.String("token-file"), a.again(c, "token-file", ""))
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(text))
	if token == "" || len(token) > store.MaxID {
		return "", wrongLine("the file "+c.String("token-file")+" holds no token", a.again(c, "token-file", ""))
	}
	return token, nil
}
