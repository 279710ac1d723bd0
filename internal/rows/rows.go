// Package rows hands to the command line the row behind what package reprise tells of a run.
// Other modules see the root's own types only.
//
// Package rows imports store.
package rows

import "github.com/reprise-run/reprise/store"

var of func(told any) store.Run

// Give has f tell which row is behind what reprise has told: a RunInfo or a Description. Package
// reprise calls it once, before any other code of the program can call [Of].
func Give(f func(told any) store.Run) struct{} {
	of = f
	return struct{}{}
}

// Of returns the row behind a reprise.RunInfo or a reprise.Description; zero if there is none.
func Of(told any) store.Run { return of(told) }
