package replay

import (
	"fmt"
	"time"

	"github.com/reprise-run/reprise/history"
)

// Task is what one Step is given: the external events that one commit takes in and,
// when that commit is already in the history, every command the workflow answered
// with.
type Task struct {
	Now    time.Time // the task's time; the workflow's Now
	Level  int       // the scheduling rules it is made under
	Build  string    // of the worker that made it, when it is in the history
	Nonce  int64     // see [history.Header]
	Events []history.Event
	// Recorded says that the task is in the history. Then Commands is complete: the
	// workflow must ask for exactly these, in this order. Otherwise the task is the
	// open one and Commands is not looked at.
	Recorded bool
	Commands []history.Event
}

// Stepped is what a Step brought about.
type Stepped struct {
	// Commands are what the workflow asked for, with seq and site, to be appended
	// after the task's events. Nil for a recorded task. The bodies belong to the
	// caller, who may still decide ActivityScheduled.Eager.
	Commands []history.Event
	// Drew says that the workflow has drawn random numbers: the Nonce is to be recorded.
	Drew bool
	// Answered are the updates among what the Commands end.
	Answered []Answered
	// AfterCommit is to be called in order once the commit was acknowledged.
	AfterCommit []func()
	Done        bool // the run has ended
}

// Row is one decoded row of a history.
type Row struct {
	Header history.Header
	Events []history.Event
}

// Tasks groups the rows of a history into the tasks that made it. What follows the
// last complete task, open rows, is the beginning of the open task: its events are
// returned as open, for a Task of the caller's.
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

// Grouper does what [Tasks] does for one row after the other, so that a long history
// need not be in memory at once. The zero value is ready.
type Grouper struct{ pending []history.Event }

// Add takes the next row. When the row ends a task, the task is returned and whole
// is true. The task may share memory with events.
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

// Open returns the events of open rows that no later row has completed.
func (g *Grouper) Open() []history.Event { return g.pending }

// isCommand reports whether b is something a workflow asks for. An event of a
// skippable kind is neither a command nor external: it may stand anywhere.
func isCommand(b history.Body) bool {
	switch b.(type) { // a tenth of the time that it takes to ask for a history.Command
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
