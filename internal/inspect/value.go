package inspect

import (
	"bytes"
	"encoding/json"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
)

// value returns the content of a payload for JSON output, decoded from its bytes alone. It
// returns nil for the absent value, and the bytes with the error if it cannot decode them.
func (l *Look) value(p history.Payload) json.RawMessage {
	if l.Hidden {
		return nil
	}
	if len(l.Redacted) > 0 {
		p = history.RedactPayload(p, l.Redacted...)
	}
	text := json.RawMessage(nil)
	v, err := l.RT.Inside().Codecs().Untyped(p)
	if err == nil && v != nil {
		text, err = Text(v)
	}
	if err != nil { // of these three the text is known to be JSON
		text, _ = Text(map[string]any{"enc": p.Enc, "data": p.Data, "error": err.Error()})
	}
	return text
}

// Text returns a value for JSON output, on one line without a newline at its end.
func Text(v any) (json.RawMessage, error) {
	text, err := Encode(Printable(v), false)
	return bytes.TrimSuffix(text, []byte("\n")), err
}

// Alone returns a value that is printed by itself, indented or on one line. Here even a deeply nested value is
// JSON and not text; see [DeepText].
func Alone(text json.RawMessage, indent bool) ([]byte, error) {
	if len(text) == 0 { // there is none
		text = json.RawMessage("null")
	}
	var deep string
	if text[0] == '"' && json.Unmarshal(text, &deep) == nil && Deep([]byte(deep)) {
		return Escape([]byte(deep + "\n")), nil
	}
	return Encode(text, indent)
}

// Answer returns the answer of a query or an update, or the result of a run, for JSON output.
func (l Local) Answer(got reprise.Value, err error) (json.RawMessage, error) {
	if err != nil {
		return nil, err
	}
	v, err := got.Untyped()
	if err != nil {
		return nil, err
	}
	if len(l.Redacted) == 0 {
		return Text(v)
	}
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return l.value(history.Payload{Enc: history.JSON().Name(), Data: text}), nil
}

// Printable returns a value for JSON output.
func Printable(v any) any {
	if text, ok := v.(json.RawMessage); ok && Deep(text) {
		return DeepText(text)
	}
	return v
}

// DeepText is JSON that is nested deeper than any other payload can be. Output contains it
// as text: indentation would make it mostly blanks, and a reader might refuse the whole
// output because of its depth.
type DeepText string

// Deep reports whether JSON is nested deeper than [history.MaxDepth].
func Deep(text []byte) bool {
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
