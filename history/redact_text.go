package history

import (
	"strings"
	"time"
	"unicode"
)

// redactedTime is what every time becomes.
var redactedTime = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// redactString keeps the form of a text: what parses it as a number, a date, a UUID, an
// address or base64 still can.
func redactString(s string) string {
	if t, err := time.Parse(time.RFC3339Nano, s); err == nil {
		if t.IsZero() {
			return s
		}
		return redactedTime.Format(time.RFC3339Nano)
	}
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsDigit(r):
			return '1'
		case unicode.IsUpper(r):
			return 'A'
		case r > unicode.MaxASCII || unicode.IsLetter(r):
			return 'a'
		}
		return r
	}, s)
}

// redactKeys gives the keys of one map that are data names of their own.
type redactKeys map[string]bool

// key is what stands for a key; whether it is data nobody says, so what could be the name
// of a field is left.
func (k *redactKeys) key(name string) string {
	if fieldLike(name) {
		return name
	}
	name = redactString(name)
	for fieldLike(name) || (*k)[name] {
		name += "~"
	}
	if *k == nil {
		*k = make(redactKeys)
	}
	(*k)[name] = true
	return name
}

// fieldLike reports whether s looks like what a struct's field is called in a payload.
func fieldLike(s string) bool {
	for i, r := range s {
		if !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r) && r != '-') && r != '_' {
			return false
		}
	}
	return s != ""
}
