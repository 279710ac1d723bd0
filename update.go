package reprise

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/engine"
	"github.com/reprise-run/reprise/internal/sealing"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// UpdateOption configures one Update.
type UpdateOption func(*updateOptions)

type updateOptions struct {
	id      string
	headers history.Headers
}

// UpdateID makes an update idempotent: a run takes each id once, and a caller that asks again with the
// same id gets the same answer, even after the run has ended, and also from the runs that continue it.
// Without an id each call sends a new update.
func UpdateID(id string) UpdateOption { return func(o *updateOptions) { o.id = id } }

// UpdateHeaders travel with the update. The limits are those of [Headers].
func UpdateHeaders(h map[string]string) UpdateOption {
	return func(o *updateOptions) { o.headers = maps.Clone(h) }
}

// Update sends an update to an open run and waits for the answer of the handler that its workflow
// registered with [workflow.HandleUpdate]. The request is durable before the wait begins: if ctx or
// this process ends, the update continues, and the same call with the same [UpdateID] returns its
// answer. An update that arrives before its workflow handles it waits, as a signal does.
//
// Errors: an *[UpdateError] with the failure of the handler or its validator; an error that matches [ErrClosed] if the run
// ended before it answered; [ErrNotFound], [ErrClosed], [ErrInboxFull] or [ErrClosing] if the run did not accept the update;
// ctx's error if only the wait ended. If the store goes away during the wait, Update waits for it.
func Update[In, Out any, R Ref](ctx context.Context, c Client, run R, def workflow.UpdateDef[In, Out], in In, opts ...UpdateOption) (Out, error) {
	var out Out
	to := targetOf(run)
	rt, err := clientFor(ctx, c, to)
	if err == nil {
		var answer history.Payload
		answer, err = update(ctx, rt, to, def.Name(), contract.CheckLabel("update", def.Name()), opts, func() (history.Payload, error) { return rt.codecs.Encode(in) })
		if err == nil {
			err = rt.codecs.Decode(answer, &out)
		}
	}
	return out, wrap(err, "update %q of %s", def.Name(), to)
}

// UpdateJSON is [Update] for a caller that has the update's name and a JSON text but not its types, such as a command line or an
// HTTP handler. An empty text stands for the zero value. A text that is not JSON is a [*history.DecodeError].
func UpdateJSON[R Ref](ctx context.Context, c Client, run R, name string, in []byte, opts ...UpdateOption) (Value, error) {
	to := targetOf(run)
	rt, err := clientFor(ctx, c, to)
	var answer history.Payload
	if err == nil {
		answer, err = update(ctx, rt, to, name, contract.CheckLabel("update", name), opts, func() (history.Payload, error) { return inputJSON(rt, name, in) })
	}
	if err != nil {
		return Value{}, wrap(err, "update %q of %s", name, to)
	}
	return Value{answer, rt.codecs}, nil
}

// inputJSON returns the input of an update from a JSON text.
func inputJSON(rt *Runtime, name string, text []byte) (history.Payload, error) {
	p, err := rawJSON(contract.UpdateMessage, name, text, rt.codecs.Most())
	if bad := (*PayloadError)(nil); errors.As(err, &bad) {
		err = &history.DecodeError{Enc: history.JSON().Name(), Type: "the update's", Err: bad.Err}
	}
	return p, err
}

// update sends an update and waits for its answer.
func update(ctx context.Context, rt *Runtime, to target, name string, bad error, opts []UpdateOption, encode func() (history.Payload, error)) (answer history.Payload, err error) {
	u, err := newUpdate(rt.writer(), to, name, bad, opts, encode)
	if err != nil {
		return history.Payload{}, err
	}
	err = u.through(ctx, "update", func(ctx context.Context) error {
		if err := u.send(ctx); err != nil {
			return err
		}
		answer, err = u.wait(ctx)
		return err
	})
	return answer, err
}

// UpdateHandle is a reference to an update that was sent, whose answer is an Out.
type UpdateHandle[Out any] struct{ u *sentUpdate }

// SendUpdate is [Update] without the wait: when it returns nil the request is durable, and
// [UpdateHandle.Result] waits for the answer. Inside a transaction (see [Tx]) this holds once the
// transaction has committed. Its errors are those of an update that was not accepted. For the id of an
// update that the run has already taken it returns a handle, even after the run has ended; inside a
// transaction it does not check for that.
func SendUpdate[In, Out any, R Ref](ctx context.Context, c Writer, run R, def workflow.UpdateDef[In, Out], in In, opts ...UpdateOption) (UpdateHandle[Out], error) {
	to := targetOf(run)
	w, err := writerOf(ctx, c)
	if err == nil {
		err = to.check()
	}
	var u *sentUpdate
	if err == nil {
		u, err = newUpdate(w, to, def.Name(), contract.CheckLabel("update", def.Name()), opts, func() (history.Payload, error) { return w.codecs.Encode(in) })
	}
	if err == nil {
		err = u.through(ctx, "send update", u.send)
	}
	if err != nil {
		return UpdateHandle[Out]{}, wrap(err, "send update %q to %s", def.Name(), to)
	}
	return UpdateHandle[Out]{u}, nil
}

