package reprise

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/engine"
	"github.com/reprise-run/reprise/signal"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// DeliveryID sets the id of the signal that [SignalWithStart] sends, or of the update of
// [UpdateWithStart]: see [SignalID] and [UpdateID]. No other start accepts it.
func DeliveryID(id string) StartOption { return func(o *startOptions) { o.delivery = id } }

var (
	errNoID     = errors.New("no open run has a random workflow id: add reprise.ID to the start")
	errNoOver   = errors.New("OnConflict has no effect here, because an open run receives the message: leave it out")
	errDelivery = errors.New("DeliveryID is for SignalWithStart and UpdateWithStart: leave it out")
)

// SignalWithStart sends a signal to the open run with the workflow id, or starts a run that begins with
// the signal; the start and the signal are then one write. [ID] is required. With [Once], a run that has
// ended is an [ErrClosed]; without it, a new run is started. [Headers] travel with both. The returned handle
// is that of the run that got the signal; [Handle.Existed] tells whether it was open before.
//
// Errors: those of [Start] and [Signal]. If you repeat the call after an [ErrUnknownOutcome]
// with the same [DeliveryID], the run takes the signal once.
func SignalWithStart[In, Out, T any](ctx context.Context, c Writer, def workflow.Definition[In, Out], in In, s signal.Def[T], v T, opts ...StartOption) (Handle[Out], error) {
	w, err := newWithStart(ctx, c, def, in, opts)
	if err != nil {
		return Handle[Out]{}, wrap(err, "signal with start")
	}
	b := &history.SignalReceived{Name: s.Name(), ID: w.o.delivery}
	if b.ID == "" {
		b.ID = w.c.process.IDs().New("signal " + b.Name).String()
	}
	err = errors.Join(checkName("the signal's name", b.Name), checkName("the signal id", b.ID))
	if err == nil {
		b.Payload, err = w.c.codecs.Encode(v)
	}
	if err == nil {
		err = w.through(ctx, "signal with start", b.Name, len(b.Payload.Data), func(ctx context.Context) error {
			b.Headers = w.started.Headers
			return w.deliver(ctx, store.EntrySignal, b.ID, b)
		})
	}
	return handleOf[Out](w), wrap(err, "signal %q with start of %q as %q", b.Name, w.started.Workflow, w.o.id)
}

// UpdateWithStart is [SignalWithStart] for an update. It waits for the answer as [Update] does. The
// handle is also valid if the error is an *[UpdateError].
func UpdateWithStart[In, Out, UI, UO any](ctx context.Context, c Client, def workflow.Definition[In, Out], in In, u workflow.UpdateDef[UI, UO], ui UI, opts ...StartOption) (UO, Handle[Out], error) {
	var out UO
	w, err := newWithStart(ctx, c, def, in, opts)
	if err == nil {
		err = free(ctx)
	}
	if err != nil {
		return out, Handle[Out]{}, wrap(err, "update with start")
	}
	var with []UpdateOption
	if w.o.delivery != "" {
		with = append(with, UpdateID(w.o.delivery))
	}
	sent, err := newUpdate(w.c, target{workflowID: w.o.id}, u.Name(), contract.CheckLabel("update", u.Name()), with, func() (history.Payload, error) { return w.c.codecs.Encode(ui) })
	if err == nil {
		err = w.through(ctx, "update with start", u.Name(), len(sent.body.Input.Data), func(ctx context.Context) error {
			sent.body.Headers, sent.sealer = w.started.Headers, w.c.sealer
			if err := w.update(ctx, sent); err != nil {
				return err
			}
			answer, err := sent.wait(ctx)
			if err != nil {
				return err
			}
			return w.c.codecs.Decode(answer, &out)
		})
	}
	return out, handleOf[Out](w), wrap(err, "update %q with start of %q as %q", u.Name(), w.started.Workflow, w.o.id)
}

// withStart is a delivery to an open run, or to one that is started for it.
type withStart struct {
	c       caller
	o       startOptions
	started *history.Started

	run     RunID // the run that got the delivery; zero: none
	existed bool
	// An answer was lost, so the event may have been delivered before.
	repeated bool
	seq      int64 // the delivery cannot be before this event
}

func newWithStart[In, Out any](ctx context.Context, c Writer, def workflow.Definition[In, Out], in In, opts []StartOption) (*withStart, error) {
	v, err := writerOf(ctx, c)
	if err == nil && def == nil {
		err = errNoDefinition
	}
	w := &withStart{c: v, o: startOptions{place: history.Place{Queue: defaultQueue}}}
	if err = cmp.Or(err, applyOptions(&w.o, opts)); err != nil {
		return nil, err
	}
	switch err := w.o.checkTimes(); {
	case err != nil:
		return nil, err
	case !w.o.named:
		return nil, errNoID
	case w.o.conflict != Fail:
		return nil, errNoOver
	}
	w.started, err = v.started(def.Definition().Name(), &w.o, func() (history.Payload, error) { return v.codecs.Encode(in) })
	return w, err
}

