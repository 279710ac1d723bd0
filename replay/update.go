package replay

import (
	"slices"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/mailbox"
)

// updates is the state of a machine's updates.
type updates struct {
	mail     mailbox.Mailbox // the updates that no handler has begun, and the ids of all
	handlers map[string]*updateHandler
	running  int        // handlers that have not returned
	leaving  bool       // the run is about to continue as a new one: no new handler begins
	quiet    coroutines // who waits until no handler runs
	// cancelled is a request to cancel that came while the run was leaving. It goes to the next run.
	cancelled *history.CancelRequested
}

// updateHandler answers the updates of one name.
type updateHandler struct {
	answer func(*history.UpdateReceived) *history.UpdateEnded
	given  callSite
}

// Answered is an update that a task has answered.
type Answered struct {
	ID   string
	Body *history.UpdateEnded
}

// HandleUpdates makes f answer the updates of a name, beginning with those that are already there, in
// order of seq. Each call of f runs in a coroutine of its own and returns the answer; the machine fills
// in its Update. HandleUpdates records nothing. A second call for the same name replaces the first.
func (e *Env) HandleUpdates(name string, f func(*history.UpdateReceived) *history.UpdateEnded) {
	m := e.m
	c := m.enter()
	c.locate(3, deepestVerb+1)
	u := &m.updates
	if u.handlers == nil {
		u.handlers = make(map[string]*updateHandler)
	}
	h := &updateHandler{f, c.called}
	u.handlers[name] = h
	for !u.leaving {
		e, ok := u.mail.Take(name)
		if !ok {
			return
		}
		m.handle(e, h)
	}
}

// Quiet returns a source that is ready while no update handler runs. From this call on none begins:
// updates that no handler has begun go to the run that this one continues as.
func (e *Env) Quiet() Source {
	m := e.m
	m.enter()
	m.updates.leaving = true
	return &quiet{m}
}

// Pure calls f, which must not use the Env and which the author passed to verb. A panic in f ends the step.
func (e *Env) Pure(verb string, f func()) { e.m.enter().compute(verb, f) }

// KnowsUpdate reports whether an update with this id was taken in, answered or not.
func (m *Machine) KnowsUpdate(id string) bool { return m.updates.mail.Knows(id) }

// Answers lists the names of the updates that the workflow answers by now, sorted.
func (m *Machine) Answers() []string {
	names := make([]string, 0, len(m.updates.handlers))
	for name := range m.updates.handlers {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// askedFor takes in an update. One whose id is known is dropped.
func (m *Machine) askedFor(e history.Event, b *history.UpdateReceived) {
	u := &m.updates
	if !u.mail.Offer(e) {
		return
	}
	m.held += len(b.Input.Data)
	if h := u.handlers[b.Name]; h != nil && !u.leaving && !m.scheduler.ended {
		u.mail.Take(b.Name) // all before it have begun
		m.handle(e, h)
	}
}

// handle begins the handler of an update.
func (m *Machine) handle(e history.Event, h *updateHandler) {
	b, seq := e.Body.(*history.UpdateReceived), e.Seq
	u := &m.updates
	u.running++
	m.scheduler.spawn(m, func() {
		ended := h.answer(b)
		if m.scheduler.dead() {
			return // it swallowed the sentinel
		}
		ended.Update = seq
		if _, ok := m.emit(ended, m.scheduler.cur); !ok {
			return
		}
		m.held -= len(b.Input.Data)
		if !m.task.recorded {
			m.task.answered = append(m.task.answered, Answered{b.ID, ended})
		}
		if u.running--; u.running == 0 {
			u.quiet.wake(&m.scheduler.queue)
		}
	}, nil, h.given)
}

// quiet is ready while no handler runs.
type quiet struct{ m *Machine }

func (s *quiet) since() (moment, bool) { return s.m.scheduler.at, s.m.updates.running == 0 }
func (s *quiet) watch(l *link)         { s.m.updates.quiet.add(l) }
func (s *quiet) unwatch(l *link)       { s.m.updates.quiet.remove(l) }
func (s *quiet) what() string          { return "handlers of updates" }
