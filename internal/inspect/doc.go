// Package inspect makes sense of the rows of a store: what a run waits for, why it does not go on,
// its spans and events. The command line and the HTTP API answer with what it returns, so both say
// the same.
//
// Package inspect imports what it shows, which is reprise, failure, history, store, internal/doctor, internal/rows,
// internal/timeline, internal/waits and replay.
package inspect
