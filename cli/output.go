package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
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
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if indent {
		e.SetIndent("", "  ")
	}
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := out{a.Stdout}.Write(escape(b.Bytes()))
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

// escape writes as JSON does what JSON would let stand and a terminal might obey. It can
// only be part of a string.
func escape(text []byte) []byte {
	if !bytes.ContainsFunc(text, steers) {
		return text
	}
	var b bytes.Buffer
	for _, r := range string(text) {
		if steers(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.Bytes()
}

// escaping is [escape] for what is written in pieces: it keeps a line until it is whole.
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
	_, err := e.w.Write(escape(e.line[:end]))
	e.line = append(e.line[:0], e.line[end:]...)
	return len(text), err
}

// flush writes a last line that has no end.
func (e *escaping) flush() error {
	if len(e.line) == 0 {
		return nil
	}
	_, err := e.w.Write(escape(e.line))
	e.line = nil
	return err
}

func steers(r rune) bool { return r != '\n' && obeyed(r) }
