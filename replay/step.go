package replay

import (
	"fmt"

	"github.com/reprise-run/reprise/history"
)

// Step delivers the task's events and runs the workflow until every coroutine waits
// or the run has ended.
//
// Its error is a *[MismatchError], *[PanicError], *[TooManyCommandsError], *[TooManyOpenError],
// *[TooLargeError], *[LevelError], *[LogError] or [ErrClosed], or says that the caller or fn
// broke a rule of this package. After an error the machine can only be closed.
//
// Until the commit of an open task is acknowledged, the machine is provisional: the caller
// must not use it, and must close it if the commit is refused.
func (m *Machine) Step(t Task) (Stepped, error) {
	if !m.busy.CompareAndSwap(false, true) {
		return Stepped{}, fmt.Errorf("replay: Step while another Step or Close is under way")
	}
	out, err := m.step(&t)
	m.busy.Store(false)
	if m.scheduler.leave.Load() {
		m.Close()
		return Stepped{}, ErrClosed
	}
	return out, err
}

func (m *Machine) step(t *Task) (Stepped, error) {
	s := &m.scheduler
	if s.closed {
		return Stepped{}, ErrClosed
	}
	if s.err != nil {
		return Stepped{}, fmt.Errorf("%w: it stopped at an earlier step: %w", ErrClosed, s.err)
	}
	if s.err = m.check(t); s.err != nil {
		return Stepped{}, s.err
	}
	m.now = t.Now
	m.task = task{recorded: t.Recorded, nonce: t.Nonce, long: m.next > history.WarnEvents || m.bytes >= history.ContinueBytes}
	m.next += int64(len(t.Events))
	if t.Recorded {
		m.task.commands, m.task.end, m.task.build = t.Commands, m.next+int64(len(t.Commands)), t.Build
	}
	if terminates(t.Events) {
		m.takeLast(t.Events)
	} else {
		// Run after each event, so that it makes no difference whether one commit or
		// several took the events in.
		for _, e := range t.Events {
			m.deliver(e)
			s.run()
		}
	}
	return m.finish(t)
}

// deliver applies one external event to the machine.
func (m *Machine) deliver(e history.Event) {
	if m.scheduler.err != nil {
		return
	}
	m.scheduler.at = moment{seq: e.Seq}
	if s, ok := e.Body.(*history.SignalReceived); ok {
		if m.signals.takeIn(e, s.Name, &m.scheduler.queue) {
			m.held += len(s.Payload.Data)
		}
		return
	}
	if b, ok := e.Body.(*history.UpdateReceived); ok {
		m.askedFor(e, b)
		return
	}
	if m.scheduler.ended {
		return
	}
	switch b := e.Body.(type) {
	case *history.Started:
		m.started, m.attrs = b, b.Attrs
		m.held += len(b.Input.Data)
		for _, id := range b.Known {
			m.signals.mail.Learn(id)
		}
		for _, id := range b.Updates {
			m.updates.mail.Learn(id)
		}
		m.scheduler.spawn(m, m.workflow, nil, callSite{})
	case *history.ActivityCompleted:
		m.open.complete(b.Activity, history.KindActivityScheduled, b)
	case *history.ActivityFailed:
		m.open.complete(b.Activity, history.KindActivityScheduled, b)
	case *history.AttemptEnded:
		m.open.attemptEnded(b)
	case *history.TimerFired:
		m.open.complete(b.Timer, history.KindTimerStarted, b)
	case *history.PromiseEnded:
		m.open.endPromise(b)
	case *history.ChildEnded:
		m.open.complete(b.Child, history.KindChildStarted, b)
	case *history.SignalAnswered:
		m.open.complete(b.Signal, history.KindSignalSent, b)
	case *history.CancelRequested:
		if _, already := m.root.since(); !already {
			m.root.cancel(nil, m.scheduler.at, cause{reason: b.Reason})
			if m.updates.leaving {
				m.updates.cancelled = b
			}
		}
	}
}

// workflow is coroutine 0.
func (m *Machine) workflow() {
	last := m.fn(&m.env, m.started)
	if m.scheduler.dead() {
		return // fn swallowed the sentinel; its result is meaningless
	}
	if last == nil || !last.Kind().Terminal() {
		m.scheduler.fail(fmt.Errorf("replay: Func returned %T; it must return the command that ends the run", last))
		return
	}
	if _, ok := m.emit(last, m.scheduler.cur); ok {
		m.scheduler.ended = true
		m.task.last = last
	}
}

// finish ends the task.
func (m *Machine) finish(t *Task) (Stepped, error) {
	s := &m.scheduler
	if s.err == nil && m.task.recorded {
		if left := m.task.expected(&m.changes); left != nil {
			s.comeToNothing(m.mismatch(left, nil, nil))
		}
		m.next = m.task.end
	}
	if s.err != nil {
		return Stepped{}, s.err
	}
	m.undelivered()
	m.bytes += weigh(t.Events) + weigh(t.Commands) + weigh(m.task.fresh)
	out := Stepped{Commands: m.task.fresh, AfterCommit: m.task.after, Answered: m.task.answered, Drew: m.task.drew, Done: s.ended}
	m.task = task{recorded: true} // keep nothing of the task alive
	return out, nil
}

// undelivered lists in a new terminal command the signals never received and the updates never
// begun, including those of the last task that came after the workflow had returned.
func (m *Machine) undelivered() {
	if m.task.recorded {
		return
	}
	switch last := m.task.last.(type) {
	case *history.RunCompleted:
		last.Undelivered = m.Unread()
	case *history.RunFailed:
		last.Undelivered = m.Unread()
	case *history.RunCancelled:
		last.Undelivered = m.Unread()
	case *history.RunContinued:
		last.Handed = m.Unread()
	}
}

// terminates reports whether one of the events terminates the run.
func terminates(events []history.Event) bool {
	for _, e := range events {
		if _, ok := e.Body.(*history.RunTerminated); ok {
			return true
		}
	}
	return false
}

// takeLast takes in the events of the task that terminates the run. The workflow sees
// none of them.
func (m *Machine) takeLast(events []history.Event) {
	m.scheduler.ended = true
	for _, e := range events {
		if s, ok := e.Body.(*history.Started); ok {
			m.started = s
		}
		m.deliver(e)
	}
}
