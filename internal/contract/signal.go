package contract

import (
	"reflect"

	"github.com/reprise-run/reprise/history"
)

// Signal is a signal's definition without the type parameter. By it a Runtime knows that the
// signal exists and what it carries, so that whoever sends one as text, from a command
// line or over HTTP, is told about a mistake when it is made.
type Signal struct {
	Name string
	Shape
}

// SignalOf is the signal of this name that carries a T.
func SignalOf[T any](name string) *Signal { return &Signal{Name: name, Shape: ShapeOf[T]()} }

// FromJSON is what a sender that has the definition would send; see [Shape.FromJSON].
func (s *Signal) FromJSON(codecs *history.Codecs, text []byte) (history.Payload, error) {
	return s.Shape.FromJSON(codecs, SignalMessage, s.Name, text)
}

// Shape is the Go type of a value that may come as a JSON text.
type Shape struct{ typ reflect.Type }

// ShapeOf is the shape of a T.
func ShapeOf[T any]() Shape { return Shape{reflect.TypeFor[T]()} }

// Type names the Go type ("order.Decision"), for messages.
func (s Shape) Type() string { return s.typ.String() }

// FromJSON makes a payload from JSON text, with the codec given: what somebody who has the type
// would send. It is strict where encoding/json is not.
// Refused are text after the value, fields the type does not have, or that are there
// twice, if only in another case, arrays of another length than the type's, null or no
// text at all for a type that cannot be nothing. A field that is missing, or null, is
// zero. What a type with an UnmarshalJSON or UnmarshalText of its own takes is up to it.
//
// Where the type is an interface, integers are sent as int64, those that are too large for
// it as uint64, and other numbers as float64; a number that is too large for these is refused.
// What the receiver finds there is for the codec to say.
//
// No text is the absent value, for a type that can be nothing: a pointer, an interface,
// a map, a slice, a struct without fields.
//
// The error is a [*PayloadError] for what is named, when the text is to blame, else what
// [history.Codecs] says.
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
