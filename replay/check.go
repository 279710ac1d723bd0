package replay

import (
	"fmt"

	"github.com/reprise-run/reprise/history"
)

// check refuses a task that cannot be the next of this run's history.
func (m *Machine) check(t *Task) error {
	if t.Level < 1 || t.Level > Level {
		return &LevelError{Run: m.cfg.Run, Level: t.Level}
	}
	if m.scheduler.ended {
		return &LogError{Run: m.cfg.Run, Seq: m.next, Why: "the run has ended: nothing may follow"}
	}
	next, over := m.next, false
	for i := range t.Events {
		e := &t.Events[i]
		if err := m.cfg.place(e, next); err != nil {
			return err
		}
		if isCommand(e.Body) {
			return m.cfg.refuse(e, "a command among the external events of a task")
		}
		s, first := e.Body.(*history.Started)
		if first != (next == 1) {
			return m.cfg.refuse(e, "a history has the started event first and nowhere else")
		}
		if first && (s.Level < 1 || s.Level > Level) {
			return &LevelError{Run: m.cfg.Run, Level: s.Level}
		}
		if over {
			return m.cfg.refuse(e, "the run was terminated: nothing may follow")
		}
		_, over = e.Body.(*history.RunTerminated)
		next++
	}
	if next == 1 {
		return &LogError{Run: m.cfg.Run, Seq: 1, Why: "a task without the started event before there was one"}
	}
	if !t.Recorded {
		return nil
	}
	for i := range t.Commands {
		e := &t.Commands[i]
		if err := m.cfg.place(e, next); err != nil {
			return err
		}
		if over {
			return m.cfg.refuse(e, "the run was terminated: nothing may follow")
		}
		if isExternal(e.Body) {
			return m.cfg.refuse(e, "an external event among the commands of a task")
		}
		next++
	}
	return nil
}

func (cfg *Config) place(e *history.Event, want int64) error {
	if e.Seq != want {
		return &LogError{Run: cfg.Run, Seq: e.Seq, Why: fmt.Sprintf("event %d is missing before it or was given before", want)}
	}
	if e.Body == nil {
		return cfg.refuse(e, "it has no body")
	}
	return nil
}

func (cfg *Config) refuse(e *history.Event, why string) error {
	if e.Body != nil {
		why = describe(e.Body) + ": " + why
	}
	return &LogError{Run: cfg.Run, Seq: e.Seq, Why: why}
}
