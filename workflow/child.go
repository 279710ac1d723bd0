package workflow

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/mark"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/signal"
)

// These match with errors.Is, too.
var (
	// ErrChildExists: a child with [ChildID] was not started, because another run has its workflow id.
	ErrChildExists error = mark.New(mark.Mark{Kind: mark.Exists}, "workflow: another run has the workflow id of the child")
	// ErrNotFound: a signal was not delivered, because no run has the workflow id.
	ErrNotFound error = mark.New(mark.Mark{Kind: mark.NotFound}, "workflow: no run has this workflow id")
	// ErrClosed: a signal was not delivered, because the run with the workflow id has ended.
	ErrClosed error = mark.New(mark.Mark{Kind: mark.Closed}, "workflow: the run with this workflow id has ended")
	// ErrTerminated: the child was terminated.
	ErrTerminated error = mark.New(mark.Mark{Kind: mark.Terminated}, "workflow: the child was terminated")
	// ErrTooDeep: the child would have more than 32 runs above it.
	ErrTooDeep error = mark.New(mark.Mark{Kind: mark.TooDeep, Permanent: true}, "workflow: the child would have more than 32 runs above it")
)

// Child is a run that a workflow started, and a future of its end.
type Child[Out any] struct {
	Future[Out]
	id string
}

// WorkflowID returns the workflow id of the child. It is known at once, and is "" if ExecuteChild failed.
func (c Child[Out]) WorkflowID() string { return c.id }

// Cancel requests cancellation of the child, with a reason that the child receives. The child may
// clean up: its future ends when the child has ended. Cancel does nothing to a child that has ended
// or that was already asked to cancel.
func (c Child[Out]) Cancel(reason string) {
	if c.op != nil {
		c.op.CancelBecause(reason)
	}
}

// ChildError says why a child did not complete. It unwraps to the child's failure, so errors.Is
// finds the child's own code, through any number of runs.
type ChildError struct {
	WorkflowID string
	RunID      uuid.UUID // the last run of the child's chain; zero if no run was started
	Status     string    // "failed", "cancelled" or "terminated", or "completed" if the result is lost; "" if no run was started, or its end is lost
	Err        error
}

func (e *ChildError) Error() string {
	what := e.Status
	switch {
	case what == "" && e.RunID == (uuid.UUID{}):
		what = "was not started"
	case what == "":
		what = "ended"
	}
	return fmt.Sprintf("workflow: child %s %s: %v", e.WorkflowID, what, e.Err)
}

// Unwrap returns the failure of the child.
func (e *ChildError) Unwrap() error { return e.Err }

// ChildOption configures one child.
type ChildOption func(*childOptions)

type childOptions struct {
	id      string
	named   bool
	queue   string
	timeout time.Duration
	timed   bool
	grace   time.Duration
	graced  bool
}

// ChildID sets the workflow id of the child. Without it the child gets a unique id that begins
// with the parent's. If an open run has the id, no child is started: the future of [ExecuteChild]
// ends with [ErrChildExists], and [Start] leaves the open run as it is.
func ChildID(id string) ChildOption { return func(o *childOptions) { o.id, o.named = id, true } }

// ChildQueue sets the queue on which the child runs. Without it the child runs on the parent's queue. A worker's
// own queue takes no runs.
func ChildQueue(queue string) ChildOption { return func(o *childOptions) { o.queue = queue } }

// ChildTimeout limits how long the child may take from this call on, including the runs that continue it. When
// the time is over, it acts like reprise.Timeout: the child's contexts are cancelled with [ErrTimeout], and the
// child fails a minute later, or after the [ChildTimeoutGrace]. The failure in the [*ChildError] is then of the
// kind timeout. Default: no limit.
func ChildTimeout(d time.Duration) ChildOption {
	return func(o *childOptions) { o.timeout, o.timed = d, true }
}

// ChildTimeoutGrace is how long the child may clean up after its [ChildTimeout]. A negative d sets no limit.
// Default: 1 minute.
func ChildTimeoutGrace(d time.Duration) ChildOption {
	return func(o *childOptions) { o.grace, o.graced = d, true }
}

