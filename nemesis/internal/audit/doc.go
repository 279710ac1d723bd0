// Package audit checks the store of a nemesis against the engine's promises: against the
// acknowledgements that the client received, and against the ledger of what activities
// really did.
//
// Rules carry the numbers of the invariants:
//
//   - I1: every accepted start ends once, with the right result.
//   - I2: histories are complete.
//   - I3: a completion is recorded once, with a value that an execution returned.
//   - I4: nothing acknowledged is lost, and nothing exists twice.
//   - I5: timers fire once and not early.
//   - I6: a fenced worker changes nothing.
//   - I7: every history replays.
//   - I8: rows agree with the history.
//   - I9: nothing is left over.
//   - I13: attempts are counted.
//   - I15: a clean stop loses and repeats nothing.
//
// If a standby is promoted that lacks the last transactions, what was acknowledged in that
// time may be lost, and nothing else.
//
// Other packages check what belongs to them: history.Linter the histories, the doctor with
// store.Inspector the tables, reprise the replay. This package checks the rest, in
// functions of plain data.
//
// Package audit imports reprise, history, store, the doctor, the load and the ledger.
package audit
