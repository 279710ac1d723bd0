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
type DefineOption func(*contract.Accepts)

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
	return func(a *contract.Accepts) {
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

// acceptsOf is the contract that options make; nil: it is open.
func acceptsOf(opts []DefineOption) *contract.Accepts {
	if len(opts) == 0 {
		return nil
	}
	a := new(contract.Accepts)
	for i, opt := range opts {
		if opt == nil {
			a.Err = errors.Join(a.Err, fmt.Errorf("workflow: option %d of the definition is nil: leave it out", i+1))
			continue
		}
		opt(a)
	}
	return a
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
