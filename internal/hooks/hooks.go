// Package hooks lets the tests of this module make a Runtime repeat what it did. A service sets no
// hooks, so they are not part of reprise.Config's public face: its Clock carries them.
//
// Package hooks imports internal/contract, store and timer.
package hooks

import (
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

// Hooks are the places where tests can intervene.
type Hooks struct {
	// Serial commits one member at a time, so that the number of commits does not depend on the speed
	// of the machine. It is for tests that crash at the n-th commit.
	Serial bool
	// Entropy is the source of ids and seeds of runs, and of the jitter of retries and of looks at the
	// store. It returns a key for the purpose it is given. No two runs may get the same key. Nil: the
	// machine's entropy.
	Entropy func(what string) [32]byte
	// Turn is called before each workflow task of a run, on the run's goroutine, and may block there.
	// It is for tests that choose the order in which runs continue.
	Turn func(store.RunID)
	// Write is called before each write, on the goroutine that makes all writes, and may block there.
	// It returns the index of the waiting write to make. Nil: the first. It needs Serial, and is for
	// the same tests.
	Write func(waiting func() []store.Op) int
	// Relay is called before messages between runs are carried out, on the goroutine that does so, and
	// may block there. It is for the same tests.
	Relay func([]store.Op)
	// ReplayAlways drops a run's coroutines before each of its workflow tasks and replays its history
	// instead. Nondeterministic code then shows at once, because its run is parked. A run of n tasks
	// costs n*n.
	ReplayAlways bool
	// Before reports whether runs count as begun before a change. Nil: none do.
	Before func(change string) bool
	// Attempt wraps each attempt at an activity, outside of all interceptors. Nil: nothing does.
	Attempt func(next contract.Handler) contract.Handler
}

// clock is a clock that carries hooks to the place where it is configured.
type clock struct {
	timer.Clock
	hooks Hooks
}

// On returns a clock for reprise.Config that carries the hooks. A nil c stands for the default
// clock.
func On(c timer.Clock, h Hooks) timer.Clock { return clock{c, h} }

// Of returns the hooks that a clock carries, and the clock itself.
func Of(c timer.Clock) (timer.Clock, Hooks) {
	if c, ok := c.(clock); ok {
		return c.Clock, c.hooks
	}
	return c, Hooks{}
}
