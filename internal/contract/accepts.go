package contract

import (
	"fmt"
	"slices"
	"strings"
)

// Message is what a run may be sent or asked: a signal, an update or a query, by its name.
type Message struct{ Kind, Name string }

// Kinds of messages.
const (
	SignalMessage = "signal"
	UpdateMessage = "update"
	QueryMessage  = "query"
)

// WorkflowInput is the kind of what a run starts with; see [PayloadError].
const WorkflowInput = "workflow"

// BindingName is the name that histories have.
func (m *Message) BindingName() string { return m.Name }

// Accepts is the closed contract of a workflow; nil: it is open.
type Accepts struct {
	All []Message
	Err error // why it cannot be used
}

// Names lists what is accepted of a kind, sorted.
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

// Refusal says that a workflow does not accept a message.
func (a *Accepts) Refusal(workflow, kind, name string) string {
	return Refusal(workflow, kind, name, a.Names(kind))
}

// Refusal says that a workflow accepts only these messages of a kind.
func Refusal(workflow, kind, name string, only []string) string {
	accepts := "no " + kind + " at all"
	if len(only) > 0 {
		accepts = strings.Join(only, ", ")
	}
	return fmt.Sprintf("workflow %q does not accept %s %q; it accepts %s", workflow, kind, name, accepts)
}
