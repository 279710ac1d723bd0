package workflow

import (
	"fmt"
	"reflect"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/replay"
)

// QueryDef is the definition of a query: its name, and the types of its argument and its answer.
// Make one with [DefineQuery].
type QueryDef[In, Out any] struct{ name string }

// DefineQuery names a question that a workflow answers about itself. Declare it once, where both the workflow and its callers
// can import it. Queries are not recorded, so names and types may change with the code. An invalid name is refused where the
// definition is used.
//
//	var Progress = workflow.DefineQuery[workflow.None, int]("progress")
//
//	err := workflow.HandleQuery(ctx, Progress, func(workflow.None) (int, error) { return done, nil })  // the workflow
//	done, err := reprise.Query(ctx, rt, "order-42", Progress, workflow.None{})                         // who asks
func DefineQuery[In, Out any](name string) QueryDef[In, Out] { return QueryDef[In, Out]{name: name} }

// Name returns the name given to [DefineQuery].
func (q QueryDef[In, Out]) Name() string { return q.name }

// HandleQuery registers f as the handler of the query q in this run, from now on and also after the
// run has ended. f may read the workflow's variables but must not change them: it is called outside
// of the run, on a replay of it. It gets no Context, and must not use one that it has from elsewhere.
// Register query handlers first in a workflow: a query that arrives before this call gets a
// *reprise.NoHandlerError.
//
// It is not a command, so a handler that you add today also answers for runs that began before. A
// second call for the same name replaces the first handler. The error says what is wrong with q or f.
func HandleQuery[In, Out any](ctx Context, q QueryDef[In, Out], f func(In) (Out, error)) error {
	env, err := ctx.env()
	if err == nil {
		err = checkLabel("query", q.name)
	}
	if err == nil && f == nil {
		err = fmt.Errorf("workflow: the handler of query %s is nil: pass the function that answers it", q.name)
	}
	if err != nil {
		return err
	}
	r := ctx.run
	r.declared(contract.QueryMessage, q.name)
	env.Answer(q.name, replay.Handler{
		In: reflect.TypeFor[In](), Out: reflect.TypeFor[Out](),
		Answer: func(arg history.Payload) (history.Payload, *history.Failure, error) {
			in, err := decode[In](r, "argument of query", q.name, arg)
			if err != nil {
				return history.Payload{}, nil, err
			}
			out, err := f(in)
			if err != nil {
				return history.Payload{}, r.codecs.FailureOf(err), nil
			}
			answer, err := r.encode("answer of query", q.name, out)
			return answer, nil, err
		},
	})
	return nil
}

// checkLabel refuses a name that nobody could ask for.
func checkLabel(what, name string) error {
	return failure.Wrap("", contract.CheckLabel(what, name), failure.Permanent())
}
