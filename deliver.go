package reprise

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/signal"
	"github.com/reprise-run/reprise/store"
)

// SignalOption shapes one Signal.
type SignalOption func(*history.SignalReceived)

// SignalID makes a signal idempotent: a run takes an id once, however often it is
// sent, also after the signal was received. Without it each call sends a new signal.
func SignalID(id string) SignalOption { return func(s *history.SignalReceived) { s.ID = id } }

// SignalHeaders travel with the signal.
func SignalHeaders(h map[string]string) SignalOption {
	return func(s *history.SignalReceived) { s.Headers = h }
}

// heldBackFor is how long a sender waits for a run that is closing.
const heldBackFor = 5 * time.Second

// Signal sends a signal to the open run with this workflow id. When it returns nil
// the signal is durable: the workflow sees it, or the run shows it as undelivered. Inside
// a transaction, see [Tx], that is so once the transaction is committed.
// Errors: [ErrNotFound], [ErrClosed], [ErrInboxFull], [ErrClosing].
func Signal[T any](ctx context.Context, c Client, workflowID string, def signal.Def[T], value T, opts ...SignalOption) error {
	v := c.client()
	return v.signal(ctx, v.named(workflowID), def.Name(), opts, func() (history.Payload, error) { return v.codecs.Encode(value) })
}

// signal sends what encode makes, once the names are known to be good.
func (c caller) signal(ctx context.Context, to target, name string, opts []SignalOption, encode func() (history.Payload, error)) error {
	s := &history.SignalReceived{Name: name}
	for _, opt := range opts {
		opt(s)
	}
	if s.ID == "" {
		s.ID = c.cfg.newID("signal " + name).String()
	}
	err := errors.Join(checkName("the signal's name", s.Name), to.check(), checkName("the signal id", s.ID))
	if err == nil {
		s.Payload, err = encode()
	}
	if err == nil {
		err = c.deliver(ctx, to, store.EntrySignal, s.ID, s)
	}
	if err != nil {
		return fmt.Errorf("reprise: signal %q to %s: %w", s.Name, to, err)
	}
	return nil
}

// Cancel asks the open run with this workflow id to end itself: its waits return
// workflow.ErrCancelled, its activities are cancelled, and it may clean up.
func Cancel(ctx context.Context, c Client, workflowID, reason string) error {
	v := c.client()
	return v.cancel(ctx, v.named(workflowID), reason)
}

func (c caller) cancel(ctx context.Context, to target, reason string) error {
	err := errors.Join(to.check(), checkText("the reason", reason))
	if err == nil {
		err = c.deliver(ctx, to, store.EntryCancel, "cancel", &history.CancelRequested{Reason: reason})
	}
	if err != nil {
		return fmt.Errorf("reprise: cancel %s: %w", to, err)
	}
	return nil
}

// deliver puts an event into the inbox of an open run.
func (c caller) deliver(ctx context.Context, to target, kind store.EntryKind, id string, body history.Body) error {
	data, err := history.EncodeEvent(history.Event{Body: body})
	if err != nil {
		return err
	}
	op := &store.Deliver{
		Ref:   to.ref(),
		Entry: store.Entry{ID: id, Kind: kind, Data: data},
	}
	if c.tx != nil {
		return c.request(ctx, to, op)
	}
	if err := free(ctx); err != nil {
		return err
	}
	e := c.current()
	if e != nil {
		op.From = e.worker.ID
	}
	deadline := c.cfg.Clock.Now().Add(heldBackFor)
	for wait := 5 * time.Millisecond; ; wait = min(2*wait, 200*time.Millisecond) {
		asked := e.ask(op)
		outcome, err := c.writes.doClient(ctx, op, asked.late)
		asked.answered()
		switch {
		case err != nil:
			return err
		case outcome.Code == store.NotFound:
			if _, err := c.store.Run(ctx, to.ref()); errors.Is(err, ErrRemoved) {
				return ErrRemoved
			}
			return to.missing()
		case outcome.Code != store.HeldBack:
			return delivered(to, outcome)
		case !c.cfg.Clock.Now().Before(deadline):
			return ErrClosing
		}
		if err := c.sleep(ctx, wait); err != nil {
			return err
		}
	}
}

// delivered is what a sender is told.
func delivered(to target, outcome store.Outcome) error {
	switch outcome.Code {
	case store.NotFound:
		return to.missing()
	case store.Closed:
		return ErrClosed
	case store.Full:
		return fmt.Errorf("%w: %d wait unread", ErrInboxFull, store.MaxUnread)
	}
	return nil
}
