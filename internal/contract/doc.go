// Package contract is what the authors' packages hand to the engine: a workflow, an activity or a
// signal by its name, with its function and without its type parameters. workflow.Def.Bind,
// activity.Def.Bind and signal.Define make the values; package reprise, the engine and testkit read
// them. Authors never see them.
//
// Package contract imports history and replay.
package contract

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"unicode/utf8"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
)

// Contract is a [*Workflow], an [*Activity], a [*Signal], another [*Message] or a [*Schedule].
type Contract interface {
	BindingName() string
}

// Workflow is a workflow joined to its function. C is workflow.Context and M workflow.Command, which
// this package cannot import.
type Workflow[C, M any] struct {
	Name    string
	Input   Shape
	Out     string // Go type, for error messages
	Err     error  // why the workflow cannot be used; nil: it can
	Accepts *Accepts
	Pinned  bool // its runs stay with the build that began them
	// Func is the workflow as the machine runs it.
	Func func(WorkflowOptions[C, M]) replay.Func
}

// WorkflowOptions is what a worker passes to every run of a workflow.
type WorkflowOptions[C, M any] struct {
	// Codecs encodes and decodes all values; nil is the default.
	Codecs *history.Codecs
	// Logger is what workflow.Logger writes to; nil discards.
	Logger *slog.Logger
	// Namespace is what workflow.GetInfo returns.
	Namespace string
	// Around returns the func to call in place of the function, Command the one to call for each command.
	// Nil: the original.
	Around  func(end func(C) error) func(C) error
	Command func(end func(C, *M) error) func(C, *M) error
}

// OwnPrefix begins the names of this module's own workflows. No other binding may use it.
const OwnPrefix = "reprise."

// JobPrefix begins the names of the workflows of jobs, followed by the name of their activity. No other
// binding may use it.
const JobPrefix = "job:"

// JobOf returns the name of the workflow of an activity's jobs. ok is false if the activity's name is
// too long for one.
func JobOf(activity string) (name string, ok bool) {
	return JobPrefix + activity, len(JobPrefix)+len(activity) <= MaxName
}

// IsOwn reports whether only this module may use a workflow name.
func IsOwn(workflow string) bool {
	return strings.HasPrefix(workflow, OwnPrefix) || strings.HasPrefix(workflow, JobPrefix)
}

// BindingName returns the name that histories use.
func (w *Workflow[C, M]) BindingName() string { return w.Name }

// BindingName returns the name that histories use.
func (a *Activity) BindingName() string { return a.Name }

// BindingName returns the name that histories use.
func (s *Signal) BindingName() string { return s.Name }

// MaxName is the longest name of a workflow, an activity, a queue or a code in bytes.
const MaxName = 1000

// CheckName refuses a name that a database would refuse later, together with the rest of the batch.
func CheckName(name string) error {
	switch {
	case name == "":
		return errors.New("it is empty")
	case len(name) > MaxName:
		return fmt.Errorf("it has %d bytes; at most %d are allowed", len(name), MaxName)
	case !utf8.ValidString(name):
		return errors.New("it is not valid UTF-8")
	case strings.ContainsRune(name, 0):
		return errors.New("it holds a NUL byte")
	}
	return nil
}

// CheckLabel is CheckName for a name that a running workflow chooses: of a query, of a change.
func CheckLabel(what, name string) error {
	if name == "" {
		return errors.New("workflow: a " + what + " has no name; write one that tells what it is")
	}
	if err := CheckName(name); err != nil {
		return fmt.Errorf("workflow: the name %.100q of a %s cannot be used: %w", name, what, err)
	}
	return nil
}
