package activity

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/reprise-run/reprise/history"
)

// maxName is the longest name of an activity, a queue or a code in bytes.
const maxName = 1000

// Def is the definition of an activity: its name, its types and its policy. It has
// no function, so workflows and activities may import each other's definitions
// without a cycle.
type Def[In, Out any] struct {
	// A pointer and nothing else: what a workflow passes on with every call is then not
	// copied into an interface.
	of *definition
}

// definition is what a Def was made of, checked once. It does not change.
type definition struct {
	name     string
	policy   Policy
	recorded history.Policy // the policy, if nothing is wrong
	err      error
	binding  *Binding // of a Bound
}

// undefined is what the zero Def was made of.
var undefined = define("", nil)

func define(name string, policies []Policy) *definition {
	d := &definition{name: name}
	if len(policies) > 0 {
		d.policy = policies[0]
	}
	var err error
	d.recorded, err = d.policy.Record()
	switch bad := checkName(name); {
	case bad != nil:
		d.err = fmt.Errorf("activity: the name %.100q cannot be used: %w", name, bad)
	case len(policies) > 1:
		d.err = fmt.Errorf("activity: %s has %d policies; give Define one", name, len(policies))
	case err != nil:
		d.err = fmt.Errorf("%w (activity %s)", err, name)
	}
	return d
}

func (d Def[In, Out]) get() *definition {
	if d.of == nil {
		return undefined
	}
	return d.of
}

// Define names an activity. The name is recorded in histories: once runs exist it
// must not change. Without a policy the defaults of [Policy] hold. A mistake in name
// or policy is reported where the definition is bound or used.
func Define[In, Out any](name string, p ...Policy) Def[In, Out] {
	return Def[In, Out]{define(name, p)}
}

// Definition is what [Def] and [Bound] have in common: either can be executed.
type Definition[In, Out any] interface {
	Definition() Def[In, Out]
}

// Definition returns d itself. It makes a Def usable as a [Definition].
func (d Def[In, Out]) Definition() Def[In, Out] { return d }

// Name is the name given to [Define].
func (d Def[In, Out]) Name() string { return d.get().name }

// Policy is the policy as it was written, without defaults; see [Policy.Record].
func (d Def[In, Out]) Policy() Policy { return d.get().policy }

// With is the same activity with another policy: change gets a copy of the definition's, and
// what it leaves alone stays. A workflow uses it for one call:
//
//	workflow.Execute(ctx, Charge.With(func(p *activity.Policy) { p.StartToClose = time.Minute }), card)
func (d Def[In, Out]) With(change func(*Policy)) Def[In, Out] {
	p := d.Policy()
	p.Retry.NonRetryable = slices.Clone(p.Retry.NonRetryable)
	changed := &definition{name: d.Name(), err: errors.New("activity: With needs a function that changes the policy, and this one is nil")}
	if change != nil {
		change(&p)
		changed = define(d.Name(), []Policy{p})
	}
	return Def[In, Out]{changed}
}

// Recorded is what [Policy.Record] makes of the policy; the zero value if Err is not nil.
func (d Def[In, Out]) Recorded() history.Policy { return d.get().recorded }

// Err says what is wrong with the definition; nil if nothing is.
func (d Def[In, Out]) Err() error { return d.get().err }

// Bind joins the definition to the function that carries it out. Where the policy is
// Transactional, that is [Def.BindTx].
func (d Def[In, Out]) Bind(fn func(context.Context, In) (Out, error)) Binding {
	b := d.bound()
	if fn == nil {
		return b.wrong(errNoFunction(d.Name()))
	}
	if d.Policy().Transactional {
		b = b.wrong(fmt.Errorf("activity: the policy of %s is Transactional, and its function takes no transaction: "+
			"use BindTx with the Transactional function of the store's package, or drop the word from the policy", d.Name()))
	}
	b.of.attempt = attemptOf(fn)
	return b
}

// bound is a binding that lacks its function.
func (d Def[In, Out]) bound() Binding {
	return Binding{&binding{
		name:   d.Name(),
		policy: d.Policy(),
		in:     reflect.TypeFor[In]().String(),
		out:    reflect.TypeFor[Out]().String(),
		err:    d.Err(),
	}}
}

// New defines an activity and binds its function in one step. Use it where the
// function does not itself use a definition that uses this one; else take [Define]
// and [Def.Bind].
func New[In, Out any](name string, fn func(context.Context, In) (Out, error), p ...Policy) Bound[In, Out] {
	d := Define[In, Out](name, p...)
	return d.with(d.Bind(fn))
}

// Bound is a definition together with its function. It can be used wherever a [Def]
// or a [Binding] can.
type Bound[In, Out any] struct{ Def[In, Out] }

// with is the definition together with b, which nobody else has the definition of.
func (d Def[In, Out]) with(b Binding) Bound[In, Out] {
	d.of.binding = &b
	return Bound[In, Out]{d}
}

// Binding is the definition joined to its function, without the types.
func (b Bound[In, Out]) Binding() Binding {
	if binding := b.get().binding; binding != nil {
		return *binding
	}
	return Binding{}
}

// BindingName is the activity's name.
func (b Bound[In, Out]) BindingName() string { return b.Name() }

// Activity is the same as Binding; it tells bindings of activities from others.
func (b Bound[In, Out]) Activity() Binding { return b.Binding() }

// Binding is an activity that can be run. Make one with [Def.Bind] or [Def.BindTx].
type Binding struct {
	// A pointer, because each attempt hands it on.
	of *binding
}

// binding is what a Binding was made of. It does not change once that is handed out.
type binding struct {
	name    string
	policy  Policy
	in, out string
	driver  string
	err     error
	attempt Handler
}

// unbound is what the zero Binding was made of.
var unbound = &binding{err: errors.New("activity: the zero Binding runs nothing; make one with Def.Bind")}

func (b Binding) get() *binding {
	if b.of == nil {
		return unbound
	}
	return b.of
}

// BindingName is the activity's name.
func (b Binding) BindingName() string { return b.get().name }

// Activity returns b itself; it tells bindings of activities from others.
func (b Binding) Activity() Binding { return b }

// Policy is the definition's policy as it was written.
func (b Binding) Policy() Policy { return b.get().policy }

// Types names the Go types of input and output, for messages.
func (b Binding) Types() (in, out string) { return b.get().in, b.get().out }

// Err says why the binding cannot be used: a bad name, a bad policy, no function.
func (b Binding) Err() error { return b.get().err }

// checkName refuses what a database would refuse later, for everyone in the batch.
func checkName(name string) error {
	switch {
	case name == "":
		return errors.New("it is empty")
	case len(name) > maxName:
		return fmt.Errorf("it has %d bytes; at most %d are allowed", len(name), maxName)
	case !utf8.ValidString(name):
		return errors.New("it is not valid UTF-8")
	case strings.ContainsRune(name, 0):
		return errors.New("it holds a NUL byte")
	}
	return nil
}
