package workflow

import (
	"errors"
	"fmt"
	"slices"

	"github.com/reprise-run/reprise/internal/contract"
)

// Message is the definition of a signal, an update or a query, for [Accepts].
type Message interface {
	Contract() contract.Contract
}

// DefineOption changes one definition of a workflow.
type DefineOption func(*defined)

// defined is what the options of a definition say.
type defined struct {
	accepts *contract.Accepts // nil: the contract is open
	pinned  bool
	mistake error
}

// Pinned has a run stay with the build that begins it: no worker of another Config.Build takes it, until
// reprise.Repin says so. So code may change without a thought of the runs that are open, as long as workers of the
// old build run beside those of the new one. reprise.New refuses such a workflow where Config.Build is not set: the
// default names an executable, which nobody runs any more after a deploy.
//
// The build is that of the worker that steps the run first, not of who has started it. A run that continues as a new
// one is pinned anew, by the worker that begins that. Its activities are not pinned.
func Pinned() DefineOption { return func(d *defined) { d.pinned = true } }

// Accepts closes the contract of a workflow: its runs take the signals and updates, and answer the
// queries, that are listed in any Accepts of the definition, and no others.
//
//	var Order = workflow.Define[Cart, Receipt]("order", workflow.Accepts(Approve, AddItem, Progress))
//
// Where a Runtime binds the workflow, whoever sends something else gets a *reprise.UndeclaredError with
// the list, and nothing is sent. Where none does it is delivered, and shown as undelivered, and the
// worker logs a line. Workflow code that receives or handles something else panics, which parks the run
// until the list or the code is mended.
func Accepts(messages ...Message) DefineOption {
	return func(d *defined) {
		if d.accepts == nil {
			d.accepts = new(contract.Accepts)
		}
		a := d.accepts
		for i, m := range messages {
			if m == nil {
				a.Err = errors.Join(a.Err, fmt.Errorf("workflow: Accepts: definition %d is nil: leave it out", i+1))
				continue
			}
			var one contract.Message
			switch c := m.Contract().(type) {
			case *contract.Signal:
				one = contract.Message{Kind: contract.SignalMessage, Name: c.Name}
			case *contract.Message:
				one = *c
			default:
				a.Err = errors.Join(a.Err, fmt.Errorf("workflow: Accepts: definition %d is a %T: pass definitions of signals, updates and queries", i+1, m))
				continue
			}
			if err := contract.CheckName(one.Name); err != nil {
				a.Err = errors.Join(a.Err, fmt.Errorf("workflow: Accepts: the name %.100q of a %s cannot be used: %w", one.Name, one.Kind, err))
			}
			if !slices.Contains(a.All, one) {
				a.All = append(a.All, one)
			}
		}
	}
}

// definedBy is what options say.
func definedBy(opts []DefineOption) (d defined) {
	for i, opt := range opts {
		if opt == nil {
			d.mistake = errors.Join(d.mistake, fmt.Errorf("workflow: option %d of the definition is nil: leave it out", i+1))
			continue
		}
		opt(&d)
	}
	return d
}

// Contract is for [Accepts].
func (u UpdateDef[In, Out]) Contract() contract.Contract {
	return &contract.Message{Kind: contract.UpdateMessage, Name: u.name}
}

// Contract is for [Accepts].
func (q QueryDef[In, Out]) Contract() contract.Contract {
	return &contract.Message{Kind: contract.QueryMessage, Name: q.name}
}

// declared panics where the workflow's contract is closed and does not have this.
func (r *run) declared(kind, name string) {
	if !r.accepts.Has(kind, name) {
		panic(fmt.Sprintf("workflow: %s: add it to Accepts of the definition", r.accepts.Refusal(r.info.Workflow, kind, name)))
	}
}
