package engine

import (
	"slices"
	"sync"
)

// slots are how many activities can run at once here: of all queues together, and of each queue
// that has a bound of its own.
type slots struct {
	queues []string // that this worker serves

	mu struct {
		sync.Mutex
		free    int
		bounds  map[string]*bound // of queues with one
		waiting bool              // rows may wait for a slot
		turn    int               // of the lines, by the next claim
	}
}

// bound is what a queue with a bound of its own has left.
type bound struct {
	free    int
	waiting bool // rows of this queue may wait for it
}

// line is queues whose rows are claimed together: all that have no bound, the worker's own among
// them, or one that has: a claim must not bring more of it than there are slots for.
type line struct {
	queues []string
	bound  string // the queue's name; "": no bound
}

func newSlots(all int, queues []string, bounds map[string]int) *slots {
	s := &slots{queues: queues}
	s.mu.free, s.mu.bounds = all, map[string]*bound{}
	for queue, most := range bounds {
		if most > 0 {
			s.mu.bounds[queue] = &bound{free: most}
		}
	}
	return s
}

// free is how many activities more can begin just now, of all queues together.
func (s *slots) free() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	unbounded := func(q string) bool { return s.mu.bounds[q] == nil }
	if len(s.mu.bounds) == 0 || slices.ContainsFunc(s.queues, unbounded) {
		return s.mu.free
	}
	all := 0
	for _, b := range s.mu.bounds {
		all += b.free
	}
	return min(s.mu.free, all)
}

// lines lists them, another one first each time: the first one has the first pick of the
// free slots.
func (s *slots) lines() []line {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []line
	var rest []string
	for _, q := range s.queues {
		if s.mu.bounds[q] != nil {
			all = append(all, line{[]string{q}, q})
		} else {
			rest = append(rest, q)
		}
	}
	all = append(all, line{queues: rest}) // and the worker's own
	s.mu.turn = (s.mu.turn + 1) % len(all)
	return slices.Concat(all[s.mu.turn:], all[:s.mu.turn])
}

// fullQueues are the queues of which nothing can be taken just now.
func (s *slots) fullQueues() (full []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, q := range s.queues {
		if b := s.mu.bounds[q]; b != nil && b.free == 0 {
			full = append(full, q)
		}
	}
	return full
}

// none reports whether no slot is free, of any queue.
func (s *slots) none() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	hasFree := func(q string) bool { return s.mu.bounds[q] == nil || s.mu.bounds[q].free > 0 }
	return s.mu.free == 0 || !slices.ContainsFunc(s.queues, hasFree)
}

// allTaken reports whether no slot is free, whatever bounds the queues have.
func (s *slots) allTaken() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.mu.free == 0
}

// reserve takes slots for what a claim of a line may bring: most of them, if so many are free.
func (s *slots) reserve(l line, most int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := min(s.mu.free, most)
	if b := s.mu.bounds[l.bound]; b != nil {
		n = min(n, b.free)
		b.waiting = b.free == 0
	}
	s.takeLocked(l.bound, n)
	return n
}

// claimed gives back what was reserved for a claim and not found; full says that the line may
// have more. It reports whether to claim of this line again at once.
func (s *slots) claimed(l line, reserved, found int, full bool) (again bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.takeLocked(l.bound, found-reserved)
	b := s.mu.bounds[l.bound]
	if b == nil {
		return full
	}
	b.waiting = full && b.free == 0
	return full && b.free > 0
}

// noteMore notes whether rows may wait for a slot, as a claim of all lines has left it. It
// reports whether to claim again at once.
func (s *slots) noteMore(more bool) (again bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mu.waiting = more && s.mu.free == 0
	return more && s.mu.free > 0
}

// takeOne takes a slot for an activity of a queue, unless there is none or rows wait for
// it: they come first.
func (s *slots) takeOne(queue string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.mu.bounds[queue]
	if s.mu.free == 0 || s.mu.waiting || b != nil && (b.free == 0 || b.waiting) {
		return false
	}
	s.takeLocked(queue, 1)
	return true
}

// give gives back a slot. It reports whether rows may wait for it.
func (s *slots) give(queue string) (awaited bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.takeLocked(queue, -1)
	b := s.mu.bounds[queue]
	return s.mu.waiting || b != nil && b.waiting
}

func (s *slots) takeLocked(queue string, n int) {
	s.mu.free -= n
	if b := s.mu.bounds[queue]; b != nil {
		b.free -= n
	}
}
