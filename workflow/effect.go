package workflow

import (
	"github.com/reprise-run/reprise/history"
)

// SideEffect calls f once, records what it returned, and returns the same on replay. Use it for
// a value that is cheap to get and different each time: a configuration read, a random name,
// the time to the nanosecond. Use an activity for anything that can fail or block, or that is
// worth retrying.
//
// The value passes through the codec even the first time; an error comes back as a
// *history.Failure. If the process dies before the task is committed, f is called again. f must
// not use ctx.
func SideEffect[T any](ctx Context, f func() (T, error)) (T, error) {
	var zero T
	env, err := ctx.env()
	if err != nil {
		return zero, err
	}
	if f == nil {
		return zero, errNoFunc
	}
	if _, err := ctx.asks(CommandSideEffect, "", 0); err != nil {
		return zero, err
	}
	recorded := env.Record(func() *history.SideEffectRecorded {
		v, err := f()
		if err != nil {
			return &history.SideEffectRecorded{Failure: ctx.run.codecs.FailureOf(err)}
		}
		p, err := ctx.run.encode("value of SideEffect", "", v)
		if err != nil {
			return &history.SideEffectRecorded{Failure: ctx.run.codecs.FailureOf(err)}
		}
		return &history.SideEffectRecorded{Value: p}
	})
	if recorded.Failure != nil {
		return zero, recorded.Failure.ReadWith(ctx.run.codecs)
	}
	return decode[T](ctx.run, "value of SideEffect", "", recorded.Value)
}
