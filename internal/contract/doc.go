// Package contract is what the packages that authors write with hand to the engine: a workflow,
// an activity or a signal by its name, with the function that carries it out and without its type
// parameters. The values are made by workflow.Def.Bind, activity.Def.Bind and signal.Define, and
// read by package reprise, the engine and testkit. Authors never meet them.
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

// Workflow is a workflow joined to its function. C is workflow.Context and M workflow.Command,
// which this package lies below.
type Workflow[C, M any] struct {
	Name    string
	Input   Shape
	Out     string // Go type, for messages
	Err     error  // why it cannot be used; nil: it can
	Accepts *Accepts
	Pinned  bool // its runs stay with the build that has begun them
	// Func is the workflow as the machine runs it.
	Func func(WorkflowOptions[C, M]) replay.Func
}

// WorkflowOptions is what a worker gives to every run of a workflow.
type WorkflowOptions[C, M any] struct {
	// Codecs encodes and decodes all values; nil is the default.
	Codecs *history.Codecs
	// Logger is what workflow.Logger writes to; nil discards.
	Logger *slog.Logger
	// Namespace is what workflow.GetInfo tells.
	Namespace string
	// Around returns what is to be called in place of the function, Command what is to be called
	// for each command. Nil: nothing is around it.
	Around  func(end func(C) error) func(C) error
	Command func(end func(C, *M) error) func(C, *M) error
}

// OwnPrefix is what the names of this module's own workflows begin with. No other binding has it.
const OwnPrefix = "reprise."

// JobPrefix is what the names of the workflows of jobs begin with, before the name of their activity. No
// other binding has it.
const JobPrefix = "job:"

// JobOf is the name of the workflow of an activity's jobs. False: the activity's name is too long for one.
func JobOf(activity string) (name string, ok bool) {
	return JobPrefix + activity, len(JobPrefix)+len(activity) <= MaxName
}

// IsOwn says whether a workflow's name is one that this module gives.
func IsOwn(workflow string) bool {
	return strings.HasPrefix(workflow, OwnPrefix) || strings.HasPrefix(workflow, JobPrefix)
}

// BindingName is the name that histories have.
func (w *Workflow[C, M]) BindingName() string { return w.Name }

// BindingName is the name that histories have.
func (a *Activity) BindingName() string { return a.Name }

// BindingName is the name that histories have.
func (s *Signal) BindingName() string { return s.Name }

// MaxName is the longest name of a workflow, an activity, a queue or a code in bytes.
const MaxName = 1000

// CheckName refuses what a database would refuse later, for everyone in the batch.
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

// CheckLabel is CheckName for what a workflow names while it runs: a query, a change.
func CheckLabel(what, name string) error {
	if name == "" {
		return errors.New("workflow: a " + what + " has no name; write one that tells what it is")
	}
	if err := CheckName(name); err != nil {
		return fmt.Errorf("workflow: the name %.100q of a %s cannot be used: %w", name, what, err)
	}
	return nil
}
