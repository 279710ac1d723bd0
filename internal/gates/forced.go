package gates

import (
	"fmt"
	"strconv"
	"strings"
)

// Choices are decisions that a schedule is to make again.
type Choices interface {
	at(step int, line []*gate) Choice
}

type steps map[int]Choice

// BySteps has each made at its step: all choices of a schedule together are that schedule.
func BySteps(made []Choice) Choices {
	all := make(steps)
	for _, c := range made {
		all[c.step] = c
	}
	return all
}

func (s steps) at(step int, _ []*gate) Choice { return s[step] }

// names has each made for whom it was made, once they have come as far in the line as they
// then had. Without some of the choices no step is what it was, but most names are.
type names map[name]Choice

// ByNames has each made for whom it was made.
func ByNames(made []Choice) Choices {
	all := make(names)
	for _, c := range made {
		all[c.gate] = c
	}
	return all
}

func (n names) at(_ int, line []*gate) Choice {
	for i, g := range line {
		if c, ok := n[g.name]; ok && i <= c.pick {
			return Choice{pick: i, Fault: c.Fault}
		}
	}
	return Choice{}
}

// Text writes a choice as [ParseChoice] reads it.
func (c Choice) Text() string {
	return fmt.Sprintf("%d %d %d %d %s", c.step, c.pick, c.Fault, c.gate.nth, c.gate.key)
}

// ParseChoice reads a choice.
func ParseChoice(text string) (c Choice, err error) {
	words := strings.SplitN(text, " ", 5)
	if len(words) != 5 {
		return c, fmt.Errorf("gates: %q is no choice: it is a step, how many are passed over, a fault, and whose gate it is", text)
	}
	var n [4]int
	for i := range n {
		if n[i], err = strconv.Atoi(words[i]); err != nil {
			return c, fmt.Errorf("gates: %q is no choice: %w", text, err)
		}
	}
	if n[2] < 0 || n[2] >= len(faultNames) {
		return c, fmt.Errorf("gates: %q is no choice: there is no fault %d", text, n[2])
	}
	return Choice{step: n[0], pick: n[1], Fault: Fault(n[2]), gate: name{words[4], n[3]}}, nil
}
