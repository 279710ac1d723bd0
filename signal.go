package reprise

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/sealing"
	"github.com/reprise-run/reprise/signal"
	"github.com/reprise-run/reprise/store"
)

// SignalOption configures one Signal.
type SignalOption func(*signalOptions)

type signalOptions struct {
	id      string
	headers history.Headers
}

// SignalID makes a signal idempotent: a run takes each id once, however often it is sent, and
// even after it received the signal. Without an id each call sends a new signal.
func SignalID(id string) SignalOption { return func(o *signalOptions) { o.id = id } }

// SignalHeaders travel with the signal. The limits are those of [Headers].
func SignalHeaders(h map[string]string) SignalOption {
	return func(o *signalOptions) { o.headers = maps.Clone(h) }
}

// heldBackFor is how long a sender waits for a run that is closing.
const heldBackFor = 5 * time.Second

// Signal sends a signal to an open run. When it returns nil the signal is durable: the workflow
// receives it, or the run shows it as undelivered. Inside a transaction (see [Tx]) this holds
// once the transaction has committed. Errors: [ErrNotFound], [ErrClosed], [ErrInboxFull],
// [ErrClosing].
func Signal[T any, R Ref](ctx context.Context, c Writer, run R, def signal.Def[T], value T, opts ...SignalOption) error {
	to := targetOf(run)
	err := send(ctx, c, to, def.Name(), opts, func(c caller) (history.Payload, error) { return c.codecs.Encode(value) })
	return wrap(err, "signal %q to %s", def.Name(), to)
}

// send sends the payload that encode returns; it calls encode only once the names are known to be good.
func send(ctx context.Context, w Writer, to target, name string, opts []SignalOption, encode func(caller) (history.Payload, error)) error {
	c, err := writerOf(ctx, w)
	if err != nil {
		return err
	}
	var o signalOptions
	if err := applyOptions(&o, opts); err != nil {
		return err
	}
	s := &history.SignalReceived{Name: name, ID: o.id, Headers: o.headers}
	if s.ID == "" {
		s.ID = c.process.IDs().New("signal " + name).String()
	}
	if err := errors.Join(checkName("the signal's name", name), to.check(), checkName("the signal id", s.ID), checkHeaders(s.Headers)); err != nil {
		return err
	}
	if s.Payload, err = encode(c); err != nil {
		return err
	}
	r := request("signal", to)
	r.Name, r.Headers, r.Size, r.InTx = name, s.Headers, len(s.Payload.Data), c.tx != nil
	return c.through(ctx, r, func(ctx context.Context) error {
		if s.Headers = r.Headers; c.chains.client != nil {
			if err := checkHeaders(s.Headers); err != nil {
				return err
			}
		}
		_, _, err := c.deliver(ctx, to, store.EntrySignal, s.ID, s)
		return err
	})
}

// deliver puts an event into the inbox of an open run and returns the store's outcome. repeated says that an
// answer was lost, so the event may have been there before.
func (c caller) deliver(ctx context.Context, to target, kind store.EntryKind, id string, body history.Body) (outcome store.Outcome, repeated bool, err error) {
	return c.deliverAs(ctx, to, kind, id, body, nil)
}

