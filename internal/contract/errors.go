package contract

import "fmt"

// PayloadError says that a text is not what its signal carries. Nothing was sent.
type PayloadError struct {
	Signal  string
	Type    string // the Go type the signal carries; "" if the text is only not JSON
	Example []byte // a payload of that type, as JSON; nil if there is none
	Err     error  // what is wrong, and with which field
}

func (e *PayloadError) Error() string {
	text := fmt.Sprintf("signal: the payload of %q is wrong: %v", e.Signal, e.Err)
	if e.Type != "" {
		text += fmt.Sprintf("; it must be the JSON of a Go value of type %s", e.Type)
	}
	if e.Example != nil {
		text += fmt.Sprintf(", for instance %s", e.Example)
	}
	return text
}

func (e *PayloadError) Unwrap() error { return e.Err }
