package history_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/mark"
)

var (
	errDeclined = failure.New("declined", "card declined")
	errFraud    = failure.New("fraud", "fraud suspected")
)

// recorded returns err as it comes back from the history.
func recorded(t *testing.T, err error) *history.Failure {
	t.Helper()
	data, e := history.EncodeEvent(history.Event{Body: &history.ActivityFailed{Failure: *history.FailureOf(err)}})
	if e != nil {
		t.Fatal(e)
	}
	got, e := history.DecodeEvent(data)
	if e != nil {
		t.Fatal(e)
	}
	return &got.Body.(*history.ActivityFailed).Failure
}

func TestARecordedErrorMatchesItsSentinel(t *testing.T) {
	for name, err := range map[string]error{
		"itself":          errDeclined,
		"wrapped":         fmt.Errorf("order 42: %w", fmt.Errorf("charge: %w", errDeclined)),
		"joined":          errors.Join(errors.New("network"), fmt.Errorf("charge: %w", errDeclined)),
		"another like it": fmt.Errorf("charge: %w", failure.New("declined", "no funds")),
		"permanent":       failure.Wrap("", errDeclined, failure.Permanent()),
		"twice recorded":  fmt.Errorf("child: %w", history.FailureOf(errDeclined)),
		"beside another":  errors.Join(errFraud, errDeclined),
		"below another":   failure.Wrap("fraud", fmt.Errorf("x: %w", errDeclined)),
		"two codes":       failure.Wrap("fraud", errDeclined),
	} {
		for where, err := range map[string]error{"live": err, "recorded": recorded(t, err)} {
			if !errors.Is(err, errDeclined) {
				t.Errorf("%s, %s: it is not itself any more: %v", name, where, err)
			}
			if errors.Is(err, failure.New("other", "x")) || errors.Is(err, errors.New("card declined")) {
				t.Errorf("%s, %s: it is something else: %v", name, where, err)
			}
		}
		if got := recorded(t, err).Error(); got != err.Error() {
			t.Errorf("%s: %q, want %q", name, got, err)
		}
		if got, want := failure.CodeOf(recorded(t, err)), failure.CodeOf(err); got != want {
			t.Errorf("%s: code %q, want %q", name, got, want)
		}
	}
}

func TestAnErrorWithoutACodeMatchesNothing(t *testing.T) {
	f := recorded(t, errors.New("network"))
	if f.Code != "" || errors.Is(f, &history.Failure{}) || errors.Is(f, errors.New("network")) || errors.Is(f, nil) {
		t.Errorf("got %+v", f)
	}
}

func TestTheFirstCodeIsTheCode(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		want failure.Code
	}{
		"none": {errors.New("x"), ""}, "nil": {nil, ""}, "empty": {failure.New("", "x"), ""},
		"outermost": {failure.Wrap("a", failure.New("b", "x")), "a"}, "below": {fmt.Errorf("x: %w", failure.New("b", "x")), "b"},
		"of a failure's cause": {&history.Failure{Cause: &history.Failure{Code: "c"}}, "c"},
		"second of two":        {fmt.Errorf("%w and %w", errors.New("x"), failure.New("b", "x")), "b"},
	} {
		if got := failure.CodeOf(c.err); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if c.err != nil {
			if f := history.FailureOf(c.err); f.Code != c.want {
				t.Errorf("%s: recorded as %q, want %q", name, f.Code, c.want)
			}
		}
	}
	if failure.Wrap("x", nil) != nil || failure.Wrap("", nil, failure.Permanent()) != nil || history.FailureOf(nil) != nil {
		t.Error("nil became an error")
	}
}

func TestCausesAreKept(t *testing.T) {
	f := recorded(t, fmt.Errorf("order: %w", failure.Wrap("", fmt.Errorf("charge: %w", errDeclined), failure.Permanent())))
	want := &history.Failure{Code: "declined", Message: "order: charge: card declined",
		Cause: &history.Failure{Message: "charge: card declined",
			Cause: &history.Failure{Code: "declined", Message: "card declined", Retryable: true}}}
	if !reflect.DeepEqual(f, want) {
		t.Errorf("got  %+v\nwant %+v", f, want)
	}
}

