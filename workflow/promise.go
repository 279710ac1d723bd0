package workflow

import (
	"fmt"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
)

// Token is a text by which whoever has it ends a promise, once: see reprise.Resolve. It is safe in a URL
// and cannot be guessed. T is the type of the value.
type Token[T any] string

// Promise is something that comes from outside: from a person, a web hook, another system. Its Future ends with
// the value, or with a failure, that somebody gives with its [Token]. It may be copied.
type Promise[T any] struct{ Future[T] }

// NewPromise makes a promise. What ends it may come before anybody waits for it, and is kept.
//
//	bank := workflow.NewPromise[Receipt](ctx, workflow.Within(24*time.Hour))
//	_, err := workflow.Execute(ctx, AskBank, Ask{Order: o, Callback: bank.Token()}).Get(ctx)
//	receipt, err := bank.Get(ctx)
//
// Get fails with [ErrTimeout] if what [Within] allows, from now on, has passed first; with [ErrCancelled] if
// ctx was cancelled first; with the failure that was given to reprise.Reject. The value is decoded by Get: one
// that is not a T makes Get fail. What stands earlier in the history wins, and it is the same on each replay.
//
// A promise ends with its run, and does not go on with the run that continues it: wait for it before.
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

// promised is what a promise has ended with.
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

// Token is what ends the promise, for whoever is to do so. It is "" for a promise that was not made because
// its Context was cancelled before. An activity is given it safely: it begins when the promise is durable.
// A function that [SideEffect] calls, or one of yours, runs before that, and must not hand it out.
func (p Promise[T]) Token() Token[T] {
	if p.op == nil {
		return ""
	}
	return Token[T](p.op.Token())
}
