package signal

import (
	"github.com/reprise-run/reprise/internal/contract"
)

// Def is the definition of a signal that carries a T. Its name is recorded in the histories of
// the runs that received it, so it must never change; the field names of T are as durable.
type Def[T any] struct{ name string }

// Define is workflow.DefineSignal, for a package that must not import workflow. A name must
// have the same T everywhere. An empty name is refused where the definition is used.
func Define[T any](name string) Def[T] { return Def[T]{name: name} }

// Name returns the name given to [Define].
func (d Def[T]) Name() string { return d.name }

// Contract is used by reprise.New, which takes a signal's definition along with workflows and activities.
func (d Def[T]) Contract() contract.Contract { return contract.SignalOf[T](d.name) }
