package workflow

import (
	"fmt"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
)

// Token is a text that lets its holder end a promise, once: see reprise.Resolve. It is safe in a URL and
// cannot be guessed. T is the type of the value.
type Token[T any] string

// Promise is a value that comes from outside: from a person, a web hook, another system. Its Future ends with
// the value, or the failure, that somebody sends with its [Token]. It may be copied.
type Promise[T any] struct{ Future[T] }

// NewPromise makes a promise. A value that arrives before anybody waits for it is kept.
//
//	bank := workflow.NewPromise[Receipt](ctx, workflow.Within(24*time.Hour))
//	_, err := workflow.Execute(ctx, AskBank, Ask{Order: o, Callback: bank.Token()}).Get(ctx)
//	receipt, err := bank.Get(ctx)
//
// Get fails with [ErrTimeout] if the time of [Within], counted from now, passes first; with [ErrCancelled] if
// ctx is cancelled first; with the failure that was given to reprise.Reject. Get decodes the value, and fails
// if it is not a T. Whichever comes first in the history wins, also on replay.
//
// A promise ends with its run. A run that continues this one does not have it: wait for it before.
func NewPromise[T any](ctx Context, opts ...ReceiveOption) Promise[T] {
	env, err := ctx.env()
	if err != nil {
		return Promise[T]{failed[T](ctx, err)}
	}
	var r receiving
	for i, opt := range opts {
		if opt == nil {
			return Promise[T]{failed[T](ctx, failure.Wrap("", fmt.Errorf("workflow: promise: option %d %w", i+1, errNoOption), failure.Permanent()))}
		}
		opt(&r)
	}
	if ctx.scope.Cancelled() {
		return Promise[T]{failed[T](ctx, ctx.cancelled())}
	}
	if _, err := ctx.asks(CommandPromise, "", 0); err != nil {
		return Promise[T]{failed[T](ctx, err)}
	}
	b := new(history.PromiseMade)
	if r.limited {
		b.Due = dueIn(env, max(r.within, 0))
	}
	op := replay.MakePromise(env, ctx.scope, b)
	return Promise[T]{Future[T]{ctx: ctx, op: op, get: func() (T, error) { return promised[T](ctx, op) }}}
}

// promised returns the result of a promise that has ended.
func promised[T any](ctx Context, op *replay.Op) (v T, _ error) {
	b, ok := op.Result().(*history.PromiseEnded)
	switch {
	case !ok:
		return v, ctx.cancelled()
	case b.Token == "":
		return v, ErrTimeout
	case b.Failure != nil:
		return v, b.Failure.ReadWith(ctx.run.codecs)
	}
	return decode[T](ctx.run, "value of a promise", "", b.Result)
}

// Token returns the token that ends the promise. It is "" if the promise was not made because its Context
// was cancelled before. It is safe to pass it to an activity, which begins only when the promise is
// durable. A function that [SideEffect] calls, or one of your own, runs earlier, and must not hand it out.
func (p Promise[T]) Token() Token[T] {
	if p.op == nil {
		return ""
	}
	return Token[T](p.op.Token())
}
