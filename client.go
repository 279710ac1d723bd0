package reprise

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/signal"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// Client is what Start, Signal, Cancel and the other calls act on: a *Runtime,
// started or not.
type Client interface {
	client() *Runtime
}

func (rt *Runtime) client() *Runtime { return rt }

// StartOption shapes one Start.
type StartOption func(*startOptions)

type startOptions struct {
	id       string
	once     bool
	queue    string
	priority int
	headers  history.Headers
}

// ID sets the workflow id: your key for the run, unique among the open runs of the
// namespace, at most 1,000 bytes. Without it the run gets a random one.
func ID(id string) StartOption { return func(o *startOptions) { o.id = id } }

// Once makes an id good for one run ever: if a run with it exists, open or ended,
// Start returns that run's handle and no error.
func Once() StartOption { return func(o *startOptions) { o.once = true } }

// Queue sets the queue whose workers run it. Default: "default".
func Queue(name string) StartOption { return func(o *startOptions) { o.queue = name } }

// Priority orders runs that wait for a worker: lower numbers first. Default: 0.
func Priority(p int) StartOption { return func(o *startOptions) { o.priority = p } }

// Headers travel with the run: trace context, tenant, and the like.
func Headers(h map[string]string) StartOption { return func(o *startOptions) { o.headers = h } }

// Start starts a run of a workflow and returns its handle as soon as the start is
// durable.
//
// When an open run has the id already, it returns that run's handle and an error
// that matches [ErrAlreadyStarted]; see [Once] for ids that must never be used
// twice. If ctx ends first, the run may have been started: call again with the same
// id.
func Start[In, Out any](ctx context.Context, c Client, def workflow.Definition[In, Out], in In, opts ...StartOption) (Handle[Out], error) {
	rt := c.client()
	o := startOptions{queue: defaultQueue}
	for _, opt := range opts {
		opt(&o)
	}
	d := def.Definition()
	started, err := rt.started(d.Name(), in, &o)
	if err != nil {
		return Handle[Out]{}, fmt.Errorf("reprise: start %q: %w", d.Name(), err)
	}
	h := Handle[Out]{rt: rt, workflow: d.Name(), id: o.id}
	run, err := rt.start(ctx, started, &o)
	if err != nil && !errors.Is(err, ErrAlreadyStarted) {
		return Handle[Out]{}, fmt.Errorf("reprise: start %q as %q: %w", d.Name(), o.id, err)
	}
	h.run = run
	if err != nil {
		return h, fmt.Errorf("reprise: start %q as %q: %w", d.Name(), o.id, err)
	}
	return h, nil
}

// started makes the first event of a run.
func (rt *Runtime) started(name string, in any, o *startOptions) (*history.Started, error) {
	if o.id == "" {
		o.id = uuid.NewString()
	}
	err := errors.Join(checkName("the workflow's name", name), checkName("the workflow id", o.id), checkName("the queue", o.queue))
	for k, v := range o.headers {
		err = errors.Join(err, checkText("header "+k, k), checkText("header "+k, v))
	}
	if err != nil {
		return nil, err
	}
	input, err := rt.codecs.Encode(in)
	if err != nil {
		return nil, err
	}
	s := &history.Started{Workflow: name, WorkflowID: o.id, Input: input, Headers: o.headers, Level: replay.Level, Build: rt.cfg.Build}
	if _, err := rand.Read(s.Seed[:]); err != nil {
		return nil, err
	}
	return s, nil
}

func (rt *Runtime) start(ctx context.Context, started *history.Started, o *startOptions) (store.RunID, error) {
	now, err := rt.storeTime(ctx)
	if err != nil {
		return store.RunID{}, err
	}
	var random [8]byte
	if _, err := rand.Read(random[:]); err != nil {
		return store.RunID{}, err
	}
	id := history.NewRunID(rt.cfg.Namespace, o.id, now, random)
	data, err := history.EncodeRow(history.Header{Now: now, Level: replay.Level, Build: rt.cfg.Build, Open: true},
		[]history.Event{{Seq: 1, Body: started}})
	if err != nil {
		return store.RunID{}, err
	}
	op := &store.Start{
		Run: id, Chain: id, Namespace: rt.cfg.Namespace, WorkflowID: o.id, Workflow: started.Workflow,
		Queue: o.queue, Priority: o.priority, Level: replay.Level, Once: o.once,
		Row: store.Row{Seq: 1, N: 1, Token: uuid.New(), Data: data},
	}
	e := rt.current()
	if e != nil && e.wants(op) {
		op.Owner, op.Claim = e.worker.ID, uuid.New()
	}
	claimed := func(outcome store.Outcome) {
		if e == nil {
			return
		}
		for _, c := range outcome.Claims {
			e.attach(c, []store.Row{op.Row})
		}
		if len(outcome.Claims) == 0 {
			hint(e.wakeRuns)
		}
	}
	outcome, err := rt.writes.doClient(ctx, op, e.late(claimed))
	switch {
	case err != nil:
		return store.RunID{}, err
	case outcome.Code == store.Exists && o.once:
		return outcome.Run, nil
	case outcome.Code == store.Exists:
		return outcome.Run, ErrAlreadyStarted
	}
	claimed(outcome)
	return id, nil
}

