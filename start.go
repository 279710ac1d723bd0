package reprise

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/engine"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// StartOption configures one Start.
type StartOption func(*startOptions)

type startOptions struct {
	id       string
	named    bool // set by ID; an empty id is then a mistake
	once     bool
	priority int
	place    history.Place
	headers  history.Headers
	conflict Conflict
	delay    time.Duration
	at       time.Time
	delays   []string // the options that set when it begins
	timeout  time.Duration
	timed    bool // set by Timeout
	grace    time.Duration
	graced   bool // set by TimeoutGrace
	delivery string
	attrs    []history.Attr
	attrErr  error
	with     history.Body // what the run begins with, after its start; nil: nothing
	queued   bool         // it was not started, and waits behind another run
	job      *engine.Job  // set if this is the start of a job
}

// ID sets the workflow id: your key for the run, unique among the open runs of the namespace,
// at most 1,000 bytes. Without it the run gets a random UUID of version 7. Such a key begins
// with the time, which costs a store's index less than a fully random one.
func ID(id string) StartOption { return func(o *startOptions) { o.id, o.named = id, true } }

// Once allows at most one run with this id, ever. If a run with the id exists, open or ended, Start
// returns that run's handle and no error, or [ErrWrongWorkflow] if that run is of another workflow.
// A run that Config.Retention has removed still counts; the Result of its handle is [ErrRemoved].
// The workflow function does not run for a start that finds an existing run. If two starts with one
// id race, both may run the function up to its first wait, but only one is recorded.
func Once() StartOption { return func(o *startOptions) { o.once = true } }

// OnQueue sets the queue whose workers run it. Default: "default". A worker's own queue takes no runs.
func OnQueue(name string) StartOption { return func(o *startOptions) { o.place.Queue = name } }

// Priority orders runs that wait for a worker: lower numbers first. It must fit in 32 bits;
// otherwise the start fails. Default: 0.
func Priority(p int) StartOption { return func(o *startOptions) { o.priority = p } }

// Delay begins the run d after the start, by the store's clock, rounded up to a microsecond. Until
// then the run already exists: it has its id, is listed as open, and keeps the signals it gets. The
// workflow function does not run before that, and never if the run is cancelled first. The store
// remembers the delay, so no process has to stay. A negative delay fails the start; see also [At].
func Delay(d time.Duration) StartOption {
	return func(o *startOptions) { o.delay, o.delays = d, append(o.delays, "Delay") }
}

// At begins the run at t, by the store's clock, or at once if t has passed. Otherwise it behaves
// like [Delay], and a start may have only one of the two.
func At(t time.Time) StartOption {
	return func(o *startOptions) { o.at, o.delays = t, append(o.delays, "At") }
}

// begins returns when the function begins; zero: at once.
func (o *startOptions) begins(now time.Time) time.Time {
	due := o.at
	if o.delay > 0 {
		due = now.Add(o.delay)
	}
	if whole := due.Truncate(time.Microsecond); whole.Before(due) {
		due = whole.Add(time.Microsecond) // a timer is never early
	}
	if !due.After(now) {
		return time.Time{}
	}
	return due.UTC()
}

// Timeout limits how long the run may take, including the runs that continue it (see [workflow.ContinueAsNew]),
// counted from its beginning, after any [Delay]. When the time is over, the workflow's contexts are cancelled with
// [workflow.ErrTimeout], as [workflow.WithTimeout] does, and the workflow may clean up under
// [workflow.WithoutCancel]. If it has not ended after a further minute, or after the [TimeoutGrace], the run fails
// with a failure of the kind timeout. A run that is parked as blocked times out only when it continues. Default: no
// limit. A timeout that is not positive fails the start.
func Timeout(d time.Duration) StartOption {
	return func(o *startOptions) { o.timeout, o.timed = d, true }
}

// TimeoutGrace is how long a run may clean up after its [Timeout] before it is failed. A negative d
// sets no limit: compensations that move money should not be cut off. Default: 1 minute.
func TimeoutGrace(d time.Duration) StartOption {
	return func(o *startOptions) { o.grace, o.graced = d, true }
}