// ID returns the update's id: that of [UpdateID], or a generated one. [Update] with this id returns the
// answer, too, in any process.
func (h UpdateHandle[Out]) ID() string {
	if h.u == nil {
		return ""
	}
	return h.u.body.ID
}

// Result waits for the answer. Its errors are those of [Update] for an accepted update. It may be
// called more than once.
func (h UpdateHandle[Out]) Result(ctx context.Context) (Out, error) {
	var out Out
	u := h.u
	if u == nil {
		return out, fmt.Errorf("reprise: result of update: %w: the handle is empty", ErrNotFound)
	}
	err := u.c.usable(ctx)
	if err == nil {
		err = u.through(ctx, "update result", func(ctx context.Context) error {
			answer, err := u.wait(ctx)
			if err == nil {
				err = u.c.codecs.Decode(answer, &out)
			}
			return err
		})
	}
	return out, wrap(err, "result of update %q of %s", u.body.Name, u.to)
}

// sentUpdate is an update and the state of sending it.
type sentUpdate struct {
	c     caller
	to    target
	body  *history.UpdateReceived
	given bool // the caller chose the id

	asked  engine.Asked // set once it was sent
	sealer *sealing.Sealer
}

func newUpdate(c caller, to target, name string, bad error, opts []UpdateOption, encode func() (history.Payload, error)) (*sentUpdate, error) {
	var o updateOptions
	if err := errors.Join(bad, applyOptions(&o, opts)); err != nil {
		return nil, err
	}
	b := &history.UpdateReceived{Name: name, ID: o.id, Headers: o.headers}
	if b.ID == "" {
		b.ID = c.process.IDs().New("update " + name).String()
	}
	if err := errors.Join(checkName("the update's name", name), checkName("the update id", b.ID), checkHeaders(b.Headers)); err != nil {
		return nil, err
	}
	input, err := encode()
	if err != nil {
		return nil, err
	}
	b.Input = input
	return &sentUpdate{c: c, to: to, body: b, given: o.id != ""}, nil
}

// through passes the call through the interceptors, which may change the headers until it is sent.
func (u *sentUpdate) through(ctx context.Context, verb string, do func(context.Context) error) error {
	r := request(verb, u.to)
	r.Name, r.Headers, r.Size, r.InTx = u.body.Name, u.body.Headers, len(u.body.Input.Data), u.c.tx != nil
	return u.c.through(ctx, r, func(ctx context.Context) error {
		if u.asked.ID == "" {
			if u.body.Headers = r.Headers; u.c.chains.client != nil {
				if err := checkHeaders(u.body.Headers); err != nil {
					return err
				}
			}
		}
		return do(ctx)
	})
}

// send makes the update durable.
func (u *sentUpdate) send(ctx context.Context) error {
	sealer, err := u.c.sealerFor(ctx, u.to)
	if err != nil {
		return err
	}
	u.sealer = sealer
	outcome, repeated, err := u.c.deliver(ctx, u.to, store.EntryUpdate, u.body.ID, u.body)
	if errors.Is(err, ErrClosed) && u.given && u.c.tx == nil {
		return u.find(ctx, err)
	}
	if err != nil {
		return err
	}
	u.asked = engine.Asked{Run: outcome.Run, From: max(outcome.Seq, 1), ID: u.body.ID, Again: u.given || repeated}
	u.c.tx = nil // the wait for the answer is outside of it
	return nil
}

// find looks for this update in a run that accepts no more updates but may have taken it. If it finds
// none, it returns closed.
func (u *sentUpdate) find(ctx context.Context, closed error) error {
	run, err := u.c.store.Run(ctx, u.to.ref(u.c.cfg.Namespace))
	if err != nil {
		return err
	}
	u.asked = engine.Asked{Run: run.ID, From: run.NextSeq, ID: u.body.ID, Again: true}
	known, err := u.asked.Taken(ctx, u.c.store)
	if err == nil && !known {
		err = closed
	}
	if err != nil {
		u.asked = engine.Asked{}
	}
	return err
}

