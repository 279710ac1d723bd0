// Package inside is what the command line and the tests of this module need of a
// *reprise.Runtime beyond what services need: histories event by event, and values whose types
// are unknown here.
//
// Package inside imports history and internal/contract.
package inside

import (
	"context"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
)

// Runtime is a *reprise.Runtime as seen from inside.
type Runtime interface {
	// Codecs decodes the payloads of the Runtime's runs, and encodes new ones with Config.Codec.
	Codecs() *history.Codecs
	// History returns all events of a run, in order. Use Rows for a long history.
	History(ctx context.Context, run history.RunID) ([]history.Event, error)
	// Rows calls take with the events of each row of a run's history, in order, and the row's
	// header. It keeps a few megabytes of the history in memory at a time. An error of take ends it
	// and is returned. A payload for which this Runtime has no transform or key stays in its stored
	// form: its Enc names the transforms.
	Rows(ctx context.Context, run history.RunID, take func(history.Header, []history.Event) error) error
	// Signal returns the signal with this name, if its definition was given to New.
	Signal(name string) (*contract.Signal, bool)
	// Binds reports whether a workflow of this name is bound.
	Binds(workflow string) bool
	// Build returns Config.Build, or the build that was derived in its place.
	Build() string
	// Bound returns all that is bound here, except what belongs to Reprise itself.
	Bound() Bound
}

// Bound describes what is bound to a Runtime.
type Bound struct {
	Workflows  map[string]contract.Shape // their inputs, by name
	Activities map[string]*contract.Activity
	Signals    map[string]*contract.Signal
}
