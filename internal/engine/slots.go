package engine

import (
	"math"
	"slices"
	"sync"

	"github.com/reprise-run/reprise/store"
)

// slots is how many activities can run at once here, in all queues together, and in each queue that has
// a bound of its own. Nothing is taken from a queue that is paused.
type slots struct {
	queues []string // that this worker serves

	mu struct {
		sync.Mutex
		free    int
		of      map[string]*queueSlots // each queue that is served, or that has something running
		paused  int                    // how many queues
		drains  *store.WorkerNote      // nothing is taken from any queue; nil: not so
		waiting bool                   // rows may wait for a slot
		turn    int                    // which line the next claim begins with
	}
}

// queueSlots are the slots of one queue.
type queueSlots struct {
	used    int
	most    int // noBound: there is no bound
	claimed int // of used, those reserved for claims whose answer is not known
	// tokens is how many more may begin, by a rate; below zero: so many began without; noBound: there is
	// no rate.
	tokens  int
	begun   int // since tokens were last requested; only with a rate
	paused  bool
	cooling bool // none of its activities may begin
	parted  bool // it has limits per partition: only a claim says what may begin
	waiting bool // rows of this queue may wait for a slot; only with a bound
}

const noBound = math.MaxInt

// room returns how many more activities of the queue may begin, whatever other queues need.
func (q *queueSlots) room() int {
	switch {
	case q.paused || q.cooling:
		return 0
	case q.most == noBound:
		return max(0, q.tokens)
	}
	return max(0, min(q.most-q.used, q.tokens))
}

// bounded reports whether the queue has a bound of its own.
func (q *queueSlots) bounded() bool { return q.most != noBound || q.tokens != noBound || q.parted }

// take reserves slots and tokens for n attempts; a negative n gives them back.
func (q *queueSlots) take(n int) {
	q.used += n
	if q.tokens != noBound {
		q.tokens -= n
	}
}

// begin counts n attempts that begin.
func (q *queueSlots) begin(n int) {
	if q.tokens != noBound {
		q.begun += n
	}
}

// line is a set of queues whose rows are claimed together: all those without a bound, including the
// worker's own, or one with a bound, because a claim must not bring more of it than it has slots.
type line struct {
	queues []string
	bound  string // the queue's name; "": no bound
	parted bool   // claimed by its partitions
}

// settings are what applies to a queue.
type settings struct {
	most    int  // how many of its activities may run at once, or noBound
	rated   bool // each takes a token
	parted  bool // it has limits per partition
	paused  bool
	cooling bool
}

func newSlots(all int, queues []string, bounds map[string]int) *slots {
	s := &slots{queues: queues}
	s.mu.free, s.mu.of = all, map[string]*queueSlots{}
	for _, queue := range queues {
		most := bounds[queue]
		if most == 0 {
			most = noBound
		}
		s.setLocked(queue, settings{most: most})
	}
	return s
}

// set applies new settings to a queue. It reports whether more of the queue can be taken now.
func (s *slots) set(queue string, b settings) (opened bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.setLocked(queue, b)
}

func (s *slots) setLocked(queue string, b settings) (opened bool) {
	q := s.queueLocked(queue)
	before := q.room()
	opened = q.parted && !b.parted
	q.most, q.parted = b.most, b.parted
	switch {
	case !b.rated:
		q.tokens = noBound
	case q.tokens == noBound: // a claim that is under way gives back what it has not found
		q.tokens, q.begun = -q.claimed, 0
	}
	switch {
	case b.paused && !q.paused:
		s.mu.paused++
	case !b.paused && q.paused:
		s.mu.paused--
		opened = true // its runs too
	}
	q.paused, q.cooling = b.paused, b.cooling
	q.waiting = q.waiting && q.bounded()
	return opened || q.room() > before
}

// tokens returns how many tokens of a queue are left, and how many attempts have begun since they were
// drawn.
func (s *slots) tokens(queue string) (left, begun int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := s.queueLocked(queue)
	if q.tokens == noBound {
		return 0, 0
	}
	return max(0, q.tokens), q.begun
}

// draw is like tokens, and gives up the tokens that are left.
func (s *slots) draw(queue string) (left, begun int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := s.queueLocked(queue)
	if q.tokens == noBound {
		return 0, 0
	}
	left, begun = max(0, q.tokens), q.begun
	q.tokens, q.begun = q.tokens-left, 0
	return left, begun
}

// drawn adds tokens to a queue. It reports whether more of the queue can be taken now.
func (s *slots) drawn(queue string, tokens int) (opened bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := s.queueLocked(queue)
	if q.tokens == noBound {
		return false
	}
	q.tokens += tokens
	return q.room() > 0
}

// drain makes the worker take nothing from any queue, or with nil take work again. It reports whether
// that is a change.
func (s *slots) drain(note *store.WorkerNote) (changed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	changed = (s.mu.drains == nil) != (note == nil)
	s.mu.drains = note
	return changed
}

// drains returns who has told the worker to drain; nil: nobody.
func (s *slots) drains() *store.WorkerNote {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.mu.drains
}

// used returns how many activities of a queue run here, or are about to.
func (s *slots) used(queue string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.queueLocked(queue).used
}

// list returns the slots of each served queue; all is how many slots there are.
func (s *slots) list(all int) (of []Slots) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, name := range s.queues {
		q := s.mu.of[name]
		of = append(of, Slots{Queue: name, Used: q.used, Limit: min(all, q.most)})
	}
	return of
}

