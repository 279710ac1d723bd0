package replay

import (
	"errors"
	"fmt"
	"strings"

	"github.com/reprise-run/reprise/history"
)

// ErrClosed is returned by Step on a machine that was closed or has failed before.
var ErrClosed = errors.New("replay: machine is closed")

// LogError says that the given events do not continue the history.
type LogError struct {
	Run history.RunID
	Seq int64
	Why string
}

func (e *LogError) Error() string {
	return fmt.Sprintf("replay: run %s: the history is not well formed at event %d: %s", e.Run, e.Seq, e.Why)
}

// LevelError says that a history was made under scheduling rules that this build does
// not know.
type LevelError struct {
	Run   history.RunID
	Level int
}

func (e *LevelError) Error() string {
	if e.Level < 1 {
		return fmt.Sprintf("replay: run %s: level %d is none of the engine's rules: a task needs the level of its header", e.Run, e.Level)
	}
	return fmt.Sprintf("replay: run %s: made under level %d of the engine's rules, this build knows them up to %d: run it on a build with a newer engine",
		e.Run, e.Level, Level)
}

// PanicError says that workflow code panicked, or ended its coroutine with
// runtime.Goexit.
type PanicError struct {
	Run       history.RunID
	Coroutine int
	Value     any    // of the panic; nil for a Goexit
	Goexit    bool   // it called runtime.Goexit, as t.FailNow does
	Site      string // where it happened
	Stack     string // of the coroutine
}

func (e *PanicError) Error() string {
	if e.Goexit {
		return fmt.Sprintf("replay: run %s: workflow code ended coroutine %d with runtime.Goexit at %s", e.Run, e.Coroutine, siteOr(e.Site))
	}
	return fmt.Sprintf("replay: run %s: workflow code panicked at %s: %v", e.Run, siteOr(e.Site), e.Value)
}

