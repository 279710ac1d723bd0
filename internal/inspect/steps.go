package inspect

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
)

// Steps holds tasks of a history, as its replay executed them.
type Steps struct {
	Workflow  string    `json:"workflow"`
	ID        string    `json:"id"` // the workflow id
	RunID     string    `json:"run_id"`
	Steps     []Task    `json:"steps"`              // [] where none was asked for, or there is none
	Tasks     int       `json:"tasks"`              // the number of the last task that can be shown
	Stopped   int       `json:"stopped,omitempty"`  // the number of the task at which the replay failed
	Events    int64     `json:"events"`             // that were read
	Done      bool      `json:"done"`               // the run has ended
	Here      string    `json:"here,omitempty"`     // the build whose code replays
	Mismatch  *Mismatch `json:"mismatch,omitempty"` // the code does not do what the history says it did
	Error     string    `json:"error,omitempty"`    // why it stopped, in words
	Warnings  []string  `json:"warnings,omitempty"`
	Redacted  string    `json:"redacted,omitempty"`   // what was taken out of the file
	Uncompare string    `json:"uncompared,omitempty"` // what warnings cannot tell of, since it was taken out
}

// Task is a workflow task.
type Task struct {
	Number    int       `json:"task"` // its number, from 1
	Now       time.Time `json:"now"`
	Build     string    `json:"build,omitempty"` // of the worker that made it
	Open      bool      `json:"open,omitempty"`  // no task has answered these events yet
	In        []Event   `json:"in"`              // what came in
	Out       []Event   `json:"out"`             // what the code asked for
	Waits     []Stand   `json:"waits"`           // where each coroutine waited afterwards; at most 100
	MoreWaits int       `json:"more_waits,omitempty"`
	Unread    []int64   `json:"unread,omitempty"` // seqs of signals and updates that were not received
	Logs      []LogLine `json:"logs,omitempty"`   // that the code writes in it
}

// Stand is a waiting coroutine.
type Stand struct {
	Coroutine int     `json:"coroutine"` // 0: the workflow's function
	For       string  `json:"for"`
	Site      string  `json:"site,omitempty"`
	Frames    []Frame `json:"frames,omitempty"` // the innermost call first
}

// Frame is a line of the author's code.
type Frame struct {
	Func string `json:"func"`
	File string `json:"file"`
	Line int    `json:"line"`
}

// Site is the frame as histories name it: "order.approved fulfil.go:71".
func (f Frame) Site() string { return f.Func + " " + path.Base(f.File) + ":" + strconv.Itoa(f.Line) }

// LogLine is a line that workflow code logs.
type LogLine struct {
	Level   string         `json:"level"`
	Message string         `json:"message"`
	Attrs   map[string]any `json:"attrs,omitempty"`
}

// Mismatch is where the code leaves the history.
type Mismatch struct {
	Seq      int64   `json:"seq"`
	Recorded *Event  `json:"recorded,omitempty"` // absent: the history has nothing more in the task
	Asked    *Event  `json:"asked,omitempty"`    // absent: the code asks for nothing more
	Waits    []Stand `json:"waits,omitempty"`    // where the code stands that asks for nothing more
	What     string  `json:"what,omitempty"`     // differs, where both ask for the same: input, due time
	Was      string  `json:"was,omitempty"`
	Is       string  `json:"is,omitempty"`
	Build    string  `json:"build,omitempty"` // that made this part of the history
	Own      bool    `json:"own,omitempty"`   // it is the same one
	Text     string  `json:"text,omitempty"`  // all of it in words, with the events around
}

// mostStands bounds how many waiting coroutines of a step are shown.
const mostStands = 100

// StepsOf returns what a replay found and how it ended; see [OfCode].
func StepsOf(l *Look, w reprise.Walked, err error) *Steps {
	v := &Steps{
		Workflow: w.Workflow, ID: w.WorkflowID, RunID: w.Run.String(), Steps: []Task{}, Tasks: w.Tasks, Events: w.Events, Done: w.Done,
		Here: l.RT.Inside().Build(), Redacted: w.Redacted, Uncompare: w.Uncompared,
	}
	if !covered(l) {
		v.Warnings = w.Warnings
	}
	for _, s := range w.Steps {
		v.Steps = append(v.Steps, taskOf(l, s))
	}
	if err == nil {
		if w.Open > 0 {
			v.Tasks++
		}
		return v
	}
	v.Tasks++
	v.Stopped, v.Error = v.Tasks, strings.TrimPrefix(err.Error(), "reprise: ")
	if found := (*replay.MismatchError)(nil); errors.As(err, &found) {
		at := time.Time{}
		if n := len(w.Steps); n > 0 {
			at = w.Steps[n-1].Now
		}
		v.Mismatch = mismatchOf(l, at, found)
		if covered(l) {
			v.Error = blockings[mismatch]
		}
	}
	return v
}