// limit writes the child's time limit into its command.
func (o *childOptions) limit(b *history.ChildStarted, now time.Time) error {
	switch {
	case o.timed && o.timeout <= 0:
		return fmt.Errorf("ChildTimeout is %v: use more than zero, or leave it out", o.timeout)
	case o.graced && !o.timed:
		return fmt.Errorf("ChildTimeoutGrace needs ChildTimeout: set both, or neither")
	case o.timed:
		b.Deadline, b.Grace = now.Add(o.timeout).UTC().Truncate(time.Microsecond), history.DefaultGrace
	}
	if o.graced {
		b.Grace = o.grace
	}
	return nil
}

// ExecuteChild starts a run of another workflow and returns at once. Get waits for the child's end,
// or for that of the last run if the child continues as new. The child is a run like any other: it
// has a history of its own, and any worker may run it.
//
//	receipt, err := workflow.ExecuteChild(ctx, Bill, order).Get(ctx)
//
// Its failure is a [*ChildError]. If the scope of ctx is cancelled, the child is asked to cancel,
// and the future ends when the child has ended: see [Future.Get]. A child that is still open when
// its parent ends, however that ends, is asked to cancel, too. Use [Start] for a run that should
// outlive this one.
//
// Under a cancelled ctx no child is started, and its future has ended with [ErrCancelled].
func ExecuteChild[In, Out any](ctx Context, w Definition[In, Out], in In, opts ...ChildOption) Child[Out] {
	b, env, err := childOf(ctx, w, in, opts)
	if err != nil {
		return Child[Out]{Future: failed[Out](ctx, err)}
	}
	op := env.StartChild(ctx.scope, b)
	f := Future[Out]{ctx: ctx, op: op, get: func() (Out, error) { return childResult[Out](ctx, op) }}
	return Child[Out]{Future: f, id: op.Child().WorkflowID}
}

// Start starts a detached run: nobody waits for it, and it continues when this run ends or is cancelled.
// A workflow may do this as its last step. Start returns the workflow id of the run, which starts once
// everything this run has done so far is durable.
//
// Under a cancelled ctx nothing is started and the error is [ErrCancelled].
func Start[In, Out any](ctx Context, w Definition[In, Out], in In, opts ...ChildOption) (workflowID string, err error) {
	b, env, err := childOf(ctx, w, in, opts)
	if err != nil {
		return "", err
	}
	if ctx.scope.Cancelled() {
		return "", ctx.cancelled()
	}
	b.Detached = true
	return env.Detach(b).WorkflowID, nil
}

// Send sends a signal to the run with a workflow id, of any workflow. The signal leaves once
// everything this run has done so far is durable, and is accepted exactly once, whatever crashes. Get
// waits until it is accepted, and fails with [ErrNotFound] or [ErrClosed] if no open run has the id.
// While the run's inbox is full the signal waits.
//
// Under a cancelled ctx nothing is sent. A cancellation does not stop a signal that was already sent.
func Send[T any](ctx Context, workflowID string, s signal.Def[T], v T) Future[None] {
	env, err := ctx.env()
	if err != nil {
		return failed[None](ctx, err)
	}
	if err := checkID("the workflow id", workflowID); err != nil {
		return failed[None](ctx, failure.Wrap("", fmt.Errorf("workflow: send: %w", err), failure.Permanent()))
	}
	if err := checkID("the signal's name", s.Name()); err != nil {
		return failed[None](ctx, failure.Wrap("", fmt.Errorf("workflow: send: %w", err), failure.Permanent()))
	}
	b := &history.SignalSent{WorkflowID: workflowID, Name: s.Name()}
	if b.Payload, err = ctx.run.encode("signal", s.Name(), v); err != nil {
		return failed[None](ctx, err)
	}
	if b.Headers, err = ctx.asks(CommandSignal, s.Name(), len(b.Payload.Data)); err != nil {
		return failed[None](ctx, err)
	}
	op := env.Send(ctx.scope, b)
	return Future[None]{ctx: ctx, op: op, get: func() (None, error) {
		b, ok := op.Result().(*history.SignalAnswered)
		switch {
		case !ok:
			return None{}, ctx.cancelled()
		case b.Failure != nil:
			return None{}, b.Failure.ReadWith(ctx.run.codecs)
		}
		return None{}, nil
	}}
}

