package activity_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/mark"
)

// run makes one attempt at fn with a live context.
func run[In, Out any](t *testing.T, in In, fn func(context.Context, In) (Out, error)) contract.Outcome {
	t.Helper()
	return of(activity.New("act", fn)).Run(context.Background(), contract.Call{Input: encode(t, in)})
}

func TestRunGivesTheResultEncoded(t *testing.T) {
	out := run(t, card{"42"}, charge)
	if out.Failure != nil || out.Stopped {
		t.Fatalf("got %+v", out)
	}
	if got := decode[receipt](t, out.Result); got.ID != "r-42" {
		t.Errorf("got %+v", got)
	}
}

func TestAnErrorIsARetryableFailureWithItsCode(t *testing.T) {
	out := run(t, 0, func(context.Context, int) (int, error) {
		return 7, fmt.Errorf("charge: %w", failure.New("declined", "no funds"))
	})
	f := out.Failure
	if f == nil || f.Code != "declined" || !f.Retryable || !strings.Contains(f.Message, "charge: no funds") {
		t.Fatalf("got %+v", f)
	}
	if out.Result.Data != nil {
		t.Error("a failed attempt has a result")
	}
}

func TestAPermanentErrorIsNotRetryable(t *testing.T) {
	out := run(t, 0, func(context.Context, int) (int, error) {
		return 0, failure.New("declined", "card is stolen", failure.Permanent())
	})
	if f := out.Failure; f == nil || f.Retryable || f.Code != "declined" {
		t.Fatalf("got %+v", f)
	}
}

func TestAPanicIsARetryableFailureWithItsStack(t *testing.T) {
	out := run(t, 0, func(context.Context, int) (int, error) { panic("boom") })
	f := out.Failure
	if f == nil || f.Kind != mark.Panic || !f.Retryable || !strings.Contains(f.Message, "boom") {
		t.Fatalf("got %+v", f)
	}
	if !strings.Contains(f.Stack, "run_test.go") {
		t.Errorf("the stack does not lead to the panic:\n%s", f.Stack)
	}
}

func TestAPanicWithNilOrAnErrorIsSeen(t *testing.T) {
	for _, v := range []any{nil, errors.New("an error"), 7} {
		out := run(t, 0, func(context.Context, int) (int, error) { panic(v) })
		if out.Failure == nil || out.Failure.Kind != mark.Panic {
			t.Errorf("panic(%v): got %+v", v, out)
		}
	}
}

func TestGoexitFailsTheAttemptNotTheWorker(t *testing.T) {
	out := run(t, 0, func(context.Context, int) (int, error) {
		runtime.Goexit()
		return 0, nil
	})
	if f := out.Failure; f == nil || !f.Retryable || !strings.Contains(f.Message, "Goexit") {
		t.Fatalf("got %+v", f)
	}
}

func TestACallerThatLendsItsGoroutineIsToldOfItsEnd(t *testing.T) {
	for name, c := range map[string]struct {
		fn      func(context.Context, int) (int, error)
		returns bool
		message string
	}{
		"returns": {func(context.Context, int) (int, error) { return 1, nil }, true, ""},
		"panics":  {func(context.Context, int) (int, error) { panic("boom") }, true, "boom"},
		"exits":   {func(context.Context, int) (int, error) { runtime.Goexit(); return 0, nil }, false, "Goexit"},
	} {
		var exited, returned *contract.Outcome
		done := make(chan struct{})
		go func() {
			defer close(done)
			out := of(activity.New("act", c.fn)).Run(context.Background(), contract.Call{
				Input: encode(t, 0), Exited: func(out contract.Outcome) { exited = &out },
			})
			returned = &out
		}()
		<-done
		got := exited
		if c.returns {
			got = returned
		}
		if (returned != nil) != c.returns || (exited != nil) == c.returns {
			t.Errorf("%s: returned %v, exited %v", name, returned, exited)
		} else if (got.Failure != nil) != (c.message != "") || got.Failure != nil && !strings.Contains(got.Failure.Message, c.message) {
			t.Errorf("%s: got %+v", name, got.Failure)
		}
	}
}

func TestAnInputThatCannotBeDecodedIsFinal(t *testing.T) {
	called := false
	b := of(activity.New("act", func(context.Context, card) (int, error) { called = true; return 0, nil }))
	out := b.Run(context.Background(), contract.Call{Info: contract.Info{Activity: "act"}, Input: encode(t, "not a card")})
	if f := out.Failure; f == nil || f.Retryable || !strings.Contains(f.Message, "input of activity act") {
		t.Fatalf("got %+v", f)
	}
	if called {
		t.Error("the function ran without its input")
	}
}

func TestAResultThatCannotBeEncodedIsFinal(t *testing.T) {
	out := run(t, 0, func(context.Context, int) (chan int, error) { return make(chan int), nil })
	if f := out.Failure; f == nil || f.Retryable || f.Kind != mark.NotEncodable {
		t.Fatalf("got %+v", f)
	}
}

