package workflow

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/signal"
)

// ReceiveOption configures one call of [Receive], [Until] or [NewPromise].
type ReceiveOption func(*receiving)

type receiving struct {
	limited bool
	within  time.Duration
}

// Within limits how long [Receive] or [Until] waits, and how long a promise of [NewPromise] stays open. A signal that has already
// arrived is received even if d is not positive: Within(0) checks without waiting.
//
// A task takes in at most 8 MiB of what has arrived, and Within(0) sees no more than that. A
// workflow that drains its signals this way before it returns leaves the rest of a longer backlog,
// which counts as undelivered. To see more, wait in between, for example in a short [Sleep].
func Within(d time.Duration) ReceiveOption {
	return func(r *receiving) { r.limited, r.within = true, d }
}

// Receive waits for the next signal of this definition and takes it. Signals are kept until
// they are received, including those that arrived before anyone waited, and are received in the
// order in which they were accepted. Each is received once, by one coroutine.
//
// The error is [ErrTimeout] if the time of Within passed first, and [ErrCancelled] if ctx was
// cancelled first: whichever comes first in the history wins. A signal whose payload is not a T
// is taken, and the error says what it was.
func Receive[T any](ctx Context, s signal.Def[T], opts ...ReceiveOption) (T, error) {
	var r receiving
	for i, opt := range opts {
		if opt == nil {
			var zero T
			return zero, failure.Wrap("", fmt.Errorf("workflow: receive %s: option %d %w", s.Name(), i+1, errNoOption), failure.Permanent())
		}
		opt(&r)
	}
	got, err := ctx.receive(s.Name(), r)
	if err != nil {
		var zero T
		return zero, err
	}
	return open[T](ctx.run, got)
}

func (ctx Context) receive(name string, r receiving) (*history.SignalReceived, error) {
	env, err := ctx.env()
	if err != nil {
		return nil, err
	}
	if err := checkSignal(name); err != nil {
		return nil, err
	}
	ctx.run.declared(contract.SignalMessage, name)
	sources := []replay.Source{ctx.scope, env.Mail(name)}
	won, ready := 0, false
	if r.limited {
		if won, ready = ctx.poll(sources); !ready && r.within <= 0 {
			return nil, ErrTimeout
		}
	}
	if !ready {
		won = ctx.waitWithin(sources, r)
	}
	switch won {
	case -1:
		return nil, errPanicking
	case 0:
		return nil, ctx.cancelled()
	case 1:
		got, _ := env.TakeMail(name)
		return got, nil
	default:
		return nil, ErrTimeout
	}
}

// checkSignal refuses the name of a signal that nobody could send: waiting for it would never
// end, and a store could not keep what the run waits for.
func checkSignal(name string) error {
	switch {
	case name == "":
		return errNoSignal
	case !utf8.ValidString(name) || strings.IndexByte(name, 0) >= 0:
		return fmt.Errorf("workflow: the signal name %q is not valid UTF-8 text without NUL, so nobody could send it: give DefineSignal another name", name)
	}
	return nil
}

// waitWithin waits for the sources and, if there is a limit, for a timer. The timer has the
// index after the sources, and ends with the wait.
func (ctx Context) waitWithin(sources []replay.Source, r receiving) int {
	env := ctx.run.env
	if !r.limited {
		return env.Wait(sources...)
	}
	timer := env.StartTimer(ctx.scope, &history.TimerStarted{FireAt: dueIn(env, r.within)})
	won := env.Wait(append(sources, timer)...)
	if won < len(sources) {
		timer.Cancel()
	}
	return won
}

// poll is Wait without waiting: it returns false if no source is ready.
func (ctx Context) poll(sources []replay.Source) (won int, ready bool) {
	// A scope that is cancelled now is ready later than all that is ready, and before anything
	// that is not.
	last := ctx.scope.Detached()
	last.Cancel()
	all := append(sources[:len(sources):len(sources)], last)
	won = ctx.run.env.Wait(all...)
	return won, won < len(sources)
}

// open decodes the payload of a signal.
func open[T any](r *run, s *history.SignalReceived) (T, error) {
	return decode[T](r, "signal", s.Name, s.Payload)
}
