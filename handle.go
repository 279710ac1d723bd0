package reprise

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/engine"
	"github.com/reprise-run/reprise/internal/histories"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// Handle is a reference to a run of a workflow whose result is an Out.
type Handle[Out any] struct {
	rt       *Runtime
	workflow string
	id       string
	run      RunID
	inTx     bool // started in a transaction that may not commit
	existed  bool
	queued   bool // it waits behind another run, or did so
}

// Get returns the handle of a run. Errors: [ErrNotFound], [ErrWrongWorkflow].
func Get[In, Out any, R Ref](ctx context.Context, c Client, def workflow.Definition[In, Out], run R) (Handle[Out], error) {
	to := targetOf(run)
	rt, err := clientFor(ctx, c, to)
	if err == nil && def == nil {
		err = errNoDefinition
	}
	if err != nil {
		return Handle[Out]{}, wrap(err, "get %s", to)
	}
	name := def.Definition().Name()
	r := request("get", to)
	r.Workflow = name
	found, err := asked(ctx, rt, r, func(ctx context.Context) (store.Run, error) { return rt.store.Run(ctx, to.ref(rt.cfg.Namespace)) })
	if err != nil {
		return Handle[Out]{}, wrap(err, "get %s", to)
	}
	if found.Workflow != name {
		return Handle[Out]{}, wrap(fmt.Errorf("%w: it runs %q, not %q", ErrWrongWorkflow, found.Workflow, name), "get %s", to)
	}
	return Handle[Out]{rt: rt, workflow: name, id: found.WorkflowID, run: found.ID, existed: true}, nil
}

// WorkflowID returns the workflow id that the run was started with.
func (h Handle[Out]) WorkflowID() string { return h.id }

// RunID returns the id of the run.
func (h Handle[Out]) RunID() RunID { return h.run }

// Existed reports whether the run existed before the call that returned this handle: Start found
// it under the workflow id, or the handle comes from [Get].
func (h Handle[Out]) Existed() bool { return h.existed }

// Queued reports whether [QueueBehind] kept the start until another run ends. Until then no run has this
// handle's run id, and [Describe] and [Get] return [ErrNotFound] for it. The [Description] of the open run
// shows the waiting start.
func (h Handle[Out]) Queued() bool { return h.queued }

// Unqueue takes back the start that waits behind an open run; see [QueueBehind]. run names the open run, by its
// workflow id or its run id. Errors: [ErrNotQueued] if no start waits there, [ErrNotFound], [ErrClosed].
func Unqueue[R Ref](ctx context.Context, c Client, run R) error {
	to := targetOf(run)
	rt, err := clientFor(ctx, c, to)
	if err == nil {
		err = rt.through(ctx, request("unqueue", to), func(ctx context.Context) error { return rt.unqueue(ctx, to.ref(rt.cfg.Namespace)) })
	}
	return wrap(err, "unqueue behind %s", to)
}

func (rt *Runtime) unqueue(ctx context.Context, ref store.Ref) error {
	for {
		open, err := rt.store.Run(ctx, ref)
		switch {
		case err != nil:
			return err
		case open.Status != store.Open:
			return ErrClosed
		case !open.Behind.Waits():
			return ErrNotQueued
		}
		outcome, err := engine.QueueBehind(ctx, rt.process, &store.QueueBehind{Run: open.ID, Over: open.Behind.Run})
		if err != nil || outcome.Code == store.Done {
			return err
		}
	}
}