// limit writes the run's time limit into its first event.
func (o *startOptions) limit(s *history.Started, now time.Time) {
	if !o.timed {
		return
	}
	if s.Grace = history.DefaultGrace; o.graced {
		s.Grace = o.grace
	}
	if s.Deadline, s.Within = (time.Time{}), 0; o.queued { // nobody knows yet when it begins
		s.Within = o.timeout
		return
	}
	if s.NotBefore.After(now) {
		now = s.NotBefore
	}
	s.Deadline = now.Add(o.timeout).UTC().Truncate(time.Microsecond)
}

// checkTimes refuses options that contradict each other or make no sense.
func (o *startOptions) checkTimes() error {
	switch {
	case o.timed && o.timeout <= 0:
		return fmt.Errorf("Timeout is %v: use more than zero, or leave it out", o.timeout)
	case o.graced && !o.timed:
		return errors.New("TimeoutGrace needs Timeout: set both, or neither")
	case len(o.delays) > 1:
		return fmt.Errorf("the start has %s: use only one of Delay and At", strings.Join(o.delays, " and "))
	case o.delay < 0:
		return fmt.Errorf("Delay is %v: use zero or more", o.delay)
	case len(o.delays) > 0 && o.delays[0] == "At" && o.at.IsZero():
		return errors.New("At is the zero time: set a time, or leave it out")
	case o.at.Year() > maxYear:
		return fmt.Errorf("At is %v: use a time before the year %d", o.at, maxYear+1)
	case o.timed && o.at.Add(o.timeout).Year() > maxYear:
		return fmt.Errorf("At plus Timeout is after the year %d: use earlier times", maxYear)
	}
	return nil
}

// maxYear is the last year that a history can represent.
const maxYear = 9998

// Headers travel with the run: trace context, tenant, and the like. A run has at most
// [history.MaxHeaders], with [history.MaxHeaderBytes] together. They must be UTF-8 without NUL.
func Headers(h map[string]string) StartOption { return func(o *startOptions) { o.headers = h } }

// Attr gives the run an attribute when it starts: see [workflow.DefineAttr]. A start has at most 64
// attributes; if two have the same name, the last one counts. Attributes are not encrypted.
func Attr[T workflow.AttrValue](a workflow.AttrDef[T], v T) StartOption {
	attr, err := a.Value(v)
	return func(o *startOptions) {
		if o.attrErr = cmp.Or(o.attrErr, err); err == nil {
			o.attrs = history.WithAttr(o.attrs, attr)
		}
	}
}

// checkAttrs refuses attributes that no run may have.
func (o *startOptions) checkAttrs() error {
	switch {
	case o.attrErr != nil:
		return o.attrErr
	case len(o.attrs) > history.MaxAttrs:
		return fmt.Errorf("the start has %d attributes, at most %d are allowed", len(o.attrs), history.MaxAttrs)
	}
	return nil
}

// Start starts a run of a workflow and returns its handle once the start is durable, or, inside
// a transaction (see [Tx]), once it is part of the transaction.
//
// If an open run already has the id, Start returns that run's handle, whose [Handle.Existed] is true, and
// an error that matches [ErrAlreadyStarted]. [OnConflict] selects other behaviour, and [Once] makes sure
// that an id is never used twice. If ctx ends first, the run may have been started: call Start again with
// the same id.
func Start[In, Out any](ctx context.Context, c Writer, def workflow.Definition[In, Out], in In, opts ...StartOption) (Handle[Out], error) {
	if def == nil {
		_, err := writerOf(ctx, c)
		return Handle[Out]{}, wrap(cmp.Or(err, errNoDefinition), "start")
	}
	return begin[Out](ctx, c, nil, def.Definition().Name(), opts, func(c caller) (history.Payload, error) { return c.codecs.Encode(in) })
}

// StartJSON is [Start] for a caller that has the workflow's name and a JSON text but not its types,
// such as a command line or an HTTP handler. An empty text starts the run without a value.
//
// If this Runtime binds the workflow, StartJSON checks the text against the type of the
// workflow's input, as strictly as [SignalJSON], and records it as Start would. A text that does
// not fit is a [*PayloadError]. Otherwise the text must be JSON and is recorded as it stands,
// and the worker decodes it as encoding/json does.
func StartJSON(ctx context.Context, c Writer, workflow string, in []byte, opts ...StartOption) (Handle[Value], error) {
	return begin[Value](ctx, c, nil, workflow, opts, func(c caller) (history.Payload, error) {
		input, bound := c.inputs[workflow]
		if !bound {
			return rawJSON(contract.WorkflowInput, workflow, in, c.codecs.Most())
		}
		p, err := input.FromJSON(c.codecs, contract.WorkflowInput, workflow, in)
		return p, refusedText(err)
	})
}

