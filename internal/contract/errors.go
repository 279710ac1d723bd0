package contract

import "fmt"

// PayloadError says that a text does not fit the type of a signal or of a workflow's input. Nothing was
// sent.
type PayloadError struct {
	Kind    string // "signal" or "workflow"
	Name    string
	Type    string // the Go type that is expected; "" if the text is not even JSON
	Example []byte // a value of that type, as JSON; nil if there is none
	Err     error  // what is wrong, and in which field
}

func (e *PayloadError) Error() string {
	text := fmt.Sprintf("%s: the %s of %q is wrong: %v", e.Kind, e.what(), e.Name, e.Err)
	if e.Type != "" {
		text += fmt.Sprintf("; it must be the JSON of a Go value of type %s", e.Type)
	}
	if e.Example != nil {
		text += fmt.Sprintf(", for instance %s", e.Example)
	}
	return text
}

func (e *PayloadError) what() string {
	if e.Kind == WorkflowInput {
		return "input"
	}
	return "payload"
}

func (e *PayloadError) Unwrap() error { return e.Err }