// Result waits for the run to end and returns the workflow's result. If the run continues as a new one,
// Result returns that of the last run of the chain. If [QueueBehind] kept the start, Result first waits
// for the run to begin.
//
// Errors: a *[RunError] if the run ended without a result; [ErrReplaced] if a start that was kept was
// not carried out; a *history.DecodeError naming both types if the result is not an Out; ctx's error if
// only the wait ended. If the store cannot be reached at the start, Result returns [ErrUnavailable],
// which says nothing about the run. If the store goes away later, Result waits for it.
func (h Handle[Out]) Result(ctx context.Context) (Out, error) {
	var out Out
	if h.rt == nil {
		return out, fmt.Errorf("reprise: result: %w: the handle is empty", ErrNotFound)
	}
	if err := h.rt.usable(ctx); err != nil {
		return out, wrap(err, "result of %q", h.id)
	}
	r := &Request{Verb: "result", Workflow: h.workflow, WorkflowID: h.id, RunID: h.run}
	run, last := h.run, history.Body(nil)
	err := h.rt.through(ctx, r, func(ctx context.Context) (err error) {
		if h.queued {
			err := free(ctx)
			if err == nil {
				err = engine.AwaitBegin(ctx, h.rt.process, h.rt.cfg.Namespace, h.id, h.run)
			}
			if err != nil {
				return err
			}
		}
		run, last, err = h.rt.awaitChain(ctx, h.workflow, h.run)
		return err
	})
	if h.inTx && errors.Is(err, ErrNotFound) && !errors.Is(err, ErrRemoved) {
		err = fmt.Errorf("%w: the transaction that starts it has not committed, or was rolled back: ask after the commit", err)
	}
	if err != nil {
		return out, wrap(err, "result of %q", h.id)
	}
	o, err := outcomeOf(h.rt.codecs, h.id, run, last)
	switch {
	case err != nil:
	case o.Status != Completed:
		return out, &RunError{WorkflowID: h.id, RunID: run, Status: o.Status, Failure: o.Failure}
	default:
		if untyped, ok := any(&out).(*Value); ok { // of StartJSON
			*untyped = o.Result
			break
		}
		err = h.rt.codecs.Decode(o.Result.payload, &out)
	}
	return out, wrap(err, "result of %q", h.id)
}

// Outcome tells how a run ended.
type Outcome struct {
	WorkflowID string
	RunID      RunID
	Status     Status
	Result     Value  // of a run that completed
	Failure    error  // as in [RunError]; nil: the run completed or was continued
	Reason     string // the reason given to [Terminate]
	Next       RunID  // the run that continues this one, if it was continued
}

// outcomeOf derives the outcome from the last event of a history.
func outcomeOf(codecs *history.Codecs, id string, run RunID, last history.Body) (Outcome, error) {
	o := Outcome{WorkflowID: id, RunID: run}
	switch b := last.(type) {
	case *history.RunCompleted:
		o.Status, o.Result = Completed, Value{b.Result, codecs}
	case *history.RunFailed:
		o.Status, o.Failure = Failed, b.Failure.ReadWith(codecs)
	case *history.RunCancelled:
		o.Status, o.Failure = Cancelled, b.Failure.ReadWith(codecs)
	case *history.RunTerminated:
		o.Status, o.Reason, o.Failure = Terminated, b.Reason, fmt.Errorf("%w: %s", ErrTerminated, b.Reason)
	case *history.RunContinued:
		o.Status, o.Next = Continued, b.Next
	default:
		return Outcome{}, fmt.Errorf("its history ends with %T", last)
	}
	return o, nil
}

// WaitRun waits for a run to end and returns how it ended, for callers that do not know the
// workflow's types; others use [Handle.Result]. A run named by its workflow id is followed to the
// last run of its chain. A run named by its run id is not: if it was continued, Next names the
// next run. Errors: [ErrNotFound]; ctx's error if only the wait ended; [ErrUnavailable], which
// says nothing about the run, if the store cannot be reached at the start. If the store goes away
// later, WaitRun waits for it.
func WaitRun[R Ref](ctx context.Context, c Client, run R) (Outcome, error) {
	to := targetOf(run)
	rt, err := clientFor(ctx, c, to)
	if err != nil {
		return Outcome{}, wrap(err, "wait for %s", to)
	}
	o, err := asked(ctx, rt, request("wait", to), func(ctx context.Context) (Outcome, error) {
		found, err := rt.store.Run(ctx, to.ref(rt.cfg.Namespace))
		if err != nil {
			return Outcome{}, err
		}
		ended, last := found.ID, history.Body(nil)
		if to.byRun {
			last, err = rt.await(ctx, found.Workflow, found.ID)
		} else {
			ended, last, err = rt.awaitChain(ctx, found.Workflow, found.ID)
		}
		if err != nil {
			return Outcome{}, err
		}
		return outcomeOf(rt.codecs, found.WorkflowID, ended, last)
	})
	return o, wrap(err, "wait for %s", to)
}

// awaitChain waits for a chain to end and returns its last run and that run's last event.
func (rt *Runtime) awaitChain(ctx context.Context, workflow string, run RunID) (RunID, history.Body, error) {
	for {
		last, err := rt.await(ctx, workflow, run)
		next, goesOn := last.(*history.RunContinued)
		if err != nil || !goesOn {
			return run, last, err
		}
		workflow, run = next.Workflow, next.Next
	}
}

