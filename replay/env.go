package replay

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"time"

	"github.com/reprise-run/reprise/history"
)

// Env is the machine as seen from inside the workflow. It is for package workflow,
// which adds types and codecs; workflow authors use that package.
//
// Only the workflow itself may call its methods: on coroutine 0 or on one that [Env.Go]
// made, while the machine steps. If the machine can go no further, because it is closed
// or the workflow left its history, they panic with a private value that the engine
// recovers. Run, Started, Root and Closed never panic.
type Env struct{ m *Machine }

// Run returns the run's id.
func (e *Env) Run() history.RunID { return e.m.cfg.Run }

// Started returns the first event of the history.
func (e *Env) Started() *history.Started { return e.m.started }

// Events returns the length of the history, including this task's commands so far.
func (e *Env) Events() int64 {
	e.m.enter()
	return e.m.next - 1
}

// Now returns the time of the task.
func (e *Env) Now() time.Time {
	e.m.enter()
	return e.m.now
}

// Open reports whether the task is not in the history yet: the workflow executes this
// code for the first time.
func (e *Env) Open() bool {
	e.m.enter()
	return !e.m.task.recorded
}

// Closed reports whether the machine can go no further. It never panics.
func (e *Env) Closed() bool { return e.m.scheduler.dead() }

// Root returns the scope that a request to cancel the run cancels.
func (e *Env) Root() *Scope { return &e.m.root }

// Schedule asks for an activity. In a cancelled scope it asks for nothing and returns an
// op that is cancelled from the start. The machine takes ownership of a and may overwrite
// it with the recorded command.
func (e *Env) Schedule(s *Scope, a *history.ActivityScheduled) *Op {
	return e.m.ask(s, a)
}

// StartTimer asks for a timer, under the rules of Schedule.
func (e *Env) StartTimer(s *Scope, t *history.TimerStarted) *Op {
	return e.m.ask(s, t)
}

// Limit makes a scope below s that is cancelled when t fires, or at once if t is nil. The timer belongs
// to the scope of: cancelling that scope removes the limit.
func (e *Env) Limit(s, of *Scope, t *history.TimerStarted) (*Scope, *Op) {
	m := e.m
	below := &Scope{m: m, parent: s}
	if t == nil {
		m.call()
		if _, already := s.since(); !already {
			below.cancel(nil, m.scheduler.tick(), cause{timedOut: true})
		}
		return below, nil
	}
	op := m.ask(of, t)
	op.limits = below
	return below, op
}

// StartChild asks for a child, under the rules of Schedule. The machine fills in the child's run id
// and, unless b is Named, its workflow id.
func (e *Env) StartChild(s *Scope, b *history.ChildStarted) *Op { return e.m.ask(s, b) }

// Send asks for a signal to another run, under the rules of Schedule. Cancelling the scope later does
// not stop the signal.
func (e *Env) Send(s *Scope, b *history.SignalSent) *Op { return e.m.ask(s, b) }

// Detach asks for an independent run. It returns the command as recorded.
func (e *Env) Detach(b *history.ChildStarted) *history.ChildStarted {
	m := e.m
	c := m.call()
	m.identify(b)
	recorded, ok := m.emit(b, c)
	if !ok {
		c.giveWay()
		return b
	}
	return recorded.Body.(*history.ChildStarted)
}

// identify fills in the ids of a child, which follow from where the workflow asks for it.
func (m *Machine) identify(b *history.ChildStarted) {
	if m.task.recorded {
		return
	}
	b.Run = history.ChildRun(m.cfg.Run, m.started.Seed, m.next, m.task.nonce)
	if !b.Named {
		b.WorkflowID = history.ChildID(m.started.WorkflowID, m.next, b.Run)
	}
}

func (m *Machine) ask(s *Scope, asked history.Command) *Op {
	c := m.call()
	op := &Op{m: m, scope: s}
	if when, ok := s.since(); ok {
		op.asked = asked
		op.end(op.cancellation(""), when)
		return op
	}
	if b, ok := asked.(*history.ChildStarted); ok {
		m.identify(b)
	}
	if b, ok := asked.(*history.PromiseMade); ok {
		m.tokenFor(b)
	}
	if a, ok := asked.(*history.ActivityScheduled); ok && !m.task.recorded {
		a.Nonce, a.Partition = m.task.nonce, cmp.Or(a.Partition, m.started.Partition)
	}
	recorded, ok := m.emit(asked, c)
	if !ok {
		c.giveWay()
		op.asked = asked
		op.end(op.cancellation(""), m.scheduler.tick())
		return op
	}
	if m.task.recorded && !m.cfg.Exact { // with Exact, a Warning that somebody keeps may refer to the event
		recorded.Body = own(asked, recorded.Body)
	}
	op.begin(recorded)
	return op
}

