package replay

import (
	"fmt"
	"time"

	"github.com/reprise-run/reprise/history"
)

// Task is the input of one Step: the external events that one commit takes in and, if
// that commit is already in the history, every command that the workflow answered with.
type Task struct {
	Now    time.Time // the task's time, which is the workflow's Now
	Level  int       // the scheduling rules that it is made under
	Build  string    // of the worker that made it, if it is recorded
	Nonce  int64     // see [history.Header]
	Events []history.Event
	// Recorded says that the task is in the history. Then Commands is complete: the
	// workflow must ask for exactly these, in this order. In an open task Commands is
	// ignored.
	Recorded bool
	Commands []history.Event
}

// Stepped is the result of a Step.
type Stepped struct {
	// Commands are the workflow's new commands, with seq and site, to append after the
	// task's events. It is nil for a recorded task. The bodies belong to the caller, who
	// may still set ActivityScheduled.Eager.
	Commands []history.Event
	// Drew says that the workflow drew random numbers, so the Nonce must be recorded.
	Drew bool
	// Answered lists the updates that Commands answer.
	Answered []Answered
	// AfterCommit must be called in order once the commit is acknowledged.
	AfterCommit []func()
	Done        bool // the run has ended
}

// Row is one decoded row of a history.
type Row struct {
	Header history.Header
	Events []history.Event
}

// Tasks groups the rows of a history into the tasks that made it. Open rows after the
// last complete task are the beginning of the open task. Tasks returns their events as
// open, for the caller to put into a Task.
func Tasks(rows []Row) (recorded []Task, open []history.Event, err error) {
	var g Grouper
	for _, r := range rows {
		t, whole, err := g.Add(r.Header, r.Events)
		if err != nil {
			return nil, nil, err
		}
		if whole {
			recorded = append(recorded, t)
		}
	}
	return recorded, g.Open(), nil
}

// Grouper is an incremental [Tasks]: it takes one row at a time, so a long history need
// not be in memory at once. The zero value is ready to use.
type Grouper struct{ pending []history.Event }

// Add takes the next row. If the row ends a task, Add returns the task, and whole is
// true. The task may share memory with events.
func (g *Grouper) Add(h history.Header, events []history.Event) (t Task, whole bool, err error) {
	if h.Open || len(g.pending) > 0 {
		g.pending = append(g.pending, events...)
		if h.Open {
			return Task{}, false, nil
		}
		events, g.pending = g.pending, nil
	}
	n := 0
	for n < len(events) && !isCommand(events[n].Body) {
		n++
	}
	for _, e := range events[n:] {
		if isExternal(e.Body) {
			return Task{}, false, &LogError{Seq: e.Seq, Why: fmt.Sprintf("%s follows a command of its own task", describe(e.Body))}
		}
	}
	return Task{
		Now: h.Now, Level: h.Level, Build: h.Build, Nonce: h.Nonce, Recorded: true,
		Events: events[:n:n], Commands: events[n:len(events):len(events)],
	}, true, nil
}

// Open returns the events of the open rows that no later row has completed.
func (g *Grouper) Open() []history.Event { return g.pending }

// isCommand reports whether b is a command of a workflow. An event of a skippable kind is
// neither a command nor external: it may stand anywhere.
func isCommand(b history.Body) bool {
	switch b.(type) { // takes a tenth of the time of an assertion to history.Command
	case *history.ActivityScheduled, *history.ActivityCancelRequested, *history.TimerStarted, *history.TimerCancelled,
		*history.SideEffectRecorded, *history.RunCompleted, *history.RunFailed, *history.RunCancelled, *history.RunContinued,
		*history.ChangeMarked, *history.AttributeSet, *history.PromiseMade, *history.PromiseCancelled,
		*history.ChildStarted, *history.ChildCancelRequested, *history.SignalSent, *history.UpdateEnded:
		return true
	}
	return false
}

func isExternal(b history.Body) bool {
	if b == nil || isCommand(b) {
		return false
	}
	_, skippable := b.(*history.Unknown)
	return !skippable
}
