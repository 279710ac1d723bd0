package program

import (
	"slices"
	"strings"
	"time"

	"github.com/reprise-run/reprise/internal/progtext"
)

// Shrink looks for a smaller case that breaks the same rule. It removes runs,
// statements, letters, faults, and everything else it can, until nothing more can be
// removed or the time is up.
func Shrink(c Case, r Result, most time.Duration, try func(Case) Result) (Case, Result, int) {
	s := &shrinking{c: c, r: r, rule: r.Violations[0].Rule, try: try, until: time.Now().Add(most)}
	if c.Serial && !c.Forced {
		forced := c
		forced.Forced, forced.Choices = true, r.Choices
		s.better(forced)
	}
	for before := -1; before != s.found && time.Now().Before(s.until); {
		before = s.found
		s.settings()
		s.jobs()
		s.choices()
		s.programs()
	}
	return s.c, s.r, s.tries
}

type shrinking struct {
	c     Case
	r     Result
	rule  string
	try   func(Case) Result
	until time.Time
	tries int
	found int
}

// better adopts c if c fails too. It tries c several times if the machine decides the
// order.
func (s *shrinking) better(c Case) bool {
	times := 3
	if c.Serial {
		times = 1
	}
	for range times {
		if time.Now().After(s.until) {
			return false
		}
		s.tries++
		r := s.try(c)
		if slices.ContainsFunc(r.Violations, func(v Violation) bool { return v.Rule == s.rule }) {
			s.c, s.r = c, r
			s.found++
			return true
		}
	}
	return false
}

// settings simplifies the environment.
func (s *shrinking) settings() {
	for _, edit := range []func(*Case){
		func(c *Case) { c.Crashes = 0 },
		func(c *Case) { c.Faults = 0 },
		func(c *Case) { c.Stops = 0 },
		func(c *Case) { c.Workers = 1 },
		func(c *Case) { c.Workers = min(c.Workers, 2) },
		func(c *Case) { c.Silences = 0 },
		func(c *Case) { c.Condemns = 0 },
		func(c *Case) { c.Cache = "" },
		func(c *Case) { c.Always = false },
		func(c *Case) { c.Slots = 100 },
		func(c *Case) { c.Runs = 1000 },
	} {
		c := s.c
		if edit(&c); c.String() != s.c.String() {
			s.better(c)
		}
	}
}

func (s *shrinking) jobs() {
	for i := len(s.c.Jobs) - 1; i >= 0; i-- {
		c := s.c
		c.Jobs = slices.Delete(slices.Clone(c.Jobs), i, i+1)
		if len(c.Jobs) > 0 && s.better(c) {
			continue
		}
		for n := len(s.c.Jobs[i].Letters) - 1; n >= 0; n-- {
			c := s.c
			c.Jobs = slices.Clone(c.Jobs)
			c.Jobs[i].Letters = slices.Delete(slices.Clone(c.Jobs[i].Letters), n, n+1)
			s.better(c)
		}
	}
}

// choices removes ever smaller parts of the schedule.
func (s *shrinking) choices() {
	for part := (len(s.c.Choices) + 1) / 2; part > 0; part /= 2 {
		for i := 0; i < len(s.c.Choices); {
			c := s.c
			c.Choices = slices.Concat(c.Choices[:i], c.Choices[min(i+part, len(c.Choices)):])
			if !s.better(c) {
				i += part
			}
		}
	}
}

// programs removes statements, each with its block, replaces blocks by their contents,
// and removes words of activities.
func (s *shrinking) programs() {
	for job := range s.c.Jobs {
		for n := 0; ; n++ {
			body := progtext.Parse(s.c.Jobs[job].Program)
			if n >= size(body) {
				break
			}
			for _, change := range []func(progtext.Statement) []progtext.Statement{
				func(progtext.Statement) []progtext.Statement { return nil },
				func(x progtext.Statement) []progtext.Statement { return x.Body },
				shorter,
			} {
				c := s.c
				c.Jobs = slices.Clone(c.Jobs)
				at := n
				c.Jobs[job].Program = progtext.Format(replaced(body, &at, change))
				if c.Jobs[job].Program != progtext.Format(body) && s.better(c) {
					n--
					break
				}
			}
		}
	}
}

// shorter removes the last word of an activity's script.
func shorter(x progtext.Statement) []progtext.Statement {
	if i := strings.LastIndexByte(x.Text, ' '); i > 0 && strings.Contains(x.Text[i:], "=") {
		x.Text = x.Text[:i]
	}
	return []progtext.Statement{x}
}

// replaced returns a program with its n-th statement changed.
func replaced(body []progtext.Statement, n *int, change func(progtext.Statement) []progtext.Statement) (all []progtext.Statement) {
	for _, x := range body {
		*n--
		if *n == -1 {
			all = append(all, change(x)...)
			continue
		}
		x.Body = replaced(x.Body, n, change)
		all = append(all, x)
	}
	return all
}

func size(body []progtext.Statement) int {
	n := len(body)
	for _, x := range body {
		n += size(x.Body)
	}
	return n
}
