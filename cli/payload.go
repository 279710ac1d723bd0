package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/reprise-run/reprise/history"
)

// payload reads the payload that an argument names: JSON itself, @ and a file, or - for
// standard input. next is the command to type if it cannot be read.
func (a *app) payload(ctx context.Context, arg, next string) ([]byte, error) {
	from, text := "the payload", []byte(arg)
	var err error
	switch name, file := strings.CutPrefix(arg, "@"); {
	case file:
		from = name
		text, err = readFile(ctx, name, next)
	case arg == "-":
		from = "standard input"
		text, err = readAll(ctx, from, a.Stdin, next)
	}
	if err != nil {
		return nil, err
	}
	var value json.RawMessage
	if err := json.Unmarshal(text, &value); err != nil {
		what := fmt.Sprintf("%s is not JSON: %v", from, err)
		if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
			what += fmt.Sprintf(", at byte %d of %d", syntax.Offset, len(text))
		}
		if from == "the payload" && unquoted(arg) {
			what += `; a shell takes quotes away: put it in single quotes, as in '{"yes":true}'`
		}
		return nil, wrongLine(what, next)
	}
	return text, nil
}

// unquoted reports whether a text looks like JSON whose quotes a shell removed.
func unquoted(text string) bool {
	return strings.ContainsAny(text, "{[:") && !strings.Contains(text, `"`)
}

func readFile(ctx context.Context, name, next string) ([]byte, error) {
	f, err := openFile(ctx, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &exitError{codeNotFound, errors.New("there is no file " + name), next}
	}
	var text []byte
	if err == nil {
		text, err = readAll(ctx, name, f, next)
		err = errors.Join(err, f.Close())
	}
	if file := (*fs.PathError)(nil); errors.As(err, &file) {
		err = &exitError{codeUsage, fmt.Errorf("%s cannot be read: %w", name, file.Err), next}
	}
	return text, err
}

// readAll reads a payload, and no more than the largest possible one.
func readAll(ctx context.Context, from string, r io.Reader, next string) ([]byte, error) {
	text, err := within(ctx, func() ([]byte, error) { return io.ReadAll(io.LimitReader(r, history.MaxPayload+1)) }, func([]byte) {})
	if err == nil && len(text) > history.MaxPayload { // how much longer it is was not read
		err = &exitError{codeUsage, fmt.Errorf("%s has more than %d MiB, the most that a payload may have", from, history.MaxPayload>>20), next}
	}
	return text, err
}
