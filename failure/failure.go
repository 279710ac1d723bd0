package failure

import "github.com/reprise-run/reprise/internal/mark"

// Code names what went wrong, for a workflow or a client to branch on. It is itself an error:
// errors.Is(err, code) reports whether err, or anything it wraps, has the code.
//
// Codes are recorded. Once runs exist, a code must not change. It must be valid UTF-8 without
// NUL, of at most 1000 bytes. The empty code means none, and matches nothing.
type Code string

// Error returns the code.
func (c Code) Error() string { return string(c) }

// Is reports whether target has the same code.
func (c Code) Is(target error) bool { return c.Mark().Matches(target) }

// Mark is used by the engine, which records it.
func (c Code) Mark() mark.Mark { return mark.Mark{Code: string(c)} }

// Option adds information to an error.
type Option func(*mark.Mark)

// New returns an error with a code and a text for people. If the code is empty, the error has
// only the text.
func New(c Code, text string, opts ...Option) error { return mark.New(marked(c, opts), text) }

// Wrap returns err with a code; its text stays. If err has a code, too, [CodeOf] returns the
// outer one, and errors.Is finds both. An empty code adds none. If err is nil, Wrap returns nil.
func Wrap(c Code, err error, opts ...Option) error {
	if err == nil {
		return nil
	}
	return mark.Wrap(marked(c, opts), err)
}

func marked(c Code, opts []Option) mark.Mark {
	m := mark.Mark{Code: string(c)}
	for _, o := range opts {
		if o != nil {
			o(&m)
		}
	}
	return m
}

// Permanent says that another attempt would fail the same way: an activity that returns the
// error, wrapped or not, is not retried.
func Permanent() Option {
	return func(m *mark.Mark) { m.Permanent = true }
}

// Details adds a value for a program to read with [DetailsOf]. The worker's codec encodes it
// when the error is recorded. If the codec refuses it, or it exceeds 64 KiB, it is left out,
// and the text of the recorded failure says so.
func Details[T any](v T) Option {
	return func(m *mark.Mark) { m.HasDetails, m.Details, m.Decode = true, v, nil }
}

// CodeOf returns the first code in the tree of err; "" if there is none.
func CodeOf(err error) Code {
	m, _ := mark.First(err, func(m mark.Mark) bool { return m.Code != "" })
	return Code(m.Code)
}

// DetailsOf returns the first details in the tree of err. It returns false if there are none,
// or if they are not a T. The details of a recorded error are decoded into a T; those of an
// error that is not recorded yet must be a T.
func DetailsOf[T any](err error) (T, bool) {
	var v T
	m, ok := mark.First(err, func(m mark.Mark) bool { return m.HasDetails })
	switch {
	case !ok:
		return v, false
	case m.Decode == nil:
		v, ok = m.Details.(T)
		return v, ok
	case m.Decode(&v) != nil:
		var zero T
		return zero, false
	}
	return v, true
}
