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

// Handler answers the queries of one name. It belongs to the workflow and reads its variables.
type Handler struct {
	In, Out reflect.Type // of the argument and the answer, for a typed caller
	// Answer takes the argument and returns the answer, or the failure that the author's function
	// returned. It returns an error if the codec rejects a value.
	Answer func(history.Payload) (history.Payload, *history.Failure, error)
}

// Answer makes h answer the queries of this name from now on. It records nothing.
func (e *Env) Answer(name string, h Handler) {
	m := e.m
	m.enter()
	if m.questions.handlers == nil {
		m.questions.handlers = make(map[string]Handler)
	}
	m.questions.handlers[name] = h
}

// Handler returns the current handler of the queries of this name. It must not be called during a
// Step.
func (m *Machine) Handler(name string) (Handler, bool) {
	h, ok := m.questions.handlers[name]
	return h, ok
}

// Handlers lists the names of the queries that the workflow answers, sorted.
func (m *Machine) Handlers() []string { return slices.Sorted(maps.Keys(m.questions.handlers)) }

// questions is the state of a machine's queries.
type questions struct {
	handlers map[string]Handler // by name; may be nil
	open     bool               // a handler is being called
	misused  *PanicError        // the handler has used the workflow's context
}

// Ask calls a handler of the machine. It runs author code, so it may be called only where Step may.
// It returns a [*PanicError] if the handler panics or uses the workflow's context, even if the handler
// recovers the resulting panic. A handler may change the workflow's variables, so a machine must not
// be stepped after Ask.
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

// refuse records that a handler has used the workflow's context and returns the value to panic with.
func (q *questions) refuse(cfg *Config) error {
	err := errors.New("replay: the function given to HandleQuery used the workflow's context: it may only read the workflow's variables")
	if q.misused == nil {
		q.misused = cfg.broken(err)
	}
	return err
}

// broken returns the error for the panic v of a handler. It must be called on that panic's stack.
func (cfg *Config) broken(v any) *PanicError {
	var pcs [32]uintptr
	n := runtime.Callers(2, pcs[:])
	return &PanicError{Run: cfg.Run, Value: v, Site: cfg.Sites.site(pcs[:n]), Stack: string(debug.Stack())}
}