// await waits for a run to end and returns its last event.
func (rt *Runtime) await(ctx context.Context, workflow string, run RunID) (history.Body, error) {
	if err := free(ctx); err != nil {
		return nil, err
	}
	return rt.process.Await(ctx, workflow, run)
}

// Query asks a run about its state and returns the answer of the handler that its workflow registered
// with [workflow.HandleQuery]. Query works inside this process: it replays the run's history with the
// code bound here, as [Replay] does, and calls the handler at the point where the code then stands. It
// writes nothing, needs no live worker, and c need not be started. The run may be open, parked,
// blocked or closed. A workflow id names the last run of its chain.
//
// The answer reflects the committed history. It does not know of anything that was sent to the run and
// is not in its history yet, see [Description].
//
// Errors: [ErrNotFound]; an *[UnboundError] if the workflow is not bound here; a *[NoHandlerError]; an error
// naming both types if they differ; a *[QueryError] with the error that the handler returned. The others are those
// of Replay: a [*replay.MismatchError] if the code does not match the history, a [*replay.PanicError] also if the
// handler panics or uses the workflow's context, a *[StuckError] also if the handler does not return.
func Query[In, Out any, R Ref](ctx context.Context, c Client, run R, def workflow.QueryDef[In, Out], arg In) (Out, error) {
	var out Out
	to := targetOf(run)
	q := &question{name: def.Name(), in: reflect.TypeFor[In](), out: reflect.TypeFor[Out](), err: contract.CheckLabel("query", def.Name())}
	rt, err := q.ask(ctx, c, to, func(rt *Runtime) (history.Payload, error) { return rt.codecs.Encode(arg) })
	if err == nil {
		err = rt.codecs.Decode(q.answer, &out)
	}
	return out, wrap(err, "query %q of %s", def.Name(), to)
}

// QueryJSON is [Query] for a caller that has the query's name and a JSON text but not its types, such as a command line or
// an HTTP handler. An empty text stands for the zero value. A text that is not JSON, or does not fit the argument's type, is
// a [*history.DecodeError].
func QueryJSON[R Ref](ctx context.Context, c Client, run R, name string, arg []byte) (Value, error) {
	to := targetOf(run)
	q := &question{name: name, err: contract.CheckLabel("query", name)}
	rt, err := q.ask(ctx, c, to, func(rt *Runtime) (history.Payload, error) {
		p, err := rawJSON(contract.QueryMessage, name, arg, rt.codecs.Most())
		if bad := (*PayloadError)(nil); errors.As(err, &bad) {
			err = &history.DecodeError{Enc: history.JSON().Name(), Type: "the argument's", Err: bad.Err}
		}
		return p, err
	})
	if err != nil {
		return Value{}, wrap(err, "query %q of %s", name, to)
	}
	return Value{q.answer, rt.codecs}, nil
}

// question is one query in progress.
type question struct {
	name    string
	err     error        // what is wrong with the argument
	in, out reflect.Type // nil: unknown
	arg     history.Payload
	answer  history.Payload
}

func (q *question) ask(ctx context.Context, c Client, to target, encode func(*Runtime) (history.Payload, error)) (*Runtime, error) {
	rt, err := clientFor(ctx, c, to)
	if err == nil {
		err = q.err
	}
	if err == nil {
		q.arg, err = encode(rt)
	}
	if err != nil {
		return nil, err
	}
	r := request("query", to)
	r.Name, r.Size = q.name, len(q.arg.Data)
	return rt, rt.through(ctx, r, func(ctx context.Context) error {
		head, rows, err := storedRun(ctx, rt, to)
		if err != nil {
			return err
		}
		_, err = rt.replay(ctx, head, rows, &playback{then: func(p *playback) error { return q.put(rt, p) }})
		if err == nil && rt.cfg.hooks.ReplayAlways {
			err = q.again(ctx, rt, head, rows)
		}
		return err
	})
}