// deliverAs is deliver; steer, unless it is nil, also acts on the run.
func (c caller) deliverAs(ctx context.Context, to target, kind store.EntryKind, id string, body history.Body, steer *store.Steer) (outcome store.Outcome, repeated bool, err error) {
	if err := c.declared(ctx, to, body); err != nil {
		return store.Outcome{}, repeated, err
	}
	sealer, err := c.sealerFor(ctx, to)
	if err != nil {
		return store.Outcome{}, repeated, err
	}
	data, err := sealer.EncodeEvent(ctx, history.Event{Body: body})
	if err != nil {
		return store.Outcome{}, repeated, err
	}
	op := &store.Deliver{Ref: to.ref(c.cfg.Namespace), Entry: store.Entry{ID: id, Kind: kind, Data: data}, Steer: steer}
	if c.tx != nil {
		outcome, err := c.request(ctx, to, op)
		return outcome, false, err
	}
	if err := free(ctx); err != nil {
		return store.Outcome{}, repeated, err
	}
	known := false
	if op.Ref, known = c.process.Known(op.Ref); !known {
		if op.Ref, err = c.settle(ctx, to); err != nil {
			return store.Outcome{}, repeated, err
		}
	}
	deadline := c.cfg.Clock.Now().Add(heldBackFor)
	for wait := 5 * time.Millisecond; ; wait = min(2*wait, 200*time.Millisecond) {
		answer := c.process.Deliver(ctx, op)
		outcome := answer.Outcome
		repeated = repeated || answer.Repeated
		if answer.Err == nil && outcome.Code == store.Closed {
			next, goesOn, err := c.follow(ctx, to, op.Ref.Run)
			if err != nil {
				return store.Outcome{}, repeated, err
			}
			if goesOn { // it knows what this run has taken
				op.Ref, known = next, false
				continue
			}
		}
		switch {
		case answer.Err != nil:
			return store.Outcome{}, repeated, answer.Err
		case repeated && (outcome.Code == store.NotFound || outcome.Code == store.Closed):
			return store.Outcome{}, repeated, fmt.Errorf("%w: the store's answer was lost, and the run has ended since; its history shows whether it received this", store.ErrUnknownOutcome)
		case known && (outcome.Code == store.NotFound || outcome.Code == store.Closed):
			// Nothing was delivered. Somebody else ended the run that this worker knew under
			// the id, and another run may have the id now.
			if op.Ref, err = c.settle(ctx, to); err != nil {
				return store.Outcome{}, repeated, err
			}
			known = false
			continue
		case outcome.Code == store.NotFound:
			if _, err := c.store.Run(ctx, to.ref(c.cfg.Namespace)); errors.Is(err, ErrRemoved) {
				return store.Outcome{}, repeated, ErrRemoved
			}
			return store.Outcome{}, repeated, to.missing(c.cfg.Namespace)
		case outcome.Code != store.HeldBack:
			return outcome, repeated, c.delivered(to, outcome)
		case !c.cfg.Clock.Now().Before(deadline):
			return store.Outcome{}, repeated, ErrClosing
		}
		if err := c.sleep(ctx, wait); err != nil {
			return store.Outcome{}, repeated, err
		}
	}
}

// declared refuses a message that the run's workflow does not accept, if the workflow is bound
// here and has closed its contract.
func (c caller) declared(ctx context.Context, to target, body history.Body) error {
	if len(c.accepts) == 0 {
		return nil
	}
	m, ok := messageOf(body)
	if !ok {
		return nil
	}
	if c.tx == nil {
		if err := free(ctx); err != nil {
			return err
		}
	}
	name, err := c.workflow(ctx, to.ref(c.cfg.Namespace))
	if errors.Is(err, ErrNotFound) {
		return nil // the delivery reports that
	}
	if err != nil {
		return err
	}
	return undeclared(c.accepts[name], name, m)
}

func undeclared(a *contract.Accepts, workflow string, m contract.Message) error {
	if a.Has(m.Kind, m.Name) {
		return nil
	}
	return &UndeclaredError{Kind: m.Kind, Name: m.Name, Workflow: workflow, Declared: a.Names(m.Kind), Contract: true}
}

// messageOf returns the name of a signal or an update.
func messageOf(b history.Body) (m contract.Message, ok bool) {
	switch b := b.(type) {
	case *history.SignalReceived:
		return contract.Message{Kind: contract.SignalMessage, Name: b.Name}, true
	case *history.UpdateReceived:
		return contract.Message{Kind: contract.UpdateMessage, Name: b.Name}, true
	}
	return m, false
}

// sealerFor returns the sealer for a run. A run that is named by its run id may be of another
// namespace, except in a transaction, which sees only its own.
func (c caller) sealerFor(ctx context.Context, to target) (*sealing.Sealer, error) {
	if !to.byRun || c.tx != nil || !c.sealer.Transforms() {
		return c.sealer, nil
	}
	if err := free(ctx); err != nil {
		return nil, err
	}
	run, err := c.store.Run(ctx, to.ref(c.cfg.Namespace))
	if err != nil {
		return nil, err
	}
	return c.sealer.In(run.Namespace), nil
}

// delivered converts the outcome of a delivery into the sender's error.
func (c caller) delivered(to target, outcome store.Outcome) error {
	switch outcome.Code {
	case store.NotFound:
		return to.missing(c.cfg.Namespace)
	case store.Closed:
		return ErrClosed
	case store.Paused:
		return ErrPaused
	case store.Full:
		return fmt.Errorf("%w: it has %d unread signals, or %d MiB of them", ErrInboxFull, store.MaxUnread, store.MaxUnreadBytes>>20)
	}
	return nil
}

