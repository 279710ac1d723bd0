package reprise

import "github.com/reprise-run/reprise/history"

// Value is what a run has returned or answered, where the caller has not said of which type it
// is. The zero Value is that of who returned nothing.
type Value struct {
	payload history.Payload
	codecs  *history.Codecs
}

// Decode sets what into points to. It fails where the value is not of such a type.
func (v Value) Decode(into any) error { return v.codecs.Decode(v.payload, into) }

// Untyped returns what the bytes alone tell: nil, a bool, an int64, a uint64, a float64, a string, a
// []byte, a time.Time, a []any or a map[string]any; of what was encoded as JSON, a json.RawMessage.
func (v Value) Untyped() (any, error) { return v.codecs.Untyped(v.payload) }
