package testkit

import (
	"testing"

	"github.com/reprise-run/reprise/internal/gates"
)

// shrink searches for the fewest choices with which the test still fails: it leaves out ever
// smaller parts of them, as long as there is time.
func shrink(p *progress, seed uint64, tr *trial, body func(testing.TB)) (least *trial, tries int) {
	p.tb.Helper()
	least = tr
	for _, again := range []func([]gates.Choice) gates.Choices{gates.ByNames, gates.BySteps} {
		fails := func(made []gates.Choice, most int) bool {
			if !p.time() {
				return false // the current one fails, too
			}
			tries++
			tr := explored(seed, &gates.Schedule{Forced: again(made)})
			p.try(tr, body)
			if !tr.Failed() || tr.gone.Load() || len(tr.sched.Made()) > most {
				return false
			}
			least = tr
			return true
		}
		if !fails(least.sched.Made(), len(least.sched.Made())) {
			continue
		}
		for part := (len(least.sched.Made()) + 1) / 2; part > 0; part /= 2 {
			for i := 0; i < len(least.sched.Made()); {
				made := least.sched.Made()
				rest := append(made[:i:i], made[min(i+part, len(made)):]...)
				if fails(rest, len(made)-1) {
					i = 0
				} else {
					i += part
				}
			}
		}
	}
	return least, tries
}
