package workflow

import (
	"fmt"
	"slices"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/signal"
)

// Case is one of the alternatives of [Select]. Make one with [On], [OnSignal] or [After].
type Case struct {
	// source is what the case waits for; nil if there is nothing to wait for.
	source func(ctx Context) (replay.Source, error)
	timer  bool
	after  time.Duration
	won    func(ctx Context)
}

// On is ready when f has ended. do, which may be nil, is called with the result of f.
func On[T any](f Future[T], do func(T, error)) Case {
	return Case{
		source: func(ctx Context) (replay.Source, error) {
			if err := f.check(ctx); err != nil || f.op == nil {
				return nil, err
			}
			return f.op, nil
		},
		won: func(Context) {
			if do != nil {
				do(f.value())
			}
		},
	}
}

// OnSignal is ready when a signal of this definition has arrived. If the case is taken, the
// signal is received and do is called with it; if do is nil, the signal stays, for [Receive]. A
// case that is not taken consumes nothing.
func OnSignal[T any](s signal.Def[T], do func(T, error)) Case {
	return Case{
		source: func(ctx Context) (replay.Source, error) {
			if err := checkSignal(s.Name()); err != nil {
				return nil, err
			}
			ctx.run.declared(contract.SignalMessage, s.Name())
			return ctx.run.env.Mail(s.Name()), nil
		},
		won: func(ctx Context) {
			if do == nil {
				return
			}
			if got, ok := ctx.run.env.TakeMail(s.Name()); ok {
				do(open[T](ctx.run, got))
			}
		},
	}
}

// After is ready when d has passed since Select was called. If d is not positive it is the
// default case, taken if no other is ready.
func After(d time.Duration, do func()) Case {
	return Case{
		timer: true,
		after: d,
		won: func(Context) {
			if do != nil {
				do()
			}
		},
	}
}

// Select waits until one of the cases is ready, takes only that one, and returns its index. If
// several are ready, it takes the one that the history shows as ready longest, and of equals
// the first; a replay makes the same choice. So a case that is always ready cannot starve those
// that became ready before it.
//
// Select calls the function of the taken case before it returns; that function may use any verb.
// The timers of After cases that were not taken are cancelled. If ctx is cancelled first, Select
// returns -1 and [ErrCancelled] at once; its futures may then still be in progress.
func Select(ctx Context, cases ...Case) (int, error) {
	if _, err := ctx.env(); err != nil {
		return -1, err
	}
	if len(cases) == 0 {
		return -1, errNoCases
	}
	sources, err := ctx.sources(cases)
	if err != nil {
		return -1, err
	}
	won := ctx.choose(cases, sources)
	switch won {
	case -1:
		return -1, errPanicking
	case 0:
		return -1, ctx.cancelled()
	}
	cases[won-1].won(ctx)
	return won - 1, nil
}

// sources returns what Select waits for: the scope, then one source for each case. The sources
// of After cases are never ready; their timers start only if Select waits.
func (ctx Context) sources(cases []Case) ([]replay.Source, error) {
	never := ctx.scope.Detached()
	var ended *replay.Scope
	sources := make([]replay.Source, 1, len(cases)+2)
	sources[0] = ctx.scope
	for i, c := range cases {
		if c.timer {
			sources = append(sources, never)
			continue
		}
		if c.source == nil {
			return nil, fmt.Errorf("case %d: %w", i, errEmptyCase)
		}
		s, err := c.source(ctx)
		if err != nil {
			return nil, fmt.Errorf("case %d: %w", i, err)
		}
		if s == nil { // it ended from the start: like a scope cancelled now
			if ended == nil {
				ended = ctx.scope.Detached()
				ended.Cancel()
			}
			s = ended
		}
		sources = append(sources, s)
	}
	return sources, nil
}

// choose returns the index of the winning source, and waits for one if it must.
func (ctx Context) choose(cases []Case, sources []replay.Source) int {
	if !slices.ContainsFunc(cases, func(c Case) bool { return c.timer }) {
		return ctx.run.env.Wait(sources...)
	}
	if won, ready := ctx.poll(sources); ready {
		return won
	}
	if i := slices.IndexFunc(cases, func(c Case) bool { return c.timer && c.after <= 0 }); i >= 0 {
		return i + 1
	}
	return ctx.race(cases, sources)
}

// race starts the timers of the After cases, waits, and cancels the timers that lost.
func (ctx Context) race(cases []Case, sources []replay.Source) int {
	env := ctx.run.env
	var timers []*replay.Op
	for i, c := range cases {
		if c.timer {
			timer := env.StartTimer(ctx.scope, &history.TimerStarted{FireAt: dueIn(env, c.after)})
			timers = append(timers, timer)
			sources[i+1] = timer
		}
	}
	won := env.Wait(sources...)
	for _, t := range timers {
		t.Cancel() // if the winner is a timer, it has ended and is unaffected
	}
	return won
}
