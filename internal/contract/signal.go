package contract

import (
	"reflect"

	"github.com/reprise-run/reprise/history"
)

// Signal is a signal's definition without the type parameter. It tells a Runtime that the
// signal exists and what it carries. So the Runtime can report a mistake to someone who sends
// the signal as text, from a command line or over HTTP.
type Signal struct {
	Name string
	Shape
}

// SignalOf returns the signal of this name that carries a T.
func SignalOf[T any](name string) *Signal { return &Signal{Name: name, Shape: ShapeOf[T]()} }

// FromJSON returns what a sender with the definition would send; see [Shape.FromJSON].
func (s *Signal) FromJSON(codecs *history.Codecs, text []byte) (history.Payload, error) {
	return s.Shape.FromJSON(codecs, SignalMessage, s.Name, text)
}

// Shape is the Go type of a value that may be given as JSON text.
type Shape struct{ typ reflect.Type }

// ShapeOf returns the shape of a T.
func ShapeOf[T any]() Shape { return Shape{reflect.TypeFor[T]()} }

// Type returns the Go type ("order.Decision"), for error messages.
func (s Shape) Type() string { return s.typ.String() }

// FromJSON makes a payload from JSON text with the given codec: what a sender with the Go type
// would send. It is stricter than encoding/json. It refuses text after the value, fields that
// the type does not have, and fields that appear twice, even in another case. It refuses arrays
// of another length than the type's, and null or no text for a type that cannot be nothing. A
// missing or null field is zero. A type with its own UnmarshalJSON or UnmarshalText decides
// what it takes.
//
// If the type is an interface, integers are sent as int64, those too large for that as uint64,
// and other numbers as float64; a number too large for these is refused. The codec decides what
// the receiver gets.
//
// No text is the absent value, for a type that can be nothing: a pointer, an interface, a map,
// a slice, a struct without fields.
//
// The error is a [*PayloadError] for kind and name if the text is wrong; otherwise it is an
// error of [history.Codecs].
func (s Shape) FromJSON(codecs *history.Codecs, kind, name string, text []byte) (history.Payload, error) {
	v, absent, err := s.read(text)
	switch {
	case err != nil:
		return history.Payload{}, &PayloadError{Kind: kind, Name: name, Type: s.Type(), Example: s.Example(), Err: err}
	case absent:
		return history.Payload{}, nil
	}
	return codecs.Encode(v)
}