// childOf makes the command that starts a run of w.
func childOf[In, Out any](ctx Context, w Definition[In, Out], in In, opts []ChildOption) (*history.ChildStarted, *replay.Env, error) {
	env, err := ctx.env()
	if err != nil {
		return nil, nil, err
	}
	bad := func(err error) error {
		return failure.Wrap("", fmt.Errorf("workflow: child: %w", err), failure.Permanent())
	}
	if w == nil {
		return nil, nil, bad(errNoDef)
	}
	d := w.Definition()
	if err := d.err(); err != nil {
		return nil, nil, bad(err)
	}
	var o childOptions
	for i, opt := range opts {
		if opt == nil {
			return nil, nil, bad(fmt.Errorf("option %d %w", i+1, errNoOption))
		}
		opt(&o)
	}
	if o.named {
		if err := checkID("the workflow id", o.id); err != nil {
			return nil, nil, bad(err)
		}
	} else if len(ctx.run.info.WorkflowID) > maxID-maxSuffix {
		return nil, nil, bad(fmt.Errorf("the workflow id of this run is too long to derive the child's from it: set the child's with ChildID"))
	}
	if o.queue != "" {
		if err := checkID("the queue", o.queue); err != nil {
			return nil, nil, bad(err)
		}
		if strings.HasPrefix(o.queue, "worker/") { // see store.OwnQueue
			return nil, nil, bad(fmt.Errorf("queue %q has the name of a worker's own queue, which takes activities only: choose another name", o.queue))
		}
	}
	if env.Started().Depth >= history.MaxAbove {
		return nil, nil, ErrTooDeep
	}
	b := &history.ChildStarted{Workflow: d.Name(), WorkflowID: o.id, Named: o.named, Queue: o.queue}
	if err := o.limit(b, now(env)); err != nil {
		return nil, nil, bad(err)
	}
	if b.Input, err = ctx.run.encode("input of workflow", d.Name(), in); err != nil {
		return nil, nil, err
	}
	if b.Headers, err = ctx.asks(CommandChild, d.Name(), len(b.Input.Data)); err != nil {
		return nil, nil, err
	}
	return b, env, nil
}

const (
	maxID     = 1000 // bytes
	maxSuffix = 32   // of what follows the parent's id in the child's
)

// checkID accepts only ids that every store can keep.
func checkID(what, s string) error {
	switch {
	case s == "":
		return fmt.Errorf("%s is empty", what)
	case len(s) > maxID:
		return fmt.Errorf("%s has %d bytes, at most %d are allowed", what, len(s), maxID)
	case strings.IndexByte(s, 0) >= 0 || !utf8.ValidString(s):
		return fmt.Errorf("%s %q is not valid UTF-8, or holds a NUL byte", what, s)
	}
	return nil
}

// childResult returns the result of the child of an op that is done.
func childResult[Out any](ctx Context, op *replay.Op) (out Out, err error) {
	result, err := childEnd(ctx, op)
	if err != nil {
		return out, err
	}
	return decode[Out](ctx.run, "result of workflow", op.Child().Workflow, result)
}

func childEnd(ctx Context, op *replay.Op) (history.Payload, error) {
	b, ok := op.Result().(*history.ChildEnded)
	switch {
	case !ok:
		return history.Payload{}, ctx.cancelled()
	case b.Failure == nil:
		return b.Result, nil
	}
	e := &ChildError{WorkflowID: op.Child().WorkflowID, RunID: b.Run, Err: b.Failure.ReadWith(ctx.run.codecs)}
	if b.How != 0 {
		e.Status = b.How.String()
	}
	if b.Failure.Kind == mark.Cancelled && op.Cancelled() && ctx.scope.TimedOut() {
		e.Err = fmt.Errorf("%w: %s", ErrTimeout, b.Failure.Message) // the timeout is what cancelled it
	}
	return history.Payload{}, e
}
