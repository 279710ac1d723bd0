// Package doctor looks over a whole store: its schema, its tables against each other,
// every run's history, and what does not go on by itself. It changes nothing, but for [Repair].
//
// A store that has not been harmed has no finding of [Damage], whatever its engines
// went through; a test that crashes them can ask for that at its end. A run that
// waits, for a signal or for a day in March, is no finding.
//
// It reads each row of each history once and remembers of a run what its Linter does, and
// what it has outstanding: memory is bounded by the largest run, not by the store.
//
// Package doctor imports history and store.
package doctor
