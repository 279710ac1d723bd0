// Package audit holds what a nemesis found in the store against what the engine
// promises: against the acknowledgements that the client got and against the ledger of
// what activities really did.
//
// Rules carry the numbers of the invariants: I1 every accepted start ends once and with
// the right result; I2 histories are whole; I3 a completion is recorded once, with a
// value that an execution returned; I4 nothing acknowledged is lost and nothing is there
// twice; I5 timers fire once and not early; I6 who was fenced changes nothing; I7 every
// history replays; I8 rows are what the history says; I9 nothing is left over; I13
// attempts are counted; I15 a clean stop loses and repeats nothing.
//
// A standby may be promoted that lacks the last transactions: then what was acknowledged
// in that time may be lost, and nothing else.
//
// What has a home elsewhere is asked there: histories of history.Linter, tables of
// store.Inspector by way of the doctor, replay of reprise. The rest is here, as
// functions of plain data.
//
// Package audit imports reprise, history, store, the doctor, the load and the ledger.
package audit
