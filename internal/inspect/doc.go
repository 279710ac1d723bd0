// Package inspect interprets the rows of a store: what a run waits for, why it does not continue, its
// spans and events. The command line and the HTTP API both return its results, so they give the same
// answers.
//
// Package inspect imports reprise, failure, history, store, internal/doctor, internal/rows, internal/timeline,
// internal/waits and replay.
package inspect