// PayloadError says that a JSON text does not fit the type of a signal or of a workflow's input. Nothing was sent.
type PayloadError struct {
	Kind    string // "signal" or "workflow"
	Name    string
	Type    string // the Go type that it takes; "" if the text is merely not JSON
	Example []byte // a value of that type, as JSON; nil: none
	Err     error  // what is wrong, and in which field
}

func (e *PayloadError) Error() string { return (*contract.PayloadError)(e).Error() }

func (e *PayloadError) Unwrap() error { return e.Err }

// UndeclaredError says that a run's workflow, which is bound here, has a closed contract that does
// not accept a signal or an update, see [workflow.Accepts]. [SignalJSON] also returns it for a name
// that none of the signals given to New has. Nothing was sent.
type UndeclaredError struct {
	Kind     string // "signal" or "update"
	Name     string
	Workflow string   // of the run that it was meant for
	Declared []string // the names that the workflow accepts, or those of the signals given to New; sorted
	Contract bool     // the workflow has a closed contract
}

func (e *UndeclaredError) Error() string {
	if e.Contract {
		return contract.Refusal(e.Workflow, e.Kind, e.Name, e.Declared) + ": correct the name, or add it to workflow.Accepts"
	}
	return fmt.Sprintf("no signal %q is declared beside workflow %q, only %s: correct the name, or give the signal's definition to reprise.New",
		e.Name, e.Workflow, strings.Join(e.Declared, ", "))
}

// SignalJSON is [Signal] for a sender that has the signal's name and a JSON text but not its Go
// type, such as a command line or an HTTP handler. An empty text sends no value.
//
// If this Runtime binds the run's workflow and was given the signal's definition, SignalJSON
// checks the text against the signal's type and records it as [Signal] would; a text that does
// not fit is a [*PayloadError]. It refuses text after the value, unknown fields, fields that
// occur twice, even in different case, arrays of the wrong length, and null or an empty text
// for a type that has no nil. A missing or null field is zero. Integers become int64 where the
// type is an interface.
//
// If the Runtime was given other signals but none of this name, the error is an
// [*UndeclaredError]. Otherwise a misspelt name would show only when the approval never
// arrives. So declare all signals, or none.
//
// In all other cases the text must be JSON and is delivered as it stands, and workflow.Receive
// decodes it as encoding/json does.
//
// The other errors are those of Signal, and [*history.PayloadTooLargeError].
func SignalJSON[R Ref](ctx context.Context, c Writer, run R, name string, payload []byte, opts ...SignalOption) error {
	to := targetOf(run)
	err := send(ctx, c, to, name, opts, func(c caller) (history.Payload, error) { return c.fromJSON(ctx, to, name, payload) })
	return wrap(err, "signal %q to %s", name, to)
}

// fromJSON returns the payload of a signal of this name to that run.
func (c caller) fromJSON(ctx context.Context, to target, name string, text []byte) (history.Payload, error) {
	if len(c.signals) == 0 {
		return rawJSON(contract.SignalMessage, name, text, c.codecs.Most())
	}
	workflow, err := c.workflow(ctx, to.ref(c.cfg.Namespace))
	if err != nil {
		return history.Payload{}, err
	}
	if _, bound := c.workflows[workflow]; !bound {
		return rawJSON(contract.SignalMessage, name, text, c.codecs.Most())
	}
	b, declared := c.signals[name]
	if !declared {
		return history.Payload{}, &UndeclaredError{Kind: contract.SignalMessage, Name: name, Workflow: workflow, Declared: slices.Sorted(maps.Keys(c.signals))}
	}
	p, err := b.FromJSON(c.codecs, text)
	return p, refusedText(err)
}

// refusedText converts the error about a text that does not fit to one of this package.
func refusedText(err error) error {
	if bad := (*contract.PayloadError)(nil); errors.As(err, &bad) {
		return (*PayloadError)(bad)
	}
	return err
}

// rawJSON returns a payload of the codec "json" without decoding the text.
func rawJSON(kind, name string, text []byte, most int) (history.Payload, error) {
	if len(text) == 0 {
		return history.Payload{}, nil
	}
	if len(text) > most {
		return history.Payload{}, &history.PayloadTooLargeError{Type: "JSON", Size: len(text), Most: most}
	}
	var raw json.RawMessage
	err := json.Unmarshal(text, &raw)
	if err == nil && !utf8.Valid(text) {
		err = errors.New("it is not valid UTF-8")
	}
	if err != nil {
		return history.Payload{}, &PayloadError{Kind: kind, Name: name, Err: fmt.Errorf("it is not JSON: %w", err)}
	}
	return history.Payload{Enc: history.JSON().Name(), Data: text}, nil
}
