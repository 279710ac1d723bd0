package history

import "strings"

// Mask hides in values of today what [Redact] took out of an exported history, so that
// the rest can be compared. A nil *Mask hides nothing. It does not change and may be
// shared.
type Mask struct {
	fields []string // none: all payloads
}

// Mask is that of a redacted history, nil for one that is whole.
func (e Export) Mask() *Mask {
	if e.Redacted == "" {
		return nil
	}
	return &Mask{fields: e.Fields}
}

// Payload is what is left of p to be compared: the values outside of the fields, and the form
// of those in them. It is absent where all values were taken out, and for codecs other
// than [MsgPack] and [JSON]. What is redacted already stays as it is.
func (m *Mask) Payload(p Payload) Payload {
	switch {
	case m == nil:
		return p
	case len(m.fields) == 0:
		return Payload{}
	}
	return newRedactor(m.fields).payload(p.Canonical()) // keys that are data are counted: in one order
}

// Text is what is left of a text for people, such as that of a failure.
func (m *Mask) Text(s string) string {
	if m == nil {
		return s
	}
	return redactText(s)
}

// Attr is what is left of an attribute's value, for a person: nothing where Redact takes it out.
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
