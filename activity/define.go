package activity

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/reprise-run/reprise/internal/contract"
)

// Def is the definition of an activity: its name, types and policy. It does not contain the
// function, so workflows and activities may import each other's definitions without a cycle.
type Def[In, Out any] struct {
	// A single pointer, so that a workflow can pass a Def as an interface with every call
	// without a copy.
	of *definition
}

// definition is the checked content of a Def. It does not change.
type definition struct {
	name     string
	policy   Policy
	recorded contract.Scheduling
	binding  *contract.Activity // of a Bound
}

// undefined is the content of the zero Def.
var undefined = define("", nil)

func define(name string, policies []Policy) *definition {
	d := &definition{name: name}
	if len(policies) > 0 {
		d.policy = policies[0]
	}
	var err error
	d.recorded.Queue = d.policy.Queue
	d.recorded.Policy, err = d.policy.record()
	switch bad := contract.CheckName(name); {
	case bad != nil:
		d.recorded.Err = fmt.Errorf("activity: the name %.100q cannot be used: %w", name, bad)
	case len(policies) > 1:
		d.recorded.Err = fmt.Errorf("activity: %s has %d policies; give Define one", name, len(policies))
	case err != nil:
		d.recorded.Err = fmt.Errorf("%w (activity %s)", err, name)
	}
	return d
}

func (d Def[In, Out]) get() *definition {
	if d.of == nil {
		return undefined
	}
	return d.of
}

// Define names an activity. The name is recorded in histories: it must not change once runs
// exist. Without a policy the defaults of [Policy] apply. A mistake in the name or the policy
// is reported where the definition is bound or used.
func Define[In, Out any](name string, p ...Policy) Def[In, Out] {
	return Def[In, Out]{define(name, p)}
}

// Definition is implemented by [Def] and [Bound]: either can be executed.
type Definition[In, Out any] interface {
	Definition() Def[In, Out]
}

// Definition returns d. It makes a Def usable as a [Definition].
func (d Def[In, Out]) Definition() Def[In, Out] { return d }

// Name returns the name given to [Define].
func (d Def[In, Out]) Name() string { return d.get().name }

// With returns the same activity with another policy: change modifies a copy of the
// definition's policy. A workflow uses it for one call:
//
//	workflow.Execute(ctx, Charge.With(func(p *activity.Policy) { p.StartToClose = time.Minute }), card)
func (d Def[In, Out]) With(change func(*Policy)) Def[In, Out] {
	p := d.get().policy
	p.Retry.NonRetryable = slices.Clone(p.Retry.NonRetryable)
	changed := &definition{name: d.Name()}
	changed.recorded.Err = errors.New("activity: With needs a function that changes the policy, and this one is nil")
	if change != nil {
		change(&p)
		changed = define(d.Name(), []Policy{p})
	}
	return Def[In, Out]{changed}
}

// Recorded returns what workflow.Execute records of the definition.
func (d Def[In, Out]) Recorded() *contract.Scheduling { return &d.get().recorded }

// Bind binds the definition to the function that implements it. If the policy is Transactional,
// use [Def.BindTx].
func (d Def[In, Out]) Bind(fn func(context.Context, In) (Out, error)) Binding {
	b := d.bound()
	if fn == nil {
		b.Err = errors.Join(b.Err, errNoFunction(d.Name()))
		return binding(b, nil)
	}
	if d.get().policy.Transactional {
		b.Err = errors.Join(b.Err, fmt.Errorf("activity: the policy of %s is Transactional, and its function takes no transaction: "+
			"use BindTx with the Transactional function of the store's package, or clear Policy.Transactional", d.Name()))
	}
	return binding(b, attemptOf(fn))
}

// bound returns a binding without a function.
func (d Def[In, Out]) bound() *contract.Activity {
	return &contract.Activity{
		Name:  d.Name(),
		Queue: d.get().policy.Queue,
		In:    reflect.TypeFor[In]().String(),
		Out:   reflect.TypeFor[Out]().String(),
		Err:   d.Recorded().Err,
		Input: contract.ShapeOf[In](), Scheduling: d.Recorded(),
	}
}

// New defines an activity and binds its function in one step. Use it unless something that the
// function uses needs the definition; otherwise use [Define] and [Def.Bind].
func New[In, Out any](name string, fn func(context.Context, In) (Out, error), p ...Policy) Bound[In, Out] {
	d := Define[In, Out](name, p...)
	return d.with(d.Bind(fn))
}

// Bound is a definition together with its function. It can be used as a [Def] and as a [Binding].
type Bound[In, Out any] struct{ Def[In, Out] }

// with joins d, which nobody else holds yet, and b.
func (d Def[In, Out]) with(b Binding) Bound[In, Out] {
	d.of.binding = b.of
	return Bound[In, Out]{d}
}

// Contract is used by reprise.New, which takes a Bound as it takes a [Binding].
func (b Bound[In, Out]) Contract() contract.Contract { return Binding{b.get().binding}.Contract() }

// Binding is an activity with its function, for reprise.New. Make one with [Def.Bind] or
// [Def.BindTx].
type Binding struct{ of *contract.Activity }

// binding completes a with the handler of its attempts.
func binding(a *contract.Activity, h contract.Handler) Binding {
	a.Run = runner{a, h}.run
	return Binding{a}
}

// unbound is the content of the zero Binding.
var unbound = binding(&contract.Activity{Err: errors.New("activity: the zero Binding runs nothing; make one with Def.Bind")}, nil)

// Contract is used by reprise.New.
func (b Binding) Contract() contract.Contract {
	if b.of == nil {
		return unbound.of
	}
	return b.of
}
