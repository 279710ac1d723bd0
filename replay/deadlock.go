package replay

import (
	"fmt"
	"strings"

	"github.com/reprise-run/reprise/history"
)

// DeadlockError says that every coroutine of a workflow waits for another one or for nothing.
// At most a request to cancel the run can wake the workflow.
type DeadlockError struct {
	Run     history.RunID
	Waiting []Wait
	// Cancellable says that a request to cancel the run would wake a coroutine.
	Cancellable bool
}

func (e *DeadlockError) Error() string {
	const most = 20
	var b strings.Builder
	b.WriteString("every coroutine of the workflow waits for another one or for nothing, so no activity, timer or signal can wake it:\n")
	for i, w := range e.Waiting {
		if i == most {
			fmt.Fprintf(&b, "    and %d more coroutines\n", len(e.Waiting)-i)
			break
		}
		fmt.Fprintf(&b, "    %s\n", w)
	}
	b.WriteString("Nothing of this task was written. Fix the code, and the run continues from here; ")
	if e.Cancellable {
		b.WriteString("or cancel the run, which ends these waits.")
	} else {
		b.WriteString("or terminate the run: these waits cannot be cancelled.")
	}
	return b.String()
}

// Deadlock returns a [DeadlockError] if the workflow waits and no outside event other than a request
// to cancel the run can end a wait. A wait for nothing but that request is deliberate and no deadlock.
// Call Deadlock where Step may be called, after the step of an open task: no recorded task ends in one.
func (m *Machine) Deadlock() error {
	s := &m.scheduler
	if s.ended || s.err != nil || s.closed || s.live.head == nil {
		return nil
	}
	cancellable := false
	for l := s.live.head; l != nil; l = l.next {
		if c := l.c; c.state == parked && !m.stranded(c.wait.sources, &cancellable) {
			return nil
		}
	}
	return &DeadlockError{Run: m.cfg.Run, Waiting: m.Waiting(), Cancellable: cancellable}
}

// stranded reports whether only another coroutine can make one of sources ready. It sets cancellable
// if a request to cancel the run would make one ready too.
func (m *Machine) stranded(sources []Source, cancellable *bool) bool {
	reached, scopes := false, 0
	for _, s := range sources {
		switch s := s.(type) {
		case *Scope:
			scopes++
			reached = reached || s.below(&m.root)
		case *giveUp: // beside its op
			reached = reached || s.scope.below(&m.root) && !s.op.scope.below(&m.root)
		case *Op:
			if s.asked != nil {
				return false // an activity or a timer
			}
		case *condition:
			if len(m.updates.handlers) > 0 && !m.updates.leaving {
				return false // an update
			}
			// Otherwise only another coroutine can make it hold.
		case *quiet:
			// Likewise.
		default:
			return false // a signal
		}
	}
	if reached && scopes == len(sources) {
		return false // it waits for the cancellation, and for nothing else
	}
	*cancellable = *cancellable || reached
	return true
}

// below reports whether s is root or would be cancelled with it.
func (s *Scope) below(root *Scope) bool {
	for up := s; up != nil; up = up.parent {
		if up == root {
			return true
		}
	}
	return false
}
