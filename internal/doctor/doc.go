// Package doctor examines a whole store: its schema, the consistency of its tables, every
// run's history, and whatever is stuck. Only [Repair] changes anything.
//
// Crashes of engines never cause [Damage]: only harm to the store itself does, so a test
// that crashes engines can check for it at its end. A run that waits, for a signal or for a
// day in March, is no finding.
//
// The doctor reads each row of each history once. Of a run it keeps the state of its Linter
// and what is outstanding, so the largest run bounds its memory, not the store.
//
// Package doctor imports history and store.
package doctor
