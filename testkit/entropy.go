package testkit

import (
	"crypto/sha256"
	"fmt"
	"strings"
)

// entropy derives what is drawn from the seed, from its purpose, and from how often it was
// drawn for that purpose. So a test runs the same way each time, and a start that is repeated
// because its worker died gets the same id again.
//
// Without a seed, the waits before retries all have the same jitter. Their purpose contains the
// number of an activity, and nobody decides the order of what happens at the same time: times
// would differ from run to run.
func (e *Env) entropy(what string) [32]byte {
	e.mu.Lock()
	defer e.mu.Unlock()
	if strings.HasPrefix(what, "retry ") && (e.trial == nil || e.trial.seed == 0) {
		return sha256.Sum256([]byte("retry"))
	}
	e.drawn[what]++
	var seed uint64
	if e.trial != nil {
		seed = e.trial.seed
	}
	return sha256.Sum256(fmt.Appendf(nil, "%d %d %s", seed, e.drawn[what], what))
}

// redraw goes back to what was drawn for earlier runs.
func (e *Env) redraw(drawn map[string]int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for what := range e.drawn {
		if strings.HasPrefix(what, "run ") {
			e.drawn[what] = drawn[what]
		}
	}
}