// begin starts a run of the workflow with the input that encode returns; it calls encode only once the
// options are known to be good. j is the job's kind, or nil if this is no job.
func begin[Out any](ctx context.Context, c Writer, j *jobKind, workflow string, opts []StartOption, encode func(caller) (history.Payload, error)) (Handle[Out], error) {
	v, err := writerOf(ctx, c)
	verb := j.verb()
	o := startOptions{place: history.Place{Queue: j.queue()}}
	if err = cmp.Or(err, applyOptions(&o, opts)); err != nil {
		return Handle[Out]{}, wrap(err, "%s", verb)
	}
	if o.delivery != "" {
		return Handle[Out]{}, wrap(errDelivery, "%s", verb)
	}
	if err := cmp.Or(j.complete(v, &o), o.checkConflict(v.tx != nil), o.checkTimes()); err != nil {
		return Handle[Out]{}, wrap(err, "%s", verb)
	}
	started, err := v.started(workflow, &o, func() (history.Payload, error) { return encode(v) })
	if err != nil {
		return Handle[Out]{}, wrap(err, "%s %q", verb, workflow)
	}
	h := Handle[Out]{rt: v.Runtime, workflow: workflow, id: o.id, inTx: v.tx != nil}
	r := &Request{Verb: "start", Workflow: workflow, WorkflowID: o.id, Queue: o.place.Queue, Headers: started.Headers, Size: len(started.Input.Data), InTx: v.tx != nil}
	var run RunID
	err = v.through(ctx, r, func(ctx context.Context) (err error) {
		if started.Headers = r.Headers; v.chains.client != nil {
			if err := checkHeaders(started.Headers); err != nil {
				return err
			}
		}
		run, h.existed, err = v.startOver(ctx, started, &o)
		h.queued, r.RunID, r.Existed = o.queued, run, h.existed
		return err
	})
	switch h.run = run; {
	case err == nil:
		return h, nil
	case errors.Is(err, ErrAlreadyStarted) && run != RunID{}: // otherwise an interceptor returned the error
		return h, wrap(err, "%s %q as %q", verb, workflow, o.id)
	}
	return Handle[Out]{}, wrap(err, "%s %q as %q", verb, workflow, o.id)
}

var errNoDefinition = errors.New("the definition is nil: pass the one that workflow.Define or workflow.New returned")

// started makes the first event of a run.
func (rt *Runtime) started(name string, o *startOptions, encode func() (history.Payload, error)) (*history.Started, error) {
	if !o.named {
		o.id = rt.process.IDs().Workflow(name).String()
	}
	err := errors.Join(checkBound("the workflow's name", name), checkOwn(name), checkName("the workflow id", o.id), checkQueue(o.place.Queue), rt.cfg.knows(o.place.Queue), checkHeaders(o.headers), o.checkAttrs(), checkPartition(o.place.Partition))
	if err != nil {
		return nil, err
	}
	input, err := encode()
	if err != nil {
		return nil, err
	}
	// The run keeps this very event: the caller's later changes to its own input must not show.
	input.Data = bytes.Clone(input.Data)
	s := &history.Started{Workflow: name, WorkflowID: o.id, Input: input, Headers: maps.Clone(o.headers), Level: replay.Level, Build: rt.cfg.Build, Place: history.Place{Queue: history.QueueOf(o.place.Queue), Partition: o.place.Partition}, Attrs: o.attrs}
	return s, nil
}

// checkOwn refuses workflows that only this module starts.
func checkOwn(workflow string) error {
	if strings.HasPrefix(workflow, contract.OwnPrefix) {
		return fmt.Errorf("names that begin with %q are reserved for Reprise: start another workflow", contract.OwnPrefix)
	}
	return nil
}

