package contract

import (
	"fmt"
	"slices"
	"strings"
)

// Message identifies, by its name, what can be sent to a run: a signal, an update or a
// query.
type Message struct{ Kind, Name string }

// Kinds of messages.
const (
	SignalMessage = "signal"
	UpdateMessage = "update"
	QueryMessage  = "query"
)

// WorkflowInput is the kind of a workflow's input; see [PayloadError].
const WorkflowInput = "workflow"

// BindingName returns the name that histories use.
func (m *Message) BindingName() string { return m.Name }

// Accepts is the closed contract of a workflow; nil: the contract is open.
type Accepts struct {
	All []Message
	Err error // why it cannot be used
}

// Names lists the accepted messages of a kind, sorted.
func (a *Accepts) Names(kind string) []string {
	var names []string
	for _, m := range a.All {
		if m.Kind == kind {
			names = append(names, m.Name)
		}
	}
	slices.Sort(names)
	return names
}

// Has reports whether a message is accepted.
func (a *Accepts) Has(kind, name string) bool {
	return a == nil || slices.Contains(a.All, Message{kind, name})
}

// Refusal returns the text that a workflow does not accept a message.
func (a *Accepts) Refusal(workflow, kind, name string) string {
	return Refusal(workflow, kind, name, a.Names(kind))
}

// Refusal returns the text that a workflow accepts only these messages of a kind.
func Refusal(workflow, kind, name string, only []string) string {
	accepts := "no " + kind + " at all"
	if len(only) > 0 {
		accepts = strings.Join(only, ", ")
	}
	return fmt.Sprintf("workflow %q does not accept %s %q; it accepts %s", workflow, kind, name, accepts)
}
