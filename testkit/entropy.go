package testkit

import (
	"crypto/sha256"
	"fmt"
	"strings"
)

// entropy makes whatever is drawn follow from the seed, from what it is for, and from how
// often that was asked for: a test goes the same way each time, and a start that is made
// again because its worker died gets the id that it would have had.
//
// Without a seed the waits before retries are all spread alike. What they are made for has
// the number of an activity in it, and of what happens at the same time nobody decides which
// comes first: times would differ from run to run.
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

// redraw goes back to what was drawn for runs earlier.
func (e *Env) redraw(drawn map[string]int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for what := range e.drawn {
		if strings.HasPrefix(what, "run ") {
			e.drawn[what] = drawn[what]
		}
	}
}
