package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/reprise-run/reprise/history"
)

// value is what a payload holds, for JSON output: found out from its bytes alone, nil
// for the absent value. What cannot be read is shown as it lies there.
func (a *app) value(p history.Payload) any {
	v, err := a.rt.Codecs().Untyped(p)
	if err != nil {
		return map[string]any{"enc": p.Enc, "data": p.Data, "error": err.Error()}
	}
	return v
}

// payload reads the payload that an argument names: JSON itself, @ and a file, or - for
// standard input.
func (a *app) payload(arg string) ([]byte, error) {
	from, text := "the payload", []byte(arg)
	var err error
	switch name, file := strings.CutPrefix(arg, "@"); {
	case file:
		from = name
		text, err = a.readFile(name)
	case arg == "-":
		from = "standard input"
		text, err = readAll(a.Stdin)
	}
	if err != nil {
		return nil, err
	}
	var value json.RawMessage
	var syntax *json.SyntaxError
	switch err := json.Unmarshal(text, &value); {
	case errors.As(err, &syntax):
		return nil, a.usage(fmt.Sprintf("%s is not JSON: %v, at byte %d of %d", from, err, syntax.Offset, len(text)),
			"%s", a.line("run", "signal", "--help"))
	case err != nil:
		return nil, a.usage(fmt.Sprintf("%s is not JSON: %v", from, err), "%s", a.line("run", "signal", "--help"))
	}
	return text, nil
}

func (a *app) readFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, &exitError{codeNotFound, err, a.line("run", "signal", "--help")}
	}
	text, err := readAll(f)
	return text, errors.Join(err, f.Close())
}

// readAll reads a payload, and no more than one can have.
func readAll(r io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, history.MaxPayload+1))
	if err == nil && len(text) > history.MaxPayload {
		err = &history.PayloadTooLargeError{Type: "JSON", Size: len(text)}
	}
	return text, err
}