// Trace returns the stack without the frames of the engine and the runtime.
func (e *PanicError) Trace() string {
	var b strings.Builder
	lines := strings.Split(e.Stack, "\n")
	for i := 1; i+1 < len(lines); i += 2 { // the first line is the goroutine's; then two a frame
		if frame := lines[i]; !inEngine(frame) && !strings.HasPrefix(frame, "runtime/debug.") && !strings.HasPrefix(frame, "created by ") && (b.Len() > 0 || !strings.HasPrefix(frame, "panic(")) {
			fmt.Fprintf(&b, "%s\n%s\n", frame, lines[i+1])
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// Unwrap returns the value of the panic if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// TooManyCommandsError says that a workflow asked for more than history.MaxTaskCommands
// commands in one task, not counting cancellations.
type TooManyCommandsError struct {
	Run  history.RunID
	Site string // of the command that exceeds the limit
}

func (e *TooManyCommandsError) Error() string {
	return fmt.Sprintf("replay: run %s: more than %d commands in one task, the one too many at %s: let the workflow wait in between",
		e.Run, history.MaxTaskCommands, siteOr(e.Site))
}

// TooManyOpenError says that a workflow asked for an activity, timer, child, signal or
// promise while history.MaxOpen of these were open.
type TooManyOpenError struct {
	Run  history.RunID
	Site string // of the command that exceeds the limit
}

func (e *TooManyOpenError) Error() string {
	return fmt.Sprintf("replay: run %s: more than %d activities and timers are open at once, the one too many at %s: let the workflow wait for some of them first",
		e.Run, history.MaxOpen, siteOr(e.Site))
}

// TooLargeError says that the payloads of one task's commands exceed
// history.MaxTaskBytes.
type TooLargeError struct {
	Run   history.RunID
	Site  string // of the command that exceeds the limit
	Bytes int
}

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("replay: run %s: %d bytes of payload in one task, at most %d are kept, the command too many at %s: pass references, or let the workflow wait in between",
		e.Run, e.Bytes, history.MaxTaskBytes, siteOr(e.Site))
}

// MismatchError says that the workflow does not do what its history says it did. The
// run is not lost: a build whose code matches the history continues it.
type MismatchError struct {
	Run history.RunID
	Seq int64 // of the recorded command or, without one, of the first event after the task
	// Recorded is the next command of the history. It is nil if the task has no more
	// commands.
	Recorded *history.Event
	// Asked is the command that the code asked for, with its site. It is nil if the
	// code asked for nothing more; Waiting then lists where it waits.
	Asked   *history.Event
	Waiting []Wait
	// What is "" if the code asked for another command. If only the arguments of the same
	// command differ, What names them, such as "input" or "due time", and Was and Is hold
	// both values, shortened.
	What, Was, Is string
	Build         string // of the worker that made this part of the history; "" if unknown
	Own           bool   // the replaying worker is of the same build
	// Around is the part of the history around Seq. Whoever reads the history fills it
	// in: a machine sees one task at a time.
	Around history.Excerpt
}

// Error describes both sides in a few lines and says how to continue the parked run.
func (e *MismatchError) Error() string { return e.Difference() + "\n" + e.advice() }

func (e *MismatchError) advice() string {
	const causes = "a range over a map, a goroutine, a channel, a clock, a random number, a setting read from outside"
	switch {
	case e.What != "" && e.Own:
		return fmt.Sprintf("Nothing was changed. The same build %q made this history, so its code is not deterministic (%s):\n"+
			"range over the sorted keys of a map, and read what changes in an activity or a SideEffect; or the code was changed\n"+
			"without a new Config.Build. Once it does the same again, the run continues from here.", e.Build, causes)
	case e.What != "":
		return fmt.Sprintf("Nothing was changed. Build %q made this history, and Config.StrictInputs allows no other %s:\n"+
			"run a build whose code gives the same, and the run continues from here.", e.Build, e.What)
	}
	by := ""
	if e.Build != "" {
		by = fmt.Sprintf(" (made by build %q)", e.Build)
	}
	return fmt.Sprintf("Nothing was changed. The workflow's code is not the code that made this history%s,\n"+
		"or it is not deterministic (%s):\n"+
		"run a build whose code asks for the same in the same order, and the run continues from here.", by, causes)
}

// Difference describes both sides without advice, which differs before and after a deploy.
func (e *MismatchError) Difference() string {
	var b strings.Builder
	fmt.Fprintf(&b, "replay: run %s: the code does not do what history recorded at event %d\n", e.Run, e.Seq)
	if e.Recorded != nil {
		fmt.Fprintf(&b, "  history: %s%s%s\n", e.asked(e.Recorded), e.given(e.Was), from(e.Recorded))
	} else {
		fmt.Fprintf(&b, "  history: nothing more in this task, which ended with event %d: the run waited\n", e.Seq-1)
	}
	switch {
	case e.Asked != nil:
		fmt.Fprintf(&b, "  code:    %s%s%s\n", e.asked(e.Asked), e.given(e.Is), from(e.Asked))
	case len(e.Waiting) == 0:
		fmt.Fprintf(&b, "  code:    nothing more, it has ended\n")
	default:
		fmt.Fprintf(&b, "  code:    nothing more, it waits\n")
	}
	for i, w := range e.Waiting {
		if i == maxListed {
			fmt.Fprintf(&b, "    and %d more coroutines\n", len(e.Waiting)-i)
			break
		}
		fmt.Fprintf(&b, "    %s\n", w)
	}
	if around := e.Around.String(); around != "" {
		fmt.Fprintf(&b, "  in the history around it:\n    %s\n", strings.ReplaceAll(strings.TrimSuffix(around, "\n"), "\n", "\n    "))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// asked describes a command without the part that given describes.
func (e *MismatchError) asked(event *history.Event) string {
	if e.What == "" {
		return describe(event.Body)
	}
	switch event.Body.(type) {
	case *history.TimerStarted:
		return "timer"
	case *history.PromiseMade:
		return "promise"
	}
	return describe(event.Body)
}

func (e *MismatchError) given(what string) string {
	if e.What == "" {
		return ""
	}
	return " with " + e.What + " " + what
}

// maxListed bounds how many waiting coroutines an error text names.
const maxListed = 5

func (m *Machine) mismatch(recorded *history.Event, asked history.Command, c *coroutine) *MismatchError {
	err := &MismatchError{Run: m.cfg.Run, Seq: m.task.end, Build: m.task.build, Own: m.cfg.Build != "" && m.cfg.Build == m.task.build}
	if recorded != nil {
		r := *recorded
		err.Recorded, err.Seq = &r, r.Seq
	}
	if asked != nil {
		err.Asked = &history.Event{Seq: err.Seq, Site: c.site(), Body: asked}
	} else {
		err.Waiting = m.Waiting()
	}
	return err
}