func handleOf[Out any](w *withStart) Handle[Out] {
	if w.run == (RunID{}) {
		return Handle[Out]{}
	}
	return Handle[Out]{rt: w.c.Runtime, workflow: w.started.Workflow, id: w.o.id, run: w.run, inTx: w.c.tx != nil, existed: w.existed}
}

func (w *withStart) through(ctx context.Context, verb, name string, size int, do func(context.Context) error) error {
	r := &Request{Verb: verb, Workflow: w.started.Workflow, WorkflowID: w.o.id, Name: name, Queue: w.o.place.Queue, Headers: w.started.Headers, Size: size + len(w.started.Input.Data), InTx: w.c.tx != nil}
	return w.c.through(ctx, r, func(ctx context.Context) error {
		if w.started.Headers = r.Headers; w.c.chains.client != nil {
			if err := checkHeaders(w.started.Headers); err != nil {
				return err
			}
		}
		err := do(ctx)
		r.RunID, r.Existed = w.run, w.existed
		return err
	})
}

// deliver delivers to the open run, or starts one that begins with the delivery.
func (w *withStart) deliver(ctx context.Context, kind store.EntryKind, id string, body history.Body) error {
	if m, ok := messageOf(body); ok {
		if err := undeclared(w.c.accepts[w.started.Workflow], w.started.Workflow, m); err != nil {
			return err
		}
	}
	w.o.with = body
	for {
		err := w.toOpen(ctx, kind, id, body)
		switch {
		case errors.As(err, new(*ContinuedError)):
			continue // the chain is open, and its next run has the id
		case err == nil || !errors.Is(err, ErrClosed) && !errors.Is(err, ErrNotFound):
			return err
		case w.o.once && (errors.Is(err, ErrClosed) || errors.Is(err, ErrRemoved)):
			return ErrClosed
		}
		run, existed, err := w.c.start(ctx, w.started, &w.o)
		switch {
		case err == nil && !existed:
			w.run, w.seq = run, 1
			return nil
		case err != nil && !errors.Is(err, ErrAlreadyStarted):
			return err
		}
		// Somebody else has started a run meanwhile. With Once it may have ended; the next round finds out.
	}
}

// toOpen delivers to the open run of this workflow, if there is one.
func (w *withStart) toOpen(ctx context.Context, kind store.EntryKind, id string, body history.Body) error {
	to := target{workflowID: w.o.id}
	name, run := "", RunID{}
	var err error
	if w.c.tx != nil {
		name, err = w.c.workflow(ctx, to.ref(w.c.cfg.Namespace))
	} else {
		if err := free(ctx); err != nil {
			return err
		}
		var found store.Run
		if found, err = w.c.store.Run(ctx, to.ref(w.c.cfg.Namespace)); err == nil && found.Status != store.Open {
			return ErrClosed
		}
		name, run = found.Workflow, found.ID
	}
	if err != nil {
		return err
	}
	switch {
	case name == w.started.Workflow:
	case w.c.tx != nil && !w.o.once:
		return ErrClosed // otherwise the start finds it in its way
	default:
		return fmt.Errorf("%w: it runs %q, not %q", ErrWrongWorkflow, name, w.started.Workflow)
	}
	if run != (RunID{}) { // deliver to this run only: another may be of another workflow
		to = target{run: run, byRun: true}
	}
	outcome, repeated, err := w.c.deliver(ctx, to, kind, id, body)
	if err == nil {
		w.run, w.seq, w.existed, w.repeated = outcome.Run, max(outcome.Seq, 1), true, repeated
	}
	return err
}

// update is deliver for an update. If the update was sent before and its run has ended since, no new
// run is started.
func (w *withStart) update(ctx context.Context, sent *sentUpdate) error {
	if sent.given {
		run, err := w.c.store.Run(ctx, sent.to.ref(w.c.cfg.Namespace))
		if err == nil && run.Status != store.Open && run.Workflow == w.started.Workflow {
			if err = sent.find(ctx, ErrClosed); err == nil {
				w.run, w.existed = run.ID, true
				return nil
			}
		}
		if err != nil && !errors.Is(err, ErrClosed) && !errors.Is(err, ErrNotFound) {
			return err
		}
	}
	if err := w.deliver(ctx, store.EntryUpdate, sent.body.ID, sent.body); err != nil {
		return err
	}
	sent.asked = engine.Asked{Run: w.run, From: w.seq, ID: sent.body.ID, Again: w.existed && (sent.given || w.repeated)}
	return nil
}
