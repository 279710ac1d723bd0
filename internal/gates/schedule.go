package gates

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing/synctest"
	"time"
)

var (
	numbers        = regexp.MustCompile(`[0-9]+`)
	activityNumber = regexp.MustCompile(` \([0-9]+\)`)
)

func padded(number string) string { return fmt.Sprintf("%020s", number) }

// Schedule decides in which order things happen in a trial: workflow tasks, calls of the
// store, the begin and end of attempts, and what After calls. Each waits at a gate. When
// nothing in the bubble can move, one gate opens, so all consequences of one decision have
// happened before the next decision.
type Schedule struct {
	Rng    *rand.Rand // decides; nil: Forced does
	Forced Choices    // the natural choice elsewhere, and everywhere if it is nil
	Spread bool       // each step has a moment of its own
	Orders float64    // how often it is not the first in line who goes on. Zero: a half
	Faults float64    // how often something goes wrong where it can. Zero: 0.03
	Deaths int        // of workers at most. Zero: 2

	mu      sync.Mutex
	parked  []*gate
	settled []*gate // who only wait until nothing else can move
	steps   int
	crashes int
	seen    map[string]int // how many gates of each name have come
	made    []Choice       // those that are not the natural ones
	marked  map[int]bool   // their steps
	trace   []string
	arrive  chan struct{}
	over    chan struct{}
	done    chan struct{} // run has ended
}

// Choice is a decision. The natural choice is the first in line, without a fault.
type Choice struct {
	step  int
	gate  name // of who goes on
	pick  int  // how many in the line are passed over
	Fault Fault
}

// name identifies a gate in a trial. Its key leaves out the numbers of activities: these
// are seqs, which change with whatever happened before.
type name struct {
	key string
	nth int
}

// gate is somebody who waits to go on.
type gate struct {
	key    string
	order  string // the key with its numbers filled up: 9 comes before 10
	name   name   // known once nothing else can move
	round  int    // the step before which it arrived
	faults []Fault
	open   chan Fault
}

// Begin starts deciding. It is called inside the bubble.
func (s *Schedule) Begin() {
	s.seen, s.marked = make(map[string]int), make(map[int]bool)
	s.arrive, s.over, s.done = make(chan struct{}, 1), make(chan struct{}), make(chan struct{})
	go s.run()
}

// End opens all gates.
func (s *Schedule) End() {
	close(s.over)
	<-s.done
}

// Pass waits at a gate and returns the fault chosen for it.
func (s *Schedule) Pass(key string, faults ...Fault) Fault {
	return s.wait(&gate{key: key, order: numbers.ReplaceAllStringFunc(key, padded), faults: faults}, &s.parked)
}

// Settle waits until nothing else can move. It is not a step: nothing is decided.
func (s *Schedule) Settle() { s.wait(&gate{}, &s.settled) }

// wait puts a gate in line until it is opened.
func (s *Schedule) wait(g *gate, line *[]*gate) Fault {
	g.open = make(chan Fault, 1)
	s.mu.Lock()
	g.round = s.steps
	*line = append(*line, g)
	s.mu.Unlock()
	select {
	case s.arrive <- struct{}{}:
	default:
	}
	select {
	case f := <-g.open:
		return f
	case <-s.over:
		return NoFault
	}
}

// run opens one gate after the other until the trial is over.
func (s *Schedule) run() {
	defer close(s.done)
	for {
		select {
		case <-s.arrive:
		case <-s.over:
			return
		}
		for s.open() {
		}
	}
}

// open lets one go on, once nothing else can move.
func (s *Schedule) open() bool {
	synctest.Wait()
	if found, parked := s.look(); !parked {
		return found
	}
	if s.Spread {
		// Attempts that begin in steps of one moment, and take as long, would end in another
		// one together, and what their functions do then would come in no order.
		time.Sleep(time.Nanosecond) // in the bubble, where it is virtual
		synctest.Wait()
		if found, parked := s.look(); !parked {
			return found
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sort()
	c := s.decide()
	g := s.parked[c.pick]
	s.parked = slices.Delete(s.parked, c.pick, c.pick+1)
	if c.pick > 0 || c.Fault != NoFault {
		c.step, c.gate = s.steps, g.name
		s.made, s.marked[s.steps] = append(s.made, c), true
	}
	s.steps++
	s.trace = append(s.trace, s.line(g, c))
	g.open <- c.Fault
	return true
}

// sort puts in line by name who arrived in the same step: they did so in an order that
// nobody decided.
func (s *Schedule) sort() {
	slices.SortStableFunc(s.parked, func(a, b *gate) int {
		return cmp.Or(cmp.Compare(a.round, b.round), cmp.Compare(a.order, b.order))
	})
	for _, g := range s.parked {
		if g.name.nth == 0 {
			key := activityNumber.ReplaceAllString(g.key, "")
			s.seen[key]++
			g.name = name{key, s.seen[key]}
		}
	}
}

// look lets somebody go on who only waits until nothing can move. Else it reports whether
// others wait for a decision.
func (s *Schedule) look() (found, parked bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.settled) == 0 {
		return false, len(s.parked) > 0
	}
	s.settled[0].open <- NoFault
	s.settled = s.settled[1:]
	return true, false
}

// decide makes the next choice, one that can be.
func (s *Schedule) decide() (c Choice) {
	switch {
	case s.Rng != nil:
		c = s.draw()
	case s.Forced != nil:
		c = s.Forced.at(s.steps, s.parked)
	}
	c.pick = min(c.pick, len(s.parked)-1)
	c.Fault = c.Fault.at(s.parked[c.pick].faults)
	if c.Fault.Crash() && s.crashes >= cmp.Or(s.Deaths, MaxCrashes) {
		c.Fault = NoFault
	}
	if c.Fault.Crash() {
		s.crashes++
	}
	return c
}

// draw draws as many random numbers whoever waits, so that one decision does not change
// all later ones.
func (s *Schedule) draw() (c Choice) {
	pick, spoilt, which := s.Rng.Float64(), s.Rng.Float64(), s.Rng.IntN(len(AtStore))
	orders, faults := cmp.Or(s.Orders, 0.5), cmp.Or(s.Faults, 0.03)
	if n := len(s.parked); n > 1 && pick < orders {
		c.pick = int(pick / orders * float64(n))
	}
	if spoilt < faults {
		c.Fault = Fault(1 + which)
	}
	return c
}

func (s *Schedule) line(g *gate, c Choice) string {
	line := g.key
	if c.pick > 0 {
		line += fmt.Sprintf(", before %d that came earlier", c.pick)
	}
	if c.Fault != NoFault {
		line += ": " + c.Fault.String()
	}
	return line
}

// Made returns the choices that were not the natural ones.
func (s *Schedule) Made() []Choice {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.made)
}

// Steps returns how many gates were opened.
func (s *Schedule) Steps() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.steps
}

// String lists the steps in order and marks the choices that were not natural.
func (s *Schedule) String() string {
	var b strings.Builder
	for i, line := range s.trace {
		mark := " "
		if s.marked[i] {
			mark = "*"
		}
		fmt.Fprintf(&b, "%s %3d  %s\n", mark, i+1, line)
	}
	return b.String()
}
