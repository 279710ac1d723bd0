package signal

import (
	"github.com/reprise-run/reprise/internal/contract"
)

// Def is a signal by name, carrying a T. The name stands in the histories of the
// runs that got it, so it is never changed; the field names of T are as durable.
type Def[T any] struct{ name string }

// Define is workflow.DefineSignal, for a package that must not import workflow. The same name
// must be given the same T everywhere. An empty name is refused where the definition is used.
func Define[T any](name string) Def[T] { return Def[T]{name: name} }

// Name returns the name given to [Define].
func (d Def[T]) Name() string { return d.name }

// Contract is for reprise.New, which takes a signal's definition beside workflows and activities.
func (d Def[T]) Contract() contract.Contract { return contract.SignalOf[T](d.name) }