func TestAResultAboveTheLimitIsFinal(t *testing.T) {
	for _, c := range []struct {
		over int
		kind failure.Kind
	}{{-16, ""}, {1, mark.TooLarge}} {
		out := run(t, 0, func(context.Context, int) ([]byte, error) { return make([]byte, history.MaxPayload+c.over), nil })
		switch {
		case c.kind == "" && out.Failure != nil:
			t.Errorf("%d bytes from the limit: %v", c.over, out.Failure)
		case c.kind != "" && (out.Failure == nil || out.Failure.Kind != c.kind || out.Failure.Retryable):
			t.Errorf("%d bytes from the limit: got %+v", c.over, out.Failure)
		}
	}
}

// panics cannot be encoded.
type panics struct{}

func (panics) MarshalText() ([]byte, error)   { panic("cannot be written") }
func (panics) MarshalBinary() ([]byte, error) { panic("cannot be written") }

func TestAPanicWhileEncodingTheResultIsFinal(t *testing.T) {
	out := run(t, 0, func(context.Context, int) (panics, error) { return panics{}, nil })
	if f := out.Failure; f == nil || f.Retryable {
		t.Fatalf("the work was done, another attempt would only repeat it: %+v", f)
	}
}

func TestTheContextsCauseDecidesHowAnAttemptEnded(t *testing.T) {
	own := errors.New("disk full")
	for _, c := range []struct {
		name    string
		cause   error
		returns func(ctx context.Context) error
		stopped bool
		kind    failure.Kind
		code    failure.Code
	}{
		{"stopping, returns the context's error", activity.ErrStopping, context.Context.Err, true, "", ""},
		{"stopping, returns the cause", activity.ErrStopping, context.Cause, true, "", ""},
		{"stopping, wraps it", activity.ErrStopping, func(ctx context.Context) error { return fmt.Errorf("copy: %w", ctx.Err()) }, true, "", ""},
		{"stopping, fails on its own account", activity.ErrStopping, func(context.Context) error { return own }, false, "", ""},
		{"timeout, returns the context's error", activity.ErrTimeout, context.Context.Err, false, mark.Timeout, ""},
		{"timeout, returns the cause", activity.ErrTimeout, context.Cause, false, mark.Timeout, ""},
		{"heartbeat", activity.ErrHeartbeatTimeout, context.Context.Err, false, mark.HeartbeatTimeout, ""},
		{"cancelled", activity.ErrCancelled, context.Context.Err, false, mark.Cancelled, ""},
		{"lease lost", activity.ErrLeaseLost, context.Context.Err, false, "", ""},
		{"timeout, with a code of its own", activity.ErrTimeout, func(ctx context.Context) error { return failure.Wrap("half", ctx.Err()) }, false, mark.Timeout, "half"},
	} {
		ctx, cancel := context.WithCancelCause(context.Background())
		b := of(activity.New("act", func(ctx context.Context, _ int) (int, error) {
			cancel(c.cause)
			<-ctx.Done()
			return 0, c.returns(ctx)
		}))
		out := b.Run(ctx, contract.Call{Input: encode(t, 0)})
		if out.Failure == nil || out.Stopped != c.stopped || out.Failure.Kind != c.kind || out.Failure.Code != c.code {
			t.Errorf("%s: stopped %v, failure %+v", c.name, out.Stopped, out.Failure)
		}
	}
}

func TestAResultAfterTheStopIsStillAResult(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	b := of(activity.New("act", func(context.Context, int) (int, error) {
		cancel(activity.ErrStopping)
		return 5, nil
	}))
	out := b.Run(ctx, contract.Call{Input: encode(t, 0)})
	if out.Failure != nil || out.Stopped || decode[int](t, out.Result) != 5 {
		t.Fatalf("got %+v", out)
	}
}

func TestADeadlineOfTheFunctionsOwnIsAnOrdinaryFailure(t *testing.T) {
	out := run(t, 0, func(ctx context.Context, _ int) (int, error) {
		ctx, cancel := context.WithDeadline(ctx, time.Unix(0, 0))
		defer cancel()
		return 0, ctx.Err()
	})
	if f := out.Failure; f == nil || f.Code != "" || out.Stopped || !f.Retryable {
		t.Fatalf("got %+v", out)
	}
}

func TestFailuresMatchTheirSentinelAfterRecording(t *testing.T) {
	for _, sentinel := range []error{activity.ErrTimeout, activity.ErrHeartbeatTimeout, activity.ErrCancelled, activity.ErrOutcomeUnknown} {
		f := history.FailureOf(fmt.Errorf("act: %w", sentinel))
		if !errors.Is(f, sentinel) {
			t.Errorf("%v is not itself after recording", sentinel)
		}
	}
	if f := history.FailureOf(activity.ErrHeartbeatTimeout); !errors.Is(f, activity.ErrTimeout) {
		t.Error("a missed heartbeat is not a timeout after recording")
	}
	if f := (&history.Failure{Kind: mark.HeartbeatTimeout, Message: "no heartbeat for 1s"}); !errors.Is(f, activity.ErrTimeout) {
		t.Error("a missed heartbeat, as the engine records it, is not a timeout")
	}
}
