package workflow

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/replay"
)

// Def is the definition of a workflow: its name and types. It does not contain the function, so
// any package that starts the workflow may import it without a cycle.
type Def[In, Out any] struct {
	name string
	defined
}

// Define names a workflow. The name is recorded in histories: it must not change once runs exist. An
// invalid name is reported where the definition is bound or used. [Accepts] limits what its runs may be
// sent; without it that is anything. [Pinned] keeps its runs with the build that began them.
func Define[In, Out any](name string, opts ...DefineOption) Def[In, Out] {
	return Def[In, Out]{name: name, defined: definedBy(opts)}
}

// Definition is implemented by [Def] and [Bound]: either can be started.
type Definition[In, Out any] interface {
	Definition() Def[In, Out]
}

// Definition returns d. It makes a Def usable as a [Definition].
func (d Def[In, Out]) Definition() Def[In, Out] { return d }

// Name returns the name given to [Define].
func (d Def[In, Out]) Name() string { return d.name }

// Bind binds the definition to the function that implements it.
func (d Def[In, Out]) Bind(fn func(Context, In) (Out, error)) Binding {
	w := &bound{
		Name:    d.name,
		Input:   contract.ShapeOf[In](),
		Out:     reflect.TypeFor[Out]().String(),
		Err:     d.err(),
		Accepts: d.accepts,
		Pinned:  d.pinned,
	}
	if fn == nil {
		w.Err = errors.Join(w.Err, fmt.Errorf("workflow: %s is bound to a nil function; bind the function itself", d.name))
		return Binding{w}
	}
	call, accepts := callOf(fn), d.accepts
	w.Func = func(o options) replay.Func { return call.runs(o, accepts) }
	return Binding{w}
}

// err returns what is wrong with the definition, or nil.
func (d Def[In, Out]) err() error {
	if err := contract.CheckName(d.name); err != nil {
		return fmt.Errorf("workflow: the name %.100q cannot be used: %w", d.name, err)
	}
	if strings.Contains(d.name, "\x1f") { // see store.Bound
		return fmt.Errorf("workflow: the name %.100q cannot be used: it holds the byte 0x1f, which separates a workflow from its build", d.name)
	}
	if d.accepts != nil {
		return errors.Join(d.mistake, d.accepts.Err)
	}
	return d.mistake
}

// New defines a workflow and binds its function in one step. Use it unless something that the
// function uses needs the definition; otherwise use [Define] and [Def.Bind].
func New[In, Out any](name string, fn func(Context, In) (Out, error), opts ...DefineOption) Bound[In, Out] {
	d := Define[In, Out](name, opts...)
	return Bound[In, Out]{Def: d, binding: d.Bind(fn)}
}

// Bound is a definition together with its function. It can be used as a [Def] and as a [Binding].
type Bound[In, Out any] struct {
	Def[In, Out]
	binding Binding
}

// Contract is used by reprise.New, which takes a Bound as it takes a [Binding].
func (b Bound[In, Out]) Contract() contract.Contract { return b.binding.Contract() }

// Binding is a workflow with its function, for reprise.New. Make one with [Def.Bind].
type Binding struct{ of *bound }

// bound is the engine's view of a workflow.
type bound = contract.Workflow[Context, Command]

// unbound is the content of the zero Binding.
var unbound = &bound{Err: errors.New("workflow: the zero Binding runs nothing; make one with Def.Bind")}

// Contract is used by reprise.New.
func (b Binding) Contract() contract.Contract {
	if b.of == nil {
		return unbound
	}
	return b.of
}