// unused returns how many slots are free, whatever bounds the queues have.
func (s *slots) unused() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.mu.free
}

// hasPlace reports whether one more activity of a queue could begin if it had a token.
func (s *slots) hasPlace(queue string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := s.queueLocked(queue)
	return s.mu.free > 0 && q.used < q.most
}

// hold lowers a queue's bound to most, or to the activities that are running if those are more. It
// returns the new bound.
func (s *slots) hold(queue string, most int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := s.queueLocked(queue)
	q.most = min(q.most, max(most, q.used))
	return q.most
}

// queueLocked returns what is known of a queue.
func (s *slots) queueLocked(queue string) *queueSlots {
	q := s.mu.of[queue]
	if q == nil {
		q = &queueSlots{most: noBound, tokens: noBound}
		s.mu.of[queue] = q
	}
	return q
}

// open returns the served queues that are not paused.
func (s *slots) open() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.mu.paused == 0 && s.mu.drains == nil {
		return s.queues
	}
	open := []string{}
	if s.mu.drains != nil {
		return open
	}
	for _, q := range s.queues {
		if !s.mu.of[q].paused {
			open = append(open, q)
		}
	}
	return open
}

// paused returns the queues that are paused.
func (s *slots) paused() (all []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.mu.drains != nil {
		return s.queues
	}
	if s.mu.paused == 0 {
		return nil
	}
	for _, q := range s.queues {
		if s.mu.of[q].paused {
			all = append(all, q)
		}
	}
	return all
}

// isPaused reports whether a queue is paused.
func (s *slots) isPaused(queue string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.mu.drains != nil || s.mu.paused > 0 && s.mu.of[queue] != nil && s.mu.of[queue].paused
}

// free returns how many more activities can begin now, in all queues together.
func (s *slots) free() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := 0
	if s.mu.drains != nil {
		return 0
	}
	for _, q := range s.queues {
		room := s.mu.of[q].room()
		if room >= s.mu.free-all {
			return s.mu.free
		}
		all += room
	}
	return all
}

// lines returns the lines, beginning with another one each time: the first line takes free slots first.
func (s *slots) lines() []line {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []line
	var rest []string
	for _, name := range s.queues {
		switch q := s.mu.of[name]; {
		case q.paused || q.cooling || s.mu.drains != nil:
		case q.bounded():
			all = append(all, line{[]string{name}, name, q.parted})
		default:
			rest = append(rest, name)
		}
	}
	all = append(all, line{queues: rest}) // and the worker's own
	s.mu.turn = (s.mu.turn + 1) % len(all)
	return slices.Concat(all[s.mu.turn:], all[:s.mu.turn])
}

// fullQueues returns the queues from which nothing can be taken now, except paused ones.
func (s *slots) fullQueues() (full []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, name := range s.queues {
		if q := s.mu.of[name]; q.room() == 0 && !q.paused {
			full = append(full, name)
		}
	}
	return full
}

// none reports whether no queue has a free slot.
func (s *slots) none() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.mu.free == 0 || !slices.ContainsFunc(s.queues, func(q string) bool { return s.mu.of[q].room() > 0 })
}

// allTaken reports whether no slot is free, whatever bounds the queues have.
func (s *slots) allTaken() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.mu.free == 0
}

// reserve reserves up to most slots for a claim of a line.
func (s *slots) reserve(l line, most int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := min(s.mu.free, most)
	if l.bound != "" {
		q := s.mu.of[l.bound]
		n = min(n, q.room())
		q.waiting = q.room() == 0 && !q.paused && !q.cooling
		q.take(n)
		q.claimed += n
	}
	s.mu.free -= n
	return n
}

// found returns the queue whose slot a claimed row uses, for give. It is the bounded line's queue, even
// for an overdue row of another queue.
func (s *slots) found(l line, queue string) string {
	if l.bound != "" {
		return l.bound
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	q := s.queueLocked(queue)
	q.take(1)
	q.begin(1)
	return queue
}

// claimed gives back what was reserved for a claim and not found; full says that the line may have
// more. It reports whether to claim from this line again at once.
func (s *slots) claimed(l line, reserved, found int, full bool) (again bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mu.free += reserved - found
	if l.bound == "" {
		return full
	}
	q := s.mu.of[l.bound]
	q.claimed -= reserved
	q.take(found - reserved)
	q.begin(found)
	q.waiting = full && q.room() == 0 && q.bounded()
	return full && q.room() > 0
}

// noteMore notes, after a claim of all lines, whether rows may wait for a slot. It reports whether to
// claim again at once.
func (s *slots) noteMore(more bool) (again bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mu.waiting = more && s.mu.free == 0
	return more && s.mu.free > 0
}

// takeOne takes a slot for an activity of a queue, if one is free and no rows wait for it; rows come
// first.
func (s *slots) takeOne(queue string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := s.queueLocked(queue)
	if s.mu.free == 0 || s.mu.drains != nil && slices.Contains(s.queues, queue) || s.mu.waiting || q.waiting || q.parted || q.room() == 0 {
		return false
	}
	s.mu.free--
	q.take(1)
	q.begin(1)
	return true
}

// give frees a slot. It reports whether rows may wait for it.
func (s *slots) give(queue string) (awaited bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mu.free++
	q := s.queueLocked(queue)
	q.used--
	return s.mu.waiting || q.waiting || q.parted // its partition has a free place
}
