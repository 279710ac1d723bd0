package history

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// The codes the engine gives to failures of its own.
const (
	CodePanic          = "panic"             // the function panicked
	CodeTimeout        = "timeout"           // start-to-close or schedule-to-close
	CodeHeartbeat      = "heartbeat_timeout" // an attempt was silent for too long
	CodeCancelled      = "cancelled"
	CodeOutcomeUnknown = "outcome_unknown" // the last attempt was lost: it may have happened
	CodeLost           = "lost"            // of a transactional activity: nothing of it was kept
	CodeNotEncodable   = "not_encodable"   // a result the codec refuses
	CodeTooLarge       = "too_large"       // a result above MaxPayload
)

// Error returns the message, or the code if there is none.
func (f *Failure) Error() string {
	switch {
	case f == nil:
		return "nil *history.Failure"
	case f.Message != "":
		return f.Message
	case f.Code != "":
		return f.Code
	}
	return "failure without a message"
}

// Unwrap returns the cause.
func (f *Failure) Unwrap() error {
	if f == nil || f.Cause == nil {
		return nil
	}
	return f.Cause
}

// Is reports whether target has the code of f, so that an error matches its sentinel
// (see [WithCode]) after it was recorded and read back. A timeout for want of a heartbeat
// is a timeout, too. No code matches nothing.
func (f *Failure) Is(target error) bool {
	if f == nil || f.Code == "" {
		return false
	}
	code := CodeOf(target)
	return f.Code == code || f.Code == CodeHeartbeat && code == CodeTimeout
}

// CodeOf returns the first code in the tree of err, "" if there is none.
func CodeOf(err error) string {
	code := ""
	visit(err, func(err error) bool {
		switch x := err.(type) {
		case *coded:
			code = x.code
		case *Failure:
			if x != nil {
				code = x.Code
			}
		}
		return code == ""
	})
	return code
}

// WithCode gives err a code. A recorded error keeps its text and its code, not its
// identity: a sentinel that is made with WithCode matches, with errors.Is, every
// error that carries its code, before and after it was recorded.
//
//	var ErrDeclined = history.WithCode("declined", errors.New("card declined"))
//
// It returns nil for nil.
func WithCode(code string, err error) error {
	if err == nil || code == "" {
		return err
	}
	return &coded{code, err}
}

type coded struct {
	code string
	err  error
}

func (e *coded) Error() string        { return e.err.Error() }
func (e *coded) Unwrap() error        { return e.err }
func (e *coded) Is(target error) bool { return e.code == CodeOf(target) }

// Permanent marks err as one that another attempt would not change. It returns nil
// for nil.
func Permanent(err error) error {
	if err == nil {
		return nil
	}
	return &permanent{err}
}

type permanent struct{ err error }

func (e *permanent) Error() string { return e.err.Error() }
func (e *permanent) Unwrap() error { return e.err }

// visit calls f for err and what it wraps, depth first, until f returns false.
func visit(err error, f func(error) bool) bool {
	for err != nil {
		if !f(err) {
			return false
		}
		many := unwrap(err)
		if len(many) == 0 {
			return true
		}
		for _, err := range many[:len(many)-1] {
			if !visit(err, f) {
				return false
			}
		}
		err = many[len(many)-1]
	}
	return true
}

// unwrap survives an Unwrap that panics, as one on a nil pointer may.
func unwrap(err error) (wrapped []error) {
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

// FailureOf makes a failure of err: what is left of an error once it is recorded. It
// has the first code in the tree of err, and as causes what err wraps, one after
// another, up to [MaxCauses] in all. Texts are cut to 4 KiB, stacks to 16 KiB;
// details are kept up to [MaxPayload] in all. It is retryable unless [Permanent], or a failure that is not retryable, is in the tree.
// It returns nil for nil.
func FailureOf(err error) *Failure {
	if err == nil {
		return nil
	}
	var c causes
	c.add(err)
	for i := len(c) - 1; i > 0; i-- {
		c[i-1].Cause = c[i]
		c[i-1].Retryable = c[i-1].Retryable && c[i].Retryable
	}
	left := MaxPayload
	for _, f := range c {
		if n := len(f.Details.Data); n <= left {
			left -= n
		} else {
			f.Details = Payload{}
			f.Message = clean(fmt.Sprintf("%s (its details are left out: %d bytes, at most %d in all are kept)", clean(f.Message, maxMessage-100), n, MaxPayload), maxMessage)
		}
	}
	// What was cut off counts, too.
	first := c[0]
	first.Code = clean(CodeOf(err), maxCode)
	first.Retryable = first.Retryable && visit(err, func(err error) bool {
		switch x := err.(type) {
		case *permanent:
			return false
		case *Failure:
			return x == nil || x.Retryable
		}
		return true
	})
	return first
}

// causes are an error and what it wraps.
type causes []*Failure

// add appends err and what it wraps. A mark, such as a code, is no cause of its own:
// it becomes part of what it marks, unless that has such a mark already.
func (c *causes) add(err error) {
	code, final := "", false
	for {
		if x, ok := err.(*permanent); ok {
			final, err = true, x.err
			continue
		}
		x, ok := err.(*coded)
		if !ok || code != "" {
			break
		}
		code, err = x.code, x.err
	}
	if err == nil || len(*c) == MaxCauses {
		return
	}
	if f, ok := err.(*Failure); ok && f != nil && (code == "" || code == f.Code) {
		*c = append(*c, f.bounded(final))
	} else {
		*c = append(*c, &Failure{Code: clean(code, maxCode), Message: clean(fmt.Sprint(err), maxMessage), Retryable: !final})
		switch err.(type) {
		case *coded, *Failure:
			c.add(err)
			return
		}
	}
	for _, err := range unwrap(err) {
		c.add(err)
	}
}

// bounded returns a copy of f without its cause.
func (f *Failure) bounded(final bool) *Failure {
	return &Failure{
		Code: clean(f.Code, maxCode), Message: clean(f.Message, maxMessage), Stack: clean(f.Stack, maxStack),
		Details: f.Details, Retryable: f.Retryable && !final, more: f.more,
	}
}

// PanicFailure makes a failure of a recovered panic. It is retryable.
func PanicFailure(v any, stack []byte) *Failure {
	f := &Failure{
		Code: CodePanic, Message: clean(fmt.Sprint("panic: ", v), maxMessage),
		Stack: clean(string(stack[:min(len(stack), maxStack+utf8.UTFMax)]), maxStack), Retryable: true,
	}
	if err, ok := v.(error); ok {
		f.Cause = FailureOf(err)
	}
	return f
}

// clean makes s valid UTF-8 without NUL, which some stores refuse, of at most limit
// bytes.
func clean(s string, limit int) string {
	s = cut(s, limit)
	if utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 {
		return s
	}
	return cut(strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD"), limit)
}

// cut shortens s to limit bytes, not in the middle of a rune.
func cut(s string, limit int) string {
	const mark = "..."
	if len(s) <= limit {
		return s
	}
	s = s[:limit-len(mark)]
	for range utf8.UTFMax - 1 {
		if r, n := utf8.DecodeLastRuneInString(s); r != utf8.RuneError || n != 1 {
			break
		}
		s = s[:len(s)-1]
	}
	return s + mark
}
