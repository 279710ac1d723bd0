package workflow

import (
	"fmt"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
)

// UpdateDef is the definition of an update: its name, and the types of its input and its answer.
// Make one with [DefineUpdate].
type UpdateDef[In, Out any] struct{ name string }

// DefineUpdate names a request that a run carries out and answers. Declare it once, where both the
// workflow and its callers can import it. The name is recorded in the histories of the runs that
// received it, so it must never change. An invalid name is refused where the definition is used.
//
//	var AddItem = workflow.DefineUpdate[Item, int]("add-item")
//
//	err := workflow.HandleUpdate(ctx, AddItem, func(ctx workflow.Context, i Item) (int, error) { ... })  // the workflow
//	total, err := reprise.Update(ctx, rt, "cart-7", AddItem, Item{SKU: "tea"})                           // who asks
func DefineUpdate[In, Out any](name string) UpdateDef[In, Out] { return UpdateDef[In, Out]{name: name} }

// Name returns the name given to [DefineUpdate].
func (u UpdateDef[In, Out]) Name() string { return u.name }

// UpdateOption configures one call of [HandleUpdate].
type UpdateOption[In any] func(*updateOptions[In])

type updateOptions[In any] struct{ validate func(In) error }

// Validate makes f check the input of an update before its handler is called. An error from f rejects
// the update: it is the answer, the handler is not called, and the history records both. f is called
// again on replay. It may read the workflow's variables, but must not change them, use a Context or do
// I/O. If it panics, the run is parked.
func Validate[In any](f func(In) error) UpdateOption[In] {
	return func(o *updateOptions[In]) { o.validate = f }
}

// HandleUpdate registers f as the handler of the updates u of this run, from now on. Updates that
// arrived earlier are handled first, in the order in which they were accepted. Each call of f is a
// coroutine, as with [Go]: it may use all verbs under its Context, and several calls may be in
// progress at once. The result of f is the answer, and is recorded: a caller that asks again with the
// same id gets it again.
//
// f's Context has the scope of ctx. If the run ends while f is in progress, or before an update that
// has arrived is handled, the update is answered as closed. A run that continues as new waits for f.
//
// HandleUpdate is not a command, but the commands of f are recorded: adding or changing a handler is a
// change of the code for runs that have received such an update, see [Patched]. A second call for the
// same name replaces the first handler. The error says what is wrong with u, f or an option.
func HandleUpdate[In, Out any](ctx Context, u UpdateDef[In, Out], f func(Context, In) (Out, error), opts ...UpdateOption[In]) error {
	env, err := ctx.env()
	if err == nil {
		err = checkLabel("update", u.name)
	}
	if err == nil && f == nil {
		err = failure.Wrap("", fmt.Errorf("workflow: the handler of update %s is nil: pass the function that answers it", u.name), failure.Permanent())
	}
	var o updateOptions[In]
	for i, opt := range opts {
		if opt == nil {
			return failure.Wrap("", fmt.Errorf("workflow: update %s: option %d %w", u.name, i+1, errNoOption), failure.Permanent())
		}
		opt(&o)
	}
	if err != nil {
		return err
	}
	r := ctx.run
	r.declared(contract.UpdateMessage, u.name)
	ctx.update = true
	env.HandleUpdates(u.name, func(b *history.UpdateReceived) *history.UpdateEnded {
		in, err := decode[In](r, "input of update", u.name, b.Input)
		if err == nil && o.validate != nil {
			env.Pure("Validate", func() { err = o.validate(in) })
			if err == nil { // the handler gets a copy of its own
				in, err = decode[In](r, "input of update", u.name, b.Input)
			}
		}
		if err != nil {
			return &history.UpdateEnded{Failure: r.codecs.FailureOf(err), Rejected: true}
		}
		out, err := f(ctx, in)
		if err != nil {
			return &history.UpdateEnded{Failure: r.codecs.FailureOf(err)}
		}
		result, err := r.encode("answer of update", u.name, out)
		if err != nil {
			return &history.UpdateEnded{Failure: r.codecs.FailureOf(err)}
		}
		return &history.UpdateEnded{Result: result}
	})
	return nil
}