// newStart makes the op that starts a run, and the beginning of the run's first task.
func (c caller) newStart(ctx context.Context, started *history.Started, o *startOptions) (*store.Start, replay.Task, error) {
	now, err := c.storeTime(ctx)
	if err != nil {
		return nil, replay.Task{}, err
	}
	return newStartAt(ctx, c, now, started, o)
}

// newStartAt is newStart for a known time.
func newStartAt(ctx context.Context, c caller, now time.Time, started *history.Started, o *startOptions) (*store.Start, replay.Task, error) {
	var id RunID
	id, started.Seed = c.process.IDs().Run(o.id, now)
	started.NotBefore = o.begins(now)
	o.limit(started, now)
	if o.job != nil && !o.queued {
		o.job.Delay = 0
		if due := started.NotBefore; !due.IsZero() { // the activity waits instead of a timer
			o.job.Delay, o.job.Alone, started.NotBefore = due.Sub(now), true, time.Time{}
		}
	}
	first := replay.Task{Now: now, Level: replay.Level, Events: []history.Event{{Seq: 1, Body: started}}}
	if o.with != nil {
		first.Events = append(first.Events, history.Event{Seq: 2, Body: o.with})
	}
	data, err := c.sealer.EncodeRow(ctx, history.Header{Now: now, Level: replay.Level, Build: c.cfg.Build, Open: true}, first.Events)
	if err != nil {
		return nil, replay.Task{}, err
	}
	return &store.Start{
		Run: id, Chain: id, Namespace: c.cfg.Namespace, WorkflowID: o.id, Workflow: started.Workflow,
		Queue: o.place.Queue, Priority: o.priority, Level: replay.Level, Once: o.once, Attrs: started.Attrs,
		Row: store.Row{Seq: 1, N: len(first.Events), Token: c.process.IDs().Token(), Data: data},
	}, first, nil
}

// start starts a run, or finds an existing one.
func (c caller) start(ctx context.Context, started *history.Started, o *startOptions) (run RunID, existed bool, err error) {
	op, first, err := c.newStart(ctx, started, o)
	switch {
	case err != nil:
		return RunID{}, false, err
	case c.tx != nil:
		if o.job != nil {
			if op, err = c.beginJob(ctx, op, first, o); err != nil {
				return RunID{}, false, err
			}
		}
		return c.insert(ctx, op)
	}
	if err := free(ctx); err != nil {
		return RunID{}, false, err
	}
	outcome, err := c.process.StartRun(ctx, op, first, o.named, o.job)
	switch {
	case err != nil:
		return RunID{}, false, err
	case outcome.Code == store.Exists:
		run, err := c.inTheWay(ctx, op, outcome.Run)
		return run, true, err
	}
	return op.Run, false, nil
}

// inTheWay answers a start that found an existing run, which must be of the same workflow.
func (c caller) inTheWay(ctx context.Context, op *store.Start, run RunID) (RunID, error) {
	name, err := c.workflow(ctx, store.Ref{Run: run})
	switch {
	case errors.Is(err, store.ErrRemoved): // its workflow is no longer known
	case err != nil:
		return run, err
	case name != op.Workflow:
		return run, fmt.Errorf("%w: it runs %q, not %q", ErrWrongWorkflow, name, op.Workflow)
	}
	if op.Once {
		return run, nil
	}
	return run, ErrAlreadyStarted
}

// Conflict selects what a start does when an open run has its workflow id; see [OnConflict].
type Conflict int

// The possible reactions to an open run that has the start's workflow id.
const (
	// Fail returns that run's handle and [ErrAlreadyStarted]. It is the default.
	Fail Conflict = iota
	// UseExisting returns that run's handle and no error. The start's input is not used.
	UseExisting
	// CancelExisting requests cancellation of that run, waits until it has ended, however long
	// it cleans up, and then starts the new one. If ctx ends first, the cancel request stands
	// and nothing was started.
	CancelExisting
	// TerminateExisting terminates that run, which cannot clean up, and starts the new one.
	TerminateExisting
	// QueueBehind keeps the start until that run has ended, including the runs that continue it, and then begins
	// the new one. At most one start waits behind a run: a later one replaces it, so the newest input counts. See
	// [Handle.Queued] and [Unqueue].
	QueueBehind
)

