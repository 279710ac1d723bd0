package workflow

import (
	"fmt"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
)

// UpdateDef is the definition of an update: its name, what it is given and what it is answered with.
// Make one with [DefineUpdate].
type UpdateDef[In, Out any] struct{ name string }

// DefineUpdate names something that a run is asked to do, and that it answers. Declare it once, where
// those who ask and the workflow both find it. The name stands in the histories of the runs that
// received it, so it never changes. One that cannot be used is refused where the definition is used.
//
//	var AddItem = workflow.DefineUpdate[Item, int]("add-item")
//
//	err := workflow.HandleUpdate(ctx, AddItem, func(ctx workflow.Context, i Item) (int, error) { ... })  // the workflow
//	total, err := reprise.Update(ctx, rt, "cart-7", AddItem, Item{SKU: "tea"})                           // who asks
func DefineUpdate[In, Out any](name string) UpdateDef[In, Out] { return UpdateDef[In, Out]{name: name} }

// Name is the name given to [DefineUpdate].
func (u UpdateDef[In, Out]) Name() string { return u.name }

// UpdateOption changes one call of [HandleUpdate].
type UpdateOption[In any] func(*updateOptions[In])

type updateOptions[In any] struct{ validate func(In) error }

// Validate has f look at what an update is given before its handler is called. An error refuses the
// update: it is the answer, the handler is not called, and both stand in the history. F is called again
// on replay. It may read the workflow's variables; it must not change them, use a Context or do I/O. A
// panic in it parks the run.
func Validate[In any](f func(In) error) UpdateOption[In] {
	return func(o *updateOptions[In]) { o.validate = f }
}

// HandleUpdate has f answer the updates u of this run from now on, those first that have come before,
// in the order in which they were accepted. Each call of f is a coroutine of its own, as of [Go]: it
// may use all verbs under its Context, and several may be under way at once. What f returns is the
// answer, and is recorded: whoever asks again with the same id gets it again.
//
// The scope of f's Context is that of ctx. A run that ends while f is under way, or before an update
// that has come is handled, answers it as closed; one that continues as new waits for f.
//
// HandleUpdate is no command, but what f asks for is recorded: to add a handler, or to change one, is a
// change of the code for runs that have received such an update, see [Patched]. A second call for the
// same name takes the place of the first. The error says what is wrong with u, f or an option.
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
			if err == nil { // the handler's is its own
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