// late acts on the outcome of an op whose caller has left before it came: what the op
// made this worker the owner of, or put into the inbox of a run that this worker owns,
// nobody else is told of.
func (e *engine) late(act func(store.Outcome)) func(<-chan answer) {
	if e == nil {
		return nil
	}
	return func(done <-chan answer) {
		e.work.start(func() {
			if a := <-done; a.err == nil && a.outcome.Code == store.Done {
				act(a.outcome)
			}
		})
	}
}

// wants reports whether this worker would rather run a new run itself at once than
// leave it to whoever claims it.
func (e *engine) wants(op *store.Start) bool {
	if _, bound := e.rt.workflows[op.Workflow]; !bound {
		return false
	}
	served := false
	for _, q := range e.cfg.Queues {
		served = served || q == op.Queue
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	return served && e.mayClaim() && !e.onTrial() && !e.moreRuns && len(e.runs) < e.cfg.Runs
}

// storeTime is the store's time: the engine's estimate, or the store's own word. A
// client keeps no estimate: nothing would tell it that a clock was set.
func (rt *Runtime) storeTime(ctx context.Context) (time.Time, error) {
	if e := rt.current(); e != nil {
		return e.now(), nil
	}
	now, err := rt.store.Now(ctx)
	return now.UTC().Truncate(time.Microsecond), err
}

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
// the signal is durable: the workflow sees it, or the run shows it as undelivered.
// Errors: [ErrNotFound], [ErrClosed], [ErrInboxFull], [ErrClosing].
func Signal[T any](ctx context.Context, c Client, workflowID string, def signal.Def[T], value T, opts ...SignalOption) error {
	rt := c.client()
	s := &history.SignalReceived{Name: def.Name()}
	for _, opt := range opts {
		opt(s)
	}
	if s.ID == "" {
		s.ID = uuid.NewString()
	}
	err := errors.Join(checkName("the signal's name", s.Name), checkName("the workflow id", workflowID), checkName("the signal id", s.ID))
	if err == nil {
		s.Payload, err = rt.codecs.Encode(value)
	}
	if err == nil {
		err = rt.deliver(ctx, workflowID, store.EntrySignal, s.ID, s)
	}
	if err != nil {
		return fmt.Errorf("reprise: signal %q to %q: %w", s.Name, workflowID, err)
	}
	return nil
}

// Cancel asks the open run with this workflow id to end itself: its waits return
// workflow.ErrCancelled, its activities are cancelled, and it may clean up.
func Cancel(ctx context.Context, c Client, workflowID, reason string) error {
	err := errors.Join(checkName("the workflow id", workflowID), checkText("the reason", reason))
	if err == nil {
		err = c.client().deliver(ctx, workflowID, store.EntryCancel, "cancel", &history.CancelRequested{Reason: reason})
	}
	if err != nil {
		return fmt.Errorf("reprise: cancel %q: %w", workflowID, err)
	}
	return nil
}

// deliver puts an event into the inbox of the open run with this workflow id.
func (rt *Runtime) deliver(ctx context.Context, workflowID string, kind store.EntryKind, id string, body history.Body) error {
	data, err := history.EncodeEvent(history.Event{Body: body})
	if err != nil {
		return err
	}
	op := &store.Deliver{
		Ref:   store.Ref{Namespace: rt.cfg.Namespace, WorkflowID: workflowID},
		Entry: store.Entry{ID: id, Kind: kind, Data: data},
	}
	e := rt.current()
	if e != nil {
		op.From = e.worker.ID
	}
	tell := func(outcome store.Outcome) {
		if e != nil && len(outcome.Entries) > 0 {
			e.tell(outcome.Run, outcome.Owner, outcome.Entries[0])
		}
	}
	deadline := rt.cfg.Clock.Now().Add(heldBackFor)
	for wait := 5 * time.Millisecond; ; wait = min(2*wait, 200*time.Millisecond) {
		outcome, err := rt.writes.doClient(ctx, op, e.late(tell))
		switch {
		case err != nil:
			return err
		case outcome.Code == store.NotFound:
			return ErrNotFound
		case outcome.Code == store.Closed:
			return ErrClosed
		case outcome.Code == store.Full:
			return fmt.Errorf("%w: %d wait unread", ErrInboxFull, store.MaxUnread)
		case outcome.Code == store.Done:
			tell(outcome)
			return nil
		case !rt.cfg.Clock.Now().Before(deadline):
			return ErrClosing
		}
		if err := rt.sleep(ctx, wait); err != nil {
			return err
		}
	}
}

// sleep waits in a caller's goroutine.
func (rt *Runtime) sleep(ctx context.Context, d time.Duration) error {
	alarm := rt.cfg.Clock.NewTimer(d)
	defer alarm.Stop()
	select {
	case <-alarm.C():
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Terminate ends the open run with this workflow id at once, wherever it runs and
// also when it is parked. The workflow does not notice and cannot clean up; signals
// it has not received are kept as undelivered.
func Terminate(ctx context.Context, c Client, workflowID, reason string) error {
	rt := c.client()
	err := errors.Join(checkName("the workflow id", workflowID), checkText("the reason", reason))
	if err == nil {
		err = rt.terminate(ctx, workflowID, reason)
	}
	if err != nil {
		return fmt.Errorf("reprise: terminate %q: %w", workflowID, err)
	}
	return nil
}

func (rt *Runtime) terminate(ctx context.Context, workflowID, reason string) error {
	now, err := rt.storeTime(ctx)
	if err != nil {
		return err
	}
	body := &history.RunTerminated{Reason: reason}
	run, err := rt.store.Run(ctx, store.Ref{Namespace: rt.cfg.Namespace, WorkflowID: workflowID})
	if err != nil {
		return err
	}
	data, err := history.EncodeRow(history.Header{Now: rt.notBefore(ctx, run.ID, now), Level: run.Level, Build: rt.cfg.Build}, []history.Event{{Body: body}})
	if err != nil {
		return err
	}
	e := rt.current()
	ended := func(store.Outcome) {
		if e != nil {
			e.terminated(run.ID)
		}
		rt.waiters.closed(run.ID, body)
	}
	outcome, err := rt.writes.doClient(ctx, &store.Terminate{Ref: store.Ref{Run: run.ID}, Token: uuid.New(), Data: data, N: 1}, e.late(ended))
	switch {
	case err != nil:
		return err
	case outcome.Code == store.NotFound:
		return ErrNotFound
	case outcome.Code == store.Closed:
		return ErrClosed
	}
	ended(outcome)
	return nil
}

// notBefore is now, or the time of the run's last row if that is later: this process's
// estimate of the store's time may be behind that of the one that made the row.
func (rt *Runtime) notBefore(ctx context.Context, run store.RunID, now time.Time) time.Time {
	rows, err := rt.store.History(ctx, store.HistoryQuery{Run: run, Last: true})
	if err != nil || len(rows) == 0 {
		return now
	}
	row := rows[len(rows)-1]
	// A damaged row does not keep a run from being terminated.
	if h, _, err := history.DecodeRow(row.Data, row.Seq, row.N); err == nil && h.Now.After(now) {
		return h.Now
	}
	return now
}

// Resume lets a blocked run be claimed at once, by any build, and forgets the
// deaths of its workers.
func Resume(ctx context.Context, c Client, workflowID string) error {
	rt := c.client()
	outcome, err := rt.writes.doClient(ctx, &store.Resume{Ref: store.Ref{Namespace: rt.cfg.Namespace, WorkflowID: workflowID}}, nil)
	switch {
	case err != nil:
	case outcome.Code == store.NotFound:
		err = ErrNotFound
	case outcome.Code == store.Closed:
		err = ErrClosed
	}
	if err != nil {
		return fmt.Errorf("reprise: resume %q: %w", workflowID, err)
	}
	if e := rt.current(); e != nil {
		hint(e.wakeRuns)
	}
	return nil
}