// String returns the name of c.
func (c Conflict) String() string {
	switch c {
	case Fail:
		return "Fail"
	case UseExisting:
		return "UseExisting"
	case CancelExisting:
		return "CancelExisting"
	case TerminateExisting:
		return "TerminateExisting"
	case QueueBehind:
		return "QueueBehind"
	}
	return fmt.Sprintf("Conflict(%d)", int(c))
}

// OnConflict selects what the start does when an open run of the same workflow has its workflow id, which [ID]
// must set. If the open run is of another workflow, the start always fails with [ErrWrongWorkflow]. [Once]
// decides about closed runs with the id, and combines only with Fail and UseExisting. Inside a transaction
// only Fail and UseExisting are possible, too: a transaction cannot wait for a run or change another one.
func OnConflict(c Conflict) StartOption { return func(o *startOptions) { o.conflict = c } }

// checkConflict refuses combinations of options that contradict each other.
func (o *startOptions) checkConflict(inTx bool) error {
	replaces := o.conflict >= CancelExisting
	switch {
	case o.conflict < Fail || o.conflict > QueueBehind:
		return fmt.Errorf("OnConflict is %v: use Fail, UseExisting, CancelExisting, TerminateExisting or QueueBehind", o.conflict)
	case o.conflict != Fail && !o.named:
		return fmt.Errorf("OnConflict(%v) needs an ID, as a random id never conflicts: add reprise.ID", o.conflict)
	case replaces && o.once:
		return fmt.Errorf("OnConflict(%v) together with Once: it would use the id again, which Once forbids; leave one of them out", o.conflict)
	case replaces && inTx:
		return fmt.Errorf("OnConflict(%v) inside a transaction: a transaction cannot wait for the end of a run or change it; start outside of it, or use Fail or UseExisting", o.conflict)
	}
	return nil
}

// startOver starts a run, and deals with an open one that has its id as o says.
func (c caller) startOver(ctx context.Context, started *history.Started, o *startOptions) (run store.RunID, existed bool, err error) {
	for {
		o.queued = false
		run, existed, err := c.start(ctx, started, o)
		if !errors.Is(err, ErrAlreadyStarted) {
			return run, existed, err
		}
		switch o.conflict {
		case UseExisting:
			return run, true, nil
		case CancelExisting:
			err = c.cancelled(ctx, run)
		case TerminateExisting:
			err = terminate(ctx, c.Runtime, target{run: run, byRun: true}, "another run was started in its place")
		case QueueBehind:
			if run, err = c.queueBehind(ctx, run, started, o); err == nil {
				return run, false, nil
			}
		default:
			return run, true, err
		}
		if err != nil && !errors.Is(err, ErrClosed) { // otherwise it has ended by itself, or another run continues it
			return run, true, err
		}
	}
}

// cancelled requests cancellation of a run and waits until its chain has ended.
func (c caller) cancelled(ctx context.Context, run store.RunID) error {
	found, err := c.store.Run(ctx, store.Ref{Run: run})
	if err != nil {
		return err
	}
	if err := cancel(ctx, c.Runtime, target{run: run, byRun: true}, "another run is about to start in its place"); err != nil {
		return err
	}
	if _, err := c.await(ctx, found.Workflow, run); err != nil {
		return fmt.Errorf("the open run %s was asked to cancel and has not ended yet: %w", run, err)
	}
	return nil
}

// queueBehind makes the start wait behind an open run; [ErrClosed] means that the caller should try again.
func (c caller) queueBehind(ctx context.Context, open store.RunID, started *history.Started, o *startOptions) (store.RunID, error) {
	found, err := c.store.Run(ctx, store.Ref{Run: open})
	switch {
	case errors.Is(err, ErrNotFound):
		return open, ErrClosed // it was removed meanwhile
	case err != nil:
		return open, err
	}
	o.queued = true
	start, _, err := c.newStart(ctx, started, o)
	if err != nil {
		return open, err
	}
	op := &store.QueueBehind{Run: open, Start: start}
	if found.Behind != nil {
		op.Over = found.Behind.Run
	}
	if open == start.Run || found.Behind.Waits() && op.Over == start.Run { // an earlier try did this, and its answer was lost
		return start.Run, nil
	}
	outcome, err := engine.QueueBehind(ctx, c.process, op)
	if err == nil && outcome.Code != store.Done {
		err = ErrClosed // or another start waits there by now
	}
	return start.Run, err
}
