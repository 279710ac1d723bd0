package inspect

import (
	"encoding/json"

	"github.com/reprise-run/reprise/history"
)

// value is what a payload holds, for JSON output: found out from its bytes alone, nil
// for the absent value. What cannot be read is shown as it lies there.
func (l *Look) value(p history.Payload) any {
	if l.Hidden {
		return nil
	}
	if len(l.Redacted) > 0 {
		p = history.RedactPayload(p, l.Redacted...)
	}
	v, err := l.RT.Inside().Codecs().Untyped(p)
	if err != nil {
		return map[string]any{"enc": p.Enc, "data": p.Data, "error": err.Error()}
	}
	return Printable(v)
}

// Answer is what a query or an update has answered, for JSON output.
func Answer(l *Look, v any) (any, error) {
	if len(l.Redacted) == 0 {
		return Printable(v), nil
	}
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return l.value(history.Payload{Enc: history.JSON().Name(), Data: text}), nil
}

// Printable is a value as JSON output has it.
func Printable(v any) any {
	if text, ok := v.(json.RawMessage); ok && Deep(text) {
		return DeepText(text)
	}
	return v
}

// DeepText is JSON that is nested deeper than any other payload can be. In what is printed
// it stands as text: indented it would be all blanks, and beyond some depth a reader of the
// whole would refuse that.
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