// own copies the recorded command into asked and returns asked. The recorded event may lie
// in a slice with others, all of which would stay in memory while the op is open.
func own(asked history.Command, recorded history.Body) history.Body {
	switch a := asked.(type) {
	case *history.ActivityScheduled:
		*a = *recorded.(*history.ActivityScheduled)
	case *history.TimerStarted:
		*a = *recorded.(*history.TimerStarted)
	case *history.ChildStarted:
		*a = *recorded.(*history.ChildStarted)
	case *history.SignalSent:
		*a = *recorded.(*history.SignalSent)
	case *history.PromiseMade:
		*a = *recorded.(*history.PromiseMade)
	}
	return asked
}

// Record returns the value that f returned when the workflow first came here. In a
// recorded task f is not called: only the position among the commands identifies its
// value. f must not call the Env; a panic in it ends the step.
func (e *Env) Record(f func() *history.SideEffectRecorded) *history.SideEffectRecorded {
	m := e.m
	c := m.call()
	asked := &history.SideEffectRecorded{}
	if !m.task.recorded {
		c.compute("SideEffect", func() { asked = cmp.Or(f(), asked) })
	}
	recorded, ok := m.emit(asked, c)
	if !ok {
		c.giveWay()
		return asked
	}
	return recorded.Body.(*history.SideEffectRecorded)
}

// Go makes a coroutine that runs f after all coroutines that are runnable now. The op
// ends when f returns. s is the scope that f works under, for [Op.Cancelled].
func (e *Env) Go(s *Scope, f func()) *Op {
	m := e.m
	c := m.enter()
	c.located(3)
	op := &Op{m: m, scope: s}
	op.coroutine = m.scheduler.spawn(m, f, op, c.called).id
	return op
}

// Wait waits until at least one of sources is ready. It returns the index of the one that
// has been ready longest, and the first of those that became ready together. Without
// sources it waits for ever. In a deferred function that runs because of a panic or a
// Goexit it does not wait: if nothing is ready it returns -1.
func (e *Env) Wait(sources ...Source) int {
	c := e.m.enter()
	if i := pick(sources); i >= 0 {
		return i
	}
	return c.park(sources)
}

// Mail returns a source that is ready while a signal of this name has not been received.
func (e *Env) Mail(name string) Source {
	e.m.enter()
	return &mailSource{&e.m.signals, name}
}

// Until returns a source that is ready once holds returns true. The machine calls holds at once. While
// a coroutine waits for the source, it calls holds again after each event, once every coroutine waits.
// holds must not call the Env; a panic in it ends the step.
func (e *Env) Until(holds func() bool) Source {
	m := e.m
	s := &condition{m: m, holds: holds}
	s.ask(m.enter())
	return s
}

// TakeMail receives the oldest unreceived signal of this name, if there is one.
func (e *Env) TakeMail(name string) (*history.SignalReceived, bool) {
	m := e.m
	m.enter()
	got, ok := m.signals.mail.Take(name)
	if !ok {
		return nil, false
	}
	s := got.Body.(*history.SignalReceived)
	m.held -= len(s.Payload.Data)
	return s, true
}

// Random returns the next of the coroutine's random numbers, the same in every
// replay: the first 8 bytes of SHA-256(seed, coroutine id, counter, the task's nonce unless
// that is zero), big endian.
func (e *Env) Random() uint64 {
	c := e.m.enter()
	var in [40]byte
	used := in[:32]
	copy(in[:16], e.m.started.Seed[:])
	binary.BigEndian.PutUint64(in[16:], uint64(c.id))
	binary.BigEndian.PutUint64(in[24:], c.counter)
	c.counter++
	if e.m.task.nonce != 0 {
		used = binary.BigEndian.AppendUint64(used, uint64(e.m.task.nonce))
	}
	e.m.task.drew = true
	sum := sha256.Sum256(used)
	return binary.BigEndian.Uint64(sum[:])
}

// Logged returns the Config.Logged of e's machine.
func Logged(e *Env) func(record any) { return e.m.cfg.Logged }

// AfterCommit has f called once the commit of an open task is acknowledged. In a recorded
// task it drops f, which was kept when the task was open.
func (e *Env) AfterCommit(f func()) {
	m := e.m
	m.enter()
	if !m.task.recorded {
		m.task.after = append(m.task.after, f)
	}
}
