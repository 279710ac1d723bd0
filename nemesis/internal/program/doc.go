// Package program checks the engine with random programs. One registered workflow
// interprets the program in its input. A trial runs a few programs with faults, crashes
// and several workers. Then it compares the histories with an oracle that folds them, and
// with a ledger that the activities write.
//
// docs/nemesis.md says what is checked. Package program imports what it needs.
package program
