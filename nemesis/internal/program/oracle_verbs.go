package program

import (
	"crypto/sha256"
	"encoding/binary"
	"time"

	"github.com/reprise-run/reprise/history"
)

// The verbs of the oracle.

func (o *oracle) Execute(s scope, a Act) future {
	return o.begin(s.(*area), &thing{}, &wantActivity{a})
}

func (o *oracle) Timer(s scope, d time.Duration) future {
	o.alive()
	if _, off := s.(*area).ready(o); off {
		return &thing{done: true, text: "cancelled", when: instant{-1, 0}}
	}
	due := o.now.Add(d)
	if d <= 0 {
		return &thing{done: true, text: fired(o.now), when: instant{-1, 0}}
	}
	return o.begin(s.(*area), &thing{timer: true, due: due}, &history.TimerStarted{FireAt: due})
}

func fired(due time.Time) string { return "fired " + due.Format(time.RFC3339Nano) }

func (o *oracle) Go(s scope, f func(scope)) future {
	o.alive()
	t := &thing{area: s.(*area)}
	o.spawn(func() { f(s) }, t)
	return t
}

func (o *oracle) Get(s scope, f future) string {
	o.alive()
	t := f.(*thing)
	if t.done && t.when.seq < 0 { // it had ended when it was created
		return t.text
	}
	if o.wait(leaving{s.(*area), t}, t) == 0 {
		return "cancelled"
	}
	return t.text
}

func (o *oracle) Receive(s scope, name string, within time.Duration, limited bool) string {
	o.alive()
	sources := []source{s.(*area), mailOf(name)}
	if limited && o.pick(sources) < 0 {
		if within <= 0 {
			return "timeout"
		}
		due := o.now.Add(within)
		t := o.begin(s.(*area), &thing{timer: true, due: due}, &history.TimerStarted{FireAt: due})
		won := o.wait(append(sources, t)...)
		if won == 2 {
			return "timeout"
		}
		if !t.done {
			o.dropTimer(t)
		}
		return o.received(name, won)
	}
	return o.received(name, o.wait(sources...))
}

// dropTimer cancels the timer of a wait that ended without it.
func (o *oracle) dropTimer(t *thing) {
	o.cancelThing(t, o.tick())
	o.wake(t.awaiting)
}

func (o *oracle) received(name string, won int) string {
	if won == 0 {
		return "cancelled"
	}
	l := o.mail[name][0]
	o.mail[name] = o.mail[name][1:]
	return l.text
}

func (o *oracle) Select(s scope, cases []choice) string {
	o.alive()
	a := s.(*area)
	sources := []source{a}
	timed := -1
	for i, c := range cases {
		switch {
		case c.future != nil:
			t := c.future.(*thing)
			if t.done && t.when.seq < 0 {
				t = &thing{done: true, when: o.tick(), text: t.text} // ready from now on
			}
			sources = append(sources, t)
		case c.signal != "":
			sources = append(sources, mailOf(c.signal))
		default:
			timed = i
			sources = append(sources, &thing{})
		}
	}
	won := o.pick(sources)
	if won < 0 {
		var timers []*thing
		for i, c := range cases {
			if timed >= 0 && c.future == nil && c.signal == "" {
				due := o.now.Add(c.after)
				t := o.begin(a, &thing{timer: true, due: due}, &history.TimerStarted{FireAt: due})
				timers = append(timers, t)
				sources[i+1] = t
			}
		}
		won = o.wait(sources...)
		for _, t := range timers {
			if !t.done {
				o.dropTimer(t)
			}
		}
	}
	if won == 0 {
		return "cancelled"
	}
	switch c := cases[won-1]; {
	case c.future != nil:
		return c.text + c.future.(*thing).text
	case c.signal != "":
		return c.text + o.received(c.signal, 1)
	default:
		return c.text + "passed"
	}
}

func (o *oracle) SideEffect() string {
	o.alive()
	n := len(o.asked)
	o.ask(&history.SideEffectRecorded{})
	if n >= len(o.side) {
		return ""
	}
	b, ok := o.side[n].(*history.SideEffectRecorded)
	if !ok {
		return ""
	}
	var text string
	if err := codecs.Decode(b.Value, &text); err != nil {
		return err.Error()
	}
	return text
}

// Random returns a number of the coroutine's own sequence: the first 8 bytes of SHA-256(seed,
// coroutine, numbers drawn before).
func (o *oracle) Random() uint64 {
	o.alive()
	var in [32]byte
	copy(in[:], o.started.Seed[:])
	binary.BigEndian.PutUint64(in[16:], uint64(o.cur.id))
	binary.BigEndian.PutUint64(in[24:], o.cur.drawn)
	o.cur.drawn++
	sum := sha256.Sum256(in[:])
	return binary.BigEndian.Uint64(sum[:])
}

func (o *oracle) Child(s scope) scope {
	o.alive()
	a := &area{up: s.(*area)}
	a.up.below = append(a.up.below, a)
	return a
}

func (o *oracle) Detached(scope) scope {
	o.alive()
	return &area{}
}

func (o *oracle) Cancel(s scope) {
	o.alive()
	if _, off := s.(*area).ready(o); !off {
		o.cancelArea(s.(*area), o.tick())
	}
}