// wait waits for the answer.
func (u *sentUpdate) wait(ctx context.Context) (history.Payload, error) {
	if err := free(ctx); err != nil {
		return history.Payload{}, err
	}
	ended, err := u.asked.Answer(ctx, u.c.process, u.sealer)
	if errors.Is(err, engine.ErrUnanswered) {
		err = &UpdateError{Update: u.body.Name, ID: u.body.ID, Failure: errUnanswered{}}
	}
	switch {
	case err != nil:
		return history.Payload{}, err
	case ended.Failure != nil:
		return history.Payload{}, &UpdateError{Update: u.body.Name, ID: u.body.ID, Rejected: ended.Rejected, Failure: ended.Failure.ReadWith(u.c.codecs)}
	}
	return ended.Result, nil
}

// errUnanswered is an [ErrClosed].
type errUnanswered struct{}

func (errUnanswered) Error() string        { return engine.ErrUnanswered.Error() }
func (errUnanswered) Unwrap() error        { return engine.ErrUnanswered }
func (errUnanswered) Is(target error) bool { return target == ErrClosed }

// UpdateError is the failure that answered an update. It unwraps to that failure, so errors.Is,
// failure.CodeOf and failure.DetailsOf work on it. If the run ended before it answered, the failure
// matches [ErrClosed].
type UpdateError struct {
	Update   string
	ID       string
	Rejected bool // by the validator; the handler was not called
	Failure  error
}

func (e *UpdateError) Error() string {
	if e.Rejected {
		return fmt.Sprintf("reprise: update %q was rejected: %v", e.Update, e.Failure)
	}
	return fmt.Sprintf("reprise: update %q: %v", e.Update, e.Failure)
}

func (e *UpdateError) Unwrap() error { return e.Failure }

// Resolve ends the promise of this token with a value, which workflow.Promise.Get returns. When it returns nil
// the value is durable. The workflow gets it unless the promise times out, is cancelled, or its run ends before
// the run takes the value. Nobody need wait for the promise yet. Inside a transaction (see [Tx]) the value is
// durable once the transaction has committed, and Resolve does not check for an earlier answer, which wins.
//
// The first answer counts. Repeating the same value returns nil. Errors: [*TokenError], which says nothing about
// any run; [ErrResolved]; [ErrClosed] if the run has ended or continued; [ErrNotFound] if it was removed;
// [ErrInboxFull], [ErrClosing].
func Resolve[T any](ctx context.Context, c Writer, t workflow.Token[T], v T) error {
	return answer(ctx, c, "resolve", string(t), func(c caller, b *history.PromiseEnded) (err error) {
		b.Result, err = c.codecs.Encode(v)
		return err
	})
}

// Reject ends the promise of this token with a failure: workflow.Promise.Get fails with it, including the
// code and details that package failure attached to err. Otherwise it behaves like [Resolve].
func Reject[T any](ctx context.Context, c Writer, t workflow.Token[T], err error) error {
	return answer(ctx, c, "reject", string(t), func(c caller, b *history.PromiseEnded) error {
		if b.Failure = c.codecs.FailureOf(err); b.Failure == nil {
			return errors.New("the error is nil: use Resolve to end a promise with a value")
		}
		return nil
	})
}

// ResolveJSON is [Resolve] for a caller that has a token and a JSON text but not the type of the value, such
// as a web hook or a command line. An empty text stands for no value. The text is recorded as it stands: if
// it does not fit the promise's type, workflow.Promise.Get fails. A text that is not JSON is a
// [*history.DecodeError], and nothing happens.
func ResolveJSON(ctx context.Context, c Writer, token string, text []byte) error {
	return answer(ctx, c, "resolve", token, func(c caller, b *history.PromiseEnded) (err error) {
		b.Result, err = rawJSON("promise", "", text, c.codecs.Most())
		if bad := (*PayloadError)(nil); errors.As(err, &bad) {
			err = &history.DecodeError{Enc: history.JSON().Name(), Type: "the promise's", Err: bad.Err}
		}
		return err
	})
}

// answer ends a promise; fill sets the result or the failure.
func answer(ctx context.Context, w Writer, verb, token string, fill func(caller, *history.PromiseEnded) error) error {
	c, err := writerOf(ctx, w)
	if err != nil {
		return wrap(err, "%s a promise", verb)
	}
	run, seq, err := engine.PromiseSecret(c.process).Open(token)
	if err != nil {
		return &TokenError{Err: err}
	}
	b := &history.PromiseEnded{Promise: seq, Token: token}
	to := target{run: run, byRun: true}
	if err := fill(c, b); err != nil {
		return wrap(err, "%s promise %d of %s", verb, seq, to)
	}
	r := request(verb, to)
	r.Size, r.InTx = len(b.Result.Data), c.tx != nil
	err = c.through(ctx, r, func(ctx context.Context) error { return c.answer(ctx, to, b) })
	return wrap(err, "%s promise %d of %s", verb, seq, to)
}

