package activity

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strconv"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/mark"
)

// runner makes the attempts of one binding.
type runner struct {
	of      *contract.Activity
	handler contract.Handler
}

// run is [contract.Activity.Run].
func (r runner) run(ctx context.Context, c contract.Call) (out contract.Outcome) {
	if err := r.usable(ctx); err != nil {
		return contract.Outcome{Failure: history.FailureOf(failure.Wrap("", err, failure.Permanent()))}
	}
	if c.Exited == nil {
		return r.apart(ctx, c)
	}
	if c.Info.IdempotencyKey == "" {
		c.Info.IdempotencyKey = c.Info.RunID.String() + "/" + strconv.FormatInt(c.Info.Number, 10)
	}
	a := &attempt{Context: ctx}
	a.call = c
	returned := false
	defer func() {
		if v := recover(); v != nil {
			out = contract.Outcome{Failure: c.Codecs.PanicFailure(v, debug.Stack())}
		} else if !returned {
			a.call.Exited(contract.Outcome{Failure: history.FailureOf(mark.Wrap(mark.Mark{Kind: mark.Panic},
				fmt.Errorf("activity: %s ended its goroutine (runtime.Goexit); return an error instead", r.of.Name)))})
		}
	}()
	handler := r.handler
	if c.Around != nil {
		handler = c.Around(handler)
	}
	result, err := handler(a, &a.call)
	if out.Result = result; err != nil {
		out = failed(a, err)
	}
	returned = true
	return out
}

func (r runner) usable(ctx context.Context) error {
	if err := r.of.Err; err != nil || ctx != nil {
		return err
	}
	return errors.New("activity: the context is nil: pass context.Background() if there is no other")
}

// apart makes the attempt on a goroutine of its own, because one that calls runtime.Goexit does not return.
func (r runner) apart(ctx context.Context, c contract.Call) contract.Outcome {
	ended := make(chan contract.Outcome, 1)
	c.Exited = func(out contract.Outcome) { ended <- out }
	go func() { ended <- r.run(ctx, c) }()
	return <-ended
}

// failed converts the function's error to an outcome. An attempt that gave way when its context
// ended failed for the reason the context ended.
func failed(a *attempt, err error) contract.Outcome {
	cause := context.Cause(a)
	if cause == nil || !errors.Is(err, cause) && !errors.Is(err, a.Err()) {
		return contract.Outcome{Failure: a.call.Codecs.FailureOf(err), Again: again(err)}
	}
	if kind := failure.KindOf(cause); kind != "" && failure.KindOf(err) == "" {
		err = mark.Wrap(mark.Mark{Kind: string(kind)}, fmt.Errorf("%v: %w", cause, err)) //nolint:errorlint // the cause's kind is given beside it; its own chain does not belong to the failure
	}
	return contract.Outcome{Failure: a.call.Codecs.FailureOf(err), Stopped: errors.Is(cause, ErrStopping)}
}

func attemptOf[In, Out any](fn func(context.Context, In) (Out, error)) contract.Handler {
	return func(ctx context.Context, c *contract.Call) (history.Payload, error) {
		var in In
		if err := c.Codecs.Decode(c.Input, &in); err != nil {
			return history.Payload{}, unusable(mark.NotDecodable, fmt.Errorf("input of activity %s: %w", c.Info.Activity, err))
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

// unrecordable marks a result that cannot be recorded although its work was done.
func unrecordable(err error) error {
	kind := failure.Kind(mark.NotEncodable)
	if tooLarge := (*history.PayloadTooLargeError)(nil); errors.As(err, &tooLarge) {
		kind = mark.TooLarge
	}
	return unusable(kind, err)
}

// unusable marks an error about a value that would be the same at the next attempt.
func unusable(kind failure.Kind, err error) error {
	return mark.Wrap(mark.Mark{Kind: string(kind), Permanent: true}, err)
}
