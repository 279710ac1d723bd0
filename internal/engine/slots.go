package engine

import (
	"math"
	"slices"
	"sync"

	"github.com/reprise-run/reprise/store"
)

// slots are how many activities can run at once here: of all queues together, and of each queue
// that has a bound of its own. Nothing is taken of a queue that is paused.
type slots struct {
	queues []string // that this worker serves

	mu struct {
		sync.Mutex
		free    int
		of      map[string]*queueSlots // of each queue that is served, or of which something runs
		paused  int                    // queues
		drains  *store.WorkerNote      // nothing is taken of any queue; nil: it is
		waiting bool                   // rows may wait for a slot
		turn    int                    // of the lines, by the next claim
	}
}

// queueSlots are those of one queue.
type queueSlots struct {
	used    int
	most    int // noBound: there is no bound
	tokens  int // how many more may begin, by a rate; noBound: there is none
	begun   int // since tokens were asked for
	paused  bool
	cooling bool // none of its activities begins
	parted  bool // it has limits for each partition: only a claim says what may begin
	waiting bool // rows of this queue may wait for a slot; only with a bound
}

const noBound = math.MaxInt

// room is how many activities of the queue more may begin, whatever other queues need.
func (q *queueSlots) room() int {
	switch {
	case q.paused || q.cooling:
		return 0
	case q.most == noBound:
		return q.tokens
	}
	return max(0, min(q.most-q.used, q.tokens))
}

// bounded reports whether the queue has a bound of its own.
func (q *queueSlots) bounded() bool { return q.most != noBound || q.tokens != noBound || q.parted }

// begin counts attempts that may begin, or, below zero, such that do not.
func (q *queueSlots) begin(n int) {
	q.used, q.begun = q.used+n, q.begun+n
	if q.tokens != noBound {
		q.tokens -= n
	}
}

// line is queues whose rows are claimed together: all that have no bound, the worker's own among
// them, or one that has: a claim must not bring more of it than there are slots for.
type line struct {
	queues []string
	bound  string // the queue's name; "": no bound
	parted bool   // it is claimed by its partitions
}

// settings are what counts for a queue.
type settings struct {
	most    int  // of its activities run at once, or noBound
	rated   bool // each takes a token
	parted  bool // it has limits for each partition
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

// set sets what counts for a queue from now on. It reports whether more of it can be taken now.
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
	case q.tokens == noBound:
		q.tokens = 0
	}
	switch {
	case b.paused && !q.paused:
		s.mu.paused++
	case !b.paused && q.paused:
		s.mu.paused--
		opened = true // its runs, too
	}
	q.paused, q.cooling = b.paused, b.cooling
	q.waiting = q.waiting && q.bounded()
	return opened || q.room() > before
}

// tokens are those of a queue that are left, and how many attempts have begun since they were drawn.
func (s *slots) tokens(queue string) (left, begun int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := s.queueLocked(queue)
	if q.tokens == noBound {
		return 0, 0
	}
	return max(0, q.tokens), q.begun
}

// draw is tokens, and gives up those that are left.
func (s *slots) draw(queue string) (left, begun int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := s.queueLocked(queue)
	if q.tokens == noBound {
		return 0, 0
	}
	left, begun = max(0, q.tokens), q.begun
	q.tokens, q.begun = 0, 0
	return left, begun
}

// drawn adds tokens to those of a queue. It reports whether more of it can be taken now.
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

// drain has nothing be taken of any queue, or as it was again. It reports whether that has changed.
func (s *slots) drain(note *store.WorkerNote) (changed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	changed = (s.mu.drains == nil) != (note == nil)
	s.mu.drains = note
	return changed
}

// drains is who has had nothing be taken; nil: it is.
func (s *slots) drains() *store.WorkerNote {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.mu.drains
}

// used is how many activities of a queue run here, or are about to.
func (s *slots) used(queue string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.queueLocked(queue).used
}

// list tells of each queue that is served; all is how many slots there are.
func (s *slots) list(all int) (of []Slots) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, name := range s.queues {
		q := s.mu.of[name]
		of = append(of, Slots{Queue: name, Used: q.used, Limit: min(all, q.most)})
	}
	return of
}

// unused is how many slots are free, whatever bounds the queues have.
func (s *slots) unused() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.mu.free
}

// hasPlace reports whether one more of a queue could begin, if it had a token.
func (s *slots) hasPlace(queue string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := s.queueLocked(queue)
	return s.mu.free > 0 && q.used < q.most
}

// hold has no more than most activities of a queue run from now on, but for those that do. It returns how many
// there are at most.
func (s *slots) hold(queue string, most int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := s.queueLocked(queue)
	q.most = min(q.most, max(most, q.used))
	return q.most
}

// queueLocked is what is known of a queue.
func (s *slots) queueLocked(queue string) *queueSlots {
	q := s.mu.of[queue]
	if q == nil {
		q = &queueSlots{most: noBound, tokens: noBound}
		s.mu.of[queue] = q
	}
	return q
}

// open are the queues that are served and not paused.
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

// paused are those that are paused.
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

// free is how many activities more can begin just now, of all queues together.
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

// lines lists them, another one first each time: the first one has the first pick of the
// free slots.
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

// fullQueues are the queues of which nothing can be taken just now, without those that are paused.
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

// none reports whether no slot is free, of any queue.
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

// reserve takes slots for what a claim of a line may bring: most of them, if so many are free.
func (s *slots) reserve(l line, most int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := min(s.mu.free, most)
	if l.bound != "" {
		q := s.mu.of[l.bound]
		n = min(n, q.room())
		q.waiting = q.room() == 0 && !q.paused && !q.cooling
		q.begin(n)
	}
	s.mu.free -= n
	return n
}

// found says of which queue a row is that a claim of a line has brought: its slot is one of that
// queue's, which is what give gets. A row that is past its deadline may be of another queue than the line.
func (s *slots) found(l line, queue string) string {
	if l.bound != "" {
		return l.bound
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queueLocked(queue).begin(1)
	return queue
}

// claimed gives back what was reserved for a claim and not found; full says that the line may
// have more. It reports whether to claim of this line again at once.
func (s *slots) claimed(l line, reserved, found int, full bool) (again bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mu.free += reserved - found
	if l.bound == "" {
		return full
	}
	q := s.mu.of[l.bound]
	q.begin(found - reserved)
	q.waiting = full && q.room() == 0 && q.bounded()
	return full && q.room() > 0
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
	q := s.queueLocked(queue)
	if s.mu.free == 0 || s.mu.drains != nil && slices.Contains(s.queues, queue) || s.mu.waiting || q.waiting || q.parted || q.room() == 0 {
		return false
	}
	s.mu.free--
	q.begin(1)
	return true
}

// give gives back a slot. It reports whether rows may wait for it.
func (s *slots) give(queue string) (awaited bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mu.free++
	q := s.queueLocked(queue)
	q.used--
	return s.mu.waiting || q.waiting || q.parted // its partition has a place again
}
