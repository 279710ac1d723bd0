package reprise

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/signal"
)

// PayloadError says that a text is not what its signal carries; see
// [signal.PayloadError].
type PayloadError = signal.PayloadError

// UndeclaredError says that a signal was given to [SignalJSON] by a name that none of
// the definitions given to New has. Nothing was sent.
type UndeclaredError struct {
	Signal   string
	Workflow string   // of the run it was meant for
	Declared []string // the names of the signals given to New
}

func (e *UndeclaredError) Error() string {
	return fmt.Sprintf("no signal %q is declared beside workflow %q, only %s: correct the name, or give the signal's definition to reprise.New",
		e.Signal, e.Workflow, strings.Join(e.Declared, ", "))
}

// SignalType returns the binding of the signal with this name, if its definition was
// given to New.
func (rt *Runtime) SignalType(name string) (signal.Binding, bool) {
	b, ok := rt.signals[name]
	return b, ok
}

// SignalJSON is [Signal] for a sender that has the signal's name and a JSON text but not
// its Go type: a command line, an HTTP handler. An empty payload sends no value.
//
// If this Runtime binds the run's workflow and was given the signal's definition, the
// text is checked against the type (see [signal.Binding.FromJSON]) and recorded as
// [Signal] records it; a text that does not fit is a [*PayloadError]. If it was given
// other signals, but none of this name, the error is an [*UndeclaredError]: a signal
// that nobody receives is kept and not missed, so a misspelt name would be found out
// only when the approval it stood for never comes. Whoever declares signals therefore
// declares all of them.
//
// Otherwise the text, which must be JSON, is delivered as it stands, and
// workflow.Receive decodes it as encoding/json does.
//
// Beside these the errors are those of Signal, and [*history.PayloadTooLargeError].
func SignalJSON(ctx context.Context, c Client, workflowID, name string, payload []byte, opts ...SignalOption) error {
	v := c.client()
	return v.signalJSON(ctx, v.named(workflowID), name, payload, opts)
}

func (c caller) signalJSON(ctx context.Context, to target, name string, payload []byte, opts []SignalOption) error {
	return c.signal(ctx, to, name, opts, func() (history.Payload, error) {
		if len(c.signals) == 0 {
			return rawJSON(name, payload)
		}
		workflow, err := c.workflow(ctx, to.ref())
		if err != nil {
			return history.Payload{}, err
		}
		if _, bound := c.workflows[workflow]; !bound {
			return rawJSON(name, payload)
		}
		b, declared := c.signals[name]
		if !declared {
			return history.Payload{}, &UndeclaredError{Signal: name, Workflow: workflow, Declared: slices.Sorted(maps.Keys(c.signals))}
		}
		return b.FromJSON(c.codecs, payload)
	})
}

// rawJSON is a payload of the codec "json" that nobody has decoded.
func rawJSON(name string, text []byte) (history.Payload, error) {
	if len(text) == 0 {
		return history.Payload{}, nil
	}
	if len(text) > history.MaxPayload {
		return history.Payload{}, &history.PayloadTooLargeError{Type: "JSON", Size: len(text)}
	}
	var raw json.RawMessage
	err := json.Unmarshal(text, &raw)
	if err == nil && !utf8.Valid(text) {
		err = errors.New("it is not valid UTF-8")
	}
	if err != nil {
		return history.Payload{}, &PayloadError{Signal: name, Err: fmt.Errorf("it is not JSON: %w", err)}
	}
	return history.Payload{Enc: history.JSON().Name(), Data: text}, nil
}
