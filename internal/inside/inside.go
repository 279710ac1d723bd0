// Package inside is what the command line and the tests of this module ask of a *reprise.Runtime
// beyond what services do: histories event by event, and values whose types nobody here has.
//
// Package inside imports history and internal/contract.
package inside

import (
	"context"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
)

// Runtime is a *reprise.Runtime from inside.
type Runtime interface {
	// Codecs decodes the payloads of its runs; it encodes new ones with Config.Codec.
	Codecs() *history.Codecs
	// History returns all events of a run, in order. Rows is for one that may be long.
	History(ctx context.Context, run history.RunID) ([]history.Event, error)
	// Rows calls take with the events of each row of a run's history, in order, and the
	// row's header. It has a few megabytes of the history in memory at a time. An error of
	// take ends it and is returned. What this Runtime has no transform or key for comes as it is
	// stored: the payload's Enc names the transforms.
	Rows(ctx context.Context, run history.RunID, take func(history.Header, []history.Event) error) error
	// Signal returns the signal with this name, if its definition was given to New.
	Signal(name string) (*contract.Signal, bool)
	// Binds reports whether a workflow of this name is bound.
	Binds(workflow string) bool
	// Build is Config.Build, or what was made up in its place.
	Build() string
	// Bound is all that is bound here, without what is of Reprise itself.
	Bound() Bound
}

// Bound is what a Runtime knows.
type Bound struct {
	Workflows  map[string]contract.Shape // their inputs, by name
	Activities map[string]*contract.Activity
	Signals    map[string]*contract.Signal
}
