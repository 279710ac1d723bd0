package program

import (
	"cmp"
	"iter"
	"slices"
	"time"

	"github.com/reprise-run/reprise/history"
)

// codecs read what the engine writes by default.
var codecs *history.Codecs

// oracle folds a history: it runs the program against the events in the recorded order, by
// its own rules, and compares what the program asks for with the recorded commands. Its
// rules follow the documentation of package replay and share none of its code.
//
// Rules: events are applied one at a time. After each, the runnable coroutines run, first
// in, first out. Coroutines that one event makes runnable run in the order in which they
// began to wait; those that a cancellation makes runnable, in the order of their creation.
// If several sources are ready, a wait takes the one that has been ready longest, then the
// first listed. A cancelled timer ends at once. A cancelled activity is asked to end, once,
// and ends by an event. A wait for a thing lasts until the thing ends, or until the wait's
// scope is cancelled and the thing's scope is not.
type oracle struct {
	started *history.Started
	now     time.Time
	at      instant
	line    []*coroutine // runnable
	all     []*coroutine
	cur     *coroutine
	root    *area
	open    map[int64]*thing
	mail    map[string][]letter
	waiting map[string][]*coroutine // coroutines that wait for each signal
	known   map[string]bool

	asked []history.Body // for by the program in this task
	seqs  []int64        // of the commands recorded in this task
	side  []history.Body // commands recorded in this task, for the values of side effects

	in    *interp
	ended bool
	over  bool // coroutines must not continue
}

// instant orders what makes things ready: by event, then by the program's actions upon it.
type instant struct{ seq, sub int64 }

func (a instant) compare(b instant) int {
	return cmp.Or(cmp.Compare(a.seq, b.seq), cmp.Compare(a.sub, b.sub))
}

type letter struct {
	seq  int64
	text string
}

// area is a scope.
type area struct {
	up       *area
	below    []*area
	off      bool
	when     instant
	things   []*thing
	awaiting []*coroutine
}

// thing is an activity, a timer or a coroutine that ends.
type thing struct {
	seq      int64
	area     *area
	done     bool
	when     instant
	text     string
	timer    bool
	asked    bool // a request to cancel was recorded
	due      time.Time
	awaiting []*coroutine
}

// coroutine is a coroutine.
type coroutine struct {
	id      int
	next    func() (struct{}, bool)
	stop    func()
	yield   func(struct{}) bool
	begun   bool
	inLine  bool
	sources []source
	picked  int
	drawn   uint64
	ends    *thing
}

// source is something that a coroutine can wait for.
type source interface {
	ready(o *oracle) (instant, bool)
	list(o *oracle) *[]*coroutine
}

type mailOf string

// halted unwinds a coroutine that must not continue.
type halted struct{}

func (a *area) ready(*oracle) (instant, bool) {
	for up := a; up != nil; up = up.up {
		if up.off {
			return up.when, true
		}
	}
	return instant{}, false
}
func (a *area) list(*oracle) *[]*coroutine     { return &a.awaiting }
func (t *thing) ready(*oracle) (instant, bool) { return t.when, t.done }
func (t *thing) list(*oracle) *[]*coroutine    { return &t.awaiting }
func (m mailOf) ready(o *oracle) (instant, bool) {
	if l := o.mail[string(m)]; len(l) > 0 {
		return instant{seq: l[0].seq}, true
	}
	return instant{}, false
}

func (m mailOf) list(o *oracle) *[]*coroutine {
	l := o.waiting[string(m)]
	return &l
}

func newOracle() *oracle {
	return &oracle{root: &area{}, open: map[int64]*thing{}, mail: map[string][]letter{}, waiting: map[string][]*coroutine{}, known: map[string]bool{}}
}

func (o *oracle) push(s *coroutine) {
	if !s.inLine {
		s.inLine = true
		o.line = append(o.line, s)
	}
}

func (o *oracle) spawn(f func(), ends *thing) {
	s := &coroutine{id: len(o.all), ends: ends}
	s.next, s.stop = iter.Pull(func(yield func(struct{}) bool) {
		s.yield = yield
		defer func() {
			if v := recover(); v != nil {
				if _, ok := v.(halted); !ok {
					panic(v)
				}
			}
		}()
		f()
	})
	o.all = append(o.all, s)
	o.push(s)
}

