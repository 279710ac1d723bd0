package testkit

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// in runs f inside, with the world begun. An error of f means that the kit failed, and ends the
// test; errors that a test should see are not returned this way. If the world ended during f or
// before, the test ends, too.
func (e *Env) in(f func() error) {
	e.Helper()
	e.do(func() error {
		if over := context.Cause(e.ctx); over != nil {
			return &worldEnded{over}
		}
		err := f()
		if over := context.Cause(e.ctx); over != nil {
			return &worldEnded{over} // err is then a consequence
		}
		return err
	})
}

// worldEnded is why nothing continues any more. Every later call gets it, too.
type worldEnded struct{ error }

func (w *worldEnded) Unwrap() error { return w.error }

// look is in for calls that only read, which a failed test may still make.
func (e *Env) look(f func() error) {
	e.Helper()
	e.do(f)
}

func (e *Env) do(f func() error) {
	e.Helper()
	e.enter()
	if !inBubble() {
		if !e.busy.CompareAndSwap(false, true) {
			e.Fatalf("testkit: two goroutines use the Env at once: use After for what must happen while the test waits, and give each parallel subtest its own Env")
		}
		defer e.busy.Store(false)
	}
	var err error
	back := e.bubble.do(e.limit, e.giveUp, func(<-chan struct{}) {
		e.begin()
		err = f()
		e.settle()
		e.turns.Add(1)
	})
	if !back {
		e.broken.Store(true)
		e.TB.Fatalf("testkit: %s", e.tooLong())
	}
	e.tell(err)
}

// enter refuses callers that may not use the Env.
func (e *Env) enter() {
	e.Helper()
	if tr := trialHere(); tr != nil && tr != e.trial {
		tr.Fatalf("testkit: the Env was made outside of the body of the mode: make it inside, with New and the testing.TB that the body gets")
	}
	if e.bubble.foreign() {
		e.TB.Errorf("testkit: the Env belongs to another bubble of testing/synctest: use it in the bubble in which New was called")
		goexit()
	}
	if e.broken.Load() {
		goexit() // the reason was already reported
	}
	if e.ended.Load() && !inBubble() {
		e.TB.Errorf("testkit: the Env is used after the end of its test: wait for the goroutine that does")
		goexit()
	}
}

// tell ends the test with an error of the kit, and reports it once.
func (e *Env) tell(err error) {
	e.Helper()
	if err == nil {
		return
	}
	if errors.Is(err, errOver) {
		goexit() // the caller has outlived its test
	}
	said := errors.Is(err, errGone)
	if over := (*worldEnded)(nil); errors.As(err, &over) && !said {
		e.mu.Lock()
		said, e.said = e.said, true
		e.mu.Unlock()
	}
	if !said {
		e.TB.Errorf("testkit: %v", err)
	}
	if e.TB.Skipped() && !e.TB.Failed() {
		e.TB.SkipNow()
	}
	e.FailNow()
}

// giveUp ends the world when a call has taken too long, so that nothing in it continues. It is
// called inside.
func (e *Env) giveUp() {
	e.mu.Lock()
	e.late = true
	w, fail := e.worker, e.fail
	e.mu.Unlock()
	if fail == nil {
		return // nothing has begun
	}
	fail(errors.New(e.tooLong()))
	e.mu.Lock()
	e.over = true // nobody takes over
	e.mu.Unlock()
	if w != nil {
		w.store.Crash()
	}
}

func (e *Env) tooLong() string {
	within, waits, now := e.limit, "", " Time does not move while a goroutine waits for something outside of the bubble: a mutex, a network, or a channel or context made there, such as t.Context()."
	if inBubble() {
		now = fmt.Sprintf(" The virtual time is %s.", e.clock.Now().UTC().Format(time.RFC3339))
	} else {
		within, waits = e.limit+grace(e.limit), holders(stacksIn(e.bubble.id))
	}
	return fmt.Sprintf("nothing came back within %v of the machine's time.%s\n%s%s\n%s", within, now, waits, e.whoWaits(), stacks())
}

// settle lets the caller continue, in a mode, only when nothing else can: otherwise nobody
// would decide the order of what happens at the same moment.
func (e *Env) settle() {
	if e.trial != nil {
		e.trial.sched.Settle()
	}
}

// gate makes an action of the test wait for its turn, in a mode.
func (e *Env) gate(what string) {
	if e.trial != nil {
		e.trial.sched.Pass("test: " + what)
	}
}
