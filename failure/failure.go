package failure

import "github.com/reprise-run/reprise/internal/mark"

// Code names what has gone wrong, for a workflow or a client to branch on. It is an error
// itself: errors.Is(err, code) reports whether err, or anything it wraps, has the code.
//
// Codes are recorded. Once runs exist, a code must not change. It is valid UTF-8 without
// NUL, of at most 1000 bytes. The empty code is none, and matches nothing.
type Code string

// Error returns the code.
func (c Code) Error() string { return string(c) }

// Is reports whether target has the same code.
func (c Code) Is(target error) bool { return c.Mark().Matches(target) }

// Mark is for the engine, which records it.
func (c Code) Mark() mark.Mark { return mark.Mark{Code: string(c)} }

// Option adds to an error what its text cannot say.
type Option func(*mark.Mark)

// New returns an error with a code and a text for people. An empty code is allowed: the
// error then has a text only.
func New(c Code, text string, opts ...Option) error { return mark.New(marked(c, opts), text) }

// Wrap returns err with a code; its text stays. Where err has a code, too, the outer one
// comes first for [CodeOf], and errors.Is finds both. An empty code adds none. Wrap returns
// nil if err is nil.
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

// Permanent says that another attempt would not change the failure: an activity that
// returns the error, wrapped or not, is not tried again.
func Permanent() Option {
	return func(m *mark.Mark) { m.Permanent = true }
}

// Details adds a value for a program to read with [DetailsOf]. It is encoded by the worker's
// codec when the error is recorded. What the codec refuses, and what is larger than
// 64 KiB, is left out, and the text of the recorded failure says so.
func Details[T any](v T) Option {
	return func(m *mark.Mark) { m.HasDetails, m.Details, m.Decode = true, v, nil }
}

// CodeOf returns the first code in the tree of err; "" if there is none.
func CodeOf(err error) Code {
	m, _ := mark.First(err, func(m mark.Mark) bool { return m.Code != "" })
	return Code(m.Code)
}

// DetailsOf returns the first details in the tree of err. It returns false if there are none,
// or if they are not a T: a recorded error's are decoded into a T, those of an error that was
// not recorded yet must be one.
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