// run resumes coroutines until none is runnable.
func (o *oracle) run() {
	for !o.ended && len(o.line) > 0 {
		s := o.line[0]
		o.line = o.line[1:]
		s.inLine = false
		if s.begun {
			if s.picked = o.pick(s.sources); s.picked < 0 {
				continue
			}
			for _, src := range s.sources {
				o.forget(src, s)
			}
		}
		s.begun = true
		o.cur = s
		_, waits := s.next()
		o.cur = nil
		if !waits && s.ends != nil && !o.over {
			s.ends.done, s.ends.when, s.ends.text = true, o.tick(), "joined"
			o.wake(s.ends.awaiting)
		}
	}
}

func (o *oracle) tick() instant {
	o.at.sub++
	return o.at
}

func (o *oracle) wake(all []*coroutine) {
	for _, s := range slices.Clone(all) {
		o.push(s)
	}
}

func (o *oracle) pick(sources []source) int {
	best := -1
	var first instant
	for i, s := range sources {
		if when, ok := s.ready(o); ok && (best < 0 || when.compare(first) < 0) {
			best, first = i, when
		}
	}
	return best
}

func (o *oracle) watch(src source, s *coroutine) {
	if m, ok := src.(mailOf); ok {
		o.waiting[string(m)] = append(o.waiting[string(m)], s)
		return
	}
	l := src.list(o)
	*l = append(*l, s)
}

func (o *oracle) forget(src source, s *coroutine) {
	without := func(l []*coroutine) []*coroutine {
		if i := slices.Index(l, s); i >= 0 {
			return slices.Delete(slices.Clone(l), i, i+1)
		}
		return l
	}
	if m, ok := src.(mailOf); ok {
		o.waiting[string(m)] = without(o.waiting[string(m)])
		return
	}
	l := src.list(o)
	*l = without(*l)
}

// alive unwinds the coroutine if it must not continue.
func (o *oracle) alive() {
	if o.over {
		panic(halted{})
	}
}

func (o *oracle) wait(sources ...source) int {
	o.alive()
	if i := o.pick(sources); i >= 0 {
		return i
	}
	s := o.cur
	s.sources = sources
	for _, src := range sources {
		o.watch(src, s)
	}
	s.yield(struct{}{})
	o.alive()
	return s.picked
}

// ask records a command that the program asks for, and returns its seq in the history.
func (o *oracle) ask(b history.Body) int64 {
	o.alive()
	o.asked = append(o.asked, b)
	if n := len(o.asked); n <= len(o.seqs) {
		return o.seqs[n-1]
	}
	return -int64(len(o.asked)) // the history has fewer commands; step reports that after the task
}

func (o *oracle) begin(a *area, t *thing, b history.Body) *thing {
	o.alive()
	t.area = a
	if when, off := a.ready(o); off {
		t.done, t.when, t.text = true, when, "cancelled"
		return t
	}
	t.seq = o.ask(b)
	o.open[t.seq] = t
	a.things = append(a.things, t)
	return t
}

// finish ends a thing, whatever the reason.
func (o *oracle) finish(t *thing, when instant, text string) {
	t.done, t.when, t.text = true, when, text
	delete(o.open, t.seq)
	if i := slices.Index(t.area.things, t); i >= 0 {
		t.area.things = slices.Delete(t.area.things, i, i+1)
	}
}

func (o *oracle) cancelThing(t *thing, when instant) {
	if t.timer {
		o.ask(&history.TimerCancelled{Timer: t.seq})
		o.finish(t, when, "cancelled")
		return
	}
	o.ask(&history.ActivityCancelRequested{Activity: t.seq})
	t.asked = true
}

// leaving is ready when a wait for a thing must end before the thing does.
type leaving struct {
	area *area
	of   *thing
}

func (l leaving) ready(o *oracle) (instant, bool) {
	when, off := l.area.ready(o)
	_, gone := l.of.area.ready(o)
	return when, off && !gone
}

func (l leaving) list(o *oracle) *[]*coroutine { return l.area.list(o) }

func (o *oracle) cancelArea(a *area, when instant) {
	var things []*thing
	var woken []*coroutine
	var mark func(a *area)
	mark = func(a *area) {
		if a.off {
			return
		}
		a.off, a.when = true, when
		things = append(things, a.things...)
		woken = append(woken, a.awaiting...)
		for _, b := range a.below {
			mark(b)
		}
	}
	mark(a)
	slices.SortFunc(things, func(a, b *thing) int { return cmp.Compare(a.seq, b.seq) })
	for _, t := range things {
		if t.asked {
			continue
		}
		o.cancelThing(t, when)
		if t.done {
			woken = append(woken, t.awaiting...)
		}
	}
	slices.SortStableFunc(woken, func(a, b *coroutine) int { return cmp.Compare(a.id, b.id) })
	o.wake(woken)
}
