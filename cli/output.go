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

// printer prints a command's output in the requested form.
type printer struct {
	out, errs io.Writer
	getenv    func(string) string
	output    string // table, json or jsonl
	plain     bool   // no colours, even on a terminal
	color     bool
	width     int // of the terminal; 0: without limit
}

// begin determines the output form, once the flags are known.
func (pr *printer) begin(ctx context.Context, _ *flags.Command) (context.Context, error) {
	if n, err := strconv.Atoi(pr.getenv("COLUMNS")); err == nil && n > 0 {
		pr.width = n
	}
	form := "json"
	if f, ok := pr.out.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		form = "table"
		pr.color = !pr.plain && pr.getenv("NO_COLOR") == ""
		if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 0 {
			pr.width = w
		}
	}
	if pr.output == "" {
		pr.output = form
	}
	return ctx, nil
}

// show prints one value: as JSON, or by calling text.
func (pr *printer) show(v any, text func(*page)) error {
	if pr.output == "table" {
		p := pr.page()
		text(p)
		return p.flush()
	}
	return pr.encode(v, pr.output != "jsonl")
}

// note tells a person what may be wrong although everything was done.
func (pr *printer) note(text string) {
	if text != "" {
		fmt.Fprintf(pr.errs, "note: %s\n", clean(text))
	}
}

// list prints any number of values: as an array, one per line, or by calling text.
func list[T any](pr *printer, all []T, text func(*page)) error {
	switch pr.output {
	case "table":
		return pr.show(nil, text)
	case "jsonl":
		for _, v := range all {
			if err := pr.encode(v, false); err != nil {
				return err
			}
		}
		return nil
	}
	if all == nil {
		all = []T{} // [] and not null
	}
	return pr.encode(all, true)
}

func (pr *printer) encode(v any, indent bool) error {
	text, err := inspect.Encode(v, indent)
	if err != nil {
		return err
	}
	_, err = out{pr.out}.Write(text)
	return err
}

// out is the program's output. It marks its errors, to tell them from those of a store.
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

// escaping is [inspect.Escape] for text that is written in pieces: it holds a line until the
// line is complete.
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

// flush writes a last line that has no newline.
func (e *escaping) flush() error {
	if len(e.line) == 0 {
		return nil
	}
	_, err := e.w.Write(inspect.Escape(e.line))
	e.line = nil
	return err
}