// OfCode reports whether the code or the history caused the error of a replay, and not the store or the
// caller.
func OfCode(err error) bool {
	var (
		mismatch *replay.MismatchError
		panicked *replay.PanicError
		many     *replay.TooManyCommandsError
		open     *replay.TooManyOpenError
		large    *replay.TooLargeError
		level    *replay.LevelError
		log      *replay.LogError
		stuck    *reprise.StuckError
		corrupt  *history.CorruptError
	)
	return errors.As(err, &mismatch) || errors.As(err, &panicked) || errors.As(err, &many) || errors.As(err, &open) || errors.As(err, &large) ||
		errors.As(err, &level) || errors.As(err, &log) || errors.As(err, &stuck) || errors.As(err, &corrupt)
}

// Sites returns the call sites in an error of the code.
func Sites(err error) (all []string) {
	var mismatch *replay.MismatchError
	var panicked *replay.PanicError
	switch {
	case errors.As(err, &mismatch):
		if mismatch.Asked != nil {
			all = append(all, mismatch.Asked.Site)
		}
		for _, w := range mismatch.Waiting {
			all = append(all, w.Site)
		}
	case errors.As(err, &panicked):
		all = append(all, panicked.Site)
	}
	return all
}

func taskOf(l *Look, s reprise.Step) Task {
	v := Task{Number: s.Task, Now: s.Now, Build: s.Build, Open: s.Open, In: eventsOf(l, s.Now, s.In), Out: eventsOf(l, s.Now, s.Out), Waits: []Stand{}, Unread: s.Unread}
	for i, w := range s.Waits {
		if i == mostStands {
			v.MoreWaits = len(s.Waits) - i
			break
		}
		stand := Stand{Coroutine: w.Coroutine, For: w.String(), Site: w.Site}
		for _, f := range w.Frames {
			stand.Frames = append(stand.Frames, Frame(f))
		}
		v.Waits = append(v.Waits, stand)
	}
	if !covered(l) {
		for _, r := range s.Logs {
			v.Logs = append(v.Logs, lineOf(r))
		}
	}
	return v
}

func eventsOf(l *Look, at time.Time, events []history.Event) []Event {
	all := []Event{}
	for _, e := range events {
		all = append(all, l.EventOf(at, e))
	}
	return all
}

func mismatchOf(l *Look, at time.Time, e *replay.MismatchError) *Mismatch {
	v := &Mismatch{Seq: e.Seq, What: e.What, Build: e.Build, Own: e.Own}
	side := func(event *history.Event) *Event {
		if event == nil {
			return nil
		}
		one := l.EventOf(at, *event)
		return &one
	}
	v.Recorded, v.Asked = side(e.Recorded), side(e.Asked)
	for i, w := range e.Waiting {
		if i == mostStands {
			break
		}
		v.Waits = append(v.Waits, Stand{Coroutine: w.Coroutine, For: w.For, Site: w.Site})
	}
	if !covered(l) {
		v.Was, v.Is, v.Text = e.Was, e.Is, e.Difference()
	}
	return v
}

func lineOf(r slog.Record) LogLine {
	v := LogLine{Level: r.Level.String(), Message: r.Message}
	r.Attrs(func(a slog.Attr) bool {
		if v.Attrs == nil {
			v.Attrs = map[string]any{}
		}
		v.Attrs[a.Key] = logged(a.Value)
		return true
	})
	return v
}

// logged returns a value of a log line for JSON output, or a text if JSON cannot represent it.
func logged(v slog.Value) (shown any) {
	switch v.Kind() {
	case slog.KindGroup:
		group := map[string]any{}
		for _, a := range v.Group() {
			group[a.Key] = logged(a.Value)
		}
		return group
	case slog.KindDuration, slog.KindTime:
		return v.String()
	}
	defer func() {
		if recover() != nil { // an author's method panicked
			shown = fmt.Sprintf("a %T that cannot be shown", v.Any())
		}
	}()
	text, err := json.Marshal(v.Any())
	if err != nil {
		return fmt.Sprintf("%+v", v.Any())
	}
	return Printable(json.RawMessage(text))
}
