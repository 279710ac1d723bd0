// Package hooks lets the tests of this module have a Runtime go the same way again. Of a service
// none is set, so that they are no part of reprise.Config's public face: its Clock carries them.
//
// Package hooks imports internal/contract, store and timer.
package hooks

import (
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

// Hooks are what tests may take a hand in.
type Hooks struct {
	// Serial commits one member at a time, so that the number of commits does not
	// depend on how fast the machine is. For tests that crash at the n-th commit.
	Serial bool
	// Entropy is where ids and seeds of runs come from, and the jitter of retries and of
	// looks at the store: it is asked for a key, by what it is for. No run may get the key of
	// another. Nil: the machine's.
	Entropy func(what string) [32]byte
	// Turn is called before each workflow task of a run, on its goroutine, and may block
	// there. For tests that choose in which order runs go on.
	Turn func(store.RunID)
	// Write is called before each write, on the goroutine that makes them all, and may block
	// there; what it returns is which of those that wait by then is made. Nil: the first.
	// Only with Serial, and for the same tests.
	Write func(waiting func() []store.Op) int
	// Relay is called before what runs have sent to others is carried out, on the goroutine that does,
	// and may block there. For the same tests.
	Relay func([]store.Op)
	// ReplayAlways gives up a run's coroutines before each of its workflow tasks and
	// replays its history instead. What code does that is not deterministic then shows at
	// once, as a run that is parked. A run of n tasks costs n*n.
	ReplayAlways bool
	// Before says of a change that runs are taken for such as began before it. Nil: of none.
	Before func(change string) bool
	// Attempt is around each attempt at an activity, outside of all interceptors. Nil: nothing is.
	Attempt func(next contract.Handler) contract.Handler
}

// clock is a clock that carries hooks to where it is configured.
type clock struct {
	timer.Clock
	hooks Hooks
}

// On returns a clock for reprise.Config that carries the hooks. Nil stands for its default.
func On(c timer.Clock, h Hooks) timer.Clock { return clock{c, h} }

// Of returns what a clock carries, and the clock itself.
func Of(c timer.Clock) (timer.Clock, Hooks) {
	if c, ok := c.(clock); ok {
		return c.Clock, c.hooks
	}
	return c, Hooks{}
}
