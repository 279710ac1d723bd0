// Package mark is what an error carries besides its text, from its origin to the code that
// records it. Package failure and the engine make marked errors. Package history records them,
// and returns marked errors when it reads them back.
//
// Package mark imports nothing.
package mark

// Mark is what an error carries besides its text. The zero Mark says nothing.
type Mark struct {
	Kind       string // how the engine ended something; authors cannot set it
	Code       string // set by the author
	Permanent  bool   // no attempt may follow
	HasDetails bool
	Details    any // as the author gave them; for a recorded error see Decode
	// Decode reads the details of a recorded error; nil: they are in Details.
	Decode func(into any) error
}

// The kinds; failure.Kind says what each of them means.
const (
	Timeout          = "timeout"
	HeartbeatTimeout = "heartbeat_timeout"
	Cancelled        = "cancelled"
	OutcomeUnknown   = "outcome_unknown"
	Lost             = "lost"
	Panic            = "panic"
	NotEncodable     = "not_encodable"
	NotDecodable     = "not_decodable"
	TooLarge         = "too_large"
	Exists           = "exists"
	NotFound         = "not_found"
	Closed           = "closed"
	Terminated       = "terminated"
	TooDeep          = "too_deep"
	TooManyAttrs     = "too_many_attributes"
	Transaction      = "transaction"
	WorkerGone       = "worker_gone"
)

// Carrier is an error with a mark.
type Carrier interface {
	error
	Mark() Mark
}

// Error is an error with a mark that was made in this process.
type Error struct {
	mark Mark
	text string
	err  error // what is marked; nil: the error is only a text
}

// New makes an error of a text.
func New(m Mark, text string) *Error { return &Error{mark: m, text: text} }

// Wrap marks err.
func Wrap(m Mark, err error) *Error { return &Error{mark: m, err: err} }

// Error returns the text of the marked error, or the code.
func (e *Error) Error() string {
	switch {
	case e == nil:
		return "nil failure"
	case e.err != nil:
		return e.err.Error()
	case e.text != "":
		return e.text
	case e.mark.Code != "":
		return e.mark.Code
	}
	return "failure without a text"
}

// Unwrap returns the marked error.
func (e *Error) Unwrap() error {
	if e == nil {
		return nil
	}
	return e.err
}

// Is reports whether target stands for the kind or the code of e.
func (e *Error) Is(target error) bool { return e.Mark().Matches(target) }

// Mark implements [Carrier].
func (e *Error) Mark() Mark {
	if e == nil {
		return Mark{}
	}
	return e.mark
}

// named reports whether m has a kind or a code.
func (m Mark) named() bool { return m.Kind != "" || m.Code != "" }

// Matches reports whether target stands for m. A target with a kind stands for that kind,
// any other for its code. A kind never equals a code, even with the same text. A
// heartbeat timeout is also a timeout. An empty code matches nothing.
func (m Mark) Matches(target error) bool {
	want, ok := First(target, Mark.named)
	switch {
	case !ok:
		return false
	case want.Kind != "":
		return m.Kind == want.Kind || m.Kind == HeartbeatTimeout && want.Kind == Timeout
	}
	return m.Code == want.Code
}

// Take adds what other says to m. It returns false, and leaves m unchanged, if both say
// something about the same.
func (m *Mark) Take(other Mark) bool {
	if m.Kind != "" && other.Kind != "" || m.Code != "" && other.Code != "" || m.HasDetails && other.HasDetails {
		return false
	}
	m.Kind += other.Kind
	m.Code += other.Code
	m.Permanent = m.Permanent || other.Permanent
	if other.HasDetails {
		m.HasDetails, m.Details, m.Decode = true, other.Details, other.Decode
	}
	return true
}

// Fits reports whether other, which cannot be changed, says all that m says, except Permanent.
func (m Mark) Fits(other Mark) bool {
	return (m.Kind == "" || m.Kind == other.Kind) && (m.Code == "" || m.Code == other.Code) && !m.HasDetails
}

// First returns the first mark in the tree of err that fits, depth first.
func First(err error, fits func(Mark) bool) (found Mark, ok bool) {
	Walk(err, func(err error) bool {
		if c, is := err.(Carrier); is {
			if m := c.Mark(); fits(m) {
				found, ok = m, true
			}
		}
		return !ok
	})
	return found, ok
}

// Walk calls f for err and what it wraps, depth first, until f returns false. It returns false
// if f did.
func Walk(err error, f func(error) bool) bool {
	for err != nil {
		if !f(err) {
			return false
		}
		many := Unwrap(err)
		if len(many) == 0 {
			return true
		}
		for _, err := range many[:len(many)-1] {
			if !Walk(err, f) {
				return false
			}
		}
		err = many[len(many)-1]
	}
	return true
}

// Unwrap returns what err wraps. It survives an Unwrap method that panics, as on a nil
// pointer.
func Unwrap(err error) (wrapped []error) {
	defer func() {
		if recover() != nil {
			wrapped = nil
		}
	}()
	switch x := err.(type) {
	case interface{ Unwrap() error }:
		if one := x.Unwrap(); one != nil {
			return []error{one}
		}
	case interface{ Unwrap() []error }:
		return x.Unwrap()
	}
	return nil
}
