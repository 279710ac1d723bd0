package replay

import (
	"errors"
	"maps"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"

	"github.com/reprise-run/reprise/history"
)

// Handler answers the queries of one name. It is the workflow's, and reads the workflow's variables.
type Handler struct {
	In, Out reflect.Type // of the argument and the answer, for whoever asks with types of its own
	// Answer takes the argument and returns the answer, or the failure that the author's function
	// has returned. The error says that a value does not pass the codec.
	Answer func(history.Payload) (history.Payload, *history.Failure, error)
}

// Answer has h answer the queries of this name from now on. It is no command, and nothing is recorded.
func (e *Env) Answer(name string, h Handler) {
	m := e.m
	m.enter()
	if m.questions.handlers == nil {
		m.questions.handlers = make(map[string]Handler)
	}
	m.questions.handlers[name] = h
}

// Handler returns what answers the queries of this name by now. Like [Machine.Waiting] it is for use
// where no Step is under way.
func (m *Machine) Handler(name string) (Handler, bool) {
	h, ok := m.questions.handlers[name]
	return h, ok
}

// Handlers lists the names of the queries that the workflow answers by now, sorted.
func (m *Machine) Handlers() []string { return slices.Sorted(maps.Keys(m.questions.handlers)) }

// questions is what a machine knows of queries.
type questions struct {
	handlers map[string]Handler // by name; nil: there are none
	open     bool               // a handler is being called
	misused  *PanicError        // it has used the workflow's context
}

// Ask calls a handler of the machine. The caller's goroutine runs author code, so it is one that
// may run Step. A handler that panics is a [*PanicError]. So is one that uses the workflow's context,
// also where it recovers the panic by which it is refused. A handler can change nothing but the
// workflow's variables: a machine that was asked is not for stepping on.
func (m *Machine) Ask(h Handler, in history.Payload) (out history.Payload, failure *history.Failure, err error) {
	if m.scheduler.dead() {
		return history.Payload{}, nil, ErrClosed
	}
	m.questions.open, m.questions.misused = true, nil
	defer func() {
		m.questions.open = false
		if v := recover(); v != nil {
			err = m.cfg.broken(v)
		}
		if misused := m.questions.misused; misused != nil {
			out, failure, err = history.Payload{}, nil, misused
		}
	}()
	return h.Answer(in)
}

// refuse notes that a handler has used the workflow's context, and returns what it panics with.
func (q *questions) refuse(cfg *Config) error {
	err := errors.New("replay: the function given to HandleQuery used the workflow's context: it may only read the workflow's variables")
	if q.misused == nil {
		q.misused = cfg.broken(err)
	}
	return err
}

// broken is the panic v of a handler, on whose stack this is called.
func (cfg *Config) broken(v any) *PanicError {
	var pcs [32]uintptr
	n := runtime.Callers(2, pcs[:])
	return &PanicError{Run: cfg.Run, Value: v, Site: cfg.Sites.site(pcs[:n]), Stack: string(debug.Stack())}
}