func TestAChainOfCausesEnds(t *testing.T) {
	err := failure.Wrap("", errDeclined, failure.Permanent())
	for range 100 {
		err = fmt.Errorf("x: %w", err)
	}
	f := recorded(t, err)
	if f.Code != "declined" || f.Retryable {
		t.Errorf("what stands at the end is lost: %q, retryable %v", f.Code, f.Retryable)
	}
	n := 0
	for ; f != nil; f = f.Cause {
		n++
	}
	if n != history.MaxCauses {
		t.Errorf("%d failures, want %d", n, history.MaxCauses)
	}
}

func TestRetryableUnlessPermanent(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		want bool
	}{
		"plain": {errors.New("x"), true}, "coded": {errDeclined, true}, "permanent": {failure.Wrap("", errDeclined, failure.Permanent()), false},
		"permanent below": {fmt.Errorf("x: %w", failure.New("", "y", failure.Permanent())), false}, "beside": {errors.Join(errors.New("x"), failure.New("", "y", failure.Permanent())), false},
		"a final failure": {fmt.Errorf("x: %w", &history.Failure{}), false}, "a failure to retry": {fmt.Errorf("x: %w", &history.Failure{Retryable: true}), true},
		"a panic": {(*history.Codecs)(nil).PanicFailure("x", nil), true},
	} {
		if got := recorded(t, c.err).Retryable; got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestAFailureKeepsItsDetails(t *testing.T) {
	want := &history.Failure{Code: "c", Message: "m", Stack: "s", Details: packed("d"), Retryable: true, Cause: &history.Failure{Message: "n", Details: packed("e"), Retryable: true}}
	if got := recorded(t, want); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
}

func TestAPanicIsAFailureWithItsStack(t *testing.T) {
	f := (*history.Codecs)(nil).PanicFailure(errDeclined, []byte("goroutine 1\x00"+strings.Repeat("é", 20000)))
	if f.Kind != mark.Panic || f.Message != "panic: card declined" || !f.Retryable || !errors.Is(f, errDeclined) {
		t.Errorf("got %+v", f)
	}
	if len(f.Stack) > 16<<10 || len(f.Stack) < 16<<10-8 || !utf8.ValidString(f.Stack) || strings.Contains(f.Stack, "\x00") {
		t.Errorf("the stack has %d bytes", len(f.Stack))
	}
	if f := (*history.Codecs)(nil).PanicFailure(nil, nil); f.Message == "" {
		t.Errorf("got %+v", f)
	}
}

func TestTextsAreCutAndClean(t *testing.T) {
	for name, text := range map[string]string{
		"long": long(10000), "exact": long(4096), "one more": long(4097), "runes": strings.Repeat("é", 5000), "wide runes": "x" + strings.Repeat("😀", 5000),
		"no UTF-8": strings.Repeat("\xff\xfe", 5000), "alternating": strings.Repeat("a\xff", 5000), "NUL": "a\x00b",
	} {
		f := history.FailureOf(errors.New(text))
		if len(f.Message) > 4096 || !utf8.ValidString(f.Message) || strings.Contains(f.Message, "\x00") {
			t.Errorf("%s: %d bytes, valid %v", name, len(f.Message), utf8.ValidString(f.Message))
		}
		short := name == "no UTF-8" // all of it is one replacement character
		if (len(text) > 4096) != strings.HasSuffix(f.Message, "...") || len(text) > 4096 && len(f.Message) < 4080 && !short {
			t.Errorf("%s: it ends in %q and has %d bytes", name, f.Message[len(f.Message)-3:], len(f.Message))
		}
	}
}

// broken is an error type whose nil pointer is a non-nil error.
type broken struct{ err error }

func (b *broken) Error() string { return b.err.Error() }
func (b *broken) Unwrap() error { return b.err }

func TestAnErrorThatPanicsIsAFailureAllTheSame(t *testing.T) {
	for _, err := range []error{(*broken)(nil), &broken{}, fmt.Errorf("x: %w", (*broken)(nil)), (*history.Failure)(nil), fmt.Errorf("y: %w", (*history.Failure)(nil))} {
		if f := history.FailureOf(err); f == nil || f.Message == "" {
			t.Errorf("%T: got %+v", err, f)
		}
	}
}

func TestAFailureSaysSomething(t *testing.T) {
	for want, f := range map[string]*history.Failure{"m": {Code: "c", Message: "m"}, "c": {Code: "c"}, "failure without a message": {}, "nil *history.Failure": nil} {
		if got := f.Error(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if err := (&history.Failure{}).Unwrap(); err != nil {
		t.Errorf("no cause is %v", err)
	}
}
