package reprise

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/histories"
	"github.com/reprise-run/reprise/workflow"
)

// Query asks a run something about itself, and returns what the handler answers that its workflow has
// given to [workflow.HandleQuery]. It does not leave this process: the history of the run is replayed
// with the code bound here, as by [Replay], and the handler called where the code then stands. Nothing
// is written, no worker need live, and c need not be started. The run may be open, parked, blocked or
// ended; one that is named by its workflow id may be the last of its chain.
//
// The answer is that of the run as it is committed. What was sent to it and is not in its history yet,
// see [Description], the answer does not know of.
//
// Errors: [ErrNotFound]; an *[UnboundError] where the workflow is not bound here; a *[NoHandlerError] and
// a *[QueryTypeError]; a *[QueryError] with the error that the handler has returned. The others are
// those of Replay: a [*replay.MismatchError] where the code is not that of the history, a
// [*replay.PanicError] also where the handler panics or uses the workflow's context, a *[StuckError] also
// where the handler does not come back.
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

// QueryJSON is [Query] for a caller that has the query's name and a JSON text, but not its types: a
// command line, an HTTP handler. Without a text the argument is the zero value. A text that does not fit the argument's type
// is a [*history.DecodeError], and so is one that is not JSON.
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

// question is one query under way.
type question struct {
	name    string
	err     error        // what is wrong with it
	in, out reflect.Type // nil: not known
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
		head, rows, err := rt.stored(ctx, to)
		if err != nil {
			return err
		}
		_, err = rt.replay(ctx, head, rows, nil, func(p *playback) error { return q.put(rt, p) })
		if err == nil && rt.cfg.hooks.ReplayAlways {
			err = q.again(ctx, rt, head, rows)
		}
		return err
	})
}

// again asks once more, and at each place where the run has stood, to find out whether the handler
// changes what it may only read.
func (q *question) again(ctx context.Context, rt *Runtime, head history.Export, rows histories.Rows) error {
	first := q.answer
	_, err := rt.replay(ctx, head, rows, func(p *playback) {
		if h, ok := p.machine.Handler(q.name); ok {
			_, _, _ = p.machine.Ask(h, q.arg) // what it says before the end is nobody's question
		}
	}, func(p *playback) error { return errors.Join(q.put(rt, p), q.put(rt, p)) })
	if err != nil {
		return fmt.Errorf("the handler changes the workflow's variables, which it may only read: asked after each task the run does not come to where it stands: %w", err)
	}
	if same, _ := rt.codecs.Same(first, q.answer); !same {
		was, is := rt.codecs.Beside(first, q.answer)
		return fmt.Errorf("the handler changes the workflow's variables, which it may only read: it answers %s, and asked again %s", was, is)
	}
	return nil
}

// put asks the machine where it stands now.
func (q *question) put(rt *Runtime, p *playback) error {
	h, ok := p.machine.Handler(q.name)
	switch {
	case !ok:
		return &NoHandlerError{Query: q.name, Workflow: p.out.Workflow, WorkflowID: p.out.WorkflowID, Has: p.machine.Handlers(), Begun: p.out.Tasks > 0}
	case q.in != nil && (q.in != h.In || q.out != h.Out):
		return &QueryTypeError{Query: q.name, Workflow: p.out.Workflow, Asked: signature(q.in, q.out), Handled: signature(h.In, h.Out)}
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

// NoHandlerError says that the code of a run answers no query of this name where the run stands. The
// name may be wrong, or the run has not come to [workflow.HandleQuery] yet.
type NoHandlerError struct {
	Query      string
	Workflow   string
	WorkflowID string
	Has        []string // the queries that it answers there
	Begun      bool     // the run has a workflow task in its history
}

func (e *NoHandlerError) Error() string {
	switch {
	case !e.Begun:
		return fmt.Sprintf("reprise: run %q has not begun yet, so it answers no query: ask again once a worker has taken its first task", e.WorkflowID)
	case len(e.Has) == 0:
		return fmt.Sprintf("reprise: workflow %q answers no query where run %q stands: call workflow.HandleQuery first in its function", e.Workflow, e.WorkflowID)
	}
	return fmt.Sprintf("reprise: workflow %q does not answer query %q where run %q stands, only %s: correct the name, or call workflow.HandleQuery for it",
		e.Workflow, e.Query, e.WorkflowID, strings.Join(e.Has, ", "))
}

// QueryTypeError says that a query was asked with other types than the workflow handles it with.
type QueryTypeError struct {
	Query          string
	Workflow       string
	Asked, Handled string // "func(argument) answer"
}

func (e *QueryTypeError) Error() string {
	return fmt.Sprintf("reprise: query %q was asked as %s, and workflow %q handles it as %s: use one definition on both sides", e.Query, e.Asked, e.Workflow, e.Handled)
}

// QueryError is the error that the handler of a query has returned. It unwraps to it, so errors.Is,
// failure.CodeOf and failure.DetailsOf work on it.
type QueryError struct {
	Query      string
	WorkflowID string
	RunID      RunID
	Failure    error
}

func (e *QueryError) Error() string {
	return fmt.Sprintf("reprise: the handler of query %q says: %v", e.Query, e.Failure)
}

func (e *QueryError) Unwrap() error { return e.Failure }
