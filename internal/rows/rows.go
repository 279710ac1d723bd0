// Package rows gives the command line the store's row behind what package reprise returns about
// a run. Other modules see only the root's own types.
//
// Package rows imports store.
package rows

import "github.com/reprise-run/reprise/store"

var of func(told any) store.Run

// Give sets the function that finds the row behind a RunInfo or a Description. Package reprise
// calls it once, before any other code of the program can call [Of].
func Give(f func(told any) store.Run) struct{} {
	of = f
	return struct{}{}
}

// Of returns the row behind a reprise.RunInfo or a reprise.Description; zero if there is none.
func Of(told any) store.Run { return of(told) }
