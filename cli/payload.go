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

// value is what a payload holds, for JSON output: found out from its bytes alone, nil
// for the absent value. What cannot be read is shown as it lies there.
func (a *app) value(p history.Payload) any {
	v, err := a.rt.Inside().Codecs().Untyped(p)
	if err != nil {
		return map[string]any{"enc": p.Enc, "data": p.Data, "error": err.Error()}
	}
	return printable(v)
}

// printable is a value as JSON output has it.
func printable(v any) any {
	if text, ok := v.(json.RawMessage); ok && deep(text) {
		return deepText(text)
	}
	return v
}

// deepText is JSON that is nested deeper than any other payload can be. In what is printed
// it stands as text: indented it would be all blanks, and beyond some depth a reader of the
// whole would refuse that.
type deepText string

// deep reports whether JSON is nested deeper than [history.MaxDepth].
func deep(text []byte) bool {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case quoted && b == '\\':
			i++
		case b == '"':
			quoted = !quoted
		case quoted:
		case b == '[', b == '{':
			if depth++; depth > history.MaxDepth {
				return true
			}
		case b == ']', b == '}':
			depth--
		}
	}
	return false
}

// payload reads the payload that an argument names: JSON itself, @ and a file, or - for
// standard input. next is what to type where it cannot be read.
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
		return nil, a.usage(what, "%s", next)
	}
	return text, nil
}

// unquoted reports whether a text looks like what a shell leaves of JSON.
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

// readAll reads a payload, and no more than one can have.
func readAll(ctx context.Context, from string, r io.Reader, next string) ([]byte, error) {
	text, err := within(ctx, func() ([]byte, error) { return io.ReadAll(io.LimitReader(r, history.MaxPayload+1)) }, func([]byte) {})
	if err == nil && len(text) > history.MaxPayload { // how much more it is nobody has looked
		err = &exitError{codeUsage, fmt.Errorf("%s holds more than %d MiB, and a payload holds at most that", from, history.MaxPayload>>20), next}
	}
	return text, err
}
