package inspect

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Encode is v as JSON, as it is printed.
func Encode(v any, indent bool) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if indent {
		e.SetIndent("", "  ")
	}
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return Escape(b.Bytes()), nil
}

// Escape writes as JSON does what JSON would let stand and a terminal might obey. It can
// only be part of a string.
func Escape(text []byte) []byte {
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

func steers(r rune) bool { return r != '\n' && Obeyed(r) }

// Obeyed reports whether a terminal does something with r instead of printing it:
// control characters, and those that turn the order of what follows.
func Obeyed(r rune) bool {
	return r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}
