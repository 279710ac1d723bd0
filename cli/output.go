package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strconv"

	flags "github.com/urfave/cli/v3"
	"golang.org/x/term"

	"github.com/reprise-run/reprise/internal/inspect"
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

// note tells a person what may be wrong although all was done.
func (a *app) note(text string) {
	if text != "" {
		fmt.Fprintf(a.Stderr, "note: %s\n", clean(text))
	}
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
	text, err := inspect.Encode(v, indent)
	if err != nil {
		return err
	}
	_, err = out{a.Stdout}.Write(text)
	return err
}

// out is where the program prints to. Its errors are told from those of a store.
type out struct{ w io.Writer }

func (o out) Write(text []byte) (int, error) {
	n, err := o.w.Write(text)
	if err != nil {
		err = &outputError{err}
	}
	return n, err
}

// outputError says that nothing more can be printed.
type outputError struct{ err error }

func (e *outputError) Error() string {
	return fmt.Sprintf("standard output cannot be written: %v", cause(e.err))
}

func (e *outputError) Unwrap() error { return e.err }

// escaping is [inspect.Escape] for what is written in pieces: it keeps a line until it is whole.
type escaping struct {
	w    io.Writer
	line []byte
}

func (e *escaping) Write(text []byte) (int, error) {
	e.line = append(e.line, text...)
	end := bytes.LastIndexByte(e.line, '\n') + 1
	if end == 0 {
		return len(text), nil
	}
	_, err := e.w.Write(inspect.Escape(e.line[:end]))
	e.line = append(e.line[:0], e.line[end:]...)
	return len(text), err
}

// flush writes a last line that has no end.
func (e *escaping) flush() error {
	if len(e.line) == 0 {
		return nil
	}
	_, err := e.w.Write(inspect.Escape(e.line))
	e.line = nil
	return err
}
