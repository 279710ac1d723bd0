package activity

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"
)

// maxName is the longest name of an activity, a queue or a code in bytes.
const maxName = 1000

// Def is the definition of an activity: its name, its types and its policy. It has
// no function, so workflows and activities may import each other's definitions
// without a cycle.
type Def[In, Out any] struct {
	name     string
	policies []Policy
}

// Define names an activity. The name is recorded in histories: once runs exist it
// must not change. Without a policy the defaults of [Policy] hold. A mistake in name
// or policy is reported where the definition is bound or used.
func Define[In, Out any](name string, p ...Policy) Def[In, Out] {
	return Def[In, Out]{name: name, policies: p}
}

// Definition is what [Def] and [Bound] have in common: either can be executed.
type Definition[In, Out any] interface {
	Definition() Def[In, Out]
}

// Definition returns d itself. It makes a Def usable as a [Definition].
func (d Def[In, Out]) Definition() Def[In, Out] { return d }

// Name is the name given to [Define].
func (d Def[In, Out]) Name() string { return d.name }

// Policy is the policy as it was written, without defaults; see [Policy.Record].
func (d Def[In, Out]) Policy() Policy {
	if len(d.policies) == 0 {
		return Policy{}
	}
	return d.policies[0]
}

// Err says what is wrong with the definition; nil if nothing is.
func (d Def[In, Out]) Err() error {
	if err := checkName(d.name); err != nil {
		return fmt.Errorf("activity: the name %.100q cannot be used: %w", d.name, err)
	}
	if len(d.policies) > 1 {
		return fmt.Errorf("activity: %s has %d policies; give Define one", d.name, len(d.policies))
	}
	if _, err := d.Policy().Record(); err != nil {
		return fmt.Errorf("%w (activity %s)", err, d.name)
	}
	return nil
}

// Bind joins the definition to the function that carries it out. Where the policy is
// Transactional, that is [Def.BindTx].
func (d Def[In, Out]) Bind(fn func(context.Context, In) (Out, error)) Binding {
	b := d.bound()
	if fn == nil {
		return b.wrong(errNoFunction(d.name))
	}
	if d.Policy().Transactional {
		b = b.wrong(fmt.Errorf("activity: the policy of %s is Transactional, and its function takes no transaction: "+
			"use BindTx with the Transactional function of the store's package, or drop the word from the policy", d.name))
	}
	b.attempt = attemptOf(fn)
	return b
}

// bound is a binding that lacks its function.
func (d Def[In, Out]) bound() Binding {
	return Binding{
		name:   d.name,
		policy: d.Policy(),
		in:     reflect.TypeFor[In]().String(),
		out:    reflect.TypeFor[Out]().String(),
		err:    d.Err(),
	}
}

// New defines an activity and binds its function in one step. Use it where the
// function does not itself use a definition that uses this one; else take [Define]
// and [Def.Bind].
func New[In, Out any](name string, fn func(context.Context, In) (Out, error), p ...Policy) Bound[In, Out] {
	d := Define[In, Out](name, p...)
	return Bound[In, Out]{Def: d, binding: d.Bind(fn)}
}

// Bound is a definition together with its function. It can be used wherever a [Def]
// or a [Binding] can.
type Bound[In, Out any] struct {
	Def[In, Out]
	binding Binding
}

// Binding is the definition joined to its function, without the types.
func (b Bound[In, Out]) Binding() Binding { return b.binding }

// BindingName is the activity's name.
func (b Bound[In, Out]) BindingName() string { return b.binding.name }

// Activity is the same as Binding; it tells bindings of activities from others.
func (b Bound[In, Out]) Activity() Binding { return b.binding }

// Binding is an activity that can be run. Make one with [Def.Bind] or [Def.BindTx].
type Binding struct {
	name    string
	policy  Policy
	in, out string
	driver  string
	err     error
	attempt Handler
}

// BindingName is the activity's name.
func (b Binding) BindingName() string { return b.name }

// Activity returns b itself; it tells bindings of activities from others.
func (b Binding) Activity() Binding { return b }

// Policy is the definition's policy as it was written.
func (b Binding) Policy() Policy { return b.policy }

// Types names the Go types of input and output, for messages.
func (b Binding) Types() (in, out string) { return b.in, b.out }

// Err says why the binding cannot be used: a bad name, a bad policy, no function.
func (b Binding) Err() error {
	if b.attempt == nil && b.err == nil {
		return errors.New("activity: the zero Binding runs nothing; make one with Def.Bind")
	}
	return b.err
}

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
