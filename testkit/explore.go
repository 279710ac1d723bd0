package testkit

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/internal/gates"
)

// seedVariable names the environment variable that makes [Explore] run one seed only.
const seedVariable = "REPRISE_SEED"

// Explore runs the body of a test with n schedules, each drawn from a seed. A schedule decides
// the order in which runs continue, attempts begin and end, writes are made and functions of
// [Env.After] are called. It also decides where a call of the store fails, is lost, arrives late or
// loses its answer, where an attempt begins or ends a minute late, or a second after its context has
// ended, and where a worker dies. The body must pass each time. For the first seed with which
// it fails, Explore searches for the shortest failing schedule, and shows it.
//
// A seed decides everything: set the environment variable REPRISE_SEED to run one again.
// Explore logs its progress. If the time of the test binary (go test -timeout) would run out,
// Explore fails before that and says so.
func Explore(tb testing.TB, n int, body func(testing.TB)) {
	tb.Helper()
	needsBody(tb, "Explore", body)
	if n < 1 {
		tb.Fatalf("testkit: Explore got %d schedules to draw: pass how many to try, such as 200", n)
	}
	first := uint64(1)
	if text := os.Getenv(seedVariable); text != "" {
		seed, err := strconv.ParseUint(text, 10, 64)
		if err != nil || seed == 0 {
			tb.Fatalf("testkit: %s=%q is not the number of a seed", seedVariable, text)
		}
		first, n = seed, 1
	}
	p := newProgress(tb, "schedules", n, "draw fewer schedules, "+seedVariable+" runs one")
	idle := true
	var drawn census
	for seed := first; seed < first+uint64(n); seed++ {
		if !p.next() {
			return
		}
		tr := explored(seed, &gates.Schedule{Rng: rand.New(rand.NewPCG(seed, 0))})
		p.try(tr, body)
		tr.passOnSkip(tb)
		if tr.gone.Load() {
			tb.Errorf("testkit: seed %d: the test takes too long. To run it again: %s\n%s", seed, again(tb, seedVariable, seed), tr.story())
			return
		}
		idle = idle && tr.idle()
		drawn.add(tr.sched.Made())
		if tr.outer {
			tb.Errorf("testkit: seed %d: the test fails. To run it again: %s\n%s%s", seed, again(tb, seedVariable, seed), tr.sched, tr.story())
			return
		}
		if tr.Failed() {
			least, tries := shrink(p, seed, tr, body)
			advice := ""
			if len(least.sched.Made()) == 0 {
				advice = "It fails even with nothing drawn: it may always fail, or its body keeps state from one run to the next.\n"
			}
			tb.Errorf("testkit: seed %d: the test fails with a schedule of %s (of %d, left by %d tries). To run it again: %s\n%s%s%s",
				seed, count(len(least.sched.Made()), "choice"), len(tr.sched.Made()), tries, again(tb, seedVariable, seed), advice, least.sched, least.story())
			return
		}
	}
	if idle {
		tb.Errorf("testkit: nothing to draw a schedule for: %s", howToBody)
		return
	}
	if took := time.Since(p.begun); !inBubble() {
		tb.Logf("testkit: %s in %v, %.0f a second; drawn in them: %v", count(n, "schedule"), took.Round(time.Millisecond), float64(n)/took.Seconds(), drawn)
	}
}

// again returns the shell command that runs a seed or a point again.
func again(tb testing.TB, variable string, n uint64) string {
	var path []string
	for element := range strings.SplitSeq(tb.Name(), "/") {
		path = append(path, "^"+regexp.QuoteMeta(element)+"$")
	}
	return fmt.Sprintf("%s=%d go test -run '%s'", variable, n, strings.ReplaceAll(strings.Join(path, "/"), "'", `'\''`))
}

func explored(seed uint64, s *gates.Schedule) *trial {
	s.Spread = true
	tr := newTrial(s)
	tr.seed = seed
	return tr
}

// census counts what was drawn in schedules.
type census struct{ deaths, late, faults, orders int }

func (c *census) add(made []gates.Choice) {
	for _, each := range made {
		switch {
		case each.Fault.Crash():
			c.deaths++
		case each.Fault == gates.Late:
			c.late++
		case each.Fault != gates.NoFault:
			c.faults++
		default:
			c.orders++
		}
	}
}

func (c census) String() string {
	return fmt.Sprintf("%s of a worker, %s, %s of the store, %s of order", count(c.deaths, "death"), count(c.late, "late attempt"), count(c.faults, "fault"), count(c.orders, "change"))
}

// count formats a number of things.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
