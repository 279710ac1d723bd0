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

// ReceiveOption changes one call of [Receive], [Until] or [NewPromise].
type ReceiveOption func(*receiving)

type receiving struct {
	limited bool
	within  time.Duration
}

// Within limits how long [Receive] or [Until] waits, and how long a promise of [NewPromise] stands. A signal that is there already is received
// even if d is not positive: Within(0) asks without waiting.
//
// A task takes in 8 MiB of what has come at most. Of a longer backlog Within(0) sees that much:
// a workflow that drains its signals this way before it returns leaves the rest, which is counted
// as undelivered. Wait for something in between, a short [Sleep] for example, to see more.
func Within(d time.Duration) ReceiveOption {
	return func(r *receiving) { r.limited, r.within = true, d }
}

// Receive waits for the next signal of this definition and takes it. Signals are kept
// until they are received, also those that came before anyone waited, and come in the
// order they were accepted. Each is received once, by one coroutine.
//
// The error is [ErrTimeout] if Within has passed first, [ErrCancelled] if ctx was
// cancelled first: what stands earlier in the history wins. A signal whose payload is
// not a T is taken, and the error says what it was.
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

// checkSignal refuses the name of a signal that nobody could send: to wait for it would be
// to wait for ever, and a store could not keep what the run waits for.
func checkSignal(name string) error {
	switch {
	case name == "":
		return errNoSignal
	case !utf8.ValidString(name) || strings.IndexByte(name, 0) >= 0:
		return fmt.Errorf("workflow: the signal name %q is not valid UTF-8 text without NUL, so nobody could send it: give DefineSignal another name", name)
	}
	return nil
}

// waitWithin waits for the sources and, if there is a limit, for a timer, which has
// the index after them and does not outlive the wait.
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

// poll is Wait without waiting: false if no source is ready.
func (ctx Context) poll(sources []replay.Source) (won int, ready bool) {
	// A scope cancelled this moment is ready later than all that is ready, and
	// before anything that is not.
	last := ctx.scope.Detached()
	last.Cancel()
	all := append(sources[:len(sources):len(sources)], last)
	won = ctx.run.env.Wait(all...)
	return won, won < len(sources)
}

// open decodes what a signal carries.
func open[T any](r *run, s *history.SignalReceived) (T, error) {
	return decode[T](r, "signal", s.Name, s.Payload)
}
