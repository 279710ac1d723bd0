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

// Match these with errors.Is, too.
var (
	// ErrChildExists: a child with [ChildID] was not started, because another run has its workflow id.
	ErrChildExists error = mark.New(mark.Mark{Kind: mark.Exists}, "workflow: another run has the workflow id of the child")
	// ErrNotFound: a signal reached nobody, because no run has the workflow id.
	ErrNotFound error = mark.New(mark.Mark{Kind: mark.NotFound}, "workflow: no run has this workflow id")
	// ErrClosed: a signal reached nobody, because the run with the workflow id has ended.
	ErrClosed error = mark.New(mark.Mark{Kind: mark.Closed}, "workflow: the run with this workflow id has ended")
	// ErrTerminated: the child was ended from outside.
	ErrTerminated error = mark.New(mark.Mark{Kind: mark.Terminated}, "workflow: the child was terminated")
	// ErrTooDeep: as many runs are above the one that would be started as there may be, which is 32.
	ErrTooDeep error = mark.New(mark.Mark{Kind: mark.TooDeep, Permanent: true}, "workflow: 32 runs are above the one that would be started: no more are allowed")
)

// Child is a run that a workflow has started, and the future of its end.
type Child[Out any] struct {
	Future[Out]
	id string
}

// WorkflowID returns the workflow id of the child. It is known at once. It is "" where ExecuteChild
// has failed.
func (c Child[Out]) WorkflowID() string { return c.id }

// Cancel asks the child to cancel, with a reason that it is told. The child may clean up: its future
// ends when it has ended. Cancel does nothing to a child that has ended, or was asked before.
func (c Child[Out]) Cancel(reason string) {
	if c.op != nil {
		c.op.CancelBecause(reason)
	}
}

// ChildError is why a child has not completed. It unwraps to the failure of the child: so errors.Is
// finds the child's own code, and through any number of runs.
type ChildError struct {
	WorkflowID string
	RunID      uuid.UUID // the last run of the child's chain; zero if none was started
	Status     string    // "failed", "cancelled" or "terminated", or "completed" with a result that is lost; "" if none was started, or how it ended is lost
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

// ChildOption changes one child.
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

// ChildID gives the child a workflow id. Without it the child has one that no other run has, which
// begins with that of the parent. While an open run has the id no child is started: the future of
// [ExecuteChild] ends with [ErrChildExists], and [Start] leaves the open run as it is.
func ChildID(id string) ChildOption { return func(o *childOptions) { o.id, o.named = id, true } }

// ChildQueue has the child run on a queue of its own. Without it that is the parent's. A worker's own queue has no
// runs.
func ChildQueue(queue string) ChildOption { return func(o *childOptions) { o.queue = queue } }

// ChildTimeout is how long the child may take, from this call on, with all that go on where it has ended.
// What happens then is what reprise.Timeout says: its contexts are cancelled with [ErrTimeout], and it fails a
// minute later, or when the time of [ChildTimeoutGrace] is over. The failure in the [*ChildError] is then of the
// kind timeout. Default: no limit.
func ChildTimeout(d time.Duration) ChildOption {
	return func(o *childOptions) { o.timeout, o.timed = d, true }
}

// ChildTimeoutGrace is how long the child may clean up after its [ChildTimeout]. With a negative d it may take
// as long as it wants. Default: 1 minute.
func ChildTimeoutGrace(d time.Duration) ChildOption {
	return func(o *childOptions) { o.grace, o.graced = d, true }
}

// limit puts the time of the child into its command.
func (o *childOptions) limit(b *history.ChildStarted, now time.Time) error {
	switch {
	case o.timed && o.timeout <= 0:
		return fmt.Errorf("ChildTimeout was given %v: give it more than zero, or leave it out", o.timeout)
	case o.graced && !o.timed:
		return fmt.Errorf("ChildTimeoutGrace was given without ChildTimeout: give both, or none")
	case o.timed:
		b.Deadline, b.Grace = now.Add(o.timeout).UTC().Truncate(time.Microsecond), history.DefaultGrace
	}
	if o.graced {
		b.Grace = o.grace
	}
	return nil
}

// ExecuteChild starts a run of another workflow and returns at once; Get waits for its end, which is
// that of the last run if it continues as new. The child is a run like any other: it has a history of
// its own, and any worker may have it.
//
//	receipt, err := workflow.ExecuteChild(ctx, Bill, order).Get(ctx)
//
// Its failure is a [*ChildError]. If the scope of ctx is cancelled the child is asked to cancel, and
// the future ends when the child has ended: see [Future.Get]. A child that is open when its parent
// ends, in whatever way, is asked to cancel, too; a run that is to outlive this one is started by
// [Start].
//
// Under a cancelled ctx no child is started and its future has ended with [ErrCancelled].
func ExecuteChild[In, Out any](ctx Context, w Definition[In, Out], in In, opts ...ChildOption) Child[Out] {
	b, env, err := childOf(ctx, w, in, opts)
	if err != nil {
		return Child[Out]{Future: failed[Out](ctx, err)}
	}
	op := env.StartChild(ctx.scope, b)
	f := Future[Out]{ctx: ctx, op: op, get: func() (Out, error) { return childResult[Out](ctx, op) }}
	return Child[Out]{Future: f, id: op.Child().WorkflowID}
}

// Start starts a run that has a life of its own: nobody waits for it, and it goes on when this run
// ends or is cancelled. It may be the last thing that a workflow does. It returns the workflow id of the
// run, which starts once what this run has done so far is durable.
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

// Send sends a signal to the run that has a workflow id, of whatever workflow. It goes out once what
// this run has done so far is durable, and is accepted once, whatever crashes. Get waits until it has
// been: it fails with [ErrNotFound] or [ErrClosed] where nobody could be reached. While the inbox
// of the run is full the signal waits.
//
// Under a cancelled ctx nothing is sent. A signal that was sent before goes on.
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

// childOf is the command that asks for a run of w.
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
		return nil, nil, bad(fmt.Errorf("the workflow id of this run is too long for one that begins with it: give the child one by ChildID"))
	}
	if o.queue != "" {
		if err := checkID("the queue", o.queue); err != nil {
			return nil, nil, bad(err)
		}
		if strings.HasPrefix(o.queue, "worker/") { // see store.OwnQueue
			return nil, nil, bad(fmt.Errorf("the queue %q is named like a worker's own, which has activities only: choose another name", o.queue))
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
	maxSuffix = 32   // of what stands behind a parent's id in a child's
)

// checkID accepts what every store can keep.
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

// childResult is what the child of an op that is done ended with.
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
		e.Err = fmt.Errorf("%w: %s", ErrTimeout, b.Failure.Message) // that is what cancelled it
	}
	return history.Payload{}, e
}
