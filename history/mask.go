package history

import "strings"

// Mask hides in present values what [Redact] removed from an exported history, so that the rest
// can be compared. A nil *Mask hides nothing. A Mask is immutable and may be shared.
type Mask struct {
	fields []string // none: all payloads
}

// Mask returns the mask of a redacted history, or nil for one that is not redacted.
func (e Export) Mask() *Mask {
	if e.Redacted == "" {
		return nil
	}
	return &Mask{fields: e.Fields}
}

// Payload returns what remains of p for a comparison: the values outside of the fields, and the
// form of those inside. It is absent if all values were removed, and for codecs other than
// [MsgPack] and [JSON]. What is already redacted stays as it is.
func (m *Mask) Payload(p Payload) Payload {
	switch {
	case m == nil:
		return p
	case len(m.fields) == 0:
		return Payload{}
	}
	return newRedactor(m.fields).payload(p.Canonical()) // keys that are data are numbered, so they need a fixed order
}

// Text returns what remains of a text for people, such as that of a failure.
func (m *Mask) Text(s string) string {
	if m == nil {
		return s
	}
	return redactText(s)
}

// Attr returns what remains of an attribute's value, for a person: nothing if Redact removes it.
func (m *Mask) Attr(a Attr) string {
	if m != nil && (len(m.fields) == 0 || newRedactor(m.fields).names(a.Name)) {
		return redactedText
	}
	return a.String()
}

// String says what is not compared; "" for nil.
func (m *Mask) String() string {
	switch {
	case m == nil:
		return ""
	case len(m.fields) == 0:
		return "inputs, results and texts of failures"
	}
	return "what is in the fields " + strings.Join(m.fields, ", ") + ", texts of failures, and payloads of codecs other than msgpack and json"
}
