package history

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/internal/mark"
)

// Error returns the message, or the code or the kind if there is none.
func (f *Failure) Error() string {
	switch {
	case f == nil:
		return "nil *history.Failure"
	case f.Message != "":
		return f.Message
	case f.Code != "":
		return string(f.Code)
	case f.Kind != "":
		return string(f.Kind)
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

// Is reports whether target stands for the kind or the code of f, so that an error matches what
// it matched before it was recorded and read back. errors.Is calls it. An empty code matches
// nothing.
func (f *Failure) Is(target error) bool { return f.Mark().Matches(target) }

// Mark returns what package failure reads of f.
func (f *Failure) Mark() mark.Mark {
	if f == nil {
		return mark.Mark{}
	}
	m := mark.Mark{Kind: string(f.Kind), Code: string(f.Code), Permanent: !f.Retryable}
	if f.Details.Enc != "" || len(f.Details.Data) > 0 {
		m.HasDetails, m.Decode = true, func(into any) error { return f.codecs.Decode(f.Details, into) }
	}
	return m
}

// ReadWith returns a copy of f whose details failure.DetailsOf decodes with c. It returns nil
// for a nil f.
func (f *Failure) ReadWith(c *Codecs) *Failure {
	if f == nil {
		return nil
	}
	g := *f
	g.Details.Data = append([]byte(nil), f.Details.Data...)
	g.codecs, g.Cause = c, f.Cause.ReadWith(c)
	return &g
}

// FailureOf is [Codecs.FailureOf] with the default codecs.
func FailureOf(err error) *Failure { return (*Codecs)(nil).FailureOf(err) }

// FailureOf makes a failure from err: what is left of an error once it is recorded. It has the
// first kind and the first code in err's tree, and as causes what err wraps, one after another,
// up to [MaxCauses] in all. Texts are cut to 4 KiB, stacks to 16 KiB, codes to 1000 bytes.
// Details are encoded; those that cannot be, or that have more than MaxDetails bytes, are left
// out, and the text says so. The failure is retryable unless the tree contains an error made
// with failure.Permanent, or a failure that is not retryable. FailureOf returns nil for nil.
func (c *Codecs) FailureOf(err error) *Failure {
	if err == nil {
		return nil
	}
	r := recorder{codecs: c}
	r.add(err)
	all := r.causes
	for i := len(all) - 1; i > 0; i-- {
		all[i-1].Cause = all[i]
		all[i-1].Retryable = all[i-1].Retryable && all[i].Retryable
	}
	// Causes that were cut off count too.
	first := all[0]
	first.Kind = failure.Kind(clean(string(failure.KindOf(err)), maxCode))
	first.Code = failure.Code(clean(string(failure.CodeOf(err)), maxCode))
	if _, permanent := mark.First(err, func(m mark.Mark) bool { return m.Permanent }); permanent {
		first.Retryable = false
	}
	return first
}

// recorder splits an error into causes.
type recorder struct {
	codecs *Codecs
	causes []*Failure
}

// add appends err and what it wraps. A mark, such as a code, is no cause of its own: it becomes
// part of what it marks, unless that already has such a mark.
func (r *recorder) add(err error) {
	var m mark.Mark
	for {
		e, ok := err.(*mark.Error)
		if !ok || e.Unwrap() == nil || !m.Take(e.Mark()) {
			break
		}
		err = e.Unwrap()
	}
	if len(r.causes) == MaxCauses {
		return
	}
	if f, ok := err.(*Failure); ok && f != nil && m.Fits(f.Mark()) {
		r.causes = append(r.causes, r.bounded(f, m.Permanent))
	} else {
		own := r.takes(&m, err)
		r.append(err, m)
		if !own {
			r.add(err) // it says something else about the same thing, and is the cause
			return
		}
	}
	for _, err := range mark.Unwrap(err) {
		r.add(err)
	}
}

// takes puts into m what err itself says, and reports whether that is all.
func (r *recorder) takes(m *mark.Mark, err error) bool {
	if f, ok := err.(*Failure); ok {
		return f == nil
	}
	c, ok := err.(mark.Carrier)
	return !ok || m.Take(c.Mark())
}

// append adds a failure with the text of err and the mark m.
func (r *recorder) append(err error, m mark.Mark) {
	f := &Failure{
		Kind: failure.Kind(clean(m.Kind, maxCode)), Code: failure.Code(clean(m.Code, maxCode)),
		Message: clean(fmt.Sprint(err), maxMessage), Retryable: !m.Permanent, codecs: r.codecs,
	}
	if m.HasDetails {
		p, err := r.codecs.Encode(m.Details)
		f.keep(p, err)
	}
	r.causes = append(r.causes, f)
}

// bounded returns a copy of f without its cause.
func (r *recorder) bounded(f *Failure, permanent bool) *Failure {
	g := &Failure{
		Kind: failure.Kind(clean(string(f.Kind), maxCode)), Code: failure.Code(clean(string(f.Code), maxCode)),
		Message: clean(f.Message, maxMessage), Stack: clean(f.Stack, maxStack),
		Retryable: f.Retryable && !permanent, codecs: cmp.Or(f.codecs, r.codecs), more: f.more,
	}
	g.keep(f.Details, nil)
	return g
}

// keep sets the details p, or says in the text why they are left out.
func (f *Failure) keep(p Payload, err error) {
	if n := len(p.Data); err == nil && n > MaxDetails {
		err = fmt.Errorf("%d bytes, at most %d are kept: store them elsewhere and pass their key", n, MaxDetails)
	}
	if err == nil {
		f.Details = p
		return
	}
	const room = 500
	f.Message = clean(fmt.Sprintf("%s (its details are left out: %s)", clean(f.Message, maxMessage-room), clean(err.Error(), room-50)), maxMessage)
}

// PanicFailure makes a failure from a recovered panic. It is retryable.
func (c *Codecs) PanicFailure(v any, stack []byte) *Failure {
	f := &Failure{
		Kind: mark.Panic, Message: clean(fmt.Sprint("panic: ", v), maxMessage),
		Stack: clean(string(stack[:min(len(stack), maxStack+utf8.UTFMax)]), maxStack), Retryable: true, codecs: c,
	}
	if err, ok := v.(error); ok {
		f.Cause = c.FailureOf(err)
	}
	return f
}

// clean makes s valid UTF-8 of at most limit bytes, without NUL, which some stores refuse.
func clean(s string, limit int) string {
	s = cut(s, limit)
	if utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 {
		return s
	}
	return cut(strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD"), limit)
}

// cut shortens s to limit bytes, and not in the middle of a rune.
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
