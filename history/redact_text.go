package history

import (
	"encoding/binary"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// redactedTime replaces every time.
var redactedTime = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// redactString keeps the form of a text: it still parses as a number, a date, a UUID, an
// address or base64.
func redactString(s string) string {
	if t, err := time.Parse(time.RFC3339Nano, s); err == nil {
		if t.IsZero() {
			return s
		}
		return redactedTime.Format(time.RFC3339Nano)
	}
	return strings.Map(redactRune, s)
}

func redactRune(r rune) rune {
	switch {
	case unicode.IsDigit(r):
		return '1'
	case unicode.IsUpper(r):
		return 'A'
	case r > unicode.MaxASCII || unicode.IsLetter(r):
		return 'a'
	}
	return r
}

// redactBytes returns as many bytes: zeros or, if b is text, as a codec writes types with a
// text form, text that such a type can parse.
func redactBytes(b []byte) []byte {
	other := make([]byte, len(b))
	if isText(b) {
		for i, c := range b {
			other[i] = byte(redactRune(rune(c)))
		}
	}
	return other
}

func isText(b []byte) bool {
	for _, c := range b {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return true
}

// redactKeys gives distinct names to the keys of one map that are data. It counts keys with
// the same replacement.
type redactKeys map[string]int

// key replaces a key. Nothing says whether the key is data, so it keeps one that may be the
// name of a field.
func (k *redactKeys) key(name string) string {
	if fieldLike(name) {
		return name
	}
	base := redactString(name)
	if fieldLike(base) {
		base += "~"
	}
	if *k == nil {
		*k = make(redactKeys)
	}
	name = base
	for (*k)[name] > 0 {
		name = base + "~" + strconv.Itoa((*k)[base])
		(*k)[base]++
	}
	(*k)[name]++
	return name
}

// bytes replaces a key of bytes, the i-th of its map: by text, or by as many bytes that
// count.
func (k *redactKeys) bytes(key []byte, i uint64) []byte {
	if isText(key) {
		return []byte(k.key(string(key)))
	}
	count := make([]byte, 8, 8+len(key))
	binary.BigEndian.PutUint64(count, i)
	if extra := len(key) - len(count); extra > 0 {
		return append(make([]byte, extra), count...)
	}
	return count[len(count)-len(key):]
}

// fieldLike reports whether s looks like the name of a struct's field in a payload.
func fieldLike(s string) bool {
	for i, r := range s {
		if !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r) && r != '-') && r != '_' {
			return false
		}
	}
	return s != ""
}