func (c caller) answer(ctx context.Context, to target, b *history.PromiseEnded) error {
	if c.tx != nil {
		_, _, err := c.deliver(ctx, to, store.EntryPromise, b.Token, b)
		return err
	}
	if err := free(ctx); err != nil {
		return err
	}
	ended, next, err := c.answered(ctx, to, b, b.Promise+1)
	switch {
	case ended && err == nil, err != nil && !ended:
		return err
	case ended: // with another answer; but a copy of the run may still have none
		return c.answerCopy(ctx, to, b, err)
	}
	outcome, _, err := c.deliver(ctx, to, store.EntryPromise, b.Token, b)
	switch {
	case errors.Is(err, ErrClosed) || errors.Is(err, ErrUnknownOutcome): // the run may have had this answer, or another
		ended, _, found := c.answered(ctx, to, b, next)
		switch {
		case ended:
			return found
		case found != nil && errors.Is(err, ErrUnknownOutcome):
			return unseen(found)
		case found != nil:
			return found
		}
		return c.answerCopy(ctx, to, b, err)
	case err != nil:
		return err
	}
	sealer, err := c.sealerFor(ctx, to)
	if err != nil {
		return unseen(err)
	}
	e, err := sealer.DecodeEvent(ctx, outcome.Entries[0].Data) // this answer, or an earlier one that is unread
	if err != nil {
		return unseen(err)
	}
	if outcome.Seq > next { // the run has taken events meanwhile; if the promise's end is among them, that end counts
		switch ended, _, found := c.answered(ctx, to, b, next); {
		case ended:
			return found
		case found != nil:
			return unseen(found)
		}
	}
	return c.sameAnswer(&e, b)
}

// unseen reports that the answer was sent, and that err hides what came of it.
func unseen(err error) error {
	return fmt.Errorf("%w: the answer was sent, but whether it counts is unknown: %v", ErrUnknownOutcome, err)
}

// answered looks for the promise's end in the history, starting at event from; before event next there is
// none. If the promise has ended, err is that of [caller.sameAnswer].
func (c caller) answered(ctx context.Context, to target, b *history.PromiseEnded, from int64) (ended bool, next int64, err error) {
	e, next, err := engine.PromiseEnd(ctx, c.store, to.run, b.Promise, from)
	if err != nil || e == nil {
		return false, next, err
	}
	sealer, err := c.sealerFor(ctx, to)
	if err == nil {
		err = sealer.Open(ctx, e)
	}
	if err != nil {
		return false, next, err
	}
	return true, next, c.sameAnswer(e, b)
}

// sameAnswer returns nil if e ended the promise with what b says, otherwise [ErrResolved].
func (c caller) sameAnswer(e *history.Event, b *history.PromiseEnded) error {
	first, ok := e.Body.(*history.PromiseEnded)
	switch {
	case !ok:
		return fmt.Errorf("%w: its workflow cancelled it", ErrResolved)
	case first.Token == "":
		return fmt.Errorf("%w: its due time has passed", ErrResolved)
	case first.Failure != nil && b.Failure != nil:
		f, g := first.Failure, b.Failure
		if same, _ := c.codecs.Same(f.Details, g.Details); same && f.Code == g.Code && f.Kind == g.Kind && f.Message == g.Message {
			return nil
		}
	case first.Failure == nil && b.Failure == nil:
		if same, _ := c.codecs.Same(first.Result, b.Result); same {
			return nil
		}
	}
	return fmt.Errorf("%w, with another answer", ErrResolved)
}

// answerCopy handles a promise whose run no longer accepts an answer, as err says. If that run was reset, the
// run that began with its copy may still have the promise open.
func (c caller) answerCopy(ctx context.Context, to target, b *history.PromiseEnded, err error) error {
	old, lost := c.store.Run(ctx, to.ref(c.cfg.Namespace))
	if lost != nil {
		return lost
	}
	copied, lost := engine.PromiseCopy(ctx, c.store, old, b.Promise)
	switch {
	case lost != nil && !errors.Is(lost, store.ErrNotFound):
		return lost
	case copied != RunID{}:
		return c.answer(ctx, target{run: copied, byRun: true}, b)
	}
	return err
}

// TokenError says that a text is not the token of a promise of this database and namespace. It does not tell
// whether such a run or promise exists.
type TokenError struct {
	Err error // what is wrong with it
}

func (e *TokenError) Error() string {
	return fmt.Sprintf("reprise: promise token: %v: pass all of what workflow.Promise.Token returned", e.Err)
}

func (e *TokenError) Unwrap() error { return e.Err }
