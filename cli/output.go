package cli

import (
	"context"
	"encoding/json"
	"os"
	"strconv"

	flags "github.com/urfave/cli/v3"
	"golang.org/x/term"
)

// begin finds out how to write, once the flags are known.
func (a *app) begin(ctx context.Context, _ *flags.Command) (context.Context, error) {
	if n, err := strconv.Atoi(a.Getenv("COLUMNS")); err == nil && n > 0 {
		a.width = n
	}
	form := "json"
	if f, ok := a.Stdout.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		form = "table"
		a.color = !a.plain && a.Getenv("NO_COLOR") == ""
		if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 0 {
			a.width = w
		}
	}
	if a.output == "" {
		a.output = form
	}
	return ctx, nil
}

// show prints one thing: as JSON, or as what text prints.
func (a *app) show(v any, text func(*page)) error {
	if a.output == "table" {
		p := a.page()
		text(p)
		return p.flush()
	}
	return a.encode(v, a.output != "jsonl")
}

// list prints any number of things: an array, a line each, or what text prints.
func list[T any](a *app, all []T, text func(*page)) error {
	switch a.output {
	case "table":
		return a.show(nil, text)
	case "jsonl":
		for _, v := range all {
			if err := a.encode(v, false); err != nil {
				return err
			}
		}
		return nil
	}
	if all == nil {
		all = []T{} // [] and not null
	}
	return a.encode(all, true)
}

func (a *app) encode(v any, indent bool) error {
	e := json.NewEncoder(a.Stdout)
	e.SetEscapeHTML(false)
	if indent {
		e.SetIndent("", "  ")
	}
	return e.Encode(v)
}
