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

// DefineOption configures a workflow definition.
type DefineOption func(*defined)

// defined holds the options of a definition.
type defined struct {
	accepts *contract.Accepts // nil: the contract is open
	pinned  bool
	mistake error
}

// Pinned keeps each run with the build that begins it: no worker with another Config.Build claims it, unless
// reprise.Repin says so. The code may then change without regard to open runs, as long as workers of the old build
// run beside those of the new one. reprise.New refuses a pinned workflow if Config.Build is not set: the default
// names an executable, which nobody runs any more after a deploy.
//
// The build is that of the worker that first steps the run, not of the process that started it. A run that continues
// as a new one is pinned again, by the worker that begins the new run. Activities are not pinned.
func Pinned() DefineOption { return func(d *defined) { d.pinned = true } }

// Accepts closes the contract of a workflow: its runs accept only the signals and updates, and
// answer only the queries, that an Accepts of the definition lists.
//
//	var Order = workflow.Define[Cart, Receipt]("order", workflow.Accepts(Approve, AddItem, Progress))
//
// If a Runtime binds the workflow, sending anything else through it returns a *reprise.UndeclaredError
// with the list, and nothing is sent. A Runtime that does not bind the workflow delivers it; the run
// then shows it as undelivered, and the worker logs a line. Workflow code that receives or handles
// anything else panics, which parks the run until the list or the code is fixed.
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

// definedBy applies the options.
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

// Contract is used by [Accepts].
func (u UpdateDef[In, Out]) Contract() contract.Contract {
	return &contract.Message{Kind: contract.UpdateMessage, Name: u.name}
}

// Contract is used by [Accepts].
func (q QueryDef[In, Out]) Contract() contract.Contract {
	return &contract.Message{Kind: contract.QueryMessage, Name: q.name}
}

// declared panics if the workflow's contract is closed and does not list the name.
func (r *run) declared(kind, name string) {
	if !r.accepts.Has(kind, name) {
		panic(fmt.Sprintf("workflow: %s: add it to Accepts of the definition", r.accepts.Refusal(r.info.Workflow, kind, name)))
	}
}
