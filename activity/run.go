package activity

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strconv"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/mark"
)

// Call is what one attempt needs.
type Call struct {
	Info  Info // IdempotencyKey is filled in if it is empty
	Input history.Payload
	// Codecs decodes input and details and encodes the result; nil is the default.
	Codecs *history.Codecs
	// Details are the newest heartbeat details of the attempts before.
	Details history.Payload
	// Beat is called by [Heartbeat], with the absent payload when it got no value.
	// It may be called from any goroutine. Nil: heartbeats go nowhere.
	Beat func(history.Payload) error
	// Around returns what is to be called in place of the function's handler. Nil: the handler is.
	Around func(next Handler) Handler
	// Exited saves the goroutine that Run else starts for the function. It says that
	// the caller's own goroutine may end: if the function calls runtime.Goexit, Run
	// never returns and the outcome goes to Exited, before the caller's deferred
	// functions run.
	Exited func(Outcome)
}

// Outcome is how an attempt ended: with a result, or with a failure.
type Outcome struct {
	Result  history.Payload
	Failure *history.Failure
	// Stopped: the function gave way to [ErrStopping]. Failure says so, but the
	// attempt is to be handed over, not counted.
	Stopped bool
}

// Run makes one attempt: it decodes the input, calls the function and encodes the
// result. It sets no timeout; whoever calls it cancels ctx with a cause.
//
// A panic is a failure with its stack, and an attempt that ends its goroutine
// (runtime.Goexit, testing.T.FailNow) a failure, too; both are retryable. An input
// that cannot be decoded and a result that cannot be recorded are failures that
// retrying would not change.
func (b Binding) Run(ctx context.Context, c Call) (out Outcome) {
	if err := b.usable(ctx); err != nil {
		return Outcome{Failure: history.FailureOf(failure.Wrap("", err, failure.Permanent()))}
	}
	if c.Exited == nil {
		return b.apart(ctx, c)
	}
	if c.Info.IdempotencyKey == "" {
		c.Info.IdempotencyKey = c.Info.RunID + "/" + strconv.FormatInt(c.Info.Number, 10)
	}
	a := &attempt{Context: ctx}
	a.call = c
	returned := false
	defer func() {
		if v := recover(); v != nil {
			out = Outcome{Failure: c.Codecs.PanicFailure(v, debug.Stack())}
		} else if !returned {
			a.call.Exited(Outcome{Failure: history.FailureOf(mark.Wrap(mark.Mark{Kind: string(failure.Panic)},
				fmt.Errorf("activity: %s ended its goroutine (runtime.Goexit); return an error instead", b.of.name)))})
		}
	}()
	handler := b.of.attempt
	if c.Around != nil {
		handler = c.Around(handler)
	}
	result, err := handler(a, c)
	if out.Result = result; err != nil {
		out = failed(a, err)
	}
	returned = true
	return out
}

func (b Binding) usable(ctx context.Context) error {
	if err := b.Err(); err != nil || ctx != nil {
		return err
	}
	return errors.New("activity: the context is nil: pass context.Background() if there is no other")
}

// apart makes the attempt on a goroutine of its own: one that calls runtime.Goexit
// cannot be brought back.
func (b Binding) apart(ctx context.Context, c Call) Outcome {
	ended := make(chan Outcome, 1)
	c.Exited = func(out Outcome) { ended <- out }
	go func() { ended <- b.Run(ctx, c) }()
	return <-ended
}

// failed turns the function's error into an outcome. An attempt that gave way to the
// end of its context failed for the reason the context ended.
func failed(a *attempt, err error) Outcome {
	cause := context.Cause(a)
	if cause == nil || !errors.Is(err, cause) && !errors.Is(err, a.Err()) {
		return Outcome{Failure: a.call.Codecs.FailureOf(err)}
	}
	if kind := failure.KindOf(cause); kind != "" && failure.KindOf(err) == "" {
		err = mark.Wrap(mark.Mark{Kind: string(kind)}, fmt.Errorf("%v: %w", cause, err)) //nolint:errorlint // the cause's kind is given beside it; its own chain does not belong to the failure
	}
	return Outcome{Failure: a.call.Codecs.FailureOf(err), Stopped: errors.Is(cause, ErrStopping)}
}

// Handler makes one attempt at an activity: it decodes the input, calls the function and
// encodes the result.
type Handler func(ctx context.Context, c Call) (history.Payload, error)

func attemptOf[In, Out any](fn func(context.Context, In) (Out, error)) Handler {
	return func(ctx context.Context, c Call) (history.Payload, error) {
		var in In
		if err := c.Codecs.Decode(c.Input, &in); err != nil {
			return history.Payload{}, unusable(failure.NotDecodable, fmt.Errorf("input of activity %s: %w", c.Info.Activity, err))
		}
		out, err := fn(ctx, in)
		if err != nil {
			return history.Payload{}, err
		}
		p, err := c.Codecs.Encode(out)
		if err != nil {
			return history.Payload{}, unrecordable(fmt.Errorf("result of activity %s: %w", c.Info.Activity, err))
		}
		return p, nil
	}
}

// unrecordable marks a result that the work was done for and that cannot be kept.
func unrecordable(err error) error {
	kind := failure.NotEncodable
	if tooLarge := (*history.PayloadTooLargeError)(nil); errors.As(err, &tooLarge) {
		kind = failure.TooLarge
	}
	return unusable(kind, err)
}

// unusable marks an error about a value that will be the same at the next attempt.
func unusable(kind failure.Kind, err error) error {
	return mark.Wrap(mark.Mark{Kind: string(kind), Permanent: true}, err)
}
