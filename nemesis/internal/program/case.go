package program

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/reprise-run/reprise/internal/gates"
	"github.com/reprise-run/reprise/internal/progtext"
)

// Case determines a trial.
type Case struct {
	Seed     uint64
	Workers  int
	Slots    int    // for activities, of each worker
	Runs     int    // that each worker owns at most
	Cache    string // "", "none" or "tiny"
	Always   bool   // replay before each task
	Serial   bool   // one write at a time; a schedule decides the order
	Faults   float64
	Crashes  int           // how many workers die
	Stops    int           // how many workers stop cleanly
	Condemns int           // how often a live worker is declared dead
	Silences int           // how often a worker's ticks fail for longer than its lease
	Give     time.Duration // after this time open runs are cancelled; later they are terminated
	Jobs     []Job
	Choices  []gates.Choice // made by a schedule; nil: Seed draws them
	Forced   bool           // only Choices decide; nothing is drawn
}

// Job is a run and what it receives from outside.
type Job struct {
	Program string
	Letters []Letter
}

// Letter is a signal, or "cancel" or "terminate".
type Letter struct {
	After time.Duration
	What  string
}

// NewCase draws a case.
func NewCase(seed uint64) Case {
	rnd := rand.New(rand.NewPCG(seed, 21))
	pick := func(of ...int) int { return of[rnd.IntN(len(of))] }
	c := Case{
		Seed: seed, Workers: pick(1, 1, 2, 3), Slots: pick(1, 2, 4, 100), Runs: pick(1, 3, 1000),
		Cache: []string{"", "", "none", "tiny"}[rnd.IntN(4)], Always: rnd.IntN(4) == 0, Serial: rnd.IntN(4) > 0,
		Give: time.Duration(pick(300, 1000, 3000)) * time.Millisecond,
	}
	switch rnd.IntN(4) {
	case 0: // nothing goes wrong
	case 1:
		c.Faults = 0.05
	case 2:
		c.Faults, c.Crashes = 0.03, 1+rnd.IntN(2)
	case 3:
		c.Crashes, c.Stops = rnd.IntN(3), rnd.IntN(2)
	}
	switch rnd.IntN(6) {
	case 0:
		c.Silences = 1
	case 1:
		c.Condemns = 1 + rnd.IntN(2)
	}
	for range 1 + rnd.IntN(3) {
		j := Job{Program: Generate(rnd)}
		for range rnd.IntN(5) {
			what := []string{"approve", "approve", "stop", "stop", "cancel", "terminate"}[rnd.IntN(5+rnd.IntN(2))]
			j.Letters = append(j.Letters, Letter{time.Duration(rnd.IntN(120)) * time.Millisecond, what})
		}
		slices.SortStableFunc(j.Letters, func(a, b Letter) int { return int(a.After - b.After) })
		c.Jobs = append(c.Jobs, j)
	}
	return c
}

// String formats a case for ParseCase.
func (c Case) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "seed %d\nworkers %d\nslots %d\nruns %d\n", c.Seed, c.Workers, c.Slots, c.Runs)
	if c.Cache != "" {
		fmt.Fprintf(&b, "cache %s\n", c.Cache)
	}
	if c.Always {
		fmt.Fprintln(&b, "always")
	}
	if c.Serial {
		fmt.Fprintln(&b, "serial")
	}
	fmt.Fprintf(&b, "faults %v\ncrashes %d\nstops %d\ncondemns %d\nsilences %d\ngive-up-after %v\n", c.Faults, c.Crashes, c.Stops, c.Condemns, c.Silences, c.Give)
	for _, j := range c.Jobs {
		fmt.Fprintln(&b, "run")
		for _, l := range j.Letters {
			fmt.Fprintf(&b, "  after %v %s\n", l.After, l.What)
		}
		fmt.Fprintln(&b, "  do")
		for line := range strings.Lines(strings.TrimRight(j.Program, "\n")) {
			fmt.Fprintf(&b, "    %s\n", strings.TrimRight(line, "\n"))
		}
	}
	if c.Forced {
		fmt.Fprintln(&b, "choices")
		for _, each := range c.Choices {
			fmt.Fprintf(&b, "  %s\n", each.Text())
		}
	}
	return b.String()
}

// ParseCase reads a case. Lines that begin with # are comments.
func ParseCase(text string) (c Case, err error) {
	var lines []string
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			lines = append(lines, strings.TrimRight(line, "\n"))
		}
	}
	for _, s := range progtext.Parse(strings.Join(lines, "\n")) {
		arg := strings.TrimSpace(strings.TrimPrefix(s.Text, s.Words[0]))
		number := func(n *int) { *n, err = strconv.Atoi(arg) }
		switch s.Words[0] {
		case "seed":
			c.Seed, err = strconv.ParseUint(arg, 10, 64)
		case "workers":
			number(&c.Workers)
		case "slots":
			number(&c.Slots)
		case "runs":
			number(&c.Runs)
		case "cache":
			c.Cache = arg
		case "always":
			c.Always = true
		case "serial":
			c.Serial = true
		case "faults":
			c.Faults, err = strconv.ParseFloat(arg, 64)
		case "crashes":
			number(&c.Crashes)
		case "stops":
			number(&c.Stops)
		case "condemns":
			number(&c.Condemns)
		case "silences":
			number(&c.Silences)
		case "give-up-after":
			c.Give, err = time.ParseDuration(arg)
		case "run":
			c.Jobs = append(c.Jobs, parseJob(s.Body))
		case "choices":
			c.Forced = true
			for _, each := range s.Body {
				var made gates.Choice
				if made, err = gates.ParseChoice(each.Text); err != nil {
					return c, err
				}
				c.Choices = append(c.Choices, made)
			}
		default:
			err = fmt.Errorf("no such line in a case: %q", s.Text)
		}
		if err != nil {
			return c, err
		}
	}
	return c, nil
}

func parseJob(body []progtext.Statement) (j Job) {
	for _, s := range body {
		if s.Words[0] == "do" {
			j.Program = progtext.Format(s.Body)
		} else if len(s.Words) == 3 {
			j.Letters = append(j.Letters, Letter{duration(s.Words[1]), s.Words[2]})
		}
	}
	return j
}
