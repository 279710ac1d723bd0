package testkit

import "testing"

// shrink looks for the fewest choices with which the test still fails: it leaves out
// ever smaller parts of them.
func shrink(tb testing.TB, seed uint64, tr *trial, body func(testing.TB)) (least *trial, tries int) {
	tb.Helper()
	least = tr
	for _, again := range []func([]choice) choices{byNames, bySteps} {
		fails := func(made []choice, most int) bool {
			tries++
			tr := explored(seed, &schedule{forced: again(made)})
			tr.try(tb, body)
			if !tr.Failed() || tr.gone.Load() || len(tr.sched.made) > most {
				return false
			}
			least = tr
			return true
		}
		if !fails(least.sched.made, len(least.sched.made)) {
			continue
		}
		for part := (len(least.sched.made) + 1) / 2; part > 0; part /= 2 {
			for i := 0; i < len(least.sched.made); {
				made := least.sched.made
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

// choices are decisions that a schedule is to make again.
type choices interface {
	at(step int, line []*gate) choice
}

// steps has each made at its step: all choices of a schedule together are that schedule.
type steps map[int]choice

func bySteps(made []choice) choices {
	all := make(steps)
	for _, c := range made {
		all[c.step] = c
	}
	return all
}

func (s steps) at(step int, _ []*gate) choice { return s[step] }

// names has each made for whom it was made, once they have come as far in the line as they
// then had. Without some of the choices no step is what it was, but most names are.
type names map[name]choice

func byNames(made []choice) choices {
	all := make(names)
	for _, c := range made {
		all[c.gate] = c
	}
	return all
}

func (n names) at(_ int, line []*gate) choice {
	for i, g := range line {
		if c, ok := n[g.name]; ok && i <= c.pick {
			return choice{pick: i, fault: c.fault}
		}
	}
	return choice{}
}
