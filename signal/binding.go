package signal

import (
	"errors"
	"reflect"

	"github.com/reprise-run/reprise/history"
)

// Binding is a definition without the type parameter. It makes a Runtime know that the
// signal exists and what it carries, so that whoever sends one as text, from a command
// line or over HTTP, is told about a mistake when it is made. Make one with
// [Def.Signal].
type Binding struct {
	name string
	typ  reflect.Type
}

// Signal is the definition without its type parameter; it tells bindings of signals
// from others.
func (d Def[T]) Signal() Binding { return Binding{name: d.name, typ: reflect.TypeFor[T]()} }

// BindingName is the signal's name. It makes a Def something that reprise.New takes.
func (d Def[T]) BindingName() string { return d.name }

// BindingName is the signal's name.
func (b Binding) BindingName() string { return b.name }

// Signal returns b itself; it tells bindings of signals from others.
func (b Binding) Signal() Binding { return b }

// Type names the Go type the signal carries ("order.Decision"), for messages.
func (b Binding) Type() string {
	if b.typ == nil {
		return ""
	}
	return b.typ.String()
}

// Err says why the binding cannot be used; nil if it can.
func (b Binding) Err() error {
	if b.typ == nil {
		return errors.New("signal: the zero Binding carries nothing; make definitions with signal.Define")
	}
	return nil
}

// FromJSON makes the payload of a signal from JSON text, with the codec given: what a
// sender that has the definition would send. It is strict where encoding/json is not.
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
// The error is a [*PayloadError] when the text is to blame, else what [history.Codecs]
// says.
func (b Binding) FromJSON(codecs *history.Codecs, text []byte) (history.Payload, error) {
	if err := b.Err(); err != nil {
		return history.Payload{}, err
	}
	v, absent, err := b.read(text)
	switch {
	case err != nil:
		return history.Payload{}, &PayloadError{Signal: b.name, Type: b.Type(), Example: b.Example(), Err: err}
	case absent:
		return history.Payload{}, nil
	}
	return codecs.Encode(v)
}
