package workflow

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"
)

// maxName is the longest name of a workflow in bytes.
const maxName = 1000

// Def is the definition of a workflow: its name and its types. It has no function,
// so whoever starts a workflow, an activity among them, may import it without a
// cycle.
type Def[In, Out any] struct{ name string }

// Define names a workflow. The name is recorded in histories: once runs exist it
// must not change. A name that cannot be used is reported where the definition is
// bound or used.
func Define[In, Out any](name string) Def[In, Out] { return Def[In, Out]{name: name} }

// Definition is what [Def] and [Bound] have in common: either can be started.
type Definition[In, Out any] interface {
	Definition() Def[In, Out]
}

// Definition returns d itself. It makes a Def usable as a [Definition].
func (d Def[In, Out]) Definition() Def[In, Out] { return d }

// Name is the name given to [Define].
func (d Def[In, Out]) Name() string { return d.name }

// Err says what is wrong with the definition; nil if nothing is.
func (d Def[In, Out]) Err() error {
	var why string
	switch {
	case d.name == "":
		why = "is empty; write a name that never changes"
	case len(d.name) > maxName:
		why = fmt.Sprintf("has %d bytes; at most %d are allowed", len(d.name), maxName)
	case !utf8.ValidString(d.name):
		why = "is not valid UTF-8"
	case strings.ContainsRune(d.name, 0):
		why = "holds a NUL byte"
	default:
		return nil
	}
	return fmt.Errorf("workflow: the name %.100q %s", d.name, why)
}

// Bind joins the definition to the function that carries it out.
func (d Def[In, Out]) Bind(fn func(Context, In) (Out, error)) Binding {
	b := Binding{
		name: d.name,
		in:   reflect.TypeFor[In]().String(),
		out:  reflect.TypeFor[Out]().String(),
		err:  d.Err(),
	}
	if fn == nil {
		b.err = errors.Join(b.err, fmt.Errorf("workflow: %s is bound to a nil function; bind the function itself", d.name))
		return b
	}
	b.call = callOf(fn)
	return b
}

// New defines a workflow and binds its function in one step. Use it where nothing
// that the function uses needs the definition; else take [Define] and [Def.Bind].
func New[In, Out any](name string, fn func(Context, In) (Out, error)) Bound[In, Out] {
	d := Define[In, Out](name)
	b := d.Bind(fn)
	return Bound[In, Out]{Def: d, binding: &b}
}

// Bound is a definition together with its function. It can be used wherever a [Def]
// or a [Binding] can.
type Bound[In, Out any] struct {
	Def[In, Out]
	binding *Binding // a pointer, so that a start does not copy it into an interface
}

// Binding is the definition joined to its function, without the types.
func (b Bound[In, Out]) Binding() Binding {
	if b.binding == nil {
		return Binding{}
	}
	return *b.binding
}

// BindingName is the workflow's name.
func (b Bound[In, Out]) BindingName() string { return b.name }

// Workflow is the same as Binding; it tells bindings of workflows from others.
func (b Bound[In, Out]) Workflow() Binding { return b.Binding() }

// Binding is a workflow that can be run. Make one with [Def.Bind].
type Binding struct {
	name    string
	in, out string
	err     error
	call    callFunc
}

// BindingName is the workflow's name.
func (b Binding) BindingName() string { return b.name }

// Workflow returns b itself; it tells bindings of workflows from others.
func (b Binding) Workflow() Binding { return b }

// Types names the Go types of input and output, for messages.
func (b Binding) Types() (in, out string) { return b.in, b.out }

// Err says why the binding cannot be used: a bad name, no function.
func (b Binding) Err() error {
	if b.call == nil && b.err == nil {
		return errors.New("workflow: the zero Binding runs nothing; make one with Def.Bind")
	}
	return b.err
}