// again asks once more, at each place where the run has stood, to detect a handler that changes
// state which it may only read.
func (q *question) again(ctx context.Context, rt *Runtime, head history.Export, rows histories.Rows) error {
	first := q.answer
	_, err := rt.replay(ctx, head, rows, &playback{each: func(p *playback) {
		if h, ok := p.machine.Handler(q.name); ok {
			_, _, _ = p.machine.Ask(h, q.arg) // its answers before the end are not used
		}
	}, then: func(p *playback) error { return errors.Join(q.put(rt, p), q.put(rt, p)) }})
	if err != nil {
		return fmt.Errorf("the handler changes the workflow's variables, which it may only read: with a call after each task the replay fails: %w", err)
	}
	if same, _ := rt.codecs.Same(first, q.answer); !same {
		was, is := rt.codecs.Beside(first, q.answer)
		return fmt.Errorf("the handler changes the workflow's variables, which it may only read: it answers %s, and the second time %s", was, is)
	}
	return nil
}

// put asks the machine at its current place.
func (q *question) put(rt *Runtime, p *playback) error {
	h, ok := p.machine.Handler(q.name)
	switch {
	case !ok:
		return &NoHandlerError{Query: q.name, Workflow: p.out.Workflow, WorkflowID: p.out.WorkflowID, Has: p.machine.Handlers(), Begun: p.out.Tasks > 0}
	case q.in != nil && (q.in != h.In || q.out != h.Out):
		return &queryTypeError{query: q.name, workflow: p.out.Workflow, asked: signature(q.in, q.out), handled: signature(h.In, h.Out)}
	}
	answer, failed, err := p.machine.Ask(h, q.arg)
	switch {
	case err != nil:
		return err
	case failed != nil:
		return &QueryError{Query: q.name, WorkflowID: p.out.WorkflowID, RunID: p.out.Run, Failure: failed.ReadWith(rt.codecs)}
	}
	q.answer = answer
	return nil
}

func signature(in, out reflect.Type) string { return fmt.Sprintf("func(%s) %s", in, out) }

// NoHandlerError says that the run's code handles no query of this name at its current place. The
// name may be wrong, or the run has not reached its [workflow.HandleQuery] yet.
type NoHandlerError struct {
	Query      string
	Workflow   string
	WorkflowID string
	Has        []string // the queries that it handles there
	Begun      bool     // the run has a workflow task in its history
}

func (e *NoHandlerError) Error() string {
	switch {
	case !e.Begun:
		return fmt.Sprintf("reprise: run %q has not finished its first task, so it cannot answer queries yet: ask again later, or describe it to see whether it is blocked", e.WorkflowID)
	case len(e.Has) == 0:
		return fmt.Sprintf("reprise: workflow %q handles no query at the present place of run %q: call workflow.HandleQuery first in its function", e.Workflow, e.WorkflowID)
	}
	return fmt.Sprintf("reprise: workflow %q does not handle query %q at the present place of run %q, only %s: correct the name, or call workflow.HandleQuery for it",
		e.Workflow, e.Query, e.WorkflowID, strings.Join(e.Has, ", "))
}

// queryTypeError says that the types of the query differ from those of its handler.
type queryTypeError struct {
	query, workflow string
	asked, handled  string // "func(argument) answer"
}

func (e *queryTypeError) Error() string {
	return fmt.Sprintf("reprise: query %q was sent as %s, but workflow %q handles it as %s: use one definition on both sides", e.query, e.asked, e.workflow, e.handled)
}

// QueryError is the error that a query's handler returned. It unwraps to that error, so errors.Is,
// failure.CodeOf and failure.DetailsOf work on it.
type QueryError struct {
	Query      string
	WorkflowID string
	RunID      RunID
	Failure    error
}

func (e *QueryError) Error() string {
	return fmt.Sprintf("reprise: the handler of query %q failed: %v", e.Query, e.Failure)
}

func (e *QueryError) Unwrap() error { return e.Failure }

// Value is a result or an answer whose type the caller has not named. The zero Value stands for no value.
type Value struct {
	payload history.Payload
	codecs  *history.Codecs
}

// Decode stores the value in what into points to. It fails if the value does not have that type.
func (v Value) Decode(into any) error { return v.codecs.Decode(v.payload, into) }

// Untyped decodes the value without a type: to nil, a bool, an int64, a uint64, a float64, a string, a
// []byte, a time.Time, a []any or a map[string]any, or to a json.RawMessage if it was encoded as JSON.
func (v Value) Untyped() (any, error) { return v.codecs.Untyped(v.payload) }
