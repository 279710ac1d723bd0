package inspect

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Encode returns v as JSON for printing.
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

// Escape writes as JSON escapes the characters that JSON allows but a terminal might obey.
// They occur only in strings.
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

// Obeyed reports whether a terminal might obey r instead of printing it: a control
// character, or one that reverses the direction of text.
func Obeyed(r rune) bool {
	return r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}
